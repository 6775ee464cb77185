import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCase } from '../../src/feed/parse-case.js';
import { runCases } from '../../src/mapping/check/cases.js';

const directory = new URL('../../mappings/', import.meta.url);
const files = readdirSync(directory);

const textOf = (file: string) => ({ file, text: readFileSync(new URL(file, directory), 'utf8') });

/** Every mapping of the package may be extended by another. */
const bases = Object.fromEntries(
  files
    .filter((file) => file.endsWith('.yaml') && !file.endsWith('.cases.yaml'))
    .map((file) => [file.replace('.yaml', ''), textOf(file)]),
);

function run(name: string) {
  if (!files.includes(`${name}.cases.yaml`))
    return [{ name: 'there are cases', differences: [`mappings/${name}.cases.yaml is missing`] }];
  const mapping = textOf(`${name}.yaml`);
  const answer = runCases({ mapping, bases, cases: textOf(`${name}.cases.yaml`), parseRecord: parseCase });
  return answer.ok
    ? answer.results
    : [{ name: 'the files are read', differences: answer.errors.map((error) => error.message) }];
}

describe.each(Object.keys(bases))('the cases of %s', (name) => {
  it.each(run(name))('$name', ({ differences }) => {
    expect(differences).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCases } from '../../src/mapping/cases.js';
import { parseXmlRecord } from './xml-record.js';

function run(name: string) {
  const file = (ending: string) => {
    const path = new URL(`../../mappings/${name}.${ending}`, import.meta.url);
    return { file: `${name}.${ending}`, text: readFileSync(path, 'utf8') };
  };
  const answer = runCases({ mapping: file('yaml'), cases: file('cases.yaml'), parseRecord: parseXmlRecord });
  return answer.ok
    ? answer.results
    : [{ name: 'the files are read', differences: answer.errors.map((error) => error.message) }];
}

describe.each(['estate-sistem', 'kyero-v3'])('the cases of %s', (name) => {
  it.each(run(name))('$name', ({ differences }) => {
    expect(differences).toEqual([]);
  });
});

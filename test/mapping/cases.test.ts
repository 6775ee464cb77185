import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCases } from '../../src/mapping/cases.js';
import type { FeedFormat, RecordSurroundings } from '../../src/core/format.js';
import type { ParsedRecord } from '../../src/core/record.js';
import { parseCsvCase } from '../../src/feed/csv-case.js';
import { parseXmlRecord } from './xml-record.js';

function parseRecord(text: string, surroundings: RecordSurroundings, format: FeedFormat): ParsedRecord {
  return format.container === 'csv' ? parseCsvCase(text, format) : parseXmlRecord(text, surroundings);
}

function run(name: string) {
  const file = (ending: string) => {
    const path = new URL(`../../mappings/${name}.${ending}`, import.meta.url);
    return { file: `${name}.${ending}`, text: readFileSync(path, 'utf8') };
  };
  const answer = runCases({ mapping: file('yaml'), cases: file('cases.yaml'), parseRecord });
  return answer.ok
    ? answer.results
    : [{ name: 'the files are read', differences: answer.errors.map((error) => error.message) }];
}

describe.each(['csv-header', 'estate-sistem', 'kyero-v3'])('the cases of %s', (name) => {
  it.each(run(name))('$name', ({ differences }) => {
    expect(differences).toEqual([]);
  });
});

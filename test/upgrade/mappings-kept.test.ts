import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import { parseCase } from '../../src/feed/parse-case.js';
import { caseText } from '../../src/mapping/check/case-record.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import type { AgencyText } from './agency-texts.js';
import { judge } from './announced.js';
import { changed } from './json-kept.js';
import { keptMappings, keptValue } from './kept-files.js';
import { mapCases, mapTexts, type Mapped, type MappingFolder } from './mapped.js';

const mapper = { createReference, parseCase, caseText, loadMapping };
const kept = await keptValue<Mapped[]>('mapped');
const texts = await keptValue<AgencyText[]>('agency-texts');
const folder = await keptMappings();

/** What differs, by the text that it was mapped with; as JSON, since that is how it was kept. */
function differences(now: readonly Mapped[], of: readonly Mapped[]): string[] {
  const plain = JSON.parse(JSON.stringify(now)) as Mapped[];
  expect(plain.map(({ text }) => text)).toEqual(of.map(({ text }) => text));
  return of.flatMap(({ text, records }, index) =>
    changed(records, plain[index]?.records).map((line) => `${text}: ${line}`),
  );
}

it('the mappings that 0.1.0 shipped, and texts of agencies in its language, map records to the same listings', () => {
  const now = [...mapCases(folder, mapper), ...mapTexts(texts, folder, mapper)];
  expect(now.length).toBeGreaterThan(200);
  expect(now.flatMap(({ records }) => records).length).toBeGreaterThan(200);
  expect(judge(differences(now, kept), 'mappings')).toEqual({ unannounced: [], unused: [] });
});

it('the mappings that are shipped now map the cases of 0.1.0 to the same listings', () => {
  const names = Object.keys(folder.cases);
  const shipped = names.map((name) => [name, readFileSync(`mappings/${name}.yaml`, 'utf8')]);
  const today: MappingFolder = { ...folder, mappings: Object.fromEntries(shipped) as Record<string, string> };
  const now = mapCases(today, mapper);
  expect(judge(differences(now, kept.slice(0, now.length)), 'mappings-now')).toEqual({
    unannounced: [],
    unused: [],
  });
});

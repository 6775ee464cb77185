import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { protocolSchema } from '../../../src/wire/protocol.js';
import { hasShared, sharedDir } from '../../shared-dir.js';
import { readTable } from './rules.js';

const table = readTable();
const rules = [...table.values()].flat();
const source = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the table of rules', () => {
  it('has a part for every file of tests, each checked by that file', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter(
      (name) => name.endsWith('.test.ts') && name !== 'table.test.ts',
    );
    expect([...table.keys()].sort()).toEqual(files.sort());
    for (const file of files) expect(source(`test/sandbox/spec/${file}`)).toContain(`inTheTable('${file}')`);
  });

  it('holds every rule once, in several hundred rows', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(300);
  });

  it('names settings that exist, wherever something is not shown', () => {
    const state = source('src/sandbox/state/state.ts') + source('src/sandbox/state/model.ts');
    for (const { id, choice, setting } of rules) {
      expect([id, choice === '']).toEqual([id, setting === '']);
      if (setting === '' || setting === 'fixed') continue;
      const [group, name = ''] = setting.split('.');
      if (group === 'protocol') expect(Object.keys(protocolSchema.shape)).toContain(name);
      else {
        expect(['settings', 'limits']).toContain(group);
        expect(state).toMatch(new RegExp(`^  ${name}: `, 'm'));
      }
    }
  });
});

/** Every paragraph, numbered line and table row of the specification, by its heading and place. */
function placesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const places: string[] = [];
  let [heading, paragraph, row, inTable] = ['', 0, 0, false];
  const begin = (name: string): void => void ([heading, paragraph, row, inTable] = [name, 0, 0, false]);
  lines.forEach((line, index) => {
    const next = lines.slice(index + 1).find((other) => other !== '') ?? '';
    const numbered = /^(\d+)\. /.exec(line);
    if (line === '') inTable = false;
    else if (line.startsWith('#')) begin(line.replace(/^#+ /, ''));
    else if (line.startsWith('|')) {
      if (inTable && !/^\|[-|]+\|$/.test(line)) places.push(`${heading} · row ${++row}`);
      inTable = true;
    } else if (numbered) places.push(`${heading} · ${numbered[1] ?? ''}`);
    else if (line.endsWith(':') && line.length < 60 && next.startsWith('|')) begin(line.slice(0, -1));
    else if (line !== 'Rules:') places.push(`${heading} · ¶${++paragraph}`);
  });
  return places;
}

describe.skipIf(!hasShared)('the specification', () => {
  const places = hasShared ? placesOf(readFileSync(join(sharedDir, 'spec/partner-api-v1.md'), 'utf8')) : [];
  const named = new Set(rules.flatMap(({ where }) => where));

  it('has a rule for each of its paragraphs, numbered lines and rows', () => {
    expect(places.length).toBeGreaterThan(250);
    expect(places.filter((place) => !named.has(place))).toEqual([]);
  });

  it('has every place that a rule names', () => {
    const known = new Set(places);
    expect([...named].filter((place) => !known.has(place))).toEqual([]);
  });

  it('says that something is not shown nowhere but where a rule tells our choice', () => {
    const text = readFileSync(join(sharedDir, 'spec/partner-api-v1.md'), 'utf8');
    expect(rules.filter(({ choice }) => choice !== '').length).toBeGreaterThanOrEqual(
      text.split('not shown').length - 1,
    );
  });
});

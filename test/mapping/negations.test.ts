import { describe, expect, it } from 'vitest';
import { mayDeny, saysOf } from '../../src/mapping/words/negations.js';
import { fold } from '../../src/model/fold.js';
import { sandboxReference } from './sandbox-reference.js';
import type { Trace } from '../../src/mapping/compile/load-mapping.js';
import { exampleOverrides, mappingOf } from './shipped-mapping.js';

const lifts = 'lift fahrstuhl aufzug ascens elevator лифт асансьор winda windy asansör výtah'
  .split(' ')
  .map(fold);

/** As a mapping reads a text. */
function says(text: string): boolean | null {
  const folded = fold(text);
  const said = saysOf(folded, lifts);
  return said === null || mayDeny(folded) ? said : true;
}

describe('a lift', () => {
  it.each([
    ...['bez lifta', 'Zgrada bez lifta', 'nema lift', 'Lift: nema', 'zgrada nema lift'],
    ...[
      'kein Fahrstuhl',
      'ohne Aufzug',
      'Aufzug nicht vorhanden',
      'Aufzug: nein',
      'no lift',
      'without an elevator',
    ],
    ...['sans ascenseur', "pas d'ascenseur", 'senza ascensore', 'sin ascensor', 'no dispone de ascensor'],
    ...['brak windy', 'bez windy', 'bez výtahu', 'лифта нет', 'без лифта', 'няма асансьор', 'без асансьор'],
    ...[
      'asansör yok',
      'asansörsüz',
      'lift nincs',
      'nincs lift',
      'lift nélkül',
      'fără lift',
      'geen lift',
      'brez lifta',
    ],
  ])('is taken back: %s', (text) => {
    expect(says(text)).toBe(false);
  });

  it.each([
    ...[
      'lift',
      'Lift: da',
      'dva lifta',
      'novi lift',
      'Aufzug vorhanden',
      'Asansör var',
      'winda',
      'есть лифт',
    ],
    ...['lift, nema garažu', 'bez garaže sa liftom', 'lift, ali bez terase', 'nema terasu, ima lift'],
    ...['No. 5, lift', 'Stan sa liftom bez parkinga', 'Aufzug, kein Keller', 'bez depozita; lift'],
  ])('is said: %s', (text) => {
    expect(says(text)).toBe(true);
  });

  it.each(['bez garaže', 'terasa', 'no smoking'])('is not spoken of: %s', (text) => {
    expect(says(text)).toBeNull();
  });
});

describe('a rule that knows negations', () => {
  const { reference } = sandboxReference();
  const text = `
name: test
version: 1
format: { container: json, records: ads }
source_id: { const: A-1 }
transaction: { const: sale }
booleans: { 'true': [da], 'false': [ne] }
fields:
  structure.elevator: { from: extras, bool: { containing: [lift], negations: 1 } }
  structure.terrace: { from: terrace, bool: { negations: 1 } }
`;
  const read = (field: string, value: Record<string, string | string[]>): unknown => {
    const trace: Trace = [];
    const record = { name: 'ad', value, ancestors: [], header: {} };
    const tables = { boolean: { mala: false } };
    mappingOf(text, { ...exampleOverrides, tables }).map(record, { reference, photoMax: 9 }, trace);
    return trace.find(({ path }) => path === field)?.result ?? null;
  };

  it('is no where each text takes it back, and yes where one says it', () => {
    const lift = (...extras: string[]): unknown => read('structure.elevator', { extras });
    expect(lift('bez lifta', 'podrum')).toBe(false);
    expect(lift('bez lifta', 'teretni lift')).toBe(true);
    expect(lift('podrum')).toBeNull();
  });

  it.each([
    ['velika', true],
    ['bez terase', false],
    ['nema', false],
    ['0', false],
    ['mala', false],
  ])('reads any other value as yes: %s', (terrace, expected) => {
    expect(read('structure.terrace', { terrace })).toBe(expected);
  });
});

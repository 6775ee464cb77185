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
  const said = saysOf(text, lifts);
  return said === null || mayDeny(text) ? said : true;
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
    ...['Lift: no', 'Lift: none', 'lift (nema)', 'lift | ne', 'lift/ne', 'lift - no', 'w/o lift', 'nem lift'],
    ...['Lift: ne Klima: da', 'Lift: нет', 'nema putnički lift', 'nema parking ni lift', 'nie ma windy'],
    ...['Aufzug im Haus nicht vorhanden', 'parking\nbez lifta', 'ne poseduje lift', 'lift (nema), parking'],
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
    ...['Bez depozita lift', 'no deposit - lift', 'nema depozita ima lift', 'Nije poslednji sprat lift'],
    ...['ohne Provision Aufzug', 'sans vis-à-vis ascenseur', 'sin muebles ascensor', 'без комиссии лифт'],
    ...['Haustiere: nein Aufzug: ja', 'Haustiere: nein Aufzug', 'Lift: da Klima: ne', 'no pets<br>lift'],
    ...[
      'nicht nur Aufzug sondern',
      'not only lift',
      'net 65 m2 lift',
      'lift 65 m2 net',
      'Bez depozita\nLift',
    ],
    ...['Bez depozita\r\nLift', 'lift da klima ne', 'Aufzug not included', 'Kućni ljubimci: ne lift'],
  ])('is said: %s', (text) => {
    expect(says(text)).toBe(true);
  });

  it.each(['lift ne radi', 'bez terase i lifta', 'lift kućni ljubimci ne'])('is left open: %s', (text) => {
    expect(says(text)).toBeNull();
  });

  it('is taken back beside what is said', () => {
    expect(saysOf('bez lifta parking', ['lift'])).toBe(false);
    expect(saysOf('bez lifta parking', ['parking'])).toBe(true);
    expect(saysOf('Lift: da Klima: ne', ['klim'])).toBe(false);
    expect(saysOf('Balkon 5 m2 net', ['balkon'])).toBe(true);
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
    ['bez terase', null],
    ['Bez doplate', null],
    ['Nije u ceni', null],
    ['Terrasse (nicht überdacht)', null],
    ['Stellplatz ohne Aufpreis', null],
    ['nema', false],
    ['nije predviđeno', false],
    ['keine', false],
    ['none', false],
    ['0', false],
    ['mala', false],
  ])('reads values without words of its own: %s', (terrace, expected) => {
    expect(read('structure.terrace', { terrace })).toBe(expected);
  });
});

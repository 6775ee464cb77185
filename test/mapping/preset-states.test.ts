import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { RecordObject } from '../../src/model/record.js';
import { isObject } from '../../src/model/own-value.js';
import type { Trace } from '../../src/mapping/compile/load-mapping.js';
import { caseRecords } from './preset-records.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';

const { reference } = sandboxReference();

/** The first record of a preset's cases, with other values at some paths (`a/b/@c`); undefined takes one away. */
function told(preset: string, values: Readonly<Record<string, string | undefined>>): string {
  const [record] = caseRecords(preset);
  if (record === undefined) throw new Error(`${preset} has no cases`);
  const value = structuredClone(record.value);
  const { header } = record;
  for (const [path, text] of Object.entries(values))
    if (path.startsWith('/')) put(header, path.slice(1).split('/'), text);
    else put(value, path.split('/'), text);
  const trace: Trace = [];
  const mapped = shippedMapping(preset).map({ ...record, value }, { reference, photoMax: 1 }, trace);
  if (mapped.unknownState !== null) return `asked: ${mapped.unknownState}`;
  if (mapped.kind === 'remove' || mapped.kind === 'ignore') return mapped.removeReason ?? mapped.kind;
  const states = trace.filter(({ path }) => path === 'state').map(({ result }) => result);
  return states.includes('inactive') ? 'inactive' : 'on offer';
}

function put(into: RecordObject, [key = '', ...rest]: readonly string[], text: string | undefined): void {
  if (rest.length === 0) {
    if (text === undefined) Reflect.deleteProperty(into, key);
    else into[key] = text;
    return;
  }
  const below = isObject(into[key]) ? into[key] : {};
  into[key] = below;
  put(below, rest, text);
}

const stand = 'zustand_angaben/verkaufstatus/@stand';
const action = 'verwaltung_techn/aktion/@aktionart';

describe('shipped mappings read the state of a record through a table', () => {
  it.each([
    ['csv-header', { status: 'Kaparisano' }, 'inactive'],
    ['csv-header', { status: 'arhivirano 2025' }, 'withdrawn'],
    ['csv-header', { status: 'kod notara' }, 'asked: kod notara'],
    ['csv-header', { status: '1' }, 'asked: 1'],
    ['openimmo', { [stand]: 'OFFEN' }, 'on offer'],
    ['openimmo', { [stand]: 'RESERVIERT' }, 'inactive'],
    ['openimmo', { [stand]: 'VERKAUFT' }, 'sold'],
    ['openimmo', { [stand]: 'VERMIETET' }, 'rented'],
    ['openimmo', { [stand]: 'BEIM NOTAR' }, 'asked: BEIM NOTAR'],
    ['openimmo', { [stand]: 'RESERVIERT', [action]: 'DELETE' }, 'withdrawn'],
    ['openimmo', { [action]: 'ARCHIV' }, 'withdrawn'],
    ['openimmo', { [action]: 'REFERENZ' }, 'ignore'],
    ['is24-xml', { '@StatusIS24': 'inaktiv' }, 'inactive'],
    ['is24-xml', { '@Importmodus': 'loeschen', '@StatusIS24': 'aktiv' }, 'withdrawn'],
    ['is24-xml', { '@Importmodus': 'archivieren?' }, 'asked: archivieren?'],
    ['is24-csv', { '#2': '0' }, 'inactive'],
    ['is24-csv', { '#1': 'X' }, 'asked: X'],
    ['idealista', { propertyVisibility: 'microsite' }, 'on offer'],
    ['idealista', { propertyVisibility: 'Private' }, 'ignore'],
    ['idealista', { propertyVisibility: 'hidden from all' }, 'inactive'],
    ['immobiliare-it', { '@operation': 'write' }, 'on offer'],
    ['immobiliare-it', { '@operation': 'DELETE' }, 'withdrawn'],
    ['immobiliare-it', { '@operation': 'suspend' }, 'asked: suspend'],
    ['reaxml', { '@status': 'current', 'underOffer/@value': 'yes' }, 'inactive'],
    ['reaxml', { '@status': 'current', 'underOffer/@value': 'no' }, 'on offer'],
    ['reaxml', { '@status': 'current', 'underOffer/@value': '1' }, 'inactive'],
    ['reaxml', { '@status': 'current', 'depositTaken/@value': 'yes' }, 'inactive'],
    ['reaxml', { '@status': 'under offer' }, 'inactive'],
    ['reaxml', { '@status': 'Sold', 'underOffer/@value': 'yes' }, 'sold'],
    ['reaxml', { '@status': 'off-market' }, 'withdrawn'],
    ['reaxml', { '@status': 'auctioned' }, 'asked: auctioned'],
    ['rightmove-blm', { STATUS_ID: '0' }, 'on offer'],
    ['rightmove-blm', { STATUS_ID: '5' }, 'inactive'],
    ['rightmove-blm', { STATUS_ID: '9' }, 'asked: 9'],
    ['rightmove-blm', { PUBLISHED_FLAG: '0' }, 'ignore'],
    ['rightmove-blm', { PUBLISHED_FLAG: '1' }, 'on offer'],
  ])('%s: %j is %s', (preset, values: Record<string, string>, expected) => {
    expect(told(preset, values)).toBe(expected);
  });

  it('and none by comparing it with a word', () => {
    const directory = new URL('../../mappings/', import.meta.url);
    const files = readdirSync(directory).filter((file) => /^[^.]+\.yaml$/.test(file));
    const decided = files.filter((file) => {
      const { outcomes = [], fields = {} } = parse(readFileSync(new URL(file, directory), 'utf8')) as {
        outcomes?: { remove?: string }[];
        fields?: Record<string, unknown>;
      };
      return 'state' in fields || outcomes.some(({ remove }) => remove !== undefined);
    });
    expect([files.length > 10, decided]).toEqual([true, []]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { MappedRecord } from '../../src/model/outcome.js';
import { createReference } from '../../src/core/content/places.js';
import type { CategoryAttribute, Place, Vocabulary } from '../../src/model/reference.js';
import type { ParsedRecord, RecordObject } from '../../src/model/record.js';
import { parseCase } from '../../src/feed/parse-case.js';
import { loadMapping, type CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { mappingJsonSchema } from '../../src/mapping/language/mapping-schema.js';
import { readmeExamples, type Example, type ExampleRecord } from './readme-examples.js';
import { unusedConstructs } from './schema-constructs.js';
import { exampleOverrides } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const labels = (words: Record<string, string[]>) =>
  Object.entries(words).map(([key, names]) => ({ key, labels: names }));
const energyClass: CategoryAttribute = {
  key: 'energy',
  labels: ['Energy class', 'Energetski razred'],
  type: 'string',
  words: labels({ A: [], B: [] }),
};
const vocabulary: Vocabulary = {
  version: '1',
  fields: {
    category: labels({ apartment: ['Stan', 'Apartment'], house: ['Kuća', 'House'] }),
    heating: labels({
      district: ['Centralno grejanje', 'District heating'],
      gas: ['Gas'],
      heat_pump: ['Toplotna pumpa', 'Heat pump'],
      solid_fuel: ['Čvrsto gorivo', 'Solid fuel'],
    }),
    furnished: labels({ furnished: ['Namešten', 'Furnished'], semi_furnished: ['Semi-furnished'] }),
    rental_type: labels({ long_term: ['Long-term'] }),
    amenity: labels({ pool: ['Pool'], sauna: ['Sauna'], lift: ['Lift'] }),
    condition: [],
    building_group: [],
    ownership_status: [],
    legalization_status: [],
    room_type: labels({ exterior: ['Exterior'], kitchen: ['Kitchen', 'Kuhinja'] }),
  },
  attributes: {
    apartment: [energyClass],
    house: [energyClass, { key: 'land_sqm', labels: ['Plot area (m²)'], type: 'number', words: [] }],
  },
};
const place = (id: string, nameSr: string, city: Place | null = null): Place => ({
  id,
  type: city ? 'municipality' : 'city',
  nameSr,
  nameEn: null,
  officialCode: null,
  cityId: city?.id ?? null,
  cityNameSr: city?.nameSr ?? null,
  lat: null,
  lng: null,
});
const beograd = place('beograd', 'Beograd');
const reference = createReference(vocabulary, [
  beograd,
  place('novi-sad', 'Novi Sad'),
  place('zemun', 'Zemun', beograd),
]);

/** What every listing needs besides what an example is about. */
const frame = {
  name: 'example',
  version: 1,
  format: { container: 'xml', root: 'feed', records: 'feed/ad' },
  source_id: { const: '1' },
  transaction: { const: 'sale' },
  numbers: { decimal: '.' },
};
const neededFields = {
  category: { const: 'Stan' },
  'title.sr': { const: 'Stan u centru' },
  'description.sr': { const: 'Stan u centru grada, useljiv odmah.' },
  'price.amount': { const: 1000 },
  'rent.amount': { const: 300 },
  'location.place_id': { city: { const: 'Novi Sad' } },
  'location.address_line': { const: 'Obrenovićeva 1' },
};

function compiled({ mapping, bases }: Example): CompiledMapping {
  const [base] = Object.values(bases);
  const framed = framedBy(base ?? mapping);
  const text = stringify(base ? { name: 'upon', version: 1, ...mapping } : framed);
  const loaded = loadMapping(text, {
    file: 'example.yaml',
    overrides: exampleOverrides,
    bases: base ? { base: { file: 'base.yaml', text: stringify(framed) } } : {},
  });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  return loaded.mapping;
}

/** Fields of the example keep their order, since one may ask for those above it. */
function framedBy(mapping: Record<string, unknown>): Record<string, unknown> {
  const fields = mapping.fields as Record<string, unknown>;
  const others = Object.entries(neededFields).filter(([path]) => !(path in fields));
  return { ...frame, ...mapping, fields: { ...Object.fromEntries(others), ...fields } };
}

function mapExample(mapping: CompiledMapping, { record, header }: ExampleRecord): MappedRecord {
  return mapping.map(parseExample(record, header, mapping), { reference, photoMax: 64 });
}

/** A record is written with what is around it, where that matters: the innermost `ad` is the record. */
function parseExample(text: string, header: string | null, mapping: CompiledMapping): ParsedRecord {
  if (mapping.format.container !== 'xml')
    return parseCase(text, { header: {}, ancestors: [] }, mapping.format);
  const around = [...text.matchAll(/<(list|section)((?: \w+="\w+")*)>/g)];
  const ancestors = around.map(([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/(\w+)="(\w+)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
  const before: RecordObject = header === null ? {} : parseXmlRecord(header).value;
  const own = around.length === 0 ? text : (/<ad.*?\/>|<ad.*<\/ad>/s.exec(text)?.[0] ?? '');
  return parseXmlRecord(own, { header: before, ancestors });
}

/** What the README says of a record, read from what came of it. */
function actual(mapped: MappedRecord, path: string): unknown {
  const [listing] = mapped.listings;
  const payload = listing?.payload;
  if (path === 'codes') return mapped.codes;
  if (path === 'updated_at') return new Date(listing?.feedUpdatedAt ?? 0).toISOString();
  if (path === 'external_id') return listing?.externalId;
  const [head = '', ...rest] = path.split('.');
  const part = payload?.[head];
  const value = rest.length === 0 ? part : (part as Record<string, unknown> | undefined)?.[rest.join('.')];
  return value ?? null;
}

const outcomeOf = ({ kind, removeReason }: MappedRecord): string =>
  removeReason === null ? kind : `${kind} ${removeReason}`;
const issuesOf = ({ issues }: MappedRecord): string[] =>
  issues.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`.trim()).sort();

const examples = readmeExamples();

describe('the examples of mappings/README.md', () => {
  it.each(examples)('$name', (example) => {
    const mapping = compiled(example);
    for (const one of example.records) {
      const mapped = mapExample(mapping, one);
      const stated = (name: string): unknown[] =>
        one.expected.filter(({ path }) => path === name).map(({ value }) => value);
      expect(issuesOf(mapped)).toEqual(stated('issue').toSorted());
      expect([outcomeOf(mapped)]).toEqual(stated('outcome').length > 0 ? stated('outcome') : ['mapped']);
      for (const { path, value } of one.expected) {
        if (path !== 'issue' && path !== 'outcome')
          expect({ [path]: actual(mapped, path) }).toEqual({ [path]: value });
      }
      expect(one.expected).not.toEqual([]);
    }
  });

  it('are many, and nearly all of them map a record', () => {
    expect(examples.length).toBeGreaterThan(45);
    expect(examples.filter(({ records }) => records.length === 0).length).toBeLessThanOrEqual(6);
  });

  it('show every key of the language', () => {
    const shown = examples.flatMap(({ mapping, bases }) => [mapping, ...Object.values(bases)]);
    expect(unusedConstructs(mappingJsonSchema(), shown)).toEqual([]);
  });

  it.each([
    ...[
      'a/b',
      '@x',
      '*',
      '.',
      '[name=Heating]',
      '[@nazwa=',
      'name()',
      'name(*)',
      '/@name(true)',
      '/name(true)',
    ],
    ...['../@', '../../@', '/agency/', 'photo<n>', '=cecha<n>]', "'Price (EUR)'", "'#4'", '#6..#7', '$plot'],
    ...['transaction ==', 'value >', 'mapped(', 'field(', 'fold(', 'matches(', 'namesFigure(', 'image('],
  ])('show %s', (form) => {
    const readme = readFileSync(new URL('../../mappings/README.md', import.meta.url), 'utf8');
    expect(readme).toContain(form);
  });
});

import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/model/outcome.js';
import type { RecordObject } from '../../src/model/record.js';
import { checkListing } from '../../src/wire/listing.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { vocabularyKeys } from '../../src/wire/vocabulary.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';

const parser = new XMLParser({
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // oxlint-disable-next-line typescript/no-deprecated -- as feeds are read: `entityDecoder` decodes nothing by itself
  htmlEntities: true,
  ignoreDeclaration: true,
  removeNSPrefix: true,
});

interface Mapped extends MappedRecord {
  /** What the spec has against the payloads. */
  details: unknown[];
}

function mapFile(
  path: string,
  mappingName: string,
  options: { shuffleKeys?: boolean; tables?: Record<string, Record<string, string>> },
): Mapped[] {
  const mapping = shippedMapping(mappingName, { tables: options.tables ?? {} });
  const { reference, vocabulary } = sandboxReference(options.shuffleKeys);
  const { format } = mapping;
  if (format.container !== 'xml') throw new Error('this reads XML');
  const root = (parser.parse(readFileSync(`${sharedDir}/feeds/${path}`, 'utf8')) as RecordObject)[
    format.root
  ] as RecordObject;
  const name = format.records[0]?.split('/').at(-1) ?? '';
  const { [name]: records = [], ...header } = root;
  return [records].flat().map((value) => {
    const record = { name, value: value as RecordObject, ancestors: [], header };
    const mapped = mapping.map(record, { reference, photoMax: 64 });
    return { ...mapped, details: mapped.listings.flatMap(({ payload }) => refusals(payload, vocabulary)) };
  });
}

function refusals(
  payload: Record<string, unknown> | null,
  vocabulary: Parameters<typeof vocabularyKeys>[0],
): unknown[] {
  if (!payload) return ['no payload'];
  const dated = { ...payload, source: { ...(payload.source as object), updated_at: '2026-01-01T00:00:00Z' } };
  const answer = checkListing(dated, { protocol: defaultProtocol, vocabulary: vocabularyKeys(vocabulary) });
  return answer.ok ? [] : answer.details;
}

interface Payload {
  external_id: string;
  transaction: string;
  location: { place_id: string; address_line: string };
  photos: unknown[];
  price?: { amount: number };
  rent?: { amount: number };
  structure: Record<string, unknown>;
  title: { sr: string };
  description: { sr: string };
  video_url?: string;
  virtual_tour_url?: string;
}

function payloads(records: readonly Mapped[]): Payload[] {
  return records.flatMap((record) => record.listings.map((listing) => listing.payload as unknown as Payload));
}

describe.skipIf(!hasShared)('25 ads of an agency in Novi Sad', () => {
  const file = 'estate-sistem/oglasi-25.xml';

  it.each([false, true])(
    'all give valid payloads, whatever the keys of the vocabulary (renamed: %s)',
    (shuffleKeys) => {
      const records = mapFile(file, 'estate-sistem', { shuffleKeys });
      expect(records).toHaveLength(25);
      expect(records.filter((record) => record.kind !== 'mapped' || record.details.length > 0)).toEqual([]);
      for (const payload of payloads(records)) {
        expect(payload.location.place_id).toMatch(/^[0-9a-f-]{36}$/);
        expect(payload.location.address_line).not.toBe('');
        expect(payload.photos.length).toBeGreaterThan(0);
        expect((payload.price ?? payload.rent)?.amount).toBeGreaterThan(0);
      }
      const withHeating = payloads(records).filter((payload) => 'heating' in payload.structure);
      expect(withHeating).toHaveLength(24); // the plot has none
    },
  );

  it('leaves no word of the feed unmapped, and tells what stood in or was left out', () => {
    const records = mapFile(file, 'estate-sistem', {});
    const counts = new Map<string, number>();
    for (const { code, pointer } of records.flatMap((record) => record.issues)) {
      counts.set(`${code} ${pointer}`, (counts.get(`${code} ${pointer}`) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      'fallback_used /location/address_line': 25,
      'photo_dropped /photos': 1,
      'value_refused /video_url': 1,
    });
  });

  it('understands its traps', () => {
    const all = new Map(
      payloads(mapFile(file, 'estate-sistem', {})).map((payload) => [payload.external_id, payload]),
    );
    expect(all.get('211001679')?.structure.area_sqm).toBe(591);
    expect(all.get('211001690')?.structure.area_sqm).toBe(129);
    expect(all.get('211001716')?.structure).toMatchObject({ floor: 0, rooms: 1 });
    expect(all.get('211001716')?.structure).not.toHaveProperty('bathrooms');
    expect(all.get('211001698')).not.toHaveProperty('video_url');
    expect([...all.values()].filter((payload) => payload.virtual_tour_url !== undefined)).toEqual([]);
    expect(all.get('211001731')?.transaction).toBe('rent');
    expect(all.get('211001731')?.structure).not.toHaveProperty('rooms');
  });

  it('keeps the number that the agency quotes and the date of the ad', () => {
    const [first] = mapFile(file, 'estate-sistem', {});
    expect(first?.codes).toEqual(['1731']);
    expect(first?.listings[0]?.feedUpdatedAt).toBe(Date.parse('2025-12-27T18:15:32+01:00'));
  });
});

describe.skipIf(!hasShared)('ads from Spain and Portugal', () => {
  it.each(['athena-advisers.xml', 'openestate-example.xml', 'openestate-test.xml'])(
    '%s gives valid payloads',
    (file) => {
      const tables = { place: { Marvila: 'Beograd', almunecar: '79022' } };
      const records = mapFile(`kyero/${file}`, 'kyero-v3', { tables });
      expect(records.filter((record) => record.kind !== 'mapped' || record.details.length > 0)).toEqual([]);
      for (const payload of payloads(records)) {
        expect(payload.title.sr).toMatch(/^(Penthaus|Vila), /);
        expect(payload.description.sr.length).toBeGreaterThanOrEqual(20);
        expect(payload.photos.length).toBeGreaterThan(0);
      }
      const issues = records.flatMap((record) =>
        record.issues.map(({ code, pointer }) => `${code} ${pointer}`),
      );
      expect(issues).toContain('fallback_used /title/sr');
      expect(issues).toContain('fallback_used /description/sr');
    },
  );
});

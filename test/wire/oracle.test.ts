import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MappedRecord } from '../../src/model/outcome.js';
import { checkMapped, type PayloadRules } from '../../src/sync/map/check-mapped.js';
import { checkListing, checkPublishable } from '../../src/wire/listing.js';
import { defaultProtocol as protocol } from '../../src/wire/protocol.js';
import { businessCategories, readVocabulary, vocabularyKeys } from '../../src/wire/vocabulary.js';
import { startService, type Service } from '../sandbox/spec/service.js';
import type { SpecDetail, SpecItem, SpecReply } from '../sandbox/spec-client.js';
import { repetitions } from '../support/repetitions.js';
import { oracleRows, type OracleRow, type OracleWords } from './oracle.js';

interface Entry {
  key: string;
  label_sr: string;
}

/** One check answers both requests: every row is validated, and some are put too. */
const putEvery = repetitions({ tests: 5, soak: 1 });

let service: Service;
let rows: OracleRow[];
let rules: PayloadRules;

beforeAll(async () => {
  service = await startService();
  const { body: document } = await service.client.get('/vocabularies');
  const vocabulary = readVocabulary(document);
  rows = oracleRows(wordsOf(document));
  rules = {
    protocol,
    vocabulary: vocabularyKeys(vocabulary),
    businessCategories: businessCategories(vocabulary, protocol),
    photoTokens: [],
    placePoint: () => null,
    content: { bands: {}, kinds: new Map(), rsdPerEur: 117 },
  };
});
afterAll(() => service.close());

it('has a row for everything that the spec says of a listing, each once', () => {
  expect(rows.length).toBeGreaterThan(1500);
  const names = rows.map(({ name, details }) => `${name} ${details.join(', ')}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('agrees with what the daemon checks', () => {
  expect(disagreements(rows, (row) => byDaemon(row.payload), expectedOfDaemon)).toEqual([]);
});

it('agrees with what the daemon makes of a mapped record, which it dates itself', () => {
  const mapped = rows.filter(
    ({ details }) => !details.some((detail) => detail.startsWith('/source/updated_at ')),
  );
  const undated = mapped.filter(({ details }) => !details.some((detail) => detail.startsWith('/source ')));
  expect(disagreements(undated, (row) => ofMapped(row.payload), expectedOfDaemon)).toEqual([]);
});

it('agrees with what POST /validate answers', async () => {
  const answers = new Map<OracleRow, string[]>();
  for (const page of pages(rows)) {
    const listings = page.map(({ payload }) => payload);
    const connectionId = connectionOf(page[0]!.agency);
    const { body } = await service.client.post('/validate', { listings, connection_id: connectionId });
    page.forEach((row, index) => answers.set(row, told(body.results[index]!, `/listings/${index}`)));
  }
  expect(disagreements(rows, (row) => answers.get(row) ?? [], expectedOfPortal)).toEqual([]);
});

it('agrees with what a PUT answers', async () => {
  // A client's own URL parser takes these out of a path.
  const sendable = rows
    .filter(({ payload }) => payload.external_id !== '.' && payload.external_id !== '..')
    .filter((row, index) => index % putEvery === 0 || Object.keys(row.agency).length > 0);
  const answers = new Map<OracleRow, string[]>();
  for (const row of sendable) {
    answers.set(row, ofPut(await put(connectionOf(row.agency), row.payload)));
  }
  expect(disagreements(sendable, (row) => answers.get(row) ?? [], expectedOfPortal)).toEqual([]);
}, 120_000);

/** A connection that holds nothing yet: a repeated or older listing would be `unchanged`. */
function connectionOf(agency: OracleRow['agency']): string {
  return service.connect({ agency: { members: ['ana@agency.example'], photo_limit: 64, ...agency } });
}

/** At most fifty rows, all of one agency. */
function pages(all: readonly OracleRow[]): OracleRow[][] {
  const ordinary = all.filter(({ agency }) => Object.keys(agency).length === 0);
  const others = all.filter((row) => !ordinary.includes(row));
  const count = Math.ceil(ordinary.length / 50);
  const full = Array.from({ length: count }, (_, page) => ordinary.slice(page * 50, page * 50 + 50));
  return [...full, ...others.map((row) => [row])];
}

function byDaemon(payload: unknown): string[] {
  const checked = checkListing(payload, rules);
  return codes(checked.ok ? checkPublishable(checked.listing, rules) : checked.details);
}

function ofMapped(payload: Record<string, unknown>): string[] {
  const record: MappedRecord = {
    kind: 'mapped',
    sourceId: 'O-1',
    offer: null,
    codes: [],
    removeReason: null,
    unknownState: null,
    listings: [{ externalId: 'O-1', payload, feedUpdatedAt: null }],
    issues: [],
    uses: [],
    repairs: [],
  };
  // What only looks wrong is no fault to the portal.
  const errors = checkMapped(record, rules).issues.filter(({ severity }) => severity === 'error');
  return codes(errors);
}

/** The daemon takes places from the directory, and says before a push what the portal would say after it. */
function expectedOfDaemon({ details, publishesNot }: OracleRow): string[] {
  if (publishesNot === 'missing_required') return ['/rent/owner_lives_nearby required'];
  return details.filter((detail) => !detail.endsWith(' unknown_place'));
}

/** A place is looked up for a payload that is right in everything else. */
function expectedOfPortal({ details, publishesNot, warnings }: OracleRow): string[] {
  if (publishesNot !== null) return [publishesNot, '/rent/owner_lives_nearby required'];
  const others = details.filter((detail) => !detail.endsWith(' unknown_place'));
  return others.length > 0 ? others : [...details, ...warnings];
}

function put(connection: string, payload: Record<string, unknown>): Promise<SpecReply> {
  const id = typeof payload.external_id === 'string' ? payload.external_id.trim() : '';
  const path = /^[A-Za-z0-9._:-]{1,64}$/.test(id) ? id : 'O-1';
  return service.client.put(`/connections/${connection}/listings/${path}`, payload);
}

function ofPut({ status, body }: SpecReply): string[] {
  if (status === 202) return told(body.item, '');
  return [...(status === 422 ? [] : [String(status)]), ...codes(body.error.details)];
}

/** @param prefix of each pointer */
function told(item: SpecItem, prefix: string): string[] {
  if (item.result !== 'rejected') return item.warnings.map(({ code }) => code).sort();
  const details = (item.details ?? []).map((detail) => {
    expect(detail.pointer.startsWith(prefix)).toBe(true);
    return { ...detail, pointer: detail.pointer.slice(prefix.length) };
  });
  const ownCodes = ['schema_invalid', 'invalid_payload', 'mandate_missing', 'geo_unresolved'];
  const failure = ownCodes.includes(String(item.failure_code)) ? [] : [String(item.failure_code)];
  return [...failure, ...codes(details)];
}

function codes(details: readonly Pick<SpecDetail, 'pointer' | 'code'>[]): string[] {
  return details.map(({ pointer, code }) => `${pointer} ${code}`).sort();
}

function disagreements(
  among: readonly OracleRow[],
  answerOf: (row: OracleRow) => string[],
  expectedOf: (row: OracleRow) => string[],
): string[] {
  return among.flatMap((row) => {
    const [expected, answer] = [expectedOf(row), answerOf(row)].map((list) => list.join(', ') || 'valid');
    return expected === answer ? [] : [`${row.spec}: ${row.name}: should be ${expected}, but is ${answer}`];
  });
}

function wordsOf(document: object): OracleWords {
  const lists = document as Record<string, Entry[]> & { attributes_by_category: Record<string, Entry[]> };
  const all = {
    category: lists.categories!,
    heating: lists.heating!,
    amenity: lists.amenities!,
    attribute: Object.values(lists.attributes_by_category).flat(),
  };
  return {
    key(list, label) {
      const entry = all[list].find(({ label_sr }) => label_sr === label);
      if (entry === undefined) throw new Error(`The vocabulary has no ${list} "${label}"`);
      return entry.key;
    },
    amenities: all.amenity.map(({ key }) => key),
    place: service.words.city,
  };
}

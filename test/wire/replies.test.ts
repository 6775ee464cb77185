import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProtocol, protocolSchema, readViewStatus } from '../../src/wire/protocol.js';
import {
  batchSchema,
  errorEnvelopeSchema,
  looseResultSchema,
  readPlace,
  viewPageSchema,
  wirePlaceSchema,
} from '../../src/wire/replies.js';

const item = { position: 0, external_id: 'A-1', result: 'accepted' };

describe('a batch', () => {
  it('keeps the items that can be read; absent keys are null, unknown ones are ignored', () => {
    const batch = batchSchema.parse({
      id: 'b1',
      status: 'completed',
      items: [item, { external_id: 'A-2' }, { ...item, external_id: 'A-3', result: 'teleported' }, null],
      counts: {},
      news: true,
    });
    expect(batch.items).toEqual([
      {
        ...item,
        candidate_id: null,
        listing_id: null,
        public_url: null,
        failure_code: null,
        details: null,
        warnings: [],
      },
    ]);
  });
});

describe('the reconcile view', () => {
  it.each(['listings', 'items', 'records'])('stands under %s', (name) => {
    const page = viewPageSchema.parse({ [name]: [{ external_id: 'A-1', status: 'live' }], next_cursor: '' });
    expect(page).toMatchObject({ records: [{ external_id: 'A-1', digest: null }], next_cursor: null });
  });

  it('is refused as a whole where a record cannot be read, or where there is no list', () => {
    expect(viewPageSchema.safeParse({ items: [{ status: 'live' }] }).success).toBe(false);
    expect(viewPageSchema.safeParse({ next_cursor: null }).success).toBe(false);
  });

  it('has status words whose meaning is a setting', () => {
    expect(readViewStatus('live', defaultProtocol)).toBe('live');
    expect(readViewStatus('constructor', defaultProtocol)).toBe('unknown');
    const other = protocolSchema.parse({ view_statuses: { online: 'live' } });
    expect(readViewStatus('online', other)).toBe('live');
  });
});

describe('other replies', () => {
  it('reads the unspecified ones as far as they go', () => {
    expect(looseResultSchema.parse({})).toEqual({ batch: null, item: null, results: [] });
    expect(looseResultSchema.parse({ item, batch: 'b1' })).toMatchObject({
      batch: null,
      item: { result: 'accepted' },
    });
  });

  it('reads an error envelope without details or request id', () => {
    const envelope = errorEnvelopeSchema.parse({ error: { code: 'batch_not_found' } });
    expect(envelope).toEqual({
      error: { code: 'batch_not_found', message: '', details: null },
      request_id: null,
    });
  });

  it('reads places, and passes over what is neither city nor municipality', () => {
    const wire = wirePlaceSchema.parse({ id: 'p', type: 'city', name_sr: 'Novi Sad', official_code: 80284 });
    expect(readPlace(wire)).toEqual({
      id: 'p',
      type: 'city',
      nameSr: 'Novi Sad',
      nameEn: null,
      officialCode: '80284',
      cityId: null,
      cityNameSr: null,
      lat: null,
      lng: null,
    });
    expect(readPlace({ ...wire, type: 'okrug' })).toBeNull();
  });

  it('of any shape never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const schema of [batchSchema, viewPageSchema, looseResultSchema, errorEnvelopeSchema]) {
          schema.safeParse(body);
        }
      }),
    );
  });
});

describe('protocol settings', () => {
  it('have a default and a description each, and no unknown key', () => {
    expect(() => protocolSchema.parse({ headers: 'x' })).toThrow();
    for (const [name, schema] of Object.entries(protocolSchema.shape)) {
      expect(schema.description, name).toMatch(/\.$/);
    }
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createBench, rental, sale, type Bench, type Reply } from './partner.js';

interface Payload {
  photos: unknown[];
  structure: object;
}

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});

const listingPath = (id: string): string => `/connections/${bench.connection}/listings/${id}`;
const batchesPath = (): string => `/connections/${bench.connection}/batches`;
const view = async (query = ''): Promise<Reply> =>
  (await bench.partner.get(`/connections/${bench.connection}/listings${query}`)).body;

describe('ping', () => {
  it('tells app, key, partner, time and limits', async () => {
    const answer = await bench.partner.get('/ping');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      app: { environment: 'sandbox' },
      key_id: bench.partner.keyId,
      server_time: '2026-03-02T08:00:00.000Z',
      limits: { rate_limit_per_minute: 600, connection_items_per_hour: 1000, max_batch_items: 100 },
    });
    expect(answer.headers.get('date')).toBe('Mon, 02 Mar 2026 08:00:00 GMT');
    expect(answer.headers.get('px-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers an unknown path with the envelope', async () => {
    const answer = await bench.partner.get('/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('not_found');
    expect(answer.body.request_id).toBe(answer.headers.get('px-request-id'));
  });
});

describe('PUT listing', () => {
  it('publishes at once, and answers the same content and older dates with unchanged', async () => {
    const { partner } = bench;
    const first = await partner.put(listingPath('A1'), sale(bench, 'A1'));
    expect(first.status).toBe(202);
    expect(first.body.item).toMatchObject({
      position: 0,
      external_id: 'A1',
      result: 'accepted',
      failure_code: null,
    });
    expect(first.body.item.public_url).toContain(first.body.item.listing_id);

    const later = { source: { updated_at: '2026-03-02T10:00:00+01:00' }, digest: 'other' };
    const same = await partner.put(listingPath('A1'), sale(bench, 'A1', later));
    expect(same.body.item).toMatchObject({ result: 'unchanged', listing_id: first.body.item.listing_id });

    const older = {
      source: { updated_at: '2026-02-01T10:00:00+01:00' },
      price: { amount: 1, currency: 'EUR' },
    };
    expect((await partner.put(listingPath('A1'), sale(bench, 'A1', older))).body.item.result).toBe(
      'unchanged',
    );

    const dearer = sale(bench, 'A1', { price: { amount: 130_000, currency: 'EUR' } });
    expect((await partner.put(listingPath('A1'), dearer)).body.item.result).toBe('accepted');
    expect(bench.sandbox.staff.listings(bench.connection)[0]?.payload).toMatchObject({
      price: { amount: 130_000 },
    });
  });

  it('keeps an inactive listing off the site', async () => {
    await bench.partner.put(listingPath('A1'), sale(bench, 'A1', { state: 'inactive', digest: 'd1' }));
    expect((await view()).listings).toMatchObject([
      { external_id: 'A1', status: 'inactive', digest: 'd1', public_url: null },
    ]);
    const { body } = await bench.partner.get(`/connections/${bench.connection}`);
    expect(body.connection.counts).toEqual({ live: 0, paused: 1, review: 0, failed: 0 });
  });

  it('refuses an unknown place, another id in the body, and a payload that is no listing', async () => {
    const nowhere = { place_id: '00000000-0000-4000-8000-000000000000', address_line: 'Ulica 1' };
    const details = async (id: string, body: unknown): Promise<unknown> => {
      const answer = await bench.partner.put(listingPath(id), body);
      expect(answer.status).toBe(422);
      expect(answer.body.error.code).toBe('validation_failed');
      return answer.body.error.details.map(({ pointer, code }) => [pointer, code]);
    };
    expect(await details('A1', sale(bench, 'A1', { location: nowhere }))).toEqual([
      ['/location/place_id', 'unknown_place'],
    ]);
    expect(await details('A1', sale(bench, 'A2'))).toEqual([['/external_id', 'invalid_format']]);
    expect(await details('A1', sale(bench, 'A1', { extra: 1 }))).toEqual([['/extra', 'unknown_field']]);
    expect(await details('a%20b', sale(bench, 'A1'))).toEqual([['/external_id', 'invalid_format']]);
    expect((await bench.partner.put(listingPath('A1'), '[]')).body.error.code).toBe('body_invalid');
    expect((await bench.partner.put(listingPath('A1'), '{')).status).toBe(400);
    expect(bench.sandbox.staff.listings(bench.connection)).toEqual([]);
  });

  it('rejects what cannot be published, and says why', async () => {
    const rent = { amount: 400, currency: 'EUR', type: 'long_term' };
    const home = await bench.partner.put(listingPath('R1'), rental(bench, 'R1', { rent }));
    expect(home.body.item).toMatchObject({
      result: 'rejected',
      failure_code: 'missing_required',
      details: [{ pointer: '/rent/owner_lives_nearby', code: 'required' }],
    });
    const office = rental(bench, 'R2', { rent, category: bench.words.premises });
    expect((await bench.partner.put(listingPath('R2'), office)).body.item.result).toBe('accepted');
    expect((await view('?status=rejected')).listings).toMatchObject([
      { external_id: 'R1', failure_code: 'missing_required', listing_id: null },
    ]);
  });

  it('warns of what is not stored', async () => {
    const { staff } = bench.sandbox;
    staff.setPhotoLimit(bench.connection, 2);
    staff.setAgency(bench.connection, { virtual_tours: false, kind: 'bank', members: ['ana@agencija.test'] });
    const photos = [1, 2, 3].map((n) => ({ url: `https://slike.example.com/${n}.jpg` }));
    const answer = await bench.partner.put(
      listingPath('A1'),
      sale(bench, 'A1', {
        photos,
        category: bench.words.plot,
        agent: { email: 'iva@agencija.test' },
        virtual_tour_url: 'https://tura.example.com/1',
        commission: { buyer_pct: 2 },
        location: { place_id: bench.words.place, address_line: 'Ulica 1', lat: 42, lng: 21 },
      }),
    );
    expect(answer.body.item.warnings.map(({ code }) => code)).toEqual([
      'photo_cap_applied',
      'agent_not_member',
      'virtual_tour_dropped',
      'commission_dropped',
      'field_not_applicable',
      'field_not_applicable',
      'coordinates_outside_place',
    ]);
    const stored = staff.listings(bench.connection)[0]?.payload as unknown as Payload;
    expect(stored.photos).toHaveLength(2);
    expect(stored).not.toHaveProperty('agent');
    expect(stored.structure).toEqual({ area_sqm: 54.5 });

    const member = await bench.partner.put(
      listingPath('A2'),
      sale(bench, 'A2', { agent: { email: 'Ana@agencija.test' } }),
    );
    expect(member.body.item.warnings).toEqual([]);
  });

  it('keeps to the quota of live listings', async () => {
    bench.sandbox.staff.setQuota(bench.connection, 1);
    await bench.partner.put(listingPath('A1'), sale(bench, 'A1'));
    const second = await bench.partner.put(listingPath('A2'), sale(bench, 'A2'));
    expect(second.body.item).toMatchObject({ result: 'rejected', failure_code: 'quota_exceeded' });
    const hidden = await bench.partner.put(listingPath('A3'), sale(bench, 'A3', { state: 'inactive' }));
    expect(hidden.body.item.result).toBe('accepted');
    const update = sale(bench, 'A1', { price: { amount: 99_000, currency: 'EUR' } });
    expect((await bench.partner.put(listingPath('A1'), update)).body.item.result).toBe('accepted');
    const { body } = await bench.partner.get(`/connections/${bench.connection}`);
    expect(body.connection.agency.listing_quota).toEqual({ used: 1, limit: 1 });

    await bench.partner.post(`${listingPath('A1')}/remove`, { reason: 'sold' });
    expect((await bench.partner.put(listingPath('A2'), sale(bench, 'A2'))).body.item.result).toBe('accepted');
  });

  it('goes live later where the setting says so', async () => {
    bench = await createBench({ outcomeDelayMs: 5_000 });
    const answer = await bench.partner.put(listingPath('A1'), sale(bench, 'A1'));
    expect(answer.body.item).toMatchObject({ result: 'accepted', listing_id: null, public_url: null });
    expect((await view()).listings[0]!.status).toBe('accepted');
    bench.clock.advance(5_000);
    expect((await view()).listings[0]).toMatchObject({ status: 'live', public_url: expect.any(String) });
  });
});

describe('batches', () => {
  it('judges every item by itself', async () => {
    const listings = [
      sale(bench, 'A1'),
      sale(bench, 'A2', { price: { amount: 0, currency: 'EUR' } }),
      { external_id: 'A3' },
      sale(bench, 'A4', {
        location: { place_id: '00000000-0000-4000-8000-000000000000', address_line: 'Ulica 1' },
      }),
      sale(bench, 'A5', { legal: { mandate_attested: false } }),
      'no listing',
    ];
    const answer = await bench.partner.post(batchesPath(), { listings });
    expect(answer.status).toBe(202);
    const { batch } = answer.body;
    expect(batch).toMatchObject({
      status: 'completed',
      counts: { accepted: 1, unchanged: 0, needs_review: 0, rejected: 5, removed: 0, total: 6 },
    });
    expect(batch.items.map((item) => [item.position, item.external_id, item.failure_code])).toEqual([
      [0, 'A1', null],
      [1, 'A2', 'invalid_payload'],
      [2, 'A3', 'schema_invalid'],
      [3, 'A4', 'geo_unresolved'],
      [4, 'A5', 'mandate_missing'],
      [5, '', 'schema_invalid'],
    ]);
    expect(batch.items[1]!.details![0]).toMatchObject({
      pointer: '/listings/1/price/amount',
      code: 'too_small',
    });
    expect(batch.items[3]!.details![0]!.pointer).toBe('/listings/3/location/place_id');
    expect((await bench.partner.get(`/batches/${batch.id}`)).body.batch).toEqual(batch);
    expect((await bench.partner.get('/batches/00000000-0000-4000-8000-000000000000')).body.error.code).toBe(
      'batch_not_found',
    );
  });

  it('refuses too many, the same id twice, and other shapes', async () => {
    bench.sandbox.staff.setLimits({ max_batch_items: 2 });
    const post = async (body: unknown): Promise<[string, unknown]> => {
      const { error } = (await bench.partner.post(batchesPath(), body)).body;
      return [error.code, error.details[0]?.pointer];
    };
    const three = ['A1', 'A2', 'A3'].map((id) => sale(bench, id));
    expect(await post({ listings: three })).toEqual(['batch_too_large', undefined]);
    expect(await post({ listings: [sale(bench, 'A1'), sale(bench, ' A1')] })).toEqual([
      'duplicate_external_id',
      '/listings/1/external_id',
    ]);
    expect(await post({})).toEqual(['validation_failed', '/listings']);
    expect(await post({ listings: [], more: 1 })).toEqual(['validation_failed', '/more']);
    expect(await post({ listings: {} })).toEqual(['validation_failed', '/listings']);
    expect(bench.sandbox.staff.ledger(bench.connection)).toEqual([]);
  });

  it('is worked on later where the setting says so', async () => {
    bench = await createBench({ batchDelayMs: 2_000 });
    const { batch } = (await bench.partner.post(batchesPath(), { listings: [sale(bench, 'A1')] })).body;
    expect(batch).toMatchObject({ status: 'received', items: [], counts: { total: 1 } });
    bench.clock.advance(2_000);
    expect((await bench.partner.get(`/batches/${batch.id}`)).body.batch).toMatchObject({
      status: 'completed',
      items: [{ external_id: 'A1', result: 'accepted' }],
    });
  });
});

describe('remove', () => {
  it('takes a listing off with its reason; what comes back is accepted', async () => {
    const { partner } = bench;
    await partner.put(listingPath('A1'), sale(bench, 'A1'));
    const removed = await partner.post(`${listingPath('A1')}/remove`, { reason: 'sold' });
    expect(removed).toMatchObject({
      status: 200,
      body: { item: { external_id: 'A1', result: 'removed', public_url: null } },
    });
    expect((await view()).listings).toMatchObject([{ status: 'removed', reason: 'sold' }]);
    expect((await partner.post(`${listingPath('A1')}/remove`, { reason: 'sold' })).body.error.code).toBe(
      'listing_not_found',
    );
    expect((await partner.put(listingPath('A1'), sale(bench, 'A1'))).body.item.result).toBe('accepted');
  });

  it('refuses an unknown id, an unknown reason and unknown keys', async () => {
    await bench.partner.put(listingPath('A1'), sale(bench, 'A1'));
    const post = async (id: string, body: unknown): Promise<string> =>
      (await bench.partner.post(`${listingPath(id)}/remove`, body)).body.error.code;
    expect(await post('A9', { reason: 'sold' })).toBe('listing_not_found');
    expect(await post('A1', { reason: 'gone' })).toBe('validation_failed');
    expect(await post('A1', {})).toBe('validation_failed');
    expect(await post('A1', { reason: 'sold', note: '' })).toBe('validation_failed');
  });
});

describe('the reconcile view', () => {
  it('is paged, filtered and strict', async () => {
    const ids = Array.from({ length: 7 }, (_, n) => `A${n}`);
    await bench.partner.post(batchesPath(), { listings: ids.map((id) => sale(bench, id)) });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Reply = await view(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.listings.map((listing) => listing.external_id));
      expect(page.listings.length).toBeLessThanOrEqual(3);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await view('?status=live')).listings).toHaveLength(7);
    expect((await view('?status=inactive')).listings).toEqual([]);
    const refused = async (query: string): Promise<unknown> => {
      const { details } = (await view(query)).error;
      return [details[0]!.pointer, details[0]!.code];
    };
    expect(await refused('?limit=201')).toEqual(['/limit', 'too_big']);
    expect(await refused('?limit=0')).toEqual(['/limit', 'too_small']);
    expect(await refused('?limit=x')).toEqual(['/limit', 'invalid_format']);
    expect(await refused('?cursor=zzz')).toEqual(['/cursor', 'invalid_format']);
    expect(await refused('?status=sold')).toEqual(['/status', 'invalid_enum']);
    expect(await refused('?page=2')).toEqual(['/page', 'unknown_field']);
    expect(await refused('?limit=1&limit=2')).toEqual(['/limit', 'invalid_type']);
  });
});

describe('reconcile', () => {
  it('archives what is not listed, and asks before it archives much', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `A${n}`);
    await bench.partner.post(batchesPath(), { listings: ids.map((id) => sale(bench, id)) });
    const path = `/connections/${bench.connection}/reconcile`;
    const key = { 'Idempotency-Key': 'reconcile-1' };
    const refused = await bench.partner.post(path, { external_ids: ids.slice(0, 5) }, key);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'mass_removal_requires_confirmation' } },
    });
    const few = await bench.partner.post(path, { external_ids: ids.slice(3) }, key);
    expect(few).toMatchObject({ status: 202, body: { batch: { counts: { removed: 3, total: 3 } } } });
    expect(
      (await bench.partner.post(path, { external_ids: ids.slice(3) }, key)).headers.get(
        'idempotent-replayed',
      ),
    ).toBe('true');
    const confirmed = { external_ids: ids.slice(0, 5), confirm_mass_removal: true };
    expect((await bench.partner.post(path, confirmed)).body.batch.counts.removed).toBe(25);
    expect((await view('?status=live')).listings.map((l) => l.external_id)).toEqual(['A3', 'A4']);
    const tooMany = { external_ids: Array.from({ length: 5001 }, (_, n) => `A${n}`) };
    expect((await bench.partner.post(path, tooMany)).body.error.code).toBe('batch_too_large');
  });
});

describe('validate', () => {
  it('judges without storing or spending', async () => {
    const listings = [sale(bench, 'A1'), { external_id: 'A2' }];
    const both = await bench.partner.post('/validate', { listings });
    expect(both.body.results).toMatchObject([
      { external_id: 'A1', result: 'accepted' },
      { external_id: 'A2', result: 'rejected', failure_code: 'schema_invalid' },
    ]);
    expect(both.body.results[1]!.details![0]!.pointer).toMatch(/^\/listings\/1\//);
    const agent = { email: 'iva@agencija.test' };
    const single = { listing: sale(bench, 'A1', { agent }), connection_id: bench.connection };
    expect((await bench.partner.post('/validate', single)).body.results[0]!.warnings).toMatchObject([
      { code: 'agent_not_member' },
    ]);
    const code = async (body: unknown): Promise<string> =>
      (await bench.partner.post('/validate', body)).body.error.code;
    expect(await code({ listing: {}, listings: [] })).toBe('validation_failed');
    expect(await code({ listings: Array(51).fill({}) })).toBe('batch_too_large');
    expect(await code({ listing: {}, connection_id: '00000000-0000-4000-8000-000000000000' })).toBe(
      'connection_not_found',
    );
    expect(bench.sandbox.staff.listings(bench.connection)).toEqual([]);
    expect(bench.sandbox.staff.ledger(bench.connection)).toEqual([]);
  });
});

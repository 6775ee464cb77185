import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, type Payload, type Service } from './service.js';

let service: Service;
let client: SpecClient;
let staff: Sandbox['staff'];
beforeAll(async () => {
  service = await startService();
  client = service.client;
  staff = service.sandbox.staff;
});
afterAll(() => service.close());

describe('validate', () => {
  const where = 'POST /validate · ¶1';
  choice(
    'validate/reply',
    where,
    'its body',
    { choice: '{results}, an item result each, with nothing that is stored', setting: 'fixed' },
    async () => {
      const { status, body } = await client.post('/validate', {
        listings: [service.sale('A1'), { external_id: 'A2' }],
      });
      expect([status, Object.keys(body)]).toEqual([200, ['results']]);
      expect(body.results).toMatchObject([
        { position: 0, external_id: 'A1', result: 'accepted', candidate_id: null, listing_id: null },
        { position: 1, external_id: 'A2', result: 'rejected', failure_code: 'schema_invalid' },
      ]);
      expect(body.results[1]!.details![0]!.pointer).toMatch(/^\/listings\/1\//);
    },
  );
  rule('validate/dry', where, 'stores nothing', async () => {
    const id = service.connect();
    expect(await service.verdict(service.sale('A1'), id)).toEqual(['accepted']);
    expect(await service.view(id)).toEqual([]);
    expect((await client.get(`/connections/${id}`)).body.connection.last_push_at).toBeNull();
  });
  rule('validate/one-or-many', where, 'listing or listings, one of them', async () => {
    const listing = service.sale('A1');
    expect((await client.post('/validate', { listing })).body.results).toHaveLength(1);
    expect((await client.post('/validate', { listing, listings: null })).status).toBe(200);
    expect((await client.post('/validate', { listing: null, listings: [listing] })).status).toBe(200);
    expect(refusal(await client.post('/validate', { listing, listings: [listing] }))).toBe(
      '422 validation_failed unknown_field /listings',
    );
    expect(refusal(await client.post('/validate', {}))).toBe('422 validation_failed required /listings');
    expect(refusal(await client.post('/validate', { listing: null }))).toBe(
      '422 validation_failed required /listings',
    );
    expect(refusal(await client.post('/validate', { listing, note: null }))).toBe(
      '422 validation_failed unknown_field /note',
    );
    expect(refusal(await client.post('/validate?a=1', { listing }))).toBe(
      '422 validation_failed unknown_field /a',
    );
  });
  rule(
    'validate/size',
    [where, 'Limits · row 4', 'Error codes by operation · row 13'],
    'at most 50',
    async () => {
      const many = (count: number): Payload => ({ listings: Array(count).fill(service.sale('A1')) });
      expect((await client.post('/validate', many(50))).body.results).toHaveLength(50);
      expect(refusal(await client.post('/validate', many(51)))).toBe('422 batch_too_large');
    },
  );
  rule('validate/connection', where, "adds the agency's checks", async () => {
    const id = service.connect({ agency: { listing_limit: 0, photo_limit: 0 } });
    const listing = service.sale('A1', { photos: [{ url: 'https://slike.example.com/1.jpg' }] });
    const results = async (body: Payload) =>
      (await client.post('/validate', { listing, ...body })).body.results[0]!;
    expect(await results({})).toMatchObject({ result: 'accepted', warnings: [] });
    expect(await results({ connection_id: id })).toMatchObject({
      result: 'rejected',
      failure_code: 'quota_exceeded',
    });
    staff.setQuota(id, 1);
    expect(await results({ connection_id: ` ${id} ` })).toMatchObject({
      warnings: [{ code: 'photo_cap_applied' }],
    });
    const certifying = service.connect({ status: 'certifying' });
    expect((await results({ connection_id: certifying })).result).toBe('needs_review');
    for (const empty of [null, '']) expect((await results({ connection_id: empty })).result).toBe('accepted');
  });
  rule(
    'validate/errors',
    [where, 'Error codes by operation · row 4', 'Error codes by operation · row 8'],
    '400, 404, 409 and 422',
    async () => {
      const listing = service.sale('A1');
      const named = async (id: unknown): Promise<string> =>
        refusal(await client.post('/validate', { listing, connection_id: id }));
      expect(refusal(await client.post('/validate', '[]'))).toBe('400 body_invalid');
      expect(await named(nobody)).toBe('404 connection_not_found');
      expect(await named(service.connect({ status: 'paused' }))).toBe('409 connection_not_active');
      expect(await named('first')).toBe('422 validation_failed invalid_format /connection_id');
      expect(await named(7)).toBe('422 validation_failed invalid_type /connection_id');
    },
  );
});

describe('detail codes', () => {
  const row = (n: number): string => `Detail codes (validation_failed details and rejected items) · row ${n}`;
  const codes: readonly (readonly [code: string, n: number, where: string, payload: () => Payload])[] = [
    ['unknown_field', 1, '/extra', () => service.sale('A1', { extra: 1 })],
    ['required', 2, '/title/sr', () => service.sale('A1', { title: {} })],
    ['invalid_type', 3, '/title', () => service.sale('A1', { title: 'Stan' })],
    ['too_small', 4, '/title/sr', () => service.sale('A1', { title: { sr: 'Stan' } })],
    ['too_big', 5, '/digest', () => service.sale('A1', { digest: 'x'.repeat(129) })],
    ['invalid_enum', 6, '/category', () => service.sale('A1', { category: 'castle' })],
    [
      'invalid_format',
      7,
      '/source/updated_at',
      () => service.sale('A1', { source: { updated_at: 'yesterday' } }),
    ],
    [
      'unknown_place',
      8,
      '/location/place_id',
      () => service.sale('A1', { location: { place_id: nobody, address_line: 'Ulica 1' } }),
    ],
  ];
  for (const [code, n, pointer, payload] of codes)
    rule(
      `detail/${code}`,
      [row(n), 'Error codes by operation · row 12'],
      `from PUT, at ${pointer}`,
      async () => {
        expect(refusal(await service.put(service.connect(), payload()))).toBe(
          `422 validation_failed ${code} ${pointer}`,
        );
      },
    );
  choice(
    'limits/values',
    'Limits · ¶1',
    'the three limits of GET /ping',
    { choice: '600 requests, 1,000 items, 100 items a batch', setting: 'limits.rate_limit_per_minute' },
    async () => {
      const plain = await startService({ limits: {} });
      expect((await plain.client.get('/ping')).body.limits).toEqual({
        rate_limit_per_minute: 600,
        connection_items_per_hour: 1000,
        max_batch_items: 100,
      });
      await plain.close();
    },
  );
});

inTheTable('validate.test.ts');

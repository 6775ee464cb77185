import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient, SpecReply } from '../spec-client.js';
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

/** A connection that shows so many listings: A1, A2 … */
async function filled(count: number): Promise<[connection: string, ids: string[]]> {
  const id = service.connect();
  const ids = Array.from({ length: count }, (_, n) => `A${n + 1}`);
  await client.post(`/connections/${id}/batches`, { listings: ids.map((each) => service.sale(each)) });
  return [id, ids];
}

describe('the reconcile view', () => {
  const where = 'GET /connections/{id}/listings · ¶1';
  choice(
    'view/record',
    ['Reconcile-view listing record · ¶1', where],
    'the reply and the fields of a record',
    {
      choice:
        '{listings, next_cursor, total}; external_id, status, state, digest, updated_at, candidate_id, listing_id, public_url, failure_code, details, warnings, reason, changed_at',
      setting: 'protocol.view_statuses',
    },
    async () => {
      const id = service.connect();
      const item = await service.push(id, service.sale('A1', { digest: 'd1' }));
      const { status, body } = await client.get(`/connections/${id}/listings`);
      expect([status, Object.keys(body).sort(), body.total]).toEqual([
        200,
        ['listings', 'next_cursor', 'total'],
        1,
      ]);
      expect(body.listings).toEqual([
        {
          external_id: 'A1',
          status: 'live',
          state: 'active',
          digest: 'd1',
          updated_at: '2026-01-10T09:00:00.000Z',
          candidate_id: item.candidate_id,
          listing_id: item.listing_id,
          public_url: item.public_url,
          failure_code: null,
          details: null,
          warnings: [],
          reason: null,
          changed_at: new Date(service.clock.now()).toISOString(),
        },
      ]);
    },
  );
  choice(
    'view/status',
    where,
    'words that the filter takes',
    {
      choice: 'accepted, needs_review, live, inactive, rejected, removed, archived, taken_down',
      setting: 'fixed',
    },
    async () => {
      const [id] = await filled(3);
      await client.post(`/connections/${id}/listings/A2/remove`, { reason: 'sold' });
      for (const status of [
        'accepted',
        'needs_review',
        'live',
        'inactive',
        'rejected',
        'removed',
        'archived',
        'taken_down',
      ])
        expect((await service.view(id, `?status=${status}`)).length).toBe(
          { live: 2, removed: 1 }[status] ?? 0,
        );
      expect(refusal(await client.get(`/connections/${id}/listings?status=sold`))).toBe(
        '422 validation_failed invalid_enum /status',
      );
      expect(await service.view(id, '?status=')).toHaveLength(3);
    },
  );
  rule('view/pages', where, 'limit and cursor, until next_cursor is null', async () => {
    const [id, ids] = await filled(5);
    const seen: string[] = [];
    for (let query: string | null = ''; query !== null;) {
      const { body } = await client.get(`/connections/${id}/listings?limit=2${query}`);
      seen.push(...body.listings.map((each) => each.external_id));
      query = body.next_cursor === null ? null : `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
    expect(seen).toEqual(ids);
  });
  rule('view/errors', where, '404, 409 and 422', async () => {
    const path = (id: string, query = ''): string => `/connections/${id}/listings${query}`;
    expect(refusal(await client.get(path(nobody)))).toBe('404 connection_not_found');
    for (const status of ['pending', 'revoked'] as const)
      expect(refusal(await client.get(path(service.connect({ status }))))).toBe('409 connection_not_active');
    const id = service.connect();
    expect(refusal(await client.get(path(id, '?limit=201')))).toBe('422 validation_failed too_big /limit');
    expect(refusal(await client.get(path(id, '?cursor=x')))).toBe(
      '422 validation_failed invalid_format /cursor',
    );
    expect(refusal(await client.get(path(id, '?page=2')))).toBe('422 validation_failed unknown_field /page');
  });
  choice(
    'view/outcome',
    'Batch item result · ¶1',
    'the final outcome is read here; when it comes is not shown',
    { choice: 'at once, or later', setting: 'settings.outcomeDelayMs' },
    async () => {
      const late = await startService({ outcomeDelayMs: 5_000 });
      const id = late.connect();
      expect(await late.push(id, late.sale('A1'))).toMatchObject({ result: 'accepted', public_url: null });
      expect((await late.view(id))[0]!.status).toBe('accepted');
      late.clock.advance(5_000);
      expect((await late.view(id))[0]!.status).toBe('live');
      await late.close();
    },
  );
});

describe('reconcile', () => {
  const where = 'POST /connections/{id}/reconcile · ¶1';
  const reconcile = (id: string, body: unknown, key?: string): Promise<SpecReply> =>
    client.post(`/connections/${id}/reconcile`, body, key === undefined ? {} : { 'Idempotency-Key': key });
  rule(
    'reconcile/archives',
    [where, 'What the service does · 3'],
    'every live listing that is not listed, and no other',
    async () => {
      const [id] = await filled(3);
      await service.push(id, service.sale('B1', { state: 'inactive' }));
      const reply = await reconcile(id, { external_ids: ['A1', 'A1', 'unknown'] });
      expect(reply.status).toBe(202);
      expect(
        (await service.view(id)).map(({ external_id: externalId, status }) => `${externalId} ${status}`),
      ).toEqual(['A1 live', 'A2 archived', 'A3 archived', 'B1 inactive']);
    },
  );
  choice(
    'reconcile/reply',
    where,
    'its body',
    { choice: '{batch}, with what was archived as removed', setting: 'fixed' },
    async () => {
      const [id] = await filled(2);
      const { body } = await reconcile(id, { external_ids: ['A1'] });
      expect(Object.keys(body)).toEqual(['batch']);
      expect(body.batch).toMatchObject({
        status: 'completed',
        counts: { removed: 1, total: 1 },
        items: [{ external_id: 'A2', result: 'removed' }],
      });
      expect((await client.get(`/batches/${body.batch.id}`)).body).toEqual(body);
    },
  );
  rule(
    'reconcile/size',
    [where, 'Limits · row 5', 'Error codes by operation · row 13'],
    'at most 5,000 ids',
    async () => {
      const id = service.connect();
      const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `A${n}`);
      expect(refusal(await reconcile(id, { external_ids: ids(5001) }))).toBe('422 batch_too_large');
      expect((await reconcile(id, { external_ids: ids(5000) })).status).toBe(202);
    },
  );
  rule('reconcile/errors', where, '400, 404, 409, 422', async () => {
    const id = service.connect();
    expect(refusal(await reconcile(id, '7'))).toBe('400 body_invalid');
    expect(refusal(await reconcile(nobody, { external_ids: [] }))).toBe('404 connection_not_found');
    expect(refusal(await reconcile(service.connect({ status: 'paused' }), { external_ids: [] }))).toBe(
      '409 connection_not_active',
    );
    expect(refusal(await reconcile(id, {}))).toBe('422 validation_failed required /external_ids');
    expect(refusal(await reconcile(id, { external_ids: 'A1' }))).toBe(
      '422 validation_failed invalid_type /external_ids',
    );
    expect(refusal(await reconcile(id, { external_ids: ['A1', 'a b'] }))).toBe(
      '422 validation_failed invalid_format /external_ids/1',
    );
    expect(refusal(await reconcile(id, { external_ids: [7] }))).toBe(
      '422 validation_failed invalid_type /external_ids/0',
    );
    expect(refusal(await reconcile(id, { external_ids: [], force: null }))).toBe(
      '422 validation_failed unknown_field /force',
    );
    expect(refusal(await client.post(`/connections/${id}/reconcile?a=1`, { external_ids: [] }))).toBe(
      '422 validation_failed unknown_field /a',
    );
  });
  choice(
    'reconcile/guard',
    [where, 'Error codes by operation · row 9'],
    'what is too much, and how it is confirmed',
    {
      choice: 'over 10 listings and over 30 % of the live ones; the field confirm_mass_removal',
      setting: 'protocol.confirm_mass_removal_field',
    },
    async () => {
      const [id, ids] = await filled(30);
      const refused = await reconcile(id, { external_ids: ids.slice(11) });
      expect(refusal(refused)).toBe('409 mass_removal_requires_confirmation');
      expect(await service.view(id, '?status=live')).toHaveLength(30);
      expect((await reconcile(id, { external_ids: ids.slice(10) })).status).toBe(202);
      expect((await reconcile(id, { external_ids: [], confirm_mass_removal: false })).status).toBe(409);
      expect(
        (await reconcile(id, { external_ids: [], confirm_mass_removal: true })).body.batch.counts.removed,
      ).toBe(20);
    },
  );
  choice(
    'reconcile/guard-share',
    where,
    'the share that is too much',
    { choice: '30 %', setting: 'settings.massRemovalShare' },
    async () => {
      const [id, ids] = await filled(40);
      expect((await reconcile(id, { external_ids: ids.slice(13) })).status).toBe(409);
      expect((await reconcile(id, { external_ids: ids.slice(12) })).status).toBe(202);
    },
  );
  choice(
    'reconcile/guard-count',
    where,
    'the number below which nothing is too much',
    { choice: '10', setting: 'settings.massRemovalCount' },
    async () => {
      const [id] = await filled(10);
      expect((await reconcile(id, { external_ids: [] })).status).toBe(202);
    },
  );
  rule('reconcile/guard-key', where, 'a refusal by the guard leaves the key free', async () => {
    const [id, ids] = await filled(30);
    expect((await reconcile(id, { external_ids: [] }, 'guarded-1')).status).toBe(409);
    const reply = await reconcile(id, { external_ids: ids.slice(1) }, 'guarded-1');
    expect([reply.status, reply.headers['idempotent-replayed']]).toEqual([202, undefined]);
    const again = await reconcile(id, { external_ids: ids.slice(1) }, 'guarded-1');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([reply.body, 'true']);
  });
});

describe('idempotency', () => {
  const row = (n: number): string => `Idempotency · row ${n}`;
  const push = (id: string, body: unknown, key: string): Promise<SpecReply> =>
    client.post(`/connections/${id}/batches`, body, { 'Idempotency-Key': key });
  const one = (amount = 1): Payload => ({
    listings: [service.sale('A1', { price: { amount, currency: 'EUR' } })],
  });
  rule(
    'idempotency/key',
    ['Idempotency · ¶1', 'Limits · row 6'],
    '8 to 128 visible ASCII characters',
    async () => {
      const id = service.connect();
      const bad = '422 validation_failed invalid_format';
      for (const key of ['x'.repeat(7), 'x'.repeat(129), 'with space', ''])
        expect([key, refusal(await push(id, one(), key))]).toEqual([key, bad]);
      expect(refusal(await push(id, one(), 'čuvarčuvar'.replaceAll('č', 'é')))).toBe(bad);
      for (const key of ['x'.repeat(8), 'x'.repeat(128), '!"#$%&~[]'])
        expect((await push(id, one(), key)).status).toBe(202);
    },
  );
  rule('idempotency/replay', row(1), 'the stored outcome, and nothing is done again', async () => {
    const id = service.connect();
    const first = await push(id, one(), 'replay-key-1');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    await service.push(id, service.sale('A1', { price: { amount: 9, currency: 'EUR' } }));
    const again = await push(id, one(), 'replay-key-1');
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
      202,
      'true',
      first.body,
    ]);
    expect(staff.listings(id)[0]!.payload).toMatchObject({ price: { amount: 9 } });
  });
  rule(
    'idempotency/in-progress',
    [row(2), 'Error codes by operation · row 10'],
    '409 with the id of the batch',
    async () => {
      const late = await startService({ batchDelayMs: 5_000 });
      const id = late.connect();
      const send = (): Promise<SpecReply> =>
        late.client.post(
          `/connections/${id}/batches`,
          { listings: [late.sale('A1')] },
          { 'Idempotency-Key': 'running-1' },
        );
      const { batch } = (await send()).body;
      const again = await send();
      expect(refusal(again)).toBe('409 idempotency_in_progress');
      expect(again.body.error.details).toEqual({ batch_id: batch.id });
      late.clock.advance(5_000);
      expect((await send()).body.batch).toMatchObject({ id: batch.id, status: 'completed' });
      await late.close();
    },
  );
  rule(
    'idempotency/reused',
    [row(3), 'Error codes by operation · row 14'],
    'another body is refused',
    async () => {
      const id = service.connect();
      await push(id, one(1), 'reused-key-1');
      expect(refusal(await push(id, one(2), 'reused-key-1'))).toBe('422 idempotency_key_reused');
      expect(refusal(await push(id, `${JSON.stringify(one(1))} `, 'reused-key-1'))).toBe(
        '422 idempotency_key_reused',
      );
      expect(
        refusal(
          await client.post(
            `/connections/${id}/reconcile`,
            { external_ids: [] },
            { 'Idempotency-Key': 'reused-key-1' },
          ),
        ),
      ).toBe('422 idempotency_key_reused');
    },
  );
  rule('idempotency/old', [row(4), 'Limits · row 6'], 'after 7 days it is a new request', async () => {
    const id = service.connect();
    const first = await push(id, one(), 'old-key-1');
    service.clock.advance(7 * 24 * 3600_000);
    expect((await push(id, one(), 'old-key-1')).headers['idempotent-replayed']).toBe('true');
    service.clock.advance(1000);
    const later = await push(id, one(), 'old-key-1');
    expect(later.headers['idempotent-replayed']).toBeUndefined();
    expect(later.body.batch.id).not.toBe(first.body.batch.id);
  });
  rule(
    'idempotency/free',
    'Idempotency · ¶2',
    'a push that is refused before it starts leaves the key free',
    async () => {
      const id = service.connect();
      staff.setLimits({ connection_items_per_hour: 1 });
      const two = { listings: [service.sale('A1'), service.sale('A2')] };
      expect((await push(id, two, 'free-key-1')).status).toBe(429);
      staff.setLimits({ connection_items_per_hour: 10_000 });
      for (const body of [{ listings: [] }, { listings: [service.sale('A1'), service.sale('A1')] }])
        expect((await push(id, body, 'free-key-1')).status).toBe(422);
      expect((await push(id, one(), 'free-key-1')).status).toBe(202);
    },
  );
  choice(
    'idempotency/budget',
    row(1),
    'whether a replay costs items',
    { choice: 'it does not', setting: 'protocol.replays_spend' },
    async () => {
      const id = service.connect();
      await push(id, one(), 'budget-key-1');
      await push(id, one(), 'budget-key-1');
      expect(staff.ledger(id)).toHaveLength(1);
    },
  );
  choice(
    'idempotency/scope',
    'Idempotency · ¶1',
    'what a key stands for',
    { choice: 'one connection, path and exact body bytes', setting: 'fixed' },
    async () => {
      const [one_, two] = [service.connect(), service.connect()];
      await push(one_, one(), 'scope-key-1');
      expect((await push(two, one(), 'scope-key-1')).headers['idempotent-replayed']).toBeUndefined();
    },
  );
  choice(
    'idempotency/paused',
    row(1),
    'a repetition after the connection was paused',
    { choice: 'the stored outcome', setting: 'fixed' },
    async () => {
      const id = service.connect();
      await push(id, one(), 'paused-key-1');
      staff.pause(id);
      expect((await push(id, one(), 'paused-key-1')).headers['idempotent-replayed']).toBe('true');
    },
  );
});

inTheTable('reconcile.test.ts');

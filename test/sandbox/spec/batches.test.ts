import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient, SpecReply } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, uuid, type Payload, type Service } from './service.js';

let service: Service;
let client: SpecClient;
let staff: Sandbox['staff'];
beforeAll(async () => {
  service = await startService();
  client = service.client;
  staff = service.sandbox.staff;
});
afterAll(() => service.close());

const batch = (
  connection: string,
  listings: unknown,
  headers: Record<string, string> = {},
): Promise<SpecReply> => client.post(`/connections/${connection}/batches`, { listings }, headers);
const remove = (connection: string, id: string, body: unknown = { reason: 'sold' }): Promise<SpecReply> =>
  client.post(`/connections/${connection}/listings/${id}/remove`, body);
const price = (amount: number): Payload => ({ price: { amount, currency: 'EUR' } });

describe('batches', () => {
  const where = 'POST /connections/{id}/batches · ¶1';
  const row = (n: number): string => `Batch · row ${n}`;
  rule(
    'batch/fields',
    [where, row(1), row(2), row(3), row(4)],
    '202; id, status, counts, items',
    async () => {
      const listings = [
        service.sale('A1'),
        service.sale('A2', price(0)),
        service.sale('A3', { state: 'inactive' }),
      ];
      const reply = await batch(service.connect(), listings);
      expect([reply.status, Object.keys(reply.body)]).toEqual([202, ['batch']]);
      expect(reply.body.batch).toMatchObject({
        id: expect.stringMatching(uuid),
        status: 'completed',
        counts: { accepted: 2, unchanged: 0, needs_review: 0, rejected: 1, removed: 0, total: 3 },
      });
      expect(reply.body.batch.items).toHaveLength(3);
    },
  );
  choice(
    'batch/other-fields',
    'Batch · ¶1',
    'fields after items',
    { choice: 'none', setting: 'fixed' },
    async () => {
      const reply = await batch(service.connect(), [service.sale('A1')]);
      expect(Object.keys(reply.body.batch)).toEqual(['id', 'status', 'counts', 'items']);
    },
  );
  choice(
    'batch/status',
    'Batch status · ¶1',
    'received, processing, completed, failed; how it moves is not shown',
    {
      choice: 'completed in the reply; or received → processing → completed',
      setting: 'settings.batchDelayMs',
    },
    async () => {
      const late = await startService({ batchDelayMs: 5_000 });
      const id = late.connect();
      const { body } = await late.client.post(`/connections/${id}/batches`, { listings: [late.sale('A1')] });
      expect(body.batch).toMatchObject({ status: 'received', items: [], counts: { total: 1, accepted: 0 } });
      late.clock.advance(5_000);
      expect((await late.client.get(`/batches/${body.batch.id}`)).body.batch).toMatchObject({
        status: 'completed',
        items: [{ result: 'accepted' }],
      });
      await late.close();
    },
  );
  rule(
    'batch/size',
    [where, 'Limits · row 3', 'Error codes by operation · row 13', 'What the service does · 3'],
    'at most max_batch_items',
    async () => {
      const id = service.connect();
      staff.setLimits({ max_batch_items: 2 });
      const ids = ['A1', 'A2', 'A3'];
      expect(
        refusal(
          await batch(
            id,
            ids.map((each) => service.sale(each)),
          ),
        ),
      ).toBe('422 batch_too_large');
      expect(
        (
          await batch(
            id,
            ids.slice(1).map((each) => service.sale(each)),
          )
        ).status,
      ).toBe(202);
      staff.setLimits({ max_batch_items: 100 });
    },
  );
  rule(
    'batch/twice',
    [
      where,
      'Error codes by operation · row 15',
      'Detail codes (validation_failed details and rejected items) · row 9',
    ],
    'one id twice refuses the whole batch',
    async () => {
      const id = service.connect();
      const reply = await batch(id, [service.sale('A1'), service.sale('A2'), service.sale(' A1 ')]);
      expect(refusal(reply)).toBe('422 duplicate_external_id duplicate_external_id /listings/2/external_id');
      expect(await service.view(id)).toEqual([]);
    },
  );
  rule(
    'batch/items',
    [where, 'Detail codes (validation_failed details and rejected items) · ¶1'],
    'each is judged by itself, its pointers begin with /listings/n',
    async () => {
      const { items, counts } = (
        await batch(service.connect(), [
          service.sale('A1'),
          { external_id: 'A2' },
          'x',
          service.sale('A4', { extra: 1 }),
        ])
      ).body.batch;
      expect(items.map(({ external_id: externalId, result }) => [externalId, result])).toEqual([
        ['A1', 'accepted'],
        ['A2', 'rejected'],
        ['', 'rejected'],
        ['A4', 'rejected'],
      ]);
      expect(counts).toMatchObject({ accepted: 1, rejected: 3, total: 4 });
      expect(items[1]!.details!.every(({ pointer }) => pointer.startsWith('/listings/1/'))).toBe(true);
      expect(items[2]!.details).toMatchObject([{ pointer: '/listings/2', code: 'invalid_type' }]);
      expect(items[3]!.details).toMatchObject([{ pointer: '/listings/3/extra', code: 'unknown_field' }]);
    },
  );
  rule('batch/errors', where, '400, 404, 409, 422', async () => {
    const id = service.connect();
    const path = `/connections/${id}/batches`;
    expect(refusal(await client.post(path, '[]'))).toBe('400 body_invalid');
    expect(refusal(await batch(nobody, []))).toBe('404 connection_not_found');
    expect(refusal(await batch(service.connect({ status: 'paused' }), [service.sale('A1')]))).toBe(
      '409 connection_not_active',
    );
    expect(refusal(await batch(id, 'A1'))).toBe('422 validation_failed invalid_type /listings');
    expect(refusal(await client.post(path, {}))).toBe('422 validation_failed required /listings');
    expect(refusal(await client.post(path, { listings: [service.sale('A1')], note: null }))).toBe(
      '422 validation_failed unknown_field /note',
    );
    expect(refusal(await client.post(`${path}?a=1`, { listings: [] }))).toBe(
      '422 validation_failed unknown_field /a',
    );
  });
  choice(
    'batch/empty',
    where,
    'no listing at all',
    { choice: '422 too_small at /listings', setting: 'fixed' },
    async () => {
      expect(refusal(await batch(service.connect(), []))).toBe('422 validation_failed too_small /listings');
    },
  );
  rule(
    'batch/read',
    ['GET /batches/{id} · ¶1', 'Error codes by operation · row 6'],
    "200; an unknown batch, and another app's, is 404",
    async () => {
      const { body } = await batch(service.connect(), [service.sale('A1')]);
      const path = `/batches/${body.batch.id}`;
      const { status, body: read } = await client.get(path);
      expect([status, read]).toEqual([200, body]);
      expect(refusal(await service.stranger().get(path))).toBe('404 batch_not_found');
      expect(refusal(await client.get(`/batches/${nobody}`))).toBe('404 batch_not_found');
      expect(refusal(await client.get(`${path}?a=1`))).toBe('422 validation_failed unknown_field /a');
    },
  );
  rule('batch/read-later', 'GET /batches/{id} · ¶1', 'it keeps the push-time results', async () => {
    const id = service.connect();
    const { body } = await batch(id, [service.sale('A1')]);
    await remove(id, 'A1');
    staff.revoke(id);
    expect((await client.get(`/batches/${body.batch.id}`)).body).toEqual(body);
  });
});

describe('the item budget', () => {
  const where = ['Limits · row 2', 'Error codes by operation · row 16'];
  rule(
    'budget/limit',
    [...where, 'PUT /connections/{id}/listings/{external_id} · ¶1', 'POST /connections/{id}/batches · ¶1'],
    'items per connection and hour; then 429 with Retry-After',
    async () => {
      staff.setLimits({ connection_items_per_hour: 3 });
      const [one, two] = [service.connect(), service.connect()];
      await batch(one, [service.sale('A1'), service.sale('A2')]);
      const tooMany = await batch(one, [service.sale('A3'), service.sale('A4')]);
      expect([refusal(tooMany), tooMany.headers['retry-after']]).toEqual([
        '429 connection_item_limit',
        '3600',
      ]);
      service.clock.advance(600_000);
      await service.push(one, service.sale('A3'));
      const put = await service.put(one, service.sale('A4'));
      expect([refusal(put), put.headers['retry-after']]).toEqual(['429 connection_item_limit', '3000']);
      expect((await service.put(two, service.sale('A4'))).status).toBe(202);
      service.clock.advance(3_000_000);
      expect((await service.put(one, service.sale('A4'))).status).toBe(202);
      staff.setLimits({ connection_items_per_hour: 10_000 });
    },
  );
  choice(
    'budget/window',
    'Limits · row 2',
    'what an hour is',
    { choice: 'a sliding window of 3,600 s', setting: 'protocol.item_window_seconds' },
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      expect(staff.ledger(id)).toEqual([{ at: service.clock.now(), count: 1 }]);
    },
  );
  choice(
    'budget/unchanged',
    'Limits · row 2',
    'whether an unchanged item counts',
    { choice: 'it does', setting: 'protocol.unchanged_spends' },
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      await service.push(id, service.sale('A1'));
      expect(staff.ledger(id)).toHaveLength(2);
    },
  );
  choice(
    'budget/rejected',
    'Limits · row 2',
    'whether a rejected item counts',
    { choice: 'it does', setting: 'protocol.rejected_spends' },
    async () => {
      const id = service.connect();
      await batch(id, [service.sale('A1', price(0))]);
      expect(staff.ledger(id)).toMatchObject([{ count: 1 }]);
    },
  );
  rule(
    'budget/free',
    'Limits · row 2',
    'removing, reconciling, reading and validating cost no item',
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      await remove(id, 'A1');
      await client.post(`/connections/${id}/reconcile`, { external_ids: [] });
      await service.view(id);
      await service.verdict(service.sale('A1'), id);
      expect(staff.ledger(id)).toHaveLength(1);
    },
  );
});

inTheTable('batches.test.ts');

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

const listingPath = (connection: string, id: string): string => `/connections/${connection}/listings/${id}`;
const batch = (
  connection: string,
  listings: unknown,
  headers: Record<string, string> = {},
): Promise<SpecReply> => client.post(`/connections/${connection}/batches`, { listings }, headers);
const remove = (connection: string, id: string, body: unknown = { reason: 'sold' }): Promise<SpecReply> =>
  client.post(`${listingPath(connection, id)}/remove`, body);
const price = (amount: number): Payload => ({ price: { amount, currency: 'EUR' } });
const updated = (at: string): Payload => ({ source: { updated_at: at } });

describe('the item result', () => {
  const row = (n: number): string => `Batch item result · row ${n}`;
  rule(
    'item/fields',
    [
      row(1),
      row(2),
      row(4),
      row(5),
      row(6),
      'Batch item result · ¶1',
      'PUT /connections/{id}/listings/{external_id} · ¶1',
    ],
    'nine fields, always; PUT answers 202 {item}',
    async () => {
      const id = service.connect();
      const reply = await service.put(id, service.sale('A1'));
      expect([reply.status, Object.keys(reply.body)]).toEqual([202, ['item']]);
      expect(reply.body.item).toEqual({
        position: 0,
        external_id: 'A1',
        result: 'accepted',
        candidate_id: expect.stringMatching(uuid),
        listing_id: expect.stringMatching(uuid),
        public_url: expect.stringMatching(/^https:\/\//),
        failure_code: null,
        details: null,
        warnings: [],
      });
      const { items } = (await batch(id, [service.sale('A2'), service.sale('A3')])).body.batch;
      expect(items.map((item) => [item.position, item.external_id])).toEqual([
        [0, 'A2'],
        [1, 'A3'],
      ]);
    },
  );
  rule('item/result', row(3), 'accepted, unchanged, needs_review, rejected, removed', async () => {
    const id = service.connect();
    expect((await service.push(id, service.sale('A1'))).result).toBe('accepted');
    expect((await service.push(id, service.sale('A1'))).result).toBe('unchanged');
    expect((await remove(id, 'A1')).body.item.result).toBe('removed');
    staff.setQuota(id, 0);
    expect((await service.push(id, service.sale('A2'))).result).toBe('rejected');
    expect((await service.push(service.connect({ status: 'certifying' }), service.sale('A1'))).result).toBe(
      'needs_review',
    );
  });
  rule(
    'item/failure',
    [row(7), row(8)],
    'a rejected item names its failure, and what is wrong where',
    async () => {
      const { items } = (await batch(service.connect(), [service.sale('A1', price(0))])).body.batch;
      expect(items[0]).toMatchObject({
        result: 'rejected',
        candidate_id: null,
        listing_id: null,
        public_url: null,
        details: [
          { pointer: '/listings/0/price/amount', code: 'too_small', message: expect.stringMatching(/\.$/) },
        ],
      });
      expect(items[0]!.failure_code).not.toBeNull();
    },
  );
  rule('item/warnings', row(9), 'code, message and, where it has one, a pointer', async () => {
    const item = await service.push(
      service.connect(),
      service.sale('A1', { agent: { email: 'iva@agencija.example' } }),
    );
    expect(item.warnings).toEqual([
      { code: 'agent_not_member', pointer: '/agent/email', message: expect.stringMatching(/\.$/) },
    ]);
  });
});

describe('PUT', () => {
  const where = 'PUT /connections/{id}/listings/{external_id} · ¶1';
  rule(
    'put/body',
    [where, 'Error codes by operation · row 2', 'Endpoints · ¶1'],
    'not a JSON object: 400',
    async () => {
      const path = listingPath(service.connect(), 'A1');
      for (const body of ['', '{', '[]', 'null', '"x"', '7', '{"a":1}}'])
        expect([body, refusal(await client.put(path, body))]).toEqual([body, '400 body_invalid']);
      const invalidUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      expect(
        refusal(await client.deliver('PUT', path, invalidUtf8, client.sign('PUT', path, invalidUtf8))),
      ).toBe('400 body_invalid');
    },
  );
  rule('put/path-id', where, 'the id of the path has the pattern', async () => {
    const connection = service.connect();
    for (const id of ['a%20b', 'x'.repeat(65), '%C4%8D'])
      expect(refusal(await client.put(listingPath(connection, id), service.sale('A1')))).toBe(
        '422 validation_failed invalid_format /external_id',
      );
  });
  choice(
    'put/other-id',
    where,
    'the id of the path and of the body differ',
    { choice: '422 invalid_format at /external_id', setting: 'fixed' },
    async () => {
      const connection = service.connect();
      expect(refusal(await client.put(listingPath(connection, 'A1'), service.sale('A2')))).toBe(
        '422 validation_failed invalid_format /external_id',
      );
      expect(await service.view(connection)).toEqual([]);
    },
  );
  rule('put/errors', where, '404, 409, 422 with its details; nothing is stored', async () => {
    expect(refusal(await client.put(listingPath(nobody, 'A1'), service.sale('A1')))).toBe(
      '404 connection_not_found',
    );
    const id = service.connect();
    expect(refusal(await client.put(`${listingPath(id, 'A1')}?dry=1`, service.sale('A1')))).toBe(
      '422 validation_failed unknown_field /dry',
    );
    const bad = await service.put(id, service.sale('A1', { ...price(0), title: {} }));
    expect(refusal(bad).split(' ').slice(0, 2)).toEqual(['422', 'validation_failed']);
    expect(bad.body.error.details.map(({ pointer }) => pointer).sort()).toEqual([
      '/price/amount',
      '/title/sr',
    ]);
    expect(await service.view(id)).toEqual([]);
    expect(staff.ledger(id)).toEqual([]);
  });
  rule('put/replaces', where, 'the whole listing: what is not sent is gone', async () => {
    const id = service.connect();
    await service.push(
      id,
      service.sale('A1', {
        video_url: 'https://video.example.com/1',
        amenities: [service.words.amenities[0]],
      }),
    );
    await service.push(id, service.sale('A1', price(1)));
    const { payload } = staff.listings(id)[0]!;
    expect(payload).not.toHaveProperty('video_url');
    expect(payload).not.toHaveProperty('amenities');
    expect(payload).toMatchObject({ price: { amount: 1 } });
  });
  rule(
    'put/unchanged',
    [where, 'Rules that link writes to results · 1', 'Listing (request payload) · ¶1'],
    'the same content, or an older date, queues nothing',
    async () => {
      const id = service.connect();
      const first = await service.push(id, service.sale('A1', updated('2026-01-10T10:00:00Z')));
      const same = await service.push(id, service.sale('A1', updated('2026-01-10T10:00:00Z')));
      expect(same).toMatchObject({
        result: 'unchanged',
        listing_id: first.listing_id,
        candidate_id: first.candidate_id,
      });
      const older = { ...updated('2026-01-10T09:59:59Z'), ...price(1) };
      expect((await service.push(id, service.sale('A1', older))).result).toBe('unchanged');
      const equal = { ...updated('2026-01-10T11:00:00+01:00'), ...price(1) };
      expect((await service.push(id, service.sale('A1', equal))).result).toBe('accepted');
      expect(staff.listings(id)[0]!.payload).toMatchObject({ price: { amount: 1 } });
    },
  );
  choice(
    'put/content',
    'Rules that link writes to results · 1',
    'what the content is compared by',
    {
      choice: 'everything but source.updated_at and digest',
      setting: 'protocol.held_digest_covers_updated_at',
    },
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1', { digest: 'one' }));
      const later = { digest: 'two', ...updated('2026-01-12T10:00:00Z') };
      expect((await service.push(id, service.sale('A1', later))).result).toBe('unchanged');
      expect((await service.view(id))[0]!.digest).toBe('one');
    },
  );
  choice(
    'put/again-after-removal',
    'Rules that link writes to results · 1',
    'content sent again after a removal',
    { choice: 'accepted', setting: 'protocol.removed_content_is_held' },
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      await remove(id, 'A1');
      expect((await service.push(id, service.sale('A1'))).result).toBe('accepted');
    },
  );
  choice(
    'put/again-after-rejection',
    'Rules that link writes to results · 1',
    'content sent again after a rejection',
    { choice: 'judged anew', setting: 'protocol.rejected_content_is_held' },
    async () => {
      const id = service.connect({ agency: { listing_limit: 0 } });
      expect((await service.push(id, service.sale('A1'))).result).toBe('rejected');
      staff.setQuota(id, 1);
      expect((await service.push(id, service.sale('A1'))).result).toBe('accepted');
    },
  );
  rule(
    'put/state',
    ['Top level · row 4', 'Listing lifecycle · ¶1'],
    'inactive is kept but not live, and back',
    async () => {
      const id = service.connect();
      const states = ['active', 'inactive', 'active'];
      for (const state of states) {
        const { public_url: publicUrl } = await service.push(id, service.sale('A1', { state }));
        const [held] = await service.view(id);
        expect([held!.status, publicUrl === null]).toEqual(
          state === 'active' ? ['live', false] : ['inactive', true],
        );
      }
    },
  );
  rule('put/no-idempotency', where, 'an Idempotency-Key changes nothing', async () => {
    const id = service.connect();
    const key = { 'Idempotency-Key': 'put-listing-1' };
    await client.put(listingPath(id, 'A1'), service.sale('A1'), key);
    const again = await client.put(listingPath(id, 'A1'), service.sale('A1', price(5)), key);
    expect([again.body.item.result, again.headers['idempotent-replayed']]).toEqual(['accepted', undefined]);
  });
});

describe('removing', () => {
  const where = 'POST /connections/{id}/listings/{external_id}/remove · ¶1';
  choice(
    'remove/reply',
    where,
    'its body',
    { choice: '{item}, with result removed', setting: 'fixed' },
    async () => {
      const id = service.connect();
      const { listing_id: listingId } = await service.push(id, service.sale('A1'));
      const reply = await remove(id, 'A1');
      expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['item']]);
      expect(reply.body.item).toMatchObject({
        position: 0,
        external_id: 'A1',
        result: 'removed',
        listing_id: listingId,
        public_url: null,
      });
    },
  );
  rule('remove/reasons', where, 'sold, rented, withdrawn, expired, error', async () => {
    const id = service.connect();
    for (const reason of ['sold', 'rented', 'withdrawn', 'expired', 'error']) {
      await service.push(id, service.sale('A1'));
      expect((await remove(id, 'A1', { reason })).status).toBe(200);
      expect(await service.view(id)).toMatchObject([{ status: 'removed', reason }]);
    }
    await service.push(id, service.sale('A1'));
    expect(refusal(await remove(id, 'A1', { reason: 'gone' }))).toBe(
      '422 validation_failed invalid_enum /reason',
    );
    expect(refusal(await remove(id, 'A1', {}))).toBe('422 validation_failed required /reason');
    expect(refusal(await remove(id, 'A1', { reason: ' ' }))).toBe('422 validation_failed required /reason');
    expect(refusal(await remove(id, 'A1', { reason: 'sold', note: null }))).toBe(
      '422 validation_failed unknown_field /note',
    );
    expect(refusal(await remove(id, 'A1', '[]'))).toBe('400 body_invalid');
    expect((await service.view(id))[0]!.status).toBe('live');
  });
  rule(
    'remove/not-found',
    [where, 'Error codes by operation · row 5'],
    'no such listing, or no such connection',
    async () => {
      const id = service.connect();
      expect(refusal(await remove(id, 'A1'))).toBe('404 listing_not_found');
      expect(refusal(await remove(nobody, 'A1'))).toBe('404 connection_not_found');
      expect(refusal(await remove(service.connect({ status: 'paused' }), 'A1'))).toBe(
        '409 connection_not_active',
      );
      expect(refusal(await remove(id, 'a%20b'))).toBe('422 validation_failed invalid_format /external_id');
    },
  );
  choice(
    'remove/again',
    where,
    'removing what is off already',
    { choice: '404 listing_not_found', setting: 'fixed' },
    async () => {
      const id = service.connect();
      await service.push(id, service.sale('A1'));
      await remove(id, 'A1');
      expect(refusal(await remove(id, 'A1'))).toBe('404 listing_not_found');
    },
  );
  choice(
    'remove/effect',
    'Listing lifecycle · ¶1',
    'what the reasons do',
    { choice: 'all take it off; the view tells the reason', setting: 'fixed' },
    async () => {
      const id = service.connect();
      const { public_url: publicUrl } = await service.push(id, service.sale('A1'));
      expect(publicUrl).not.toBeNull();
      await remove(id, 'A1', { reason: 'error' });
      expect((await service.view(id))[0]).toMatchObject({ status: 'removed', public_url: null });
    },
  );
});

inTheTable('put-and-remove.test.ts');

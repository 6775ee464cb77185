import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, type Service } from './service.js';

let service: Service;
let client: SpecClient;
let staff: Sandbox['staff'];
beforeAll(async () => {
  service = await startService();
  client = service.client;
  staff = service.sandbox.staff;
});
afterAll(() => service.close());

interface Operation {
  method: string;
  path: (connection: string) => string;
  body?: (connection: string) => unknown;
}

/** A request of each operation that succeeds, on an active connection that shows A1. */
const operations: Record<string, Operation> = {
  ping: { method: 'GET', path: () => '/ping' },
  redeem: {
    method: 'POST',
    path: () => '/connections',
    body: () => ({ connect_code: staff.issueCode().code }),
  },
  list: { method: 'GET', path: () => '/connections' },
  read: { method: 'GET', path: (id) => `/connections/${id}` },
  disconnect: { method: 'DELETE', path: (id) => `/connections/${id}` },
  put: { method: 'PUT', path: (id) => `/connections/${id}/listings/A1`, body: () => service.sale('A1') },
  batch: {
    method: 'POST',
    path: (id) => `/connections/${id}/batches`,
    body: () => ({ listings: [service.sale('A2')] }),
  },
  remove: {
    method: 'POST',
    path: (id) => `/connections/${id}/listings/A1/remove`,
    body: () => ({ reason: 'sold' }),
  },
  view: { method: 'GET', path: (id) => `/connections/${id}/listings` },
  reconcile: {
    method: 'POST',
    path: (id) => `/connections/${id}/reconcile`,
    body: () => ({ external_ids: ['A1'] }),
  },
  validate: {
    method: 'POST',
    path: () => '/validate',
    body: (id) => ({ listing: service.sale('A1'), connection_id: id }),
  },
  vocabularies: { method: 'GET', path: () => '/vocabularies' },
  places: { method: 'GET', path: () => '/places' },
  place: { method: 'GET', path: () => `/places/${service.words.city}` },
};

async function withListing(): Promise<string> {
  const id = service.connect();
  await service.push(id, service.sale('A1'));
  return id;
}

const ask = (operation: Operation, connection: string, query = '', body = operation.body?.(connection)) =>
  client.send(operation.method, operation.path(connection) + query, body);

describe('strictness', () => {
  for (const [name, operation] of Object.entries(operations)) {
    rule(
      `strict/${name}-query`,
      'Listing Partner API v1: Specification · ¶2',
      'an unknown parameter is refused, an empty one too',
      async () => {
        const id = await withListing();
        for (const query of ['?unknown=1', '?unknown='])
          expect(refusal(await ask(operation, id, query))).toBe(
            '422 validation_failed unknown_field /unknown',
          );
        expect((await ask(operation, id)).status).toBeLessThan(300);
      },
    );
    if (!operation.body) continue;
    rule(
      `strict/${name}-key`,
      'Listing Partner API v1: Specification · ¶2',
      'an unknown key is refused, even of nothing',
      async () => {
        const id = await withListing();
        for (const value of [1, null, '', { deep: 1 }]) {
          const body = { ...(operation.body!(id) as object), unknown: value };
          expect(refusal(await ask(operation, id, '', body))).toBe(
            '422 validation_failed unknown_field /unknown',
          );
        }
      },
    );
    rule(
      `body/${name}`,
      ['Error codes by operation · row 2', 'Endpoints · ¶1'],
      'a body that is no JSON object is 400',
      async () => {
        const id = await withListing();
        for (const body of ['', '{', '[]', 'null', '"text"', '7', '\u0000'])
          expect([body, refusal(await ask(operation, id, '', body))]).toEqual([body, '400 body_invalid']);
      },
    );
  }
});

describe('connections that are not there', () => {
  for (const name of ['read', 'disconnect', 'put', 'batch', 'remove', 'view', 'reconcile', 'validate']) {
    const operation = operations[name]!;
    rule(
      `not-found/${name}`,
      ['Error codes by operation · row 4', 'Authentication · 5'],
      'an unknown id, and one of another app',
      async () => {
        expect(refusal(await ask(operation, nobody))).toBe('404 connection_not_found');
        const other = service.stranger();
        const { app } = (await other.get('/ping')).body as unknown as { app: { id: string } };
        expect(refusal(await ask(operation, service.connect({ appId: app.id })))).toBe(
          '404 connection_not_found',
        );
      },
    );
  }
  for (const name of ['put', 'batch', 'remove', 'view', 'reconcile', 'validate']) {
    const operation = operations[name]!;
    rule(
      `not-active/${name}`,
      'Error codes by operation · row 8',
      'pending, revoked and, but for the view, paused',
      async () => {
        for (const status of ['pending', 'revoked', 'paused'] as const) {
          if (name === 'view' && status === 'paused') continue;
          const reply = await ask(operation, service.connect({ status }));
          expect([reply.status, reply.body.error.code, reply.body.error.details]).toEqual([
            409,
            'connection_not_active',
            { status },
          ]);
        }
      },
    );
  }
});

describe('the order of checks', () => {
  const order = {
    choice: 'signature, path, body, connection, query, key, state, body, size, twice, budget',
    setting: 'fixed',
  };
  choice(
    'order/of-checks',
    'Error codes by operation · row 12',
    'which of several faults is told',
    order,
    async () => {
      const paused = service.connect({ status: 'paused' });
      const path = (id: string, query = ''): string => `/connections/${id}/batches${query}`;
      const key = { 'Idempotency-Key': 'short' };
      const twice = { listings: [service.sale('A1'), service.sale('A1'), {}] };
      expect(refusal(await client.deliver('POST', path(nobody), '[', {}))).toBe('401 header_missing');
      expect(refusal(await client.post(path(nobody, '?a=1'), '[', key))).toBe('400 body_invalid');
      expect(refusal(await client.post(path(nobody, '?a=1'), {}, key))).toBe('404 connection_not_found');
      expect(refusal(await client.post(path(paused, '?a=1'), {}, key))).toBe(
        '422 validation_failed unknown_field /a',
      );
      expect(refusal(await client.post(path(paused), {}, key))).toBe('422 validation_failed invalid_format');
      expect(refusal(await client.post(path(paused), {}))).toBe('409 connection_not_active');
      const id = service.connect();
      staff.setLimits({ max_batch_items: 2, connection_items_per_hour: 1 });
      expect(refusal(await client.post(path(id), { ...twice, a: 1 }))).toBe(
        '422 validation_failed unknown_field /a',
      );
      expect(refusal(await client.post(path(id), twice))).toBe('422 batch_too_large');
      expect(refusal(await client.post(path(id), { listings: twice.listings.slice(0, 2) }))).toContain(
        'duplicate_external_id',
      );
      expect(refusal(await client.post(path(id), { listings: [{}, {}] }))).toBe('429 connection_item_limit');
      staff.setLimits({ max_batch_items: 100, connection_items_per_hour: 10_000 });
    },
  );
  choice(
    'order/content-type',
    'Listing Partner API v1: Specification · ¶2',
    'another Content-Type than application/json',
    { choice: 'not looked at: the bytes are', setting: 'fixed' },
    async () => {
      const reply = await client.post(
        '/validate',
        { listing: service.sale('A1') },
        { 'Content-Type': 'text/plain' },
      );
      expect(reply.status).toBe(200);
    },
  );
  rule('order/odd-ids', 'Top level · row 1', 'ids like __proto__ and ... are ids', async () => {
    const id = service.connect();
    const ids = ['__proto__', 'constructor', 'toString', '...', '-', ':', '_.'];
    for (const each of ids) {
      const path = `/connections/${id}/listings/${each}`;
      expect([each, (await client.put(path, service.sale(each))).status]).toEqual([each, 202]);
      expect([each, (await client.post(`${path}/remove`, { reason: 'sold' })).status]).toEqual([each, 200]);
    }
    expect((await service.view(id)).map((each) => each.external_id)).toEqual(ids);
  });
  choice(
    'order/dot-ids',
    'Top level · row 1',
    'the ids . and .. in a path, where URLs read them as directories',
    { choice: 'ids as any other: a path is read as it was sent', setting: 'fixed' },
    async () => {
      const id = service.connect();
      const { batch } = (
        await client.post(`/connections/${id}/batches`, { listings: [service.sale('.'), service.sale('..')] })
      ).body;
      expect(batch.counts.accepted).toBe(2);
      for (const [step, each] of [
        ['%2E', '.'],
        ['..', '..'],
      ] as const) {
        const path = `/connections/${id}/listings/${step}`;
        expect((await client.put(path, service.sale(each))).body.item.result).toBe('unchanged');
      }
    },
  );
});

inTheTable('every-operation.test.ts');

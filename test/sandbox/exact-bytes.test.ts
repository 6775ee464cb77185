import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from './spec/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const half = '\ud800';
const listingPath = (connection: string, id: string): string => `/connections/${connection}/listings/${id}`;

describe('half a character in a text', () => {
  const places: [string, Record<string, unknown>][] = [
    ['/title/sr', { title: { sr: `Stan na dan ${half}` } }],
    ['/description/sr', { description: { sr: `${half} Svetao stan u centru grada.` } }],
    ['/location/address', { location: { address: `Glavna 1${half}` } }],
    ['/digest', { digest: half }],
    ['/attributes/x', { attributes: { x: half } }],
  ];

  it.each(places)('at %s: PUT is refused there', async (pointer, change) => {
    const id = service.connect();
    const sale = service.sale('A1');
    const location = { ...(sale.location as object), ...(change.location as object | undefined) };
    const reply = await service.client.put(listingPath(id, 'A1'), { ...sale, ...change, location });
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed']);
    expect(reply.body.error.details.map((each) => each.pointer)).toContain(pointer);
    expect(await service.view(id)).toEqual([]);
  });

  it('of a batch: that item is rejected, the others are applied, and the key is kept', async () => {
    const id = service.connect();
    const listings = [service.sale('A1'), service.sale('A2', { digest: half }), service.sale('A3')];
    const send = () =>
      service.client.post(
        `/connections/${id}/batches`,
        { listings },
        { 'Idempotency-Key': 'k-exact-bytes-1' },
      );
    const first = await send();
    expect(first.status).toBe(202);
    expect(first.body.batch.items.map((item) => item.result)).toEqual(['accepted', 'rejected', 'accepted']);
    const again = await send();
    expect([again.status, again.body.batch.id]).toEqual([first.status, first.body.batch.id]);
    expect(service.sandbox.staff.ledger(id)).toHaveLength(1);
  });

  it('of any other body: 422', async () => {
    const id = service.connect();
    await service.push(id, service.sale('A1'));
    const removal = await service.client.post(`${listingPath(id, 'A1')}/remove`, { reason: half });
    expect(removal.status).toBe(422);
    const reconcile = await service.client.post(`/connections/${id}/reconcile`, { external_ids: [half] });
    expect(reconcile.status).toBe(422);
    expect(await service.view(id)).toHaveLength(1);
  });
});

describe('what reads as absent', () => {
  it.each([null, '', '  '])('an attribute of no category is unknown with the value %j too', async (value) => {
    const unknown = await service.verdict(service.sale('A1', { attributes: { invented: value } }));
    expect(unknown).toEqual(['unknown_field /attributes/invented']);
  });
});

describe('a price in dinars', () => {
  it.each([
    [2_147_483_647, []],
    [2_147_483_647.4, ['too_big /price/amount']],
    [2_147_483_648, ['too_big /price/amount']],
  ])('%d', async (amount, details) => {
    const verdict = await service.verdict(service.sale('A1', { price: { amount, currency: 'RSD' } }));
    expect(verdict.filter((each) => each.startsWith('too_big'))).toEqual(details);
  });
});

describe('a path', () => {
  const paths = ['/x/../ping', '/./ping', '/%2e%2e/v1/ping', '/x/%2E%2E/ping'];

  it.each(paths)('%s is signed and routed as it was sent', async (path) => {
    const reply = await service.client.get(path);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found']);
    const other = await service.client.deliver('GET', path, '', service.client.sign('GET', '/ping', ''));
    expect([other.status, other.body.error.code]).toEqual([401, 'signature_invalid']);
  });

  it('an id of two dots is an id', async () => {
    const id = service.connect();
    const reply = await service.client.put(listingPath(id, '..'), service.sale('..'));
    expect([reply.status, reply.body.item.external_id]).toEqual([202, '..']);
  });
});

describe('HEAD', () => {
  it('is no operation', async () => {
    const headers = service.client.sign('HEAD', '/ping', '');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${service.origin}/v1/ping`, { method: 'HEAD', headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

describe('the staff side', () => {
  const add = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.origin}/_sandbox/connections`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });

  it.each([
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['another name of this machine', { origin: 'http://localhost' }],
    ['a page of elsewhere', { origin: 'https://example.com' }],
    ['no page that says its address', { origin: 'null' }],
  ])('does nothing for %s', async (_, headers) => {
    const reply = await add(headers);
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('other_origin');
  });

  it.each([
    ['a script', {}],
    ['its own page', 'own'],
  ])('does what %s asks', async (_, headers) => {
    expect((await add(headers === 'own' ? { origin: service.origin } : {})).status).toBe(201);
  });
});

import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookEventNames, type SandboxOptions, type WebhookEventName } from '../../src/sandbox/sandbox.js';
import { webhookEvents } from '../../src/sandbox/state/webhook-event-names.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { createBench, sale, type Answer, type Bench } from './partner.js';
import { isSignedWith, Receiver } from './webhook-receiver.js';

const url = 'http://127.0.0.1:8080/webhooks';

let bench: Bench;
let receiver: Receiver;
beforeEach(() => begin());

async function begin(options: Partial<SandboxOptions> = {}): Promise<void> {
  receiver = new Receiver();
  bench = await createBench({ transport: receiver, ...options });
}

const listen = (more: object = {}): ReturnType<Bench['sandbox']['webhooks']['addEndpoint']> =>
  bench.sandbox.webhooks.addEndpoint({ url, ...more });
const put = (id: string, changes: Record<string, unknown> = {}): Promise<Answer> =>
  bench.partner.put(`/connections/${bench.connection}/listings/${id}`, sale(bench, id, changes));
const arrived = async (): Promise<ReturnType<Receiver['take']>> => {
  await bench.sandbox.time.tick();
  return receiver.take();
};
const later = async (ms: number): Promise<ReturnType<Receiver['take']>> => {
  await bench.sandbox.time.advance(ms);
  return receiver.take();
};

interface Row {
  status?: 'certifying' | 'active' | 'pending';
  cause: (bench: Bench) => unknown;
  data: Record<string, unknown>;
}

const rows: Record<WebhookEventName, Row> = {
  'connection.status_changed': {
    cause: ({ sandbox, connection }) => sandbox.staff.pause(connection, 'Vacation', 'agency'),
    data: { status: 'paused', details: { by: 'agency', reason: 'Vacation' } },
  },
  'connection.certification_rejected': {
    status: 'certifying',
    cause: ({ sandbox, connection }) => sandbox.staff.sendBack(connection, 'Titles are all alike.'),
    data: { note: 'Titles are all alike.' },
  },
  'listing.live': {
    cause: () => put('A1'),
    data: { external_id: 'A1', status: 'live', public_url: expect.stringContaining('https://') as string },
  },
  'listing.inactive': { cause: () => put('A1', { state: 'inactive' }), data: { status: 'inactive' } },
  'listing.needs_review': { cause: () => put('A1:review'), data: { status: 'needs_review' } },
  'listing.rejected': {
    cause: () => put('A1:duplicate'),
    data: { status: 'rejected', failure_code: 'duplicate', public_url: null },
  },
  'listing.removed': {
    cause: async () => {
      await put('A1');
      await bench.partner.post(`/connections/${bench.connection}/listings/A1/remove`, { reason: 'sold' });
    },
    data: { status: 'removed', reason: 'sold' },
  },
  'listing.archived': {
    cause: async () => {
      await put('A1');
      await bench.partner.post(`/connections/${bench.connection}/reconcile`, { external_ids: ['A2'] });
    },
    data: { status: 'archived' },
  },
  'listing.taken_down': {
    cause: async () => {
      await put('A1:moderated');
      await bench.sandbox.time.advance(minute);
    },
    data: { status: 'taken_down', failure_code: 'moderation_blocked' },
  },
  'listing.released': {
    cause: async () => {
      await put('A1');
      bench.sandbox.staff.revoke(bench.connection);
    },
    data: { status: 'released' },
  },
  'item.warnings': {
    cause: () => put('A1', { agent: { email: 'nobody@example.com' } }),
    data: {
      external_id: 'A1',
      result: 'accepted',
      warnings: [expect.objectContaining({ code: 'agent_not_member' })],
    },
  },
  'batch.completed': {
    cause: async () => {
      const listings = [sale(bench, 'A1'), sale(bench, 'A2')];
      await bench.partner.post(`/connections/${bench.connection}/batches`, { listings });
    },
    data: { status: 'completed', counts: expect.objectContaining({ accepted: 2, total: 2 }) },
  },
};

describe('the twelve events', () => {
  it('are twelve, and stand in the README', async () => {
    expect(webhookEventNames).toHaveLength(12);
    const readme = await readFile('src/sandbox/README.md', 'utf8');
    for (const [name, { when, data }] of Object.entries(webhookEvents)) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      expect(row?.replaceAll(/ +\|/g, ' |')).toBe(`| \`${name}\` | ${when} | ${data} |`);
    }
  });

  it.each(webhookEventNames)('%s', async (name) => {
    const { secrets } = listen({ events: [name] });
    const { status, cause, data } = rows[name];
    if (status) bench.connection = bench.sandbox.staff.addConnection({ status });
    await cause(bench);
    const events = [...receiver.take(), ...(await arrived())];
    expect(events).toMatchObject([{ type: name, data: { connection_id: bench.connection, ...data }, url }]);
    expect(isSignedWith(secrets[0]!.text, events[0]!)).toBe(true);
    expect(events[0]!.headers).toMatchObject({
      'webhook-id': events[0]!.id,
      'content-type': 'application/json',
    });
  });

  it('tell each change of a connection’s state, with who and why', async () => {
    listen({ events: ['connection.status_changed'] });
    const { staff } = bench.sandbox;
    const { code, connectionId: id } = staff.issueCode();
    await bench.partner.post('/connections', { connect_code: code });
    staff.pause(id);
    staff.pause(id, 'Again', 'agency');
    staff.resume(id, 'agency');
    staff.certify(id);
    await bench.partner.send('DELETE', `/connections/${id}?reason=Bye`);
    await bench.partner.send('DELETE', `/connections/${id}?reason=Bye`);
    expect((await arrived()).map(({ data: { status, details } }) => ({ status, details }))).toEqual([
      { status: 'certifying', details: { by: 'partner', reason: null } },
      { status: 'paused', details: { by: 'staff', reason: null } },
      { status: 'paused', details: { by: 'agency', reason: 'Again' } },
      { status: 'certifying', details: { by: 'agency', reason: null } },
      { status: 'active', details: { by: 'staff', reason: null } },
      { status: 'revoked', details: { by: 'partner', reason: 'Bye' } },
    ]);
  });

  it('go to the app whose connection it is, and to nobody who came later', async () => {
    const other = bench.sandbox.staff.addApp({ name: 'Other' });
    listen({ appId: other });
    await put('A1');
    listen();
    expect(await arrived()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is tried again by the schedule of Standard Webhooks, and given up after the last', async () => {
    receiver.otherwise = 500;
    listen({ events: ['listing.live'] });
    await put('A1');
    const waits = [0, 5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((n) => n * hour)];
    for (const wait of waits) {
      if (wait > 0) expect(await later(wait - 1)).toEqual([]);
      expect(wait > 0 ? await later(1) : await arrived()).toHaveLength(1);
    }
    expect(await later(30 * day)).toEqual([]);
    const [delivery] = bench.sandbox.webhooks.deliveries();
    expect(delivery).toMatchObject({ status: 'failed', nextAt: null, event: 'listing.live' });
    expect(delivery!.attempts.map(({ at }) => at - delivery!.createdAt)).toEqual(
      waits.map((_, n) => waits.slice(0, n + 1).reduce((a, b) => a + b, 0)),
    );
    expect(delivery!.attempts[0]).toMatchObject({
      status: 500,
      error: expect.stringContaining('500') as string,
    });
  });

  it('keeps its id and its body over every attempt, and says when each was made', async () => {
    receiver.answers = [503, 'reset'];
    const { secrets } = listen({ events: ['listing.live'] });
    await put('A1');
    const events = await later(10 * minute);
    expect(new Set(events.map(({ id, body }) => id + body)).size).toBe(1);
    expect(events).toHaveLength(3);
    expect(events.every((event) => isSignedWith(secrets[0]!.text, event))).toBe(true);
    expect(bench.sandbox.webhooks.deliveries()).toMatchObject([
      {
        status: 'delivered',
        attempts: [{ status: 503 }, { status: null, error: 'The reply was lost.' }, { status: 204 }],
      },
    ]);
  });

  it('waits as long as a busy receiver asks', async () => {
    receiver.answers = [429];
    receiver.headers = { 'retry-after': '600' };
    listen({ events: ['listing.live'] });
    await put('A1');
    expect(await arrived()).toHaveLength(1);
    expect(await later(599 * second)).toEqual([]);
    expect(await later(second)).toHaveLength(1);
  });

  it('comes once more when staff want it', async () => {
    listen({ events: ['listing.live'] });
    await put('A1');
    const [first] = await arrived();
    const [delivery] = bench.sandbox.webhooks.deliveries({ status: 'delivered' });
    await bench.sandbox.webhooks.redeliver(delivery!.id);
    expect(receiver.take()).toMatchObject([{ id: first!.id, body: first!.body }]);
    expect(bench.sandbox.webhooks.deliveries()[0]!.attempts).toHaveLength(2);
    await expect(bench.sandbox.webhooks.redeliver('nobody')).rejects.toThrow('no such delivery');
  });
});

describe('an endpoint', () => {
  it('is disabled after five days without any success, and gets nothing more until it is switched on', async () => {
    receiver.otherwise = 500;
    const { id } = listen({ events: ['listing.live'] });
    for (const day of [0, 1, 2, 3, 4, 5]) {
      await put(`A${day}`);
      await later(24 * hour);
    }
    const [endpoint] = bench.sandbox.webhooks.endpoints();
    expect(endpoint!.disabled?.reason).toMatch(/Nothing was delivered since 2026-03-02T08:00:00/);
    expect(bench.sandbox.webhooks.deliveries({ status: 'waiting' })).toEqual([]);
    receiver.otherwise = 204;
    await put('B1');
    expect(await later(day)).toEqual([]);
    bench.sandbox.webhooks.changeEndpoint(id, { disabled: false });
    await put('B2');
    expect(await arrived()).toHaveLength(1);
  });

  it('is not disabled while anything arrives, and at once with 410', async () => {
    const { id } = listen({ events: ['listing.live'] });
    receiver.answers = [500, 410];
    await put('A1');
    await arrived();
    expect(bench.sandbox.webhooks.endpoints()[0]).toMatchObject({ id, disabled: null });
    await later(5 * second);
    expect(bench.sandbox.webhooks.endpoints()[0]!.disabled?.reason).toContain('410');
  });

  it('signs with the new secret and, for a day, with the one before it', async () => {
    const { id, secrets } = listen({ events: ['listing.live'] });
    const before = secrets[0]!.text;
    const after = bench.sandbox.webhooks.rotateSecret(id);
    await put('A1');
    const [both] = await arrived();
    expect([isSignedWith(before, both!), isSignedWith(after, both!)]).toEqual([true, true]);
    await later(day);
    await put('A2');
    const [one] = await arrived();
    expect([isSignedWith(before, one!), isSignedWith(after, one!)]).toEqual([false, true]);
  });

  it('is on this machine, unless an option says otherwise', async () => {
    for (const local of [
      'http://localhost/x',
      'http://127.0.0.9:1/',
      'http://[::1]:9/',
      'http://2130706433/',
    ]) {
      expect(listen({ url: local }).url).toBe(local);
    }
    for (const remote of ['https://example.com/', 'http://10.0.0.1/', 'http://localhost.example.com/']) {
      expect(() => listen({ url: remote })).toThrow('is not this machine');
    }
    expect(() => listen({ url: 'ftp://localhost/' })).toThrow('no http or https address');
    await begin({ allowRemoteWebhooks: true });
    expect(listen({ url: 'https://example.com/' }).url).toBe('https://example.com/');
  });

  it('cannot be registered where nothing can be sent', async () => {
    bench = await createBench();
    expect(() => listen()).toThrow('without a transport');
  });
});

describe('a fault of webhooks', () => {
  const go = async (
    does: Parameters<Bench['sandbox']['webhooks']['faults']['add']>[0]['does'],
  ): Promise<string> => {
    const { secrets } = listen({ events: ['listing.live'] });
    bench.sandbox.webhooks.faults.add({ events: ['listing.live'], does });
    await put('A1');
    return secrets[0]!.text;
  };

  it('loses one that the portal takes for delivered', async () => {
    await go({ kind: 'lost' });
    expect(await later(5 * day)).toEqual([]);
    expect(bench.sandbox.webhooks.deliveries()).toMatchObject([
      { status: 'delivered', attempts: [{ fault: 'lost', status: null }] },
    ]);
  });

  it('lets one come late, behind what happened meanwhile', async () => {
    await go({ kind: 'late', ms: hour });
    expect(await arrived()).toEqual([]);
    await put('A2');
    expect((await later(hour)).map(({ data }) => data.external_id)).toEqual(['A2', 'A1']);
  });

  it('doubles one', async () => {
    await go({ kind: 'doubled' });
    const events = await arrived();
    expect(events.map(({ id }) => id)).toEqual([events[0]!.id, events[0]!.id]);
  });

  it('forges one, and only one', async () => {
    const secret = await go({ kind: 'forged' });
    await put('A2');
    expect((await arrived()).map((event) => isSignedWith(secret, event))).toEqual([false, true]);
    bench.sandbox.webhooks.faults.add({ does: { kind: 'lost' } });
    bench.sandbox.webhooks.faults.clear();
    expect(bench.sandbox.webhooks.faults.waiting()).toEqual([]);
  });
});

describe('the settings of webhooks', () => {
  it('are followed: names, layout and algorithm', async () => {
    await begin({
      protocol: {
        ...defaultProtocol,
        webhook_id_header: null,
        webhook_timestamp_header: 'X-Time',
        webhook_signature_header: 'X-Signature',
        webhook_signed_content: '{timestamp}:{body}',
        webhook_hash: 'sha512',
        webhook_signature_prefix: 'sig=',
        webhook_signature_encoding: 'hex',
        webhook_listing_events: ['advert.'],
      },
    });
    listen({ events: ['listing.live'], secrets: ['c2VjcmV0'] });
    await put('A1');
    const [event] = await arrived();
    expect(event!.type).toBe('advert.live');
    expect(Object.keys(event!.headers).sort()).toEqual(['content-type', 'x-signature', 'x-time']);
    expect(event!.headers['x-signature']).toMatch(/^sig=[0-9a-f]{128}$/);
    expect(event!.id).toMatch(/^evt_/);
  });
});

describe('the staff side over HTTP', () => {
  const staff = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<[number, Record<string, unknown>]> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await bench.sandbox.fetch(new Request(`http://127.0.0.1/_sandbox${path}`, init));
    const text = await response.text();
    return [response.status, JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>];
  };

  it('registers, changes, rotates, redelivers, spoils and removes', async () => {
    const [created, endpoint] = await staff('POST', '/webhooks', { url, events: ['listing.live'] });
    expect([created, endpoint]).toMatchObject([201, { url, disabled: null }]);
    const path = `/webhooks/${String(endpoint.id)}`;
    expect((await staff('POST', '/webhook-faults', { does: { kind: 'late', ms: hour } }))[0]).toBe(204);
    expect((await staff('GET', '/webhook-faults'))[1]).toMatchObject({ faults: [{ left: 1 }] });
    await put('A1');
    expect((await staff('POST', '/clock/tick'))[0]).toBe(204);
    expect((await staff('GET', '/deliveries?status=waiting'))[1]).toMatchObject({
      deliveries: [{ status: 'waiting' }],
    });
    expect((await staff('POST', '/clock/advance', { ms: hour }))[0]).toBe(204);
    const [, { deliveries }] = await staff('GET', `/deliveries?endpoint_id=${String(endpoint.id)}`);
    const [{ id }] = deliveries as [{ id: string }];
    expect(deliveries).toMatchObject([
      { status: 'delivered', body: expect.stringContaining('listing.live') as string },
    ]);
    expect((await staff('POST', `/deliveries/${id}/redeliver`))[0]).toBe(204);
    expect(receiver.types()).toEqual(['listing.live', 'listing.live']);
    expect((await staff('POST', `${path}/rotate`))[1]).toMatchObject({
      secret: expect.stringMatching(/^whsec_/) as string,
    });
    expect((await staff('PATCH', path, { events: null, disabled: true }))[0]).toBe(204);
    expect((await staff('GET', '/webhooks'))[1]).toMatchObject({
      endpoints: [{ events: null, disabled: {}, secrets: [{ until: null }, {}] }],
    });
    expect((await staff('DELETE', path))[0]).toBe(204);
    expect((await staff('DELETE', path))[0]).toBe(404);
    expect((await staff('DELETE', '/webhook-faults'))[0]).toBe(204);
    expect((await staff('GET', '/webhooks/events'))[1]).toHaveProperty(['events', 'batch.completed']);
  });

  it('is strict', async () => {
    expect((await staff('POST', '/webhooks', { url: 'https://example.com' }))[0]).toBe(422);
    expect((await staff('POST', '/webhooks', { url, events: ['listing.sold'] }))[0]).toBe(422);
    expect((await staff('POST', '/clock/advance', { ms: -1 }))[0]).toBe(422);
  });
});

import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Transport } from '../../../src/platform/http/transport.js';
import type { Sandbox, WebhookEventName } from '../../../src/sandbox/sandbox.js';
import { choice, inTheTable, rule } from './rules.js';
import { dateTime, startService, uuid, type Payload, type Service } from './service.js';

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: Payload;
  headers: IncomingHttpHeaders;
  text: string;
}

let service: Service;
let sandbox: Sandbox;
let receiver: Server;
let url: string;
let received: Event[] = [];
/** What the receiver answers. */
let answer = 204;

/** What the sandbox sends by: a client of no importance here. */
const transport: Transport = {
  async send({ method, url: to, headers, body }) {
    const reply = await fetch(to, { method, headers, body: Buffer.from(body ?? []) });
    const replyBody = new Uint8Array(await reply.arrayBuffer());
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: replyBody };
  },
};

beforeAll(async () => {
  receiver = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      const event = JSON.parse(text) as Pick<Event, 'id' | 'type' | 'timestamp' | 'data'>;
      received.push({ ...event, headers: incoming.headers, text });
      outgoing.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  service = await startService({ transport });
  sandbox = service.sandbox;
});
afterAll(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** What arrives because of this, at an endpoint of its own. */
async function arriving(
  cause: () => unknown,
  events?: WebhookEventName[],
): Promise<[Event[], secret: string]> {
  const { id, secrets } = sandbox.webhooks.addEndpoint({ url, ...(events ? { events } : {}) });
  received = [];
  await cause();
  await sandbox.time.tick();
  sandbox.webhooks.removeEndpoint(id);
  return [received, secrets[0]!.text];
}

const statusChange = 'connection.status_changed';
const row = (n: number): string => `Events · row ${n}`;

describe('the events of a connection', () => {
  const changes: readonly (readonly [
    name: string,
    where: string,
    from: 'pending' | 'certifying' | 'active' | 'paused',
    cause: (id: string) => unknown,
    data: Payload,
  ])[] = [
    [
      'redeem',
      'Connection states · row 2',
      'pending',
      (id) => service.client.post('/connections', { connect_code: sandbox.staff.connection(id).code }),
      { status: 'certifying' },
    ],
    [
      'certify',
      'Connection states · row 4',
      'certifying',
      (id) => sandbox.staff.certify(id),
      { status: 'active' },
    ],
    [
      'pause-by-staff',
      'Connection states · row 6',
      'active',
      (id) => sandbox.staff.pause(id, 'Provera'),
      { status: 'paused', details: { by: 'staff', reason: 'Provera' } },
    ],
    [
      'pause-by-agency',
      'Connection states · row 6',
      'certifying',
      (id) => sandbox.staff.pause(id, null, 'agency'),
      { status: 'paused', details: { by: 'agency', reason: null } },
    ],
    ['resume', 'Connection states · row 7', 'paused', (id) => sandbox.staff.resume(id), { status: 'active' }],
    [
      'revoke-by-staff',
      'Connection states · row 9',
      'active',
      (id) => sandbox.staff.revoke(id),
      { status: 'revoked' },
    ],
    [
      'disconnect',
      'Connection states · row 9',
      'active',
      (id) => service.client.delete(`/connections/${id}?reason=Kraj`),
      { status: 'revoked', details: { by: 'partner', reason: 'Kraj' } },
    ],
  ];
  for (const [name, where, from, cause, data] of changes)
    rule(
      `event/${name}`,
      [row(1), where, 'Events · 2'],
      `${statusChange} with status and details`,
      async () => {
        const id = service.connect({ status: from });
        const [events] = await arriving(() => cause(id));
        expect(events.map(({ type }) => type)).toEqual([statusChange]);
        expect(events[0]!.data).toMatchObject({ connection_id: id, ...data });
        expect(Object.keys(events[0]!.data.details as object).sort()).toEqual(['by', 'reason']);
      },
    );
  rule(
    'event/resume-certifying',
    ['Connection states · row 8', row(1)],
    'back to certifying, and no event says active',
    async () => {
      const id = service.connect({ status: 'certifying' });
      sandbox.staff.pause(id);
      const [events] = await arriving(() => sandbox.staff.resume(id));
      expect(events.map(({ data }) => data.status)).not.toContain('active');
    },
  );
  rule(
    'event/send-back',
    [row(2), 'Connection states · row 5', 'Events · 2'],
    "connection.certification_rejected carries the staff's note",
    async () => {
      const id = service.connect({ status: 'certifying' });
      const [events] = await arriving(() => sandbox.staff.sendBack(id, 'Naslovi su svi isti.'));
      expect(events.map(({ type }) => type)).toEqual(['connection.certification_rejected']);
      expect(JSON.stringify(events[0]!.data)).toContain('Naslovi su svi isti.');
    },
  );
});

describe('the other events', () => {
  rule('event/warnings', ['Events · 1', 'Events · 5'], 'warnings and final outcomes arrive too', async () => {
    const id = service.connect({ agency: { photo_limit: 0 } });
    const photos = [{ url: 'https://slike.example.com/1.jpg' }];
    const [events] = await arriving(() => service.push(id, service.sale('A1', { photos })));
    expect(JSON.stringify(events)).toContain('photo_cap_applied');
    expect(events.map(({ type }) => type)).toContain('listing.live');
  });
  choice(
    'event/other-ten',
    ['Events · 3', 'Events · 5', 'Events · 1', 'Versioning · 6'],
    'their names, contents and causes',
    {
      choice:
        'listing.live, inactive, needs_review, rejected, removed, archived, taken_down, released; item.warnings; batch.completed',
      setting: 'protocol.webhook_listing_events',
    },
    async () => {
      const id = service.connect();
      const ids = Array.from({ length: 3 }, (_, n) => `A${n}`);
      const [events] = await arriving(async () => {
        await service.client.post(`/connections/${id}/batches`, {
          listings: ids.map((each) => service.sale(each)),
        });
        await service.push(id, service.sale('B1', { state: 'inactive' }));
        await service.client.post(`/connections/${id}/listings/A0/remove`, { reason: 'sold' });
        await service.client.post(`/connections/${id}/reconcile`, { external_ids: ['A1'] });
        await service.client.delete(`/connections/${id}`);
      });
      expect(new Set(events.map(({ type }) => type))).toEqual(
        new Set([
          'listing.live',
          'listing.inactive',
          'listing.removed',
          'listing.archived',
          'listing.released',
          'batch.completed',
          statusChange,
        ]),
      );
      expect(events.every(({ data }) => data.connection_id === id)).toBe(true);
    },
  );
  rule('event/of-one-app', 'Authentication · 5', "another app's events do not arrive", async () => {
    const other = service.stranger();
    const { app } = (await other.get('/ping')).body as unknown as { app: { id: string } };
    const id = service.connect({ appId: app.id });
    expect((await arriving(() => sandbox.staff.pause(id)))[0]).toEqual([]);
  });
});

describe('delivery', () => {
  choice(
    'delivery/envelope',
    'Events · 4',
    'layout of the body',
    { choice: '{id, type, timestamp, data}, data with connection_id', setting: 'fixed' },
    async () => {
      const [[event]] = await arriving(() => sandbox.staff.pause(service.connect()));
      expect(Object.keys(JSON.parse(event!.text) as object).sort()).toEqual([
        'data',
        'id',
        'timestamp',
        'type',
      ]);
      expect(event!.timestamp).toMatch(dateTime);
      expect(event!.data.connection_id).toMatch(uuid);
      expect(event!.headers['content-type']).toBe('application/json');
    },
  );
  choice(
    'delivery/signature',
    ['Events · 1', 'Events · 4'],
    'HMAC-SHA256; header and layout',
    {
      choice: 'Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature',
      setting: 'protocol.webhook_signed_content',
    },
    async () => {
      const [[event], secret] = await arriving(() => sandbox.staff.pause(service.connect()));
      const {
        'webhook-id': id = '',
        'webhook-timestamp': sent = '',
        'webhook-signature': signature,
      } = event!.headers;
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const hmac = createHmac('sha256', key)
        .update(`${String(id)}.${String(sent)}.${event!.text}`)
        .digest('base64');
      expect(signature).toBe(`v1,${hmac}`);
      expect([id, sent]).toEqual([event!.id, String(Math.floor(service.clock.now() / 1000))]);
    },
  );
  choice(
    'delivery/registration',
    'Events · 4',
    'how an endpoint is registered, its secret handled',
    {
      choice: 'POST /_sandbox/webhooks; a secret replaced goes on signing for a while',
      setting: 'settings.webhookRotationMs',
    },
    async () => {
      const { id, secrets } = sandbox.webhooks.addEndpoint({ url });
      const fresh = sandbox.webhooks.rotateSecret(id);
      received = [];
      sandbox.staff.pause(service.connect());
      await sandbox.time.tick();
      const [event] = received;
      const of = (secret: string): string =>
        `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
          .update(`${event!.id}.${String(event!.headers['webhook-timestamp'])}.${event!.text}`)
          .digest('base64')}`;
      expect(String(event!.headers['webhook-signature']).split(' ')).toEqual(
        [fresh, secrets[0]!.text].map(of),
      );
      sandbox.webhooks.removeEndpoint(id);
    },
  );
  choice(
    'delivery/retries',
    'Events · 4',
    'when a delivery that was not taken comes again',
    { choice: 'after 5 s, 5 min, 30 min … the same id', setting: 'settings.webhookRetryMs' },
    async () => {
      const { id } = sandbox.webhooks.addEndpoint({ url });
      received = [];
      answer = 503;
      sandbox.staff.pause(service.connect());
      await sandbox.time.tick();
      await sandbox.time.advance(4_000);
      expect(received).toHaveLength(1);
      answer = 204;
      await sandbox.time.advance(1_000);
      await sandbox.time.advance(24 * 3600_000);
      expect(received.map((event) => event.id)).toEqual([received[0]!.id, received[0]!.id]);
      sandbox.webhooks.removeEndpoint(id);
    },
  );
  choice(
    'delivery/order',
    'Events · 4',
    'in which order events come',
    { choice: 'none is promised; one that failed comes after later ones', setting: 'fixed' },
    async () => {
      const { id } = sandbox.webhooks.addEndpoint({ url, events: [statusChange] });
      const connection = service.connect();
      received = [];
      answer = 500;
      sandbox.staff.pause(connection);
      await sandbox.time.tick();
      answer = 204;
      sandbox.staff.resume(connection);
      await sandbox.time.advance(5_000);
      expect(received.map(({ data }) => data.status)).toEqual(['paused', 'active', 'paused']);
      sandbox.webhooks.removeEndpoint(id);
    },
  );
});

inTheTable('webhooks.test.ts');

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/assemble/server.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import type { HttpServer } from '../../src/platform/http/http-server.js';
import type { TransportRequest } from '../../src/platform/http/transport.js';
import { webhookEventNames, type WebhookEventName } from '../../src/sandbox/sandbox.js';
import { Partner } from '../sandbox/partner.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let world: World;
let server: HttpServer;
let http: ReturnType<typeof createHttpTransport>;
/** What the portal sent, as it sent it. */
let sent: TransportRequest[];

beforeEach(() => open());
afterEach(() => close());

async function open(connectionStatus: 'active' | 'certifying' = 'active'): Promise<void> {
  sent = [];
  http = createHttpTransport();
  const send = (request: TransportRequest): ReturnType<typeof http.send> => {
    sent.push(request);
    return http.send(request);
  };
  world = await World.create({
    connectionStatus,
    webhookSecrets: [secret],
    sandbox: { transport: { send } },
  });
  server = await startServer(world.app);
  world.feed.body = estateFeed(ads(2));
  await world.round();
  await settle();
}

async function close(): Promise<void> {
  await server.close();
  await world.close();
  http.close();
}

function subscribe(...events: WebhookEventName[]): void {
  const url = `${server.url}/webhooks`;
  world.sandbox.webhooks.addEndpoint({ url, secrets: [secret], ...(events.length > 0 && { events }) });
}

/** Everything that the daemon does by itself after a push is over; the feed does not change. */
async function settle(): Promise<void> {
  for (const ms of [0, 10_000, minute, 5 * minute, 15 * minute, hour]) await work(ms);
}

/** A poll is due, and what it found is pushed. */
async function push(): Promise<void> {
  world.clock.advance(hour);
  await world.round();
  await settle();
}

async function work(ms = 0): Promise<void> {
  world.clock.advance(ms);
  await world.app.engine.tick();
  await world.app.engine.idle();
}

/** What the daemon reads when it gets to work now. */
async function reads(): Promise<string[]> {
  world.requests();
  await work();
  const own = world.requests().filter((request) => request.includes(world.connectionId));
  return [...new Set(own.map((request) => request.replace(world.connectionId, '{id}')))];
}

const deliver = (): Promise<void> => world.sandbox.time.tick();
const statuses = (): (number | null)[] =>
  world.sandbox.webhooks.deliveries().flatMap(({ attempts }) => attempts.map(({ status }) => status));
const status = async (): Promise<string | undefined> =>
  (await world.app.services.store.connections.get(world.connectionId))?.status;

const statusIn = ({ body }: TransportRequest): string => {
  const text = Buffer.from(body ?? []).toString();
  return (JSON.parse(text) as { data: { status: string } }).data.status;
};

const connectionIsRead = 'GET /v1/connections/{id}';
const viewIsRead = 'GET /v1/connections/{id}/listings';

const turned =
  (status: 'live' | 'inactive' | 'needs_review' | 'removed' | 'archived' | 'released') => (): void =>
    world.sandbox.staff.setListing(world.connectionId, 'A0001', { status });
const refused = (status: 'rejected' | 'taken_down') => (): void =>
  world.sandbox.staff.setListing(world.connectionId, 'A0001', { status, failureCode: 'moderation_blocked' });
const pushes = async (): Promise<void> => {
  world.feed.body = estateFeed(ads(3));
  await push();
};

/** Another program of the same app, whose listing is accepted with a warning. */
const somebodyPushes = async (): Promise<void> => {
  const partner = new Partner(world.sandbox, world.clock);
  partner.keyId = world.sandbox.staff.registerKey(partner.publicKeyPem);
  const id = 'X1:no-tours';
  const tour = { external_id: id, virtual_tour_url: 'https://tours.example/1' };
  const listing = { ...world.payload('A0001'), ...tour };
  const { body } = await partner.put(`/connections/${world.connectionId}/listings/${id}`, listing);
  expect(body.item.warnings).toMatchObject([{ code: 'virtual_tour_dropped' }]);
};

const rows: Record<WebhookEventName, { on?: 'certifying'; cause: () => unknown; read: string }> = {
  'connection.status_changed': {
    cause: () => world.sandbox.staff.pause(world.connectionId),
    read: connectionIsRead,
  },
  'connection.certification_rejected': {
    on: 'certifying',
    cause: () => world.sandbox.staff.sendBack(world.connectionId, 'Naslovi su prekratki.'),
    read: connectionIsRead,
  },
  'listing.live': { cause: turned('live'), read: viewIsRead },
  'listing.inactive': { cause: turned('inactive'), read: viewIsRead },
  'listing.needs_review': { cause: turned('needs_review'), read: viewIsRead },
  'listing.rejected': { cause: refused('rejected'), read: viewIsRead },
  'listing.removed': { cause: turned('removed'), read: viewIsRead },
  'listing.archived': { cause: turned('archived'), read: viewIsRead },
  'listing.taken_down': { cause: refused('taken_down'), read: viewIsRead },
  'listing.released': { cause: turned('released'), read: viewIsRead },
  'item.warnings': { cause: somebodyPushes, read: viewIsRead },
  'batch.completed': { cause: pushes, read: viewIsRead },
};

describe('each of the portal’s events makes the daemon read again what it speaks of', () => {
  it.each(webhookEventNames)('%s', async (event) => {
    const { on, cause, read } = rows[event];
    if (on === 'certifying') {
      await close();
      await open(on);
    }
    subscribe(event);
    await cause();
    expect(await reads()).toEqual([]);
    await deliver();
    expect(new Set(statuses())).toEqual(new Set([200]));
    expect(await reads()).toContain(read);
  });
});

describe('a webhook that goes wrong', () => {
  beforeEach(() => subscribe('connection.status_changed'));

  it('lost: what happened is learnt without it', async () => {
    world.sandbox.webhooks.faults.add({ does: { kind: 'lost' } });
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    expect(sent).toEqual([]);
    world.feed.body = estateFeed(ads(3));
    await push();
    expect(await status()).toBe('paused');
  });

  it('fault 93: doubled: both are confirmed, one counts', async () => {
    world.sandbox.webhooks.faults.add({ does: { kind: 'doubled' } });
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    expect(sent).toHaveLength(2);
    expect(await reads()).toContain(connectionIsRead);
    expect(await status()).toBe('paused');
  });

  it('fault 94: late: an old one undoes nothing, because the state is read and not taken from it', async () => {
    world.sandbox.webhooks.faults.add({ does: { kind: 'late', ms: hour } });
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    world.sandbox.staff.resume(world.connectionId);
    await deliver();
    await work();
    await world.sandbox.time.advance(hour);
    expect(sent.map(statusIn)).toEqual(['active', 'paused']);
    expect(await reads()).toContain(connectionIsRead);
    expect(await status()).toBe('active');
  });

  it('fault 89: forged: refused, nothing is read; the right one follows', async () => {
    world.sandbox.webhooks.faults.add({ does: { kind: 'forged' } });
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    expect(statuses()).toEqual([401]);
    expect(await reads()).toEqual([]);
    await world.sandbox.time.advance(5000);
    expect(statuses()).toEqual([401, 200]);
    expect(await reads()).toContain(connectionIsRead);
  });

  it('replayed: at once without effect, later refused', async () => {
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    await reads();
    const [request] = sent;
    expect((await http.send(request!)).status).toBe(200);
    expect(await reads()).toEqual([]);
    world.clock.advance(6 * minute);
    expect((await http.send(request!)).status).toBe(401);
  });

  it('not received while the daemon is down: delivered when it is back', async () => {
    await server.close();
    world.sandbox.staff.pause(world.connectionId);
    await deliver();
    expect(world.sandbox.webhooks.deliveries()).toMatchObject([
      { status: 'waiting', attempts: [{ status: null }] },
    ]);
    server = await startServer(world.app);
    world.sandbox.webhooks.changeEndpoint(world.sandbox.webhooks.endpoints()[0]!.id, {
      url: `${server.url}/webhooks`,
    });
    await world.sandbox.time.advance(day);
    expect(statuses().at(-1)).toBe(200);
    expect(await reads()).toContain(connectionIsRead);
  });
});

import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookGate, receiveWebhook } from '../../src/server/webhooks.js';
import { putByHand } from '../../src/sync/decisions/manual-listing.js';
import { reconcile } from '../../src/sync/reconcile/reconcile.js';
import type { PushReport } from '../../src/sync/reports.js';
import { defaultProtocol, protocolSchema, type Protocol } from '../../src/wire/protocol.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

type Key = keyof Protocol;
type Payload = Record<string, unknown>;

/** One setting at another value, given to portal and daemon alike, and what must come of it. */
interface Row<K extends Key> {
  value: Protocol[K];
  world?: WorldOptions;
  /** Runs after one push, one reconcile and one webhook went well. */
  effect: (scene: Scene) => Promise<void>;
}

const rows: { [K in Key]: Row<K> } = {
  signing_base: {
    value: '{digest}|{nonce}|{timestamp}|{query}|{path}|{host}|{method}',
    effect: async (scene) => {
      await scene.forgetSettings();
      expect(await scene.world.app.services.portal.ping()).toMatchObject({
        kind: 'refused',
        code: 'signature_invalid',
      });
    },
  },
  header_prefix: {
    value: 'Acme-',
    effect: async ({ sent }) => {
      expect(sent.map(({ headers }) => headers.has('acme-signature'))).not.toContain(false);
      expect(sent.map(({ headers }) => headers.has('px-signature'))).not.toContain(true);
    },
  },
  item_window_seconds: {
    value: 600,
    world: { limits: { connection_items_per_hour: 3 } },
    effect: async ({ world, poll }) => {
      await poll(ads(6));
      expect(world.live()).toHaveLength(3);
      world.clock.advance(602 * second);
      await world.round();
      expect(world.live()).toHaveLength(6);
      expect(world.sandbox.staff.requestLog().map(({ status }) => status)).not.toContain(429);
    },
  },
  rate_window_seconds: {
    value: 10,
    effect: async ({ world }) => {
      const { portal } = world.app.services;
      world.sandbox.staff.setLimits({ rate_limit_per_minute: 1 });
      world.clock.advance(11 * second);
      expect(await portal.ping()).toMatchObject({ kind: 'ok' });
      const refusal = await portal.ping();
      expect(refusal).toMatchObject({ kind: 'refused', scope: 'key_rate' });
      expect(refusal.kind === 'refused' && refusal.retryAfterMs).toBeLessThanOrEqual(10 * second);
      world.clock.advance(11 * second);
      expect(await portal.ping()).toMatchObject({ kind: 'ok' });
    },
  },
  key_pause_seconds: {
    value: 7,
    effect: async ({ world, poll }) => {
      const does = { kind: 'status', status: 429, code: 'slow_down' } as const;
      world.sandbox.faults.add({ operation: 'push_batch', does });
      expect((await poll(ads(4))).nextAt).toBe(world.clock.now() + 7 * second);
    },
  },
  unchanged_spends: {
    value: false,
    effect: async ({ world, poll, spentHere }) => {
      world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'drop_items', positions: [0] } });
      expect((await poll(ads(4))).results).toEqual({ missing: 1 });
      world.clock.advance(2 * minute);
      expect((await poll(ads(4))).results).toMatchObject({ contradicted: expect.any(Number) as number });
      expect([await spentHere(), world.spent()]).toEqual([4, 4]);
    },
  },
  rejected_spends: {
    value: false,
    effect: async ({ world, poll, spentHere }) => {
      world.sandbox.staff.setVocabulary((document) => ({
        ...document,
        categories: document.categories.filter(({ label_sr }) => label_sr !== 'Stan'),
      }));
      expect((await poll(ads(4))).results).toEqual({ rejected: 1 });
      expect([await spentHere(), world.spent()]).toEqual([3, 3]);
    },
  },
  replays_spend: {
    value: true,
    effect: async ({ world, poll, spentHere }) => {
      world.sandbox.faults.add({ operation: 'push_batch', does: { kind: 'cut', when: 'after' } });
      await poll(ads(4));
      world.clock.advance(10 * minute);
      expect((await poll(ads(4))).results).toEqual({ accepted: 1 });
      expect([await spentHere(), world.spent()]).toEqual([5, 5]);
    },
  },
  held_digest_covers_digest: {
    value: true,
    effect: async ({ world, put }) => {
      expect(await put({ ...world.payload('A0001'), digest: 'another' })).toBe('accepted');
    },
  },
  held_digest_covers_updated_at: {
    value: true,
    effect: async ({ world, put }) => {
      const source = { ...(world.payload('A0001').source as Payload), updated_at: '2026-01-15T12:00:00Z' };
      expect(await put({ ...world.payload('A0001'), source })).toBe('accepted');
    },
  },
  removed_content_is_held: {
    value: true,
    effect: async ({ world, put }) => {
      // What the portal holds of it has the agency's licence too: sent before, then again.
      const payload = world.payload('A0001');
      await put(payload);
      world.sandbox.staff.setListing(world.connectionId, 'A0001', { status: 'removed' });
      expect(await put(payload)).toBe('unchanged');
    },
  },
  rejected_content_is_held: {
    value: true,
    effect: async ({ world, put }) => {
      const fourth = { ...world.payload('A0001'), external_id: 'A0004' };
      world.sandbox.staff.setQuota(world.connectionId, 3);
      expect(await put(fourth)).toBe('rejected');
      world.sandbox.staff.setQuota(world.connectionId, null);
      expect(await put(fourth)).toBe('unchanged');
    },
  },
  batch_bytes_max: {
    value: 10_000,
    effect: async ({ poll, sent }) => {
      await poll(ads(30));
      const bodies = sent.filter(({ url }) => url.endsWith('/batches')).map((request) => request.clone());
      const sizes = await Promise.all(bodies.map(async (body) => (await body.arrayBuffer()).byteLength));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
      expect(sizes.length).toBeGreaterThan(3);
    },
  },
  confirm_mass_removal_field: {
    value: 'really',
    world: { sandbox: { massRemovalCount: 0, massRemovalShare: 0 } },
    effect: async ({ world, sent }) => {
      const { portal } = world.app.services;
      const archive = (idempotencyKey: string, confirmMassRemoval: boolean) =>
        portal.reconcile(world.connectionId, ['A0001'], { idempotencyKey, confirmMassRemoval });
      expect(await archive('without-it', false)).toMatchObject({
        code: 'mass_removal_requires_confirmation',
      });
      expect(await archive('and-with-it', true)).toMatchObject({ kind: 'ok' });
      expect(await sent.at(-1)?.json()).toEqual({ external_ids: ['A0001'], really: true });
      expect(world.live()).toEqual(['A0001']);
    },
  },
  view_page_size: {
    value: 2,
    effect: async ({ world, sent }) => {
      const pages = sent.filter(({ method, url }) => method === 'GET' && url.includes('/listings?'));
      expect(new Set(pages.map(({ url }) => new URL(url).searchParams.get('limit')))).toEqual(new Set(['2']));
      expect(await world.app.services.portal.view(world.connectionId)).toMatchObject({ body: { length: 3 } });
    },
  },
  view_statuses: {
    value: { on_site: 'live', waiting: 'accepted', off: 'archived', gone: 'removed' },
    effect: async ({ world }) => {
      const { portal, store } = world.app.services;
      const view = await portal.view(world.connectionId);
      expect(view.kind === 'ok' && view.body.map(({ status }) => status)).toEqual(Array(3).fill('on_site'));
      expect(await store.listings.get(world.connectionId, 'A0001')).toMatchObject({ portal: 'live' });
    },
  },
  places_need_query: {
    value: true,
    effect: async ({ world, poll, sent }) => {
      const more = [...ads(3), ad(4, { town: 'Beograd', district: 'Dorćol' }), ad(5, { town: 'Nigde' })];
      const does = { kind: 'status', status: 503 } as const;
      world.sandbox.faults.add({ operation: 'search_places', does });
      await poll(more);
      expect(world.live()).toHaveLength(3);
      await poll(more);
      expect(world.live()).toHaveLength(5);
      const asked = (): (string | null)[] =>
        sent
          .filter(({ url }) => url.includes('/places'))
          .map(({ url }) => new URL(url).searchParams.get('q'));
      // Once each, but for the one that had no answer.
      expect(asked()).toHaveLength(new Set(asked()).size + 1);
      expect(asked()).toEqual(expect.arrayContaining(['novi sad', 'нови сад', 'beograd', 'nigde']));
      world.clock.advance(2 * day);
      await world.round();
      expect(asked()).not.toContain(null);
      expect(world.live()).toHaveLength(5);
    },
  },
  title_field: {
    value: 'heading',
    effect: async ({ world }) => {
      const { title } = ad(1);
      expect(world.payload('A0001')).toMatchObject({ heading: { sr: title } });
      expect(world.payload('A0001')).not.toHaveProperty('title');
      const stored = await world.app.services.store.listings.get(world.connectionId, 'A0001');
      expect(stored).toMatchObject({ title });
    },
  },
  title_languages: {
    value: ['fr', 'mk'],
    effect: async ({ world, putByHand }) => {
      const title = { sr: 'Dvosoban stan u centru' };
      expect(await putByHand('A0001', { title: { ...title, de: 'Wohnung' } })).toContain('/title/de');
      await putByHand('A0001', { title: { ...title, fr: 'Appartement' } });
      expect(world.payload('HAND')).toMatchObject({ title: { fr: 'Appartement' } });
    },
  },
  business_premises: {
    value: ['stan'],
    world: { feed: { answers: { mandate_attested: true } } },
    effect: async ({ world, poll }) => {
      await poll([...ads(3), rental]);
      expect(world.live()).toContain(rental.code);
      expect(world.payload(rental.code).rent).not.toHaveProperty('owner_lives_nearby');
    },
  },
  house_rules_keys: {
    value: ['pets', 'bicycles'],
    effect: async ({ world, poll, putByHand }) => {
      await poll([...ads(3), rental]);
      expect(await putByHand(rental.code, { house_rules: { smoking: false } })).toContain('smoking');
      await putByHand(rental.code, { house_rules: { bicycles: true } });
      expect(world.payload('HAND')).toMatchObject({ house_rules: { bicycles: true } });
    },
  },
  utilities: {
    value: ['voda'],
    effect: async ({ world, poll, putByHand }) => {
      await poll([...ads(3), rental]);
      const rent = (utilities_included: Payload): Payload => ({
        rent: { ...(world.payload(rental.code).rent as Payload), utilities_included },
      });
      expect(await putByHand(rental.code, rent({ struja: true }))).toContain('struja');
      await putByHand(rental.code, rent({ voda: true }));
      expect(world.payload('HAND')).toMatchObject(rent({ voda: true }));
    },
  },
  key_refusal_statuses: {
    value: [401, 403, 418],
    effect: async ({ world, poll }) => {
      const does = { kind: 'status', status: 418, code: 'key_asleep' } as const;
      world.sandbox.faults.add({ operation: 'push_batch', does });
      world.sandbox.faults.add({ operation: 'ping', does });
      expect((await poll(ads(4))).message).toContain('the portal refuses the key (key_asleep)');
    },
  },
  webhook_id_header: { value: 'X-Event-Id', effect: refusesTheStandardWebhook },
  webhook_timestamp_header: { value: 'X-Sent-At', effect: refusesTheStandardWebhook },
  webhook_signature_header: { value: 'X-Signature', effect: refusesTheStandardWebhook },
  webhook_signed_content: { value: '{timestamp}:{body}', effect: refusesTheStandardWebhook },
  webhook_hash: { value: 'sha512', effect: refusesTheStandardWebhook },
  webhook_signature_prefix: { value: 'hmac=', effect: refusesTheStandardWebhook },
  webhook_signature_encoding: { value: 'hex', effect: refusesTheStandardWebhook },
  webhook_secret_prefix: { value: 'sek_', effect: refusesTheStandardWebhook },
  webhook_secret_encoding: { value: 'utf8', effect: refusesTheStandardWebhook },
  webhook_tolerance_seconds: {
    value: 10,
    effect: async ({ world, deliver }) => {
      expect(await deliver({ sentAt: world.clock.now() - 9 * second })).toBe(200);
      expect(await deliver({ sentAt: world.clock.now() - 60 * second })).toBe(401);
    },
  },
  webhook_connection_events: {
    value: ['agency_link.'],
    effect: async ({ world, deliver }) => {
      const { connections } = world.app.services.store;
      await connections.update(world.connectionId, { readAt: 1 });
      expect(await deliver({ type: 'connection.status_changed' })).toBe(200);
      expect(await connections.get(world.connectionId)).toMatchObject({ readAt: 1 });
    },
  },
  webhook_listing_events: {
    value: ['ad.'],
    effect: async ({ world, deliver }) => {
      const { connections } = world.app.services.store;
      await connections.update(world.connectionId, { outcomesDueAt: null });
      expect(await deliver({ type: 'listing.live' })).toBe(200);
      expect(await connections.get(world.connectionId)).toMatchObject({ outcomesDueAt: null });
      expect(await deliver({ type: 'ad.live' })).toBe(200);
      expect(await connections.get(world.connectionId)).toMatchObject({ outcomesDueAt: world.clock.now() });
    },
  },
};

const rental = ad(4, { sale: false, price: 450 });

let scene: Scene | null = null;
afterEach(async () => {
  await scene?.world.close();
  scene = null;
});

describe('every setting of what the specification leaves open', () => {
  it.each(Object.keys(protocolSchema.shape) as Key[])(
    '%s: a push, a reconcile and a webhook go by it',
    async (key) => {
      const row = rows[key] as Row<Key> | undefined;
      if (row === undefined) throw new Error(`${key} has no row here: give it another value and its effect`);
      expect(row.value).not.toEqual(defaultProtocol[key]);
      scene = await Scene.create({ [key]: row.value }, row.world);
      const { world, protocol } = scene;
      const { store, services } = { ...world.app.services, services: world.app.services };

      await scene.poll(ads(3));
      expect(world.live()).toEqual(['A0001', 'A0002', 'A0003']);
      expect(await reconcile(world.connectionId, services)).toMatchObject({
        state: 'done',
        live: 3,
        drift: [],
      });
      expect(world.live()).toHaveLength(3);
      const [beginning = ''] = protocol.webhook_connection_events;
      expect(await scene.deliver({ type: `${beginning}status_changed` })).toBe(200);
      expect(await store.connections.get(world.connectionId)).toMatchObject({ readAt: null });

      await row.effect(scene);
    },
  );
});

async function refusesTheStandardWebhook({ deliver }: Scene): Promise<void> {
  expect(await deliver({ under: defaultProtocol })).toBe(401);
}

interface Delivery {
  type?: string;
  /** Protocol by which the portal writes it [the world's]. */
  under?: Protocol;
  sentAt?: number;
}

/** A portal and a daemon under the same settings, and what passed between them. */
class Scene {
  #events = 0;

  private constructor(
    readonly world: World,
    readonly protocol: Protocol,
    /** Requests of the daemon, as they arrived. */
    readonly sent: Request[],
  ) {}

  static async create(change: Record<string, unknown>, options: WorldOptions = {}): Promise<Scene> {
    const protocol = protocolSchema.parse(change);
    const sandbox = { ...options.sandbox, protocol };
    const world = await World.create({ ...options, sandbox, protocol: change });
    const sent: Request[] = [];
    const serve = world.sandbox.fetch.bind(world.sandbox);
    world.sandbox.fetch = (request) => {
      sent.push(request.clone());
      return serve(request);
    };
    return new Scene(world, protocol, sent);
  }

  readonly poll = async (list: Parameters<typeof estateFeed>[0]): Promise<PushReport> => {
    this.world.feed.body = estateFeed(list);
    const { polls, pushes } = await this.world.round();
    expect(polls[0]?.state).not.toBe('failed');
    const [push] = pushes;
    if (push === undefined) throw new Error('nothing was pushed');
    return push;
  };

  /** Puts one payload at the portal's own operation. @returns its result */
  readonly put = async (payload: Payload): Promise<string> => {
    const { portal } = this.world.app.services;
    const reply = await portal.putListing(this.world.connectionId, String(payload.external_id), payload);
    return reply.kind === 'ok' ? reply.body.result : reply.kind;
  };

  /** Puts a changed copy of a listing as `HAND` through the daemon. @returns its message */
  readonly putByHand = async (of: string, change: Payload): Promise<string> => {
    const listing = { ...this.world.payload(of), ...change, external_id: 'HAND' };
    const { connectionId } = this.world;
    const done = await putByHand({ connectionId, listing, author: 'test' }, this.world.app.services);
    await this.world.round();
    return done.message;
  };

  /** Items that the daemon believes it spent. */
  readonly spentHere = async (): Promise<number> => {
    const spends = await this.world.app.services.store.spend.since(this.world.connectionId, 0);
    return spends.reduce((sum, { amount }) => sum + amount, 0);
  };

  /** The daemon starts again with the standard settings; the portal keeps its own. */
  readonly forgetSettings = async (): Promise<void> => {
    const document = JSON.parse(await readFile(this.world.configFile, 'utf8')) as { portal: Payload };
    await this.world.configure({ portal: { ...document.portal, protocol: {} } });
    await this.world.restart();
  };

  /** One webhook, written as the protocol says. @returns the status that answers it */
  readonly deliver = async (delivery: Delivery = {}): Promise<number> => {
    const { type = 'connection.status_changed', under = this.protocol } = delivery;
    const { store, clock, log } = this.world.app.services;
    const id = `evt_${++this.#events}`;
    const timestamp = String(Math.floor((delivery.sentAt ?? clock.now()) / 1000));
    const body = JSON.stringify({ type, data: { connection_id: this.world.connectionId } });
    const secret = `${this.protocol.webhook_secret_prefix}${Buffer.from('a secret of thirty-two characters').toString(this.protocol.webhook_secret_encoding)}`;
    const content = under.webhook_signed_content
      .replace('{id}', id)
      .replace('{timestamp}', timestamp)
      .replace('{body}', body);
    const signature = createHmac(under.webhook_hash, keyOf(secret, under)).update(content);
    const headers = {
      'content-type': 'application/json',
      [under.webhook_id_header ?? 'x-no-id']: id,
      [under.webhook_timestamp_header ?? 'x-no-time']: timestamp,
      [under.webhook_signature_header]: `${under.webhook_signature_prefix}${signature.digest(under.webhook_signature_encoding)}`,
    };
    const request = new Request('http://127.0.0.1/webhooks', { method: 'POST', headers, body });
    const { protocol } = this;
    const portalTime = (): number => clock.now();
    const gate = createWebhookGate({ log, clock });
    const sender = 'portal';
    const deps = {
      webhooks: store.webhooks,
      secrets: [secret],
      protocol,
      clock,
      portalTime,
      log,
      gate,
      sender,
    };
    return (await receiveWebhook(request, deps)).status;
  };
}

function keyOf(secret: string, under: Protocol): Buffer {
  const prefix = under.webhook_secret_prefix;
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  return Buffer.from(text, under.webhook_secret_encoding);
}

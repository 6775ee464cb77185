import { Readable } from 'node:stream';
import type { App } from '../../src/assemble.js';
import { outsideFences } from '../../src/platform/fence.js';
import type { FetchReply } from '../../src/platform/http/fetcher.js';
import type { PortalClient } from '../../src/portal/portal-client.js';
import type { PortalReply } from '../../src/portal/portal-reply.js';
import type { Services } from '../../src/sync/services/services.js';
import type { Batch } from '../../src/wire/replies.js';
import { altered } from '../support/altered.js';
import { contentMistakes } from './content-mistakes.js';

/** A mistake that somebody could make, planted into the assembled parts of a daemon. */
export type Plant = (services: Services, app: App) => void;

/** Each must be found by the simulator, or it proves nothing. */
export const mistakes: Readonly<Record<string, Plant>> = {
  ...contentMistakes,

  'counts an invalid record as missing': (_services, app) => {
    for (const feed of app.feeds) {
      const { mapping } = feed;
      altered(feed).mapping = {
        ...mapping,
        map(record, environment, trace) {
          const mapped = mapping.map(record, environment, trace);
          return mapped.kind === 'invalid' ? { ...mapped, kind: 'elsewhere', listings: [] } : mapped;
        },
      };
    }
  },

  'takes a new key for each try': (services) => {
    let tries = 0;
    const { portal } = services;
    altered(services).portal = {
      ...portal,
      sendBatch: (connectionId, body, key) =>
        portal.sendBatch(connectionId, body, `${key.slice(0, 40)}-${tries++}`),
    };
  },

  'splits the list of the nightly comparison': (services) => {
    const { portal } = services;
    altered(services).portal = {
      ...portal,
      async reconcile(connectionId, ids, options) {
        const half = Math.ceil(ids.length / 2);
        if (half < 2) return portal.reconcile(connectionId, ids, options);
        await portal.reconcile(connectionId, ids.slice(0, half), options);
        const idempotencyKey = `${options.idempotencyKey.slice(0, 40)}-2`;
        return portal.reconcile(connectionId, ids.slice(half), { ...options, idempotencyKey });
      },
    };
  },

  'reads a file that was cut': (services) => {
    const { fetcher } = services;
    altered(services).fetcher = { open: async (request) => mended(await fetcher.open(request)) };
  },

  'keeps only what the configuration names': (services, app) => {
    const { portal, store } = services;
    altered(services).portal = {
      ...portal,
      async reconcile(connectionId, ids, options) {
        const configured = new Set<string>();
        for (const feed of app.feeds)
          for (const row of await store.listings.list({ connectionId, feedId: feed.id, limit: 10_000 }))
            configured.add(row.externalId);
        const kept = ids.filter((id) => configured.has(id));
        return portal.reconcile(connectionId, kept, options);
      },
    };
  },

  'takes "unchanged" for success': (services) => {
    altered(services).portal = withResults(services.portal, 'unchanged', 'accepted');
  },

  'knows fingerprints of former versions': (services) => {
    const { records } = services.store;
    const former = new Map<string, [ordinal: number, listings: number]>();
    altered(services).store = {
      ...services.store,
      records: {
        ...records,
        lookUps(feedId) {
          const lookUp = records.lookUps(feedId);
          return async (fingerprints, count, known) => {
            await lookUp(fingerprints, count, known);
            for (let index = 0; index < count; index++) {
              const key = `${feedId} ${Buffer.from(fingerprints.subarray(index * 16, index * 16 + 16)).toString('hex')}`;
              const ordinal = known.ordinals[index] ?? -1;
              const remembered = former.get(key);
              if (ordinal >= 0) former.set(key, [ordinal, known.listings[index] ?? 0]);
              else if (remembered !== undefined) [known.ordinals[index], known.listings[index]] = remembered;
            }
          };
        },
      },
    };
  },

  'takes what a file of changes lacks for gone': (_services, app) => {
    for (const feed of app.feeds) altered(feed).kind = 'full';
  },

  'sends again what was refused': (services) => {
    const { batches } = services.store;
    altered(services).store = {
      ...services.store,
      batches: {
        ...batches,
        settle: (id, settlements, spend) =>
          batches.settle(
            id,
            settlements.map((one) =>
              one.listing.portal === 'rejected'
                ? { ...one, outbox: { kind: 'again', notBefore: services.clock.now() + 60_000 } }
                : one,
            ),
            spend,
          ),
      },
    };
  },

  'lets a job take as long as it will': (services) => {
    const { clock } = services;
    altered(services).clock = {
      ...clock,
      sleep: (ms, signal) => (signal === undefined ? clock.sleep(ms) : new Promise<never>(() => undefined)),
    };
  },

  'lets a job that was ended go on': (services) => {
    const { store, spool, portal, fetcher } = services;
    Object.assign(services, { spool: outside(spool), portal: outside(portal), fetcher: outside(fetcher) });
    altered(services).store = outside(store);
    for (const [name, part] of Object.entries(store))
      if (typeof part === 'object' && name !== 'leases')
        Object.assign(services.store, { [name]: outside(part as object) });
  },

  'tries at once what failed unforeseen': ({ store: { feeds }, clock }) => {
    const endPoll = feeds.endPoll.bind(feeds);
    feeds.endPoll = (feedId, change, end) =>
      endPoll(feedId, end.state === 'failed' ? { ...change, nextPollAt: clock.now() } : change, end);
  },

  'waits for a time that a wrong clock wrote': ({ store: { due, clock } }) => {
    const hints = due.hints.bind(due);
    due.hints = (question) => hints({ ...question, aheadMs: Number.MAX_SAFE_INTEGER });
    clock.bound = () => Promise.resolve();
  },

  'names the first reason that it ever had': (services) => {
    const { store } = services;
    const { feeds } = store;
    const first = new Map<number, string>();
    altered(services).store = {
      ...store,
      feeds: {
        ...feeds,
        endPoll: (id, change, run) => {
          const { stallReason } = change;
          if (typeof stallReason !== 'string') return feeds.endPoll(id, change, run);
          const reason = first.get(id) ?? stallReason;
          first.set(id, reason);
          return feeds.endPoll(id, { ...change, stallReason: reason }, run);
        },
      },
    };
  },

  'lets doubtful prices go live': (_services, app) => {
    for (const feed of app.feeds) altered(feed).content = { ...feed.content, mode: 'report' };
  },

  'remembers the budget in memory alone': (services) => {
    const { spend } = services.store;
    const begin = services.clock.now();
    altered(services).store = {
      ...services.store,
      spend: { ...spend, since: (scope, since) => spend.since(scope, Math.max(since, begin)) },
    };
  },
};

/** All of it as if no job had called it. */
function outside<T extends object>(part: T): T {
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function'
      ? (...args: unknown[]): unknown =>
          outsideFences(() => (value as (...all: unknown[]) => unknown).apply(part, args))
      : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function withResults(portal: PortalClient, from: string, to: 'accepted'): PortalClient {
  const changed = (reply: PortalReply<Batch>): PortalReply<Batch> =>
    reply.kind === 'ok'
      ? {
          ...reply,
          body: {
            ...reply.body,
            items: reply.body.items.map((item) => (item.result === from ? { ...item, result: to } : item)),
          },
        }
      : reply;
  return {
    ...portal,
    sendBatch: async (...request) => changed(await portal.sendBatch(...request)),
    getBatch: async (id) => changed(await portal.getBatch(id)),
  };
}

/** As a lenient reader would: what came is closed and taken for the whole. */
async function mended(reply: FetchReply): Promise<FetchReply> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of reply.body) pieces.push(piece as Buffer);
  } catch {
    // It takes what it got.
  }
  const text = Buffer.concat(pieces).toString();
  const cut = text.includes('<feed>') && !text.includes('</feed>');
  const whole = cut ? `${text.slice(0, text.lastIndexOf('</ad>') + 5)}</feed>\n` : text;
  const { 'content-length': _length, ...headers } = reply.headers;
  return { ...reply, headers, body: Readable.from([Buffer.from(whole)]) };
}

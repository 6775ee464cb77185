import type { App } from '../../src/assemble.js';
import type { TransportReply, TransportRequest } from '../../src/platform/http/transport.js';
import type { Agency } from './agency.js';
import type { Dice } from './dice.js';
import { errorReply, type FeedFault, type PortalFault, type World } from './network.js';
import { hour, minute } from './sim-time.js';

/** One trouble that lasts until what waits behind it is behind. */
export interface Spell {
  readonly name: SpellName;
  readonly target: Agency;
  /** What the target's host does each time. */
  feed?: FeedFault;
  /** What becomes of a request on its way to the portal; null: nothing. */
  portal?: (request: TransportRequest) => PortalFault | TransportReply | null;
  /** No process works. */
  isStandstill?: () => boolean;
  /** The operator does not resume what was suspended. */
  isAlone?: boolean;
  begin?: () => void;
  /** After each round. */
  decide?: (app: App) => Promise<void>;
  end?: () => void;
  /** Hours until something is behind. */
  hours: number;
}

/** It is brought about in the target's favour: a feed, or a connection, that nothing else stands in the way of. */
type Make = (world: World, target: Agency) => Omit<Spell, 'name' | 'target'>;

const feedHours = 5;
const listingHours = 4;
const removalHours = 7;

const feed =
  (fault: FeedFault): Make =>
  () => ({ feed: fault, hours: feedHours });

/** All requests to the portal, for everybody. */
const all =
  (fate: PortalFault | ((dice: Dice) => TransportReply)): Make =>
  (world, target) => ({
    begin: () => offerMore(world, target, 1),
    portal: () => (typeof fate === 'string' ? fate : fate(world.dice)),
    hours: listingHours,
  });

/** The batches of the target's connection that it is asked of. */
const batches =
  (reply: (ids: readonly string[], wanted: string) => TransportReply | null): Make =>
  (world, target) => {
    let wanted = '';
    return {
      begin: () => (wanted = offerMore(world, target, 1)),
      portal: ({ method, url, body }) => {
        if (method !== 'POST' || !url.endsWith(`/connections/${target.connectionId}/batches`)) return null;
        const { listings } = JSON.parse(Buffer.from(body ?? []).toString()) as {
          listings: { external_id: string }[];
        };
        return reply(
          listings.map(({ external_id: id }) => id),
          wanted,
        );
      },
      hours: listingHours,
    };
  };

const error = (status: number, code: string, details: unknown[] = []): TransportReply =>
  errorReply(status, { code, message: 'The words of the portal.', details });

const cutReply = (): TransportReply => ({
  ...error(502, 'cut'),
  status: 200,
  body: Buffer.from('{"data":[{"id'),
});

const spells = {
  'a host that refuses': feed('connect'),
  'a host that answers with an error': feed('error'),
  'a host that is busy': feed('busy'),
  'a file that is not there': feed('missing'),
  'a file that is cut': feed('cut'),
  'a file without its end': feed('cut_unannounced'),
  'a page to log in instead of a file': feed('login_page'),
  'an empty file': feed('empty'),
  'a host that takes too long': feed('hangs'),
  'a host that never answers': feed('never'),
  'a file that never ends': feed('endless'),
  'a fetch that throws': feed('throws'),
  'a feed that kills': () => ({ feed: 'dies', isAlone: true, hours: feedHours }),
  'a portal that refuses': all('refused'),
  'a portal that is down from the start': () => ({ portal: () => 'refused', hours: feedHours }),
  'a portal in all kinds of trouble': (world, target) => ({
    begin: () => void offerMore(world, target, 1),
    portal: () => world.dice.pick(['refused', 'lost_before', 'error', 'login_page']),
    hours: listingHours,
  }),
  'a portal that hangs up': all('lost_before'),
  'a portal that answers with an error': all((dice) => error(dice.pick([500, 502, 503]), 'internal_error')),
  'a portal that says slower': all(() => error(429, 'rate_limited')),
  'a portal whose answers are cut': all(cutReply),
  'a page instead of an answer': all('login_page'),
  'a key that is refused': all(() => error(401, 'unauthorized')),
  'batches that are unauthorized': batches(() => error(401, 'unauthorized')),
  'batches that are forbidden': batches(() => error(403, 'forbidden')),
  'a listing that is refused': batches((ids, wanted) => {
    const at = ids.indexOf(wanted);
    const pointer = `/listings/${at}/price/amount`;
    return at < 0
      ? null
      : error(422, 'validation_failed', [{ pointer, code: 'too_big', message: 'Too high.' }]);
  }),
  'a listing that is too large': batches((ids, wanted) =>
    ids.includes(wanted) ? error(413, 'payload_too_large') : null,
  ),
  'a connection that is paused': (world, target) => ({
    begin: () => {
      world.sandbox.staff.pause(target.connectionId);
      offerMore(world, target, 1);
    },
    end: () => world.sandbox.staff.resume(target.connectionId),
    hours: listingHours,
  }),
  'a consent that is taken back': (world, target) => ({
    begin: () => {
      offerMore(world, target, 1);
      world.sandbox.staff.revoke(target.connectionId);
    },
    hours: listingHours,
  }),
  'a certification that lasts': (world, target) => ({
    begin: () => void offerMore(world, target, 6),
    hours: listingHours,
  }),
  'a plan that is full': (world, target) => ({
    begin: () => {
      world.sandbox.staff.setQuota(target.connectionId, 1);
      offerMore(world, target, 3);
    },
    end: () => world.sandbox.staff.setQuota(target.connectionId, null),
    // Some are refused only once they are sent.
    hours: 2 + listingHours,
  }),
  'a budget that is spent': (world, target) => ({
    begin: () => {
      world.witness.limitsMovedUntil = world.time.now + 30 * hour;
      world.planted.itemsPerHour = 1;
      world.sandbox.staff.setLimits({ connection_items_per_hour: 1 });
      offerMore(world, target, 45);
    },
    hours: 28,
  }),
  'an agency that offers nothing': (world, target) => ({
    begin: () => {
      target.ads.clear();
      target.export(world.time.now);
    },
    hours: feedHours,
  }),
  'a file that lost most': (world, target) => ({
    begin: () => {
      const ads = [...target.ads.values()];
      for (const { id } of ads.slice(0, Math.ceil(ads.length * 0.8))) target.ads.delete(id);
      target.export(world.time.now);
    },
    hours: removalHours,
  }),
  'a word that is not known': (world, target) => {
    let id = '';
    return {
      begin: () => {
        id = offerMore(world, target, 1, 'castle');
      },
      end: () => {
        const ad = target.ads.get(id);
        if (ad !== undefined) ad.type = 'flat';
        target.export(world.time.now);
      },
      hours: listingHours,
    };
  },
  'a clock that is behind': () => ({ hours: 1 }),
  'no process': () => ({ isStandstill: () => true, hours: 5 }),
  'no process that goes on': (world, target) => {
    const standsAt = world.time.now + 2 * hour;
    return {
      begin: () => void offerMore(world, target, 1),
      portal: () => 'refused',
      isStandstill: () => world.time.now >= standsAt,
      hours: 6,
    };
  },
  'a file that people reject': (world, target) => {
    const changesAt = world.time.now + 2 * hour;
    let isOther = false;
    return {
      // Files of a few listings are too small to look unlike each other.
      begin: () => void offerMore(world, target, 25),
      decide: async (app) => {
        await rejectAll(app, world);
        if (isOther || world.time.now < changesAt) return;
        isOther = true;
        renameAll(target);
        target.export(world.time.now);
      },
      hours: 9,
    };
  },
} as const satisfies Readonly<Record<string, Make>>;

export type SpellName = keyof typeof spells;
/** Before the daemon ever had an answer. */
export const fromTheStart: SpellName = 'a portal that is down from the start';
export const spellNames = Object.keys(spells) as SpellName[];

export function makeSpell(name: SpellName, world: World, target: Agency): Spell {
  return { name, target, ...spells[name](world, target) };
}

function renameAll(agency: Agency): void {
  for (const ad of [...agency.ads.values()]) {
    agency.ads.delete(ad.id);
    agency.take({ ...ad, id: `R${ad.id}` });
  }
}

async function rejectAll({ services: { store } }: App, world: World): Promise<void> {
  for (const { id, kind, feedId, lineCount } of await store.holds.open({ kind: 'plan' })) {
    const feed = feedId === null ? null : await store.feeds.get(feedId);
    const agency = world.agencies.find(({ name }) => name === feed?.name);
    if (agency === undefined) continue;
    world.note(`a person rejects hold ${id} (${kind})`);
    world.planted.of(agency).isRejected = true;
    const payload = { holdId: id, expect: lineCount };
    await store.intents.add({ kind: 'reject', payload, author: 'ana', now: world.time.now });
  }
}

/** The agency offers more. @returns the id of the last one */
function offerMore(world: World, agency: Agency, count: number, type: 'flat' | 'castle' = 'flat'): string {
  let last = '';
  for (let left = count; left > 0; left--) {
    const ad = agency.addPlain();
    ad.type = type;
    last = ad.id;
  }
  agency.export(world.time.now);
  return last;
}

/** How long until something is looked at again: no longer than the schedules. */
export const spellStepMs = (dice: Dice, hours: number): number =>
  hours > 12 ? 121 * minute : dice.between(50, 61) * minute;

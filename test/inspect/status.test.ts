import { afterEach, beforeEach, expect, it } from 'vitest';
import { attention } from '../../src/inspect/attention/listed-items.js';
import { differences } from '../../src/inspect/mapping-trial/differences.js';
import { installation, type ConfiguredSteps } from '../../src/inspect/installation.js';
import { status } from '../../src/inspect/status.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import { connectionId, now, publish, send, worldOn, type World } from '../store/builders.js';
import { ManualClock } from '../support/manual-clock.js';
import { portalConnection } from '../support/portal-connection.js';

let world: World;
beforeEach(async () => {
  world = await worldOn(
    await openStore('sqlite::memory:', {
      clock: { now: () => now, elapsed: () => now, sleep: async () => undefined },
    }),
  );
});
afterEach(async () => world.store.close());

const hourMs = 3_600_000;
const context = { now, windowMs: hourMs, remindAfterMs: 72 * hourMs, disk: [] };

it('counts listings, the outbox and the budget of the window', async () => {
  await publish(world, ['a', 'b', 'c']);
  await send(world, ['a', 'b']);
  await world.store.listings.update(connectionId, [{ externalId: 'b', portal: 'rejected' }], 0);
  const found = await status(world.store, { windowMs: hourMs, itemsLimit: 2 }, now);
  expect(found.feeds).toMatchObject([{ published: 1, pending: 0, refused: 1, invalid: 0 }]);
  expect(found.connections).toMatchObject([{ itemsSpent: 2, outbox: { upserts: 1, removals: 0 } }]);
  expect(found.connections[0]?.roomAt).toBeGreaterThan(now);
  const later = await status(world.store, { windowMs: hourMs, itemsLimit: 2 }, now + 2 * hourMs);
  expect(later.connections).toMatchObject([{ itemsSpent: 0, roomAt: null }]);
});

it('names what waits for a person, with the agency and whether it is new', async () => {
  expect(await attention(world.store, context)).toEqual([]);
  await world.store.connections.update(connectionId, {
    status: 'paused',
    remote: portalConnection({ paused: { at: new Date(now).toISOString(), by: 'staff', reason: null } }),
  });
  const line = { externalId: 'a', title: null, lastSeenAt: null, reason: 'withdrawn' } as const;
  const hold = {
    connectionId,
    feedId: world.feedId,
    kind: 'removals',
    reason: '',
    snapshotId: null,
  } as const;
  const run = { kind: 'poll', connectionId, feedId: world.feedId } as const;
  await world.store.runs.start({ ...run, now });
  await world.store.holds.raise({ ...hold, lines: [line] }, now);
  const paused = { kind: 'connection_paused', agency: 'Primer', count: 0, since: now, new: false };
  const held = { kind: 'hold', agency: 'Primer', count: 1, since: now };
  expect(await attention(world.store, context)).toMatchObject([{ ...held, new: true }, paused]);
  await world.store.runs.start({ ...run, now: now + 1 });
  expect(await attention(world.store, context)).toMatchObject([{ ...held, new: false }, paused]);
});

it('knows what a new installation still needs', async () => {
  const bare = await openStore('sqlite::memory:', { clock: new ManualClock() });
  const off = { publicUrl: null, sendsMail: false, makesBackups: false };
  const doneIn = async (store: Store, configured: ConfiguredSteps) =>
    (await installation(store, configured)).flatMap(({ step, isDone }) => (isDone ? [step] : []));

  expect(await doneIn(bare, off)).toEqual([]);
  await bare.close();
  expect(await doneIn(world.store, off)).toEqual(['agency']);
  await publish(world, ['a']);
  await world.store.listings.update(connectionId, [{ externalId: 'a', portal: 'live' }], 0);
  const on = { publicUrl: 'https://sync.example', sendsMail: true, makesBackups: true };
  expect(await doneIn(world.store, on)).toEqual(['public_url', 'mail', 'backups', 'agency', 'live']);
});

it('asks as often for a hundred agencies as for one', async () => {
  const few = await callsOf((store) => attention(store, context));
  for (let index = 0; index < 100; index++) {
    const id = `6f0c1d2e-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`;
    await world.store.connections.ensure([id]);
    await world.store.feeds.declare(
      { name: `other-${index}`, connectionId: id, sourceHash: 'source', mapping: 'estate', idPrefix: '' },
      now,
    );
  }
  expect(await callsOf((store) => attention(store, context))).toBe(few);
});

/** How many questions this puts to the store. */
async function callsOf(ask: (store: Store) => Promise<unknown>): Promise<number> {
  let calls = 0;
  const counting = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          calls += 1;
          return Reflect.apply(value, target, args);
        };
      },
    });
  const parts = Object.entries(world.store).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'object' && part !== null ? counting(part) : part,
  ]);
  await ask(Object.fromEntries(parts) as Store);
  return calls;
}

it('finds where payloads differ, by pointer, lists as a whole', () => {
  const before = { price: { amount: 1, currency: 'EUR' }, 'a/b~c': 1, photos: [1, 2], gone: true };
  const after = { price: { amount: 2, currency: 'EUR' }, 'a/b~c': 2, photos: [2, 1], come: true };
  expect(differences(before, after)).toEqual([
    { pointer: '/a~1b~0c', before: 1, after: 2 },
    { pointer: '/come', before: undefined, after: true },
    { pointer: '/gone', before: true, after: undefined },
    { pointer: '/photos', before: [1, 2], after: [2, 1] },
    { pointer: '/price/amount', before: 1, after: 2 },
  ]);
  expect(differences(before, structuredClone(before))).toEqual([]);
});

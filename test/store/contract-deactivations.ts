import { describe, expect, it } from 'vitest';
import { packPayload } from '../../src/store/records/staged-record.js';
import type { ContentChange, ListingDecision } from '../../src/store/store.js';
import {
  ordinalsFor,
  connectionId,
  line,
  listing,
  listingDecision,
  now,
  publish,
  recordDecision,
  send,
  wanted,
  wish,
  type World,
} from './builders.js';

/** Listings that become inactive, or stay active until a person decides. */
export function deactivationContract(current: () => World): void {
  describe('deactivations', () => {
    it('wait in their feed until they are settled, and leave when the record shows the listing', async () => {
      const world = await sent();
      await commit(world, 'a', { visibility: leaving });
      expect(await listing(world, 'a')).toMatchObject({ deactivation: 'due', intent: 'publish' });
      expect(await open(world)).toEqual(['a due']);
      await world.store.listings.settleDeactivations(connectionId, { held: ['a', 'b'], changes: [] }, now);
      // Said again, it is still held; a record that is silent changes nothing.
      await commit(world, 'a', { visibility: leaving });
      await commit(world, 'a', {});
      expect(await open(world)).toEqual(['a held']);
      await commit(world, 'a', { visibility: shown });
      expect(await open(world)).toEqual([]);
    });

    it('become inactive with the content that they were made from, and no other', async () => {
      const world = await sent();
      const { store, feedId } = world;
      await commit(world, 'a', { visibility: leaving });
      await commit(world, 'b', { visibility: leaving });
      const other = change('a', 'other');
      expect(await settle(world, [other])).toBe(0);
      expect(await listing(world, 'a')).toMatchObject({ deactivation: 'due', wantedDigest: 'A' });
      expect(await settle(world, [change('a'), change('c')])).toBe(1);
      expect(await listing(world, 'a')).toMatchObject({
        ...{ intent: 'inactive', deactivation: null, inactiveSince: now + 1, wantedDigest: 'off' },
      });
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert', lane: 'state_or_price', digest: 'off' });
      expect(await store.listings.payload(connectionId, 'a')).toEqual({ state: 'inactive' });
      expect(await listing(world, 'c')).toMatchObject({ intent: 'publish', inactiveSince: null });
      expect(await open(world)).toEqual(['b due']);
      const owned = await store.listings.ownedSince(feedId, now);
      expect(owned.map(({ externalId, inactiveSince }) => [externalId, inactiveSince])).toEqual([
        ['a', now + 1],
        ['b', null],
        ['c', null],
      ]);
    });

    it('queue nothing for content that the portal holds, and nothing twice', async () => {
      const world = await sent();
      await commit(world, 'a', { visibility: leaving, wanted: wanted('B'), queue: queued('B') });
      expect(await settle(world, [change('a', 'B', 'A')])).toBe(0);
      expect(await wish(world, 'a')).toBeNull();
      await commit(world, 'b', { visibility: leaving, wanted: wanted('B'), queue: queued('B') });
      expect(await settle(world, [change('b', 'B')])).toBe(0);
      expect(await wish(world, 'b')).toMatchObject({ digest: 'off' });
    });

    it('of a hold are carried out or kept active with it, less those that came back', async () => {
      const world = await sent();
      const { store } = world;
      for (const id of ['a', 'b']) await commit(world, id, { visibility: leaving });
      const held = async (): Promise<number> => {
        const ids = ['a', 'b', 'c'];
        await store.listings.settleDeactivations(connectionId, { held: ids, changes: [] }, now);
        return raise(world, ids);
      };
      const first = await held();
      await store.holds.decide(first, { kind: 'rejected', pinnedUntil: now + 9 }, 'ana', now);
      expect(await listing(world, 'a')).toMatchObject({
        ...{ deactivation: 'pinned', activeUntil: now + 9, presence: 'present', pinnedUntil: null },
      });
      expect(await listing(world, 'c')).toMatchObject({ deactivation: null, activeUntil: null });
      await commit(world, 'b', { visibility: shown });
      expect(await listing(world, 'b')).toMatchObject({ deactivation: null, activeUntil: null });

      const second = await held();
      const outside = { kind: 'approved', remove: [], deactivate: [change('z')] } as const;
      await expect(store.holds.decide(second, outside, 'ana', now)).rejects.toThrow(/no line of hold/);
      const deactivate = [change('a'), change('b')];
      await store.holds.decide(second, { kind: 'approved', remove: [], deactivate }, 'ana', now + 1);
      expect(await listing(world, 'a')).toMatchObject({ intent: 'inactive', inactiveSince: now + 1 });
      expect(await listing(world, 'b')).toMatchObject({ intent: 'publish', inactiveSince: null });
      const [entry] = await store.audit.list({ limit: 1 });
      expect(entry?.data).toMatchObject({ inactive: ['a', 'b'] });
    });

    it('end with a removal, and are marks of their records', async () => {
      const world = await sent();
      const { store, feedId } = world;
      await commit(world, 'a', { visibility: leaving });
      await commit(world, 'b', { visibility: { becomesInactive: false, inactiveSince: 0 } });
      expect((await store.records.marked(feedId)).map(({ mark }) => mark)).toEqual(['inactive']);
      const places = await store.records.places(feedId, ['a', 'b', 'none']);
      expect([...places.values()].map(({ formerMark }) => formerMark)).toEqual([null, 'inactive']);
      const hold = await raise(world, ['a'], 'withdrawn');
      await store.holds.decide(hold, { kind: 'approved', remove: [line('a')] }, 'ana', now + 1);
      expect(await listing(world, 'a')).toMatchObject({ offSince: now + 1, deactivation: null });
      expect(await open(world)).toEqual([]);
    });
  });

  const leaving = { becomesInactive: true, inactiveSince: null };
  const shown = { becomesInactive: false, inactiveSince: null };
  const queued = (digest: string) => ({ lane: 'feed_change', digest }) as const;
  const change = (externalId: string, formerDigest = 'A', digest = 'off'): ContentChange => ({
    ...{ externalId, formerDigest, digest },
    packed: packPayload({ state: 'inactive' }),
  });

  /** Three listings on the portal. */
  async function sent(): Promise<World> {
    const world = current();
    await publish(world, ['a', 'b', 'c']);
    await send(world, ['a', 'b', 'c']);
    return world;
  }

  async function commit(
    { store, feedId }: World,
    id: string,
    decision: Partial<ListingDecision>,
  ): Promise<void> {
    const [ordinal = -1] = await ordinalsFor({ store, feedId }, [id]);
    const listings = [listingDecision(id, { wanted: null, queue: null, ...decision })];
    await store.records.commitBlock(connectionId, feedId, [recordDecision(ordinal, id, { listings })], now);
  }

  function settle({ store }: World, changes: readonly ContentChange[]): Promise<number> {
    return store.listings.settleDeactivations(connectionId, { held: [], changes }, now + 1);
  }

  async function open({ store, feedId }: World): Promise<string[]> {
    const rows = await store.listings.deactivations(feedId);
    return rows.map(({ externalId, deactivation }) => `${externalId} ${deactivation}`);
  }

  async function raise(
    { store, feedId }: World,
    ids: readonly string[],
    reason: 'inactive' | 'withdrawn' = 'inactive',
  ): Promise<number> {
    const lines = ids.map((id) => ({ ...line(id), reason }));
    const hold = { connectionId, feedId, kind: 'removals', reason: 'many', snapshotId: null, lines } as const;
    return (await store.holds.raise(hold, now)).id;
  }
}

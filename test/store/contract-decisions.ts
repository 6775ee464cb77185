import { describe, expect, it } from 'vitest';
import {
  ordinalsFor,
  connectionId,
  gone,
  line,
  listing,
  now,
  publish,
  recordDecision,
  send,
  wish,
  type World,
} from './builders.js';

/** What people decide about listings beside their feeds, and what passes between feeds. */
export function decisionContract(current: () => World): void {
  describe('suppressions', () => {
    const suppression = {
      connectionId,
      externalId: 'a',
      reason: 'under construction',
      until: now + 9,
      author: 'ana',
      at: now,
    };

    it('take the listing off and keep it off', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b']);
      await send(world, ['a', 'b']);
      await store.suppressions.add(suppression);
      expect(await listing(world, 'a')).toMatchObject({ intent: 'suppressed', offSince: now });
      expect(await wish(world, 'a')).toMatchObject({ op: 'remove', removeReason: 'withdrawn' });
      expect(await wish(world, 'b')).toBeNull();
      expect((await store.records.get(feedId, 'a'))?.fingerprint).toBeNull();
      expect(await store.suppressions.get(connectionId, 'a')).toEqual(suppression);
      expect(await store.suppressions.get(connectionId, 'b')).toBeNull();
      const orphan = store.suppressions.add({ ...suppression, externalId: 'nobody' });
      await expect(orphan).rejects.toThrow(/belongs to no feed/);
      expect(await store.suppressions.get(connectionId, 'nobody')).toBeNull();
    });

    it('are told apart by when they end, and the latest word counts', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b']);
      await store.suppressions.add(suppression);
      await store.suppressions.add({ ...suppression, externalId: 'b', until: null });
      expect(await store.suppressions.ended(now + 8)).toEqual([]);
      expect(await store.suppressions.ended(now + 9)).toMatchObject([{ externalId: 'a' }]);
      await store.suppressions.add({ ...suppression, until: now + 20, reason: 'longer' });
      expect(await store.suppressions.ended(now + 9)).toEqual([]);
      expect(await store.suppressions.all()).toMatchObject([{ externalId: 'a' }, { externalId: 'b' }]);
      expect(await store.suppressions.get(connectionId, 'a')).toMatchObject({ reason: 'longer' });
    });

    it('are lifted once: the record is read again, from the file that is there', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.feeds.update(feedId, { context: 'known' });
      await store.suppressions.add(suppression);
      expect(await store.suppressions.lift(connectionId, 'a', 'iva', now + 1)).toBe(true);
      expect(await store.suppressions.lift(connectionId, 'a', 'iva', now + 1)).toBe(false);
      expect(await listing(world, 'a')).toMatchObject({ intent: 'remove', presence: 'gone' });
      expect((await store.feeds.get(feedId))?.context).toBeNull();
      await publish(world, ['a'], 'B');
      expect(await listing(world, 'a')).toMatchObject({ intent: 'publish', offSince: null });
    });
  });

  describe('listings put by hand', () => {
    const manual = {
      connectionId,
      externalId: 'm',
      digest: 'M',
      payload: { title: { sr: 'Ručni' } },
      updatedAt: now,
      title: 'Ručni',
    };

    it('are stored and queued together, and queued again when they change', async () => {
      const world = current();
      const { store } = world;
      await store.manual.put(manual, 'ana', now);
      expect(await listing(world, 'm')).toMatchObject({ owner: 'manual', intent: 'manual', feedId: null });
      expect(await wish(world, 'm')).toMatchObject({ op: 'upsert', lane: 'new', digest: 'M' });
      expect(await store.listings.payload(connectionId, 'm')).toEqual(manual.payload);
      await send(world, ['m'], 'M');
      await store.manual.put({ ...manual, digest: 'N' }, 'ana', now + 1);
      expect(await wish(world, 'm')).toMatchObject({ lane: 'state_or_price', digest: 'N' });
    });

    it('take a foreign listing over, and never one that a feed has on', async () => {
      const world = current();
      const { store } = world;
      const seen = { portal: 'live', listingId: null, publicUrl: null } as const;
      await store.listings.noteForeign(connectionId, [{ externalId: 'm', ...seen }], 0);
      await store.manual.put(manual, 'ana', now);
      expect(await listing(world, 'm')).toMatchObject({ owner: 'manual', intent: 'manual' });
      await publish(world, ['a']);
      const taken = store.manual.put({ ...manual, externalId: 'a' }, 'ana', now);
      await expect(taken).rejects.toThrow(/belongs to feed/);
      expect(await listing(world, 'a')).toMatchObject({ owner: 'feed', wantedDigest: 'A' });
    });

    it('leave by hand alone', async () => {
      const world = current();
      const { store } = world;
      await store.manual.put(manual, 'ana', now);
      await send(world, ['m'], 'M');
      await store.manual.remove(connectionId, 'm', 'sold', 'iva', now + 1);
      expect(await wish(world, 'm')).toMatchObject({ op: 'remove', removeReason: 'sold' });
      expect(await listing(world, 'm')).toMatchObject({ presence: 'gone', offSince: now + 1 });
      await publish(world, ['a']);
      const taken = store.manual.remove(connectionId, 'a', 'sold', 'iva', now);
      await expect(taken).rejects.toThrow(/belongs to a feed/);
      await expect(store.manual.remove(connectionId, 'x', 'sold', 'iva', now)).rejects.toThrow();
    });
  });

  describe('feeds: life, names and what passes between them', () => {
    async function another({ store }: World, name = 'agency-b'): Promise<number> {
      const feed = { name, connectionId, sourceHash: 'other', mapping: 'estate', idPrefix: '' };
      return (await store.feeds.declare(feed, now)).id;
    }

    /** A record of the other feed that names an id which the first one owns. */
    async function claim({ store }: World, feedId: number, externalIds: readonly string[]): Promise<void> {
      const [ordinal = -1] = await ordinalsFor({ store, feedId }, ['r']);
      const decision = recordDecision(ordinal, 'r', {
        fingerprint: null,
        listings: [],
        claims: [...externalIds],
      });
      await store.records.commitBlock(connectionId, feedId, [decision], now);
    }

    it('change life by a person’s word; a poll only moves between active and stalled', async () => {
      const { store, feedId } = current();
      const life = async () => (await store.feeds.get(feedId))?.life;
      await store.feeds.update(feedId, { life: 'stalled' });
      expect(await life()).toBe('stalled');
      await store.feeds.setLife(feedId, 'paused', 'ana', now);
      await store.feeds.update(feedId, { life: 'active', failures: 3 });
      expect(await store.feeds.get(feedId)).toMatchObject({ life: 'paused', failures: 3 });
      await store.feeds.setLife(feedId, 'active', 'ana', now);
      expect(await life()).toBe('active');
    });

    it('are the same under another name', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.feeds.rename(feedId, 'renamed');
      expect(await store.feeds.byName('agency-a')).toBeNull();
      expect((await store.feeds.byName('renamed'))?.id).toBe(feedId);
      expect(await listing(world, 'a')).toMatchObject({ feedId });
    });

    it('know which records of others name what they own, until a person ended those feeds', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b']);
      const other = await another(world);
      await claim(world, other, ['a']);
      expect(await store.listings.claims(feedId)).toEqual([
        { externalId: 'a', feedId: other, sourceId: 'r', life: 'active' },
      ]);
      expect(await store.listings.claims(other)).toEqual([]);
      await claim(world, other, ['b']);
      expect(await store.listings.claims(feedId)).toMatchObject([{ externalId: 'b' }]);
      await store.feeds.setLife(other, 'paused', 'ana', now);
      expect(await store.listings.claims(feedId)).toMatchObject([{ externalId: 'b' }]);
      await store.feeds.setLife(other, 'orphaned', 'ana', now);
      expect(await store.listings.claims(feedId)).toMatchObject([{ externalId: 'b', life: 'orphaned' }]);
      await store.feeds.setLife(other, 'retired', 'ana', now);
      expect(await store.listings.claims(feedId)).toEqual([]);
    });

    it('pass a listing on in one step: no removal, both records read again, the new owner polled at once', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await send(world, ['a']);
      const other = await another(world);
      await claim(world, other, ['a']);
      await store.feeds.update(other, { nextPollAt: now + 1000, context: 'known' });
      const given = { ...gone('a'), presence: 'present', queueRemoval: null } as const;
      await store.listings.applyAbsences(
        connectionId,
        feedId,
        [{ ...given, graceSince: null, gracePolls: 0, giveTo: { feedId: other, sourceId: 'r' } }],
        now,
      );
      expect(await listing(world, 'a')).toMatchObject({ feedId: other, sourceId: 'r', offSince: null });
      expect(await wish(world, 'a')).toBeNull();
      expect((await store.records.get(feedId, 'a'))?.fingerprint).toBeNull();
      expect(await store.feeds.get(other)).toMatchObject({ nextPollAt: now, context: null });
      expect(await store.listings.claims(other)).toEqual([]);
      expect(await store.listings.events(connectionId, 'a')).toContainEqual(
        expect.objectContaining({ kind: 'passed_on', data: { from: 'agency-a', to: 'agency-b' } }),
      );
    });

    it('give what an orphan still owns when a person says so', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('b')], now);
      const other = await another(world);
      const hold = await store.holds.raise(
        {
          connectionId,
          feedId,
          kind: 'orphan',
          reason: 'gone',
          snapshotId: null,
          lines: [line('a'), line('b')],
        },
        now,
      );
      await store.holds.decide(hold.id, { kind: 'given', toFeedId: other }, 'ana', now + 1);
      expect(await listing(world, 'a')).toMatchObject({ feedId: other, presence: 'present' });
      expect(await listing(world, 'b')).toMatchObject({ feedId, presence: 'gone' });
    });
  });

  describe('reconcile', () => {
    const call = (archive: string[]) => ({
      connectionId,
      plannedAt: now,
      idempotencyKey: 'key',
      keep: ['a'],
      archive,
      confirm: false,
    });

    async function withOff(world: World, ids: readonly string[]): Promise<void> {
      await publish(world, ids);
      await send(world, ids);
      await world.store.listings.applyAbsences(connectionId, world.feedId, ids.map(gone), now);
      for (const id of ids) await world.store.batches.settleRemoval(connectionId, id, 'removed', now);
      await world.store.listings.update(
        connectionId,
        ids.map((externalId) => ({ externalId, portal: 'live' })),
        0,
      );
    }

    it('remembers a call until its outcome is known, then archives what it named', async () => {
      const world = current();
      const { store } = world;
      await withOff(world, ['a', 'b']);
      expect(await store.reconciles.unfinished(connectionId)).toBeNull();
      const plan = await store.reconciles.plan(call(['b']));
      expect(await store.reconciles.unfinished(connectionId)).toEqual(plan);
      await store.reconciles.finish(plan, now + 1);
      expect(await store.reconciles.unfinished(connectionId)).toBeNull();
      expect((await listing(world, 'b')).portal).toBe('archived');
      expect((await listing(world, 'a')).portal).toBe('live');
      const events = await store.listings.events(connectionId, 'b');
      expect(events.at(-1)).toMatchObject({ kind: 'archived', at: now + 1 });
    });

    it('forgets a call that had no effect', async () => {
      const world = current();
      const { store } = world;
      await withOff(world, ['b']);
      const plan = await store.reconciles.plan(call(['b']));
      await store.reconciles.drop(plan.id, now);
      expect(await store.reconciles.unfinished(connectionId)).toBeNull();
      expect((await listing(world, 'b')).portal).toBe('live');
    });

    it('removes one by one only what is off, and uses approvals up', async () => {
      const world = current();
      const { store } = world;
      await withOff(world, ['b']);
      await publish(world, ['on']);
      await send(world, ['on']);
      const hold = await store.holds.raise(
        {
          connectionId,
          feedId: null,
          kind: 'confirmation',
          reason: 'many',
          snapshotId: null,
          lines: [line('b')],
        },
        now,
      );
      const outside = store.reconciles.approveArchive(hold.id, ['on'], 'ana', now);
      await expect(outside).rejects.toThrow(/no line of hold/);
      await store.reconciles.approveArchive(hold.id, ['b'], 'ana', now + 5);
      expect((await store.connections.get(connectionId))?.nextReconcileAt).toBe(now + 5);
      expect(await store.reconciles.approved(connectionId)).toEqual(['b']);
      await store.reconciles.removeOneByOne(connectionId, ['b', 'on'], now + 6);
      expect(await wish(world, 'b')).toMatchObject({ op: 'remove' });
      expect(await wish(world, 'on')).toBeNull();
      expect(await store.reconciles.approved(connectionId)).toEqual([]);
    });

    it('decides foreign listings line by line; what a feed made its own is left alone', async () => {
      const world = current();
      const { store } = world;
      const seen = { portal: 'live', listingId: null, publicUrl: null } as const;
      const ids = ['f1', 'f2', 'f3'];
      await store.listings.noteForeign(
        connectionId,
        ids.map((externalId) => ({ externalId, ...seen })),
        0,
      );
      const hold = await store.holds.raise(
        { connectionId, feedId: null, kind: 'foreign', reason: '?', snapshotId: null, lines: ids.map(line) },
        now,
      );
      await store.reconciles.decideForeign(hold.id, { archive: ['f1'], adopt: ['f2'] }, 'ana', now);
      expect(await wish(world, 'f1')).toMatchObject({ op: 'remove' });
      expect(await listing(world, 'f2')).toMatchObject({ owner: 'manual', intent: 'manual' });
      expect((await store.holds.get(hold.id))?.lines.map(({ externalId }) => externalId)).toEqual(['f3']);
      await publish(world, ['f3']);
      await store.reconciles.archiveForeign(connectionId, ['f3', 'nobody'], now + 1);
      expect(await wish(world, 'f3')).toMatchObject({ op: 'upsert' });
      await store.reconciles.decideForeign(hold.id, { archive: [], adopt: ['f3'] }, 'ana', now + 2);
      expect((await store.holds.get(hold.id))?.hold.state).not.toBe('open');
    });

    it('sends again what drifted, counts it, and gives up what is taken down', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c']);
      await send(world, ['a', 'b', 'c']);
      const drift = { kind: 'missing', action: 'repair', heldDigest: null, missed: 0 } as const;
      await store.reconciles.repair(connectionId, [{ ...drift, externalId: 'a' }], now);
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert', lane: 'own_change' });
      expect(await listing(world, 'a')).toMatchObject({ portal: 'unknown', confirmedDigest: null });
      await store.reconciles.repair(connectionId, [{ ...drift, externalId: 'a', missed: 1 }], now);
      const known = await store.reconciles.listings(connectionId);
      expect(known.map(({ externalId, repairs, missed }) => [externalId, repairs, missed])).toEqual([
        ['a', 2, 1],
        ['b', 0, 0],
        ['c', 0, 0],
      ]);
      await store.reconciles.repair(connectionId, [{ ...drift, externalId: 'b', action: 'taken_down' }], now);
      expect((await listing(world, 'b')).portal).toBe('taken_down');
      expect(await wish(world, 'b')).toBeNull();
      const content = { ...drift, externalId: 'c', kind: 'content', heldDigest: 'theirs' } as const;
      await store.reconciles.repair(connectionId, [content], now);
      expect(await listing(world, 'c')).toMatchObject({ portal: 'live', confirmedDigest: 'theirs' });
    });

    it('leaves a refusal of newer content as it is, and takes over that the portal has it after all', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b']);
      await send(world, ['a', 'b']);
      const refusal = {
        portal: 'rejected',
        failureCode: 'invalid_payload',
        retries: 2,
        refusedAt: now,
      } as const;
      await store.listings.update(
        connectionId,
        ['a', 'b'].map((externalId) => ({ externalId, ...refusal })),
        0,
      );
      const seen = { portal: 'live', listingId: 'L', publicUrl: null } as const;
      await store.reconciles.adopt(
        connectionId,
        [
          { externalId: 'a', digest: 'former', ...seen },
          { externalId: 'b', digest: 'A', ...seen },
        ],
        { pushedAt: now + 5, now: now + 9 },
      );
      expect(await listing(world, 'a')).toMatchObject({ ...refusal, confirmedDigest: 'former' });
      expect(await listing(world, 'b')).toMatchObject({ portal: 'live', failureCode: null, refusedAt: null });
    });

    it('takes the portal’s word over: ids, states, digests, and no wish for what is there already', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c']);
      await send(world, ['c']);
      const seen = { portal: 'live', listingId: 'L', publicUrl: null } as const;
      await store.reconciles.adopt(
        connectionId,
        [
          { externalId: 'a', digest: 'A', ...seen },
          { externalId: 'b', digest: 'theirs', ...seen },
          { externalId: 'f', digest: null, ...seen },
        ],
        { pushedAt: now + 5, now: now + 9 },
      );
      expect(await wish(world, 'a')).toBeNull();
      expect(await wish(world, 'b')).toMatchObject({ op: 'upsert', digest: 'A' });
      expect(await listing(world, 'a')).toMatchObject({ portal: 'live', sentUpdatedAt: now + 5 });
      expect(await listing(world, 'b')).toMatchObject({ confirmedDigest: 'theirs', listingId: 'L' });
      expect(await listing(world, 'c')).toMatchObject({ portal: 'removed', confirmedDigest: null });
      expect(await listing(world, 'f')).toMatchObject({ owner: 'foreign', intent: 'keep' });
      expect(await store.connections.get(connectionId)).toMatchObject({
        adoptingSince: now + 9,
        lastPushAt: now + 5,
      });
    });
  });
}

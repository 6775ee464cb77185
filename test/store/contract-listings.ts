import { describe, expect, it } from 'vitest';
import type { AbsenceDecision, SortedFilter, SortedKey } from '../../src/store/store.js';
import {
  connectionId,
  createBatch,
  gone,
  listing,
  listingDecision,
  now,
  publish,
  recordDecision,
  send,
  wantedPayload,
  wish,
  type World,
} from './builders.js';

export function listingContract(current: () => World): void {
  const absent = (externalId: string, change: Partial<AbsenceDecision> = {}): AbsenceDecision => ({
    externalId,
    presence: 'grace',
    graceSince: now,
    gracePolls: 1,
    queueRemoval: null,
    ...change,
  });
  const isKnown = async ({ store, feedId }: World, sourceId: string): Promise<boolean> =>
    (await store.records.get(feedId, sourceId))?.fingerprint instanceof Uint8Array;

  describe('listings: reading', () => {
    it('pages by external id and filters', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c', 'd']);
      await send(world, ['c']);
      const ids = async (filter: object): Promise<string[]> =>
        (await store.listings.list({ limit: 2, ...filter })).map((row) => row.externalId);
      expect(await ids({})).toEqual(['a', 'b']);
      expect(await ids({ after: 'b' })).toEqual(['c', 'd']);
      expect(await ids({ connectionId, feedId, portal: ['live'] })).toEqual(['c']);
      expect(await ids({ presence: ['grace'] })).toEqual([]);
      expect(await ids({ text: 'STAN d' })).toEqual(['d']);
      expect(await ids({ feedId: feedId + 1 })).toEqual([]);
      expect((await store.listings.getMany(connectionId, ['b', 'nobody', 'a', 'a'])).length).toBe(2);
      expect([...(await store.listings.payloads(connectionId, ['a', 'nobody'])).keys()]).toEqual(['a']);
      expect(await store.listings.payload(connectionId, 'nobody')).toBeNull();
    });

    it('finds by id, code or title, whatever the script; an exact id wins', async () => {
      const world = current();
      const { store, feedId } = world;
      const title = (text: string): object => ({ title: text });
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(0, '12', {
            codes: ['ŠIFRA-7'],
            listings: [listingDecision('12', title('Kuća u Inđiji'))],
          }),
          recordDecision(1, '123', { listings: [listingDecision('123', title('100 % nov stan'))] }),
        ],
        now,
      );
      await store.listings.update(
        connectionId,
        [{ externalId: '123', listingId: 'L-9', candidateId: 'C-9' }],
        0,
      );
      const find = async (query: string): Promise<string[]> =>
        (await store.listings.find(query, { feedId, connectionId })).map((row) => row.externalId);
      expect(await find('12')).toEqual(['12']);
      expect(await find('1')).toEqual(['12', '123']);
      expect(await find('sifra-7')).toEqual(['12']);
      expect(await find('КУЋА у инђији')).toEqual(['12']);
      expect(await find('L-9')).toEqual(['123']);
      expect(await find('C-9')).toEqual(['123']);
      expect(await find('0 % n')).toEqual(['123']);
      expect(await find('_')).toEqual([]);
      expect(await find('  ')).toEqual([]);
    });

    it('changes what is given and leaves unknown ids alone', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a']);
      await store.listings.update(
        connectionId,
        [
          {
            externalId: 'a',
            portal: 'rejected',
            failureCode: 'x',
            details: { why: [1] },
            warnings: [{ code: 'w', message: 'm' }],
          },
          { externalId: 'nobody', portal: 'live' },
        ],
        0,
      );
      await store.listings.update(connectionId, [{ externalId: 'a', retries: 2 }], 0);
      expect(await listing(world, 'a')).toMatchObject({
        portal: 'rejected',
        failureCode: 'x',
        details: { why: [1] },
        warnings: [{ code: 'w', message: 'm' }],
        retries: 2,
        wantedDigest: 'A',
      });
      expect(await store.listings.get(connectionId, 'nobody')).toBeNull();
      expect((await store.listings.find('stan a', {})).length).toBe(1);
    });

    it('counts by portal state, for the balance, and what is pending', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c', 'd', 'e']);
      await send(world, ['a', 'b', 'c', 'd']);
      await store.listings.update(
        connectionId,
        [
          { externalId: 'b', portal: 'rejected' },
          { externalId: 'c', portal: 'needs_review' },
          { externalId: 'd', presence: 'grace' },
        ],
        0,
      );
      expect(await store.listings.countsByPortalState({ feedId })).toEqual({
        live: 2,
        rejected: 1,
        needs_review: 1,
        none: 1,
      });
      expect(await store.listings.countsByPortalState({ connectionId: 'other' })).toEqual({});
      expect(await store.listings.presentCounts(feedId)).toEqual({ unchanged: 2, queued: 1, blocked: 1 });
      expect(await store.listings.pendingOutcomes(connectionId)).toEqual(['c']);
      await store.records.forget(feedId, ['a']);
      expect(await store.listings.presentCounts(feedId)).toEqual({ unchanged: 2, queued: 1, blocked: 1 });
    });

    it('keeps foreign ids apart, and never over a listing of ours', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a']);
      const seen = { portal: 'live', listingId: 'L', publicUrl: null } as const;
      await store.listings.noteForeign(
        connectionId,
        [
          { externalId: 'a', ...seen },
          { externalId: 'z', ...seen },
        ],
        0,
      );
      await store.listings.noteForeign(connectionId, [{ externalId: 'z', ...seen, portal: 'inactive' }], 0);
      expect(await listing(world, 'a')).toMatchObject({ owner: 'feed', portal: 'none' });
      expect(await listing(world, 'z')).toMatchObject({
        owner: 'foreign',
        feedId: null,
        portal: 'inactive',
        intent: 'keep',
      });
    });

    it('tells a listing’s story in order', async () => {
      const { listings } = current().store;
      await listings.addEvents([
        { connectionId, externalId: 'a', at: 2, kind: 'second', data: { n: 1, code: null } },
        { connectionId, externalId: 'b', at: 1, kind: 'other', data: {} },
      ]);
      await listings.addEvents([{ connectionId, externalId: 'a', at: 3, kind: 'third', data: {} }]);
      await listings.addEvents([]);
      expect((await listings.events(connectionId, 'a')).map((event) => event.kind)).toEqual([
        'second',
        'third',
      ]);
      expect((await listings.events(connectionId, 'a'))[0]).toEqual({
        connectionId,
        externalId: 'a',
        at: 2,
        kind: 'second',
        data: { n: 1, code: null },
      });
    });
  });

  describe('listings: orders', () => {
    const prices: Readonly<Record<string, number | null>> = {
      a: 300,
      b: null,
      c: 100,
      d: 300,
      e: null,
      f: 200,
    };
    const ids = Object.keys(prices);
    const publishPriced = async ({ store, feedId }: World): Promise<void> => {
      for (const [ordinal, id] of ids.entries()) {
        const listings = [listingDecision(id, { price: prices[id] ?? null })];
        await store.records.commitBlock(
          connectionId,
          feedId,
          [recordDecision(ordinal, id, { listings })],
          now + ordinal,
        );
      }
    };
    const pagesOf = async ({ store }: World, filter: Partial<SortedFilter>): Promise<string[]> => {
      const found: string[] = [];
      for (let after: SortedKey | null = null; ;) {
        const page = { connectionIds: null, order: 'code', isDescending: false, ...filter } as const;
        const rows = await store.listings.sorted({ ...page, limit: 2, after });
        found.push(...rows.map(({ listing }) => listing.externalId));
        const last = rows.at(-1);
        if (last === undefined || rows.length < 2) return found;
        after = { ...last.listing, value: last.value };
      }
    };

    it.each([
      ['code', false, 'abcdef'],
      ['code', true, 'fedcba'],
      ['price', false, 'cfadbe'],
      ['price', true, 'dafcbe'],
      ['since', false, 'abcdef'],
      ['since', true, 'fedcba'],
    ] as const)(
      'by %s, descending: %s; those without the value come last',
      async (order, isDescending, wanted) => {
        const world = current();
        await publishPriced(world);
        expect((await pagesOf(world, { order, isDescending })).join('')).toBe(wanted);
        expect(await pagesOf(world, { order, isDescending, connectionIds: [] })).toEqual([]);
        const some = { order, isDescending, connectionIds: [connectionId], text: 'stan' } as const;
        expect((await pagesOf(world, some)).join('')).toBe(wanted);
      },
    );

    it('filters in any order, and counts what the pages hold', async () => {
      const world = current();
      const { store } = world;
      await publishPriced(world);
      const live = ['a', 'c', 'e'].map((externalId) => ({ externalId, portal: 'live' as const }));
      await store.listings.update(connectionId, live, now);
      const wanted = { connectionIds: null, standing: 'on_portal' } as const;
      expect(await pagesOf(world, { ...wanted, order: 'price' })).toEqual(['c', 'a', 'e']);
      expect(await store.listings.pageCounts(wanted)).toEqual(new Map([[connectionId, 3]]));
      expect(await store.listings.pageCounts({ ...wanted, text: 'stan c' })).toEqual(
        new Map([[connectionId, 1]]),
      );
    });

    it('dates a standing from when it begins, and not from other changes', async () => {
      const world = current();
      const { store } = world;
      await publishPriced(world);
      const since = async (): Promise<number | null | undefined> =>
        (await store.listings.get(connectionId, 'a'))?.standingSince;
      expect(await since()).toBe(now);
      await store.listings.update(connectionId, [{ externalId: 'a', portal: 'live' }], now + 100);
      await store.listings.update(
        connectionId,
        [{ externalId: 'a', portal: 'inactive', retries: 1 }],
        now + 200,
      );
      expect(await since()).toBe(now + 100);
      await store.listings.update(connectionId, [{ externalId: 'a', presence: 'held' }], now + 300);
      expect(await since()).toBe(now + 300);
    });
  });

  describe('listings: absence', () => {
    it('knows what the feed owns, what waits and what went off', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c', 'd']);
      await send(world, ['a', 'b', 'c', 'd']);
      await store.listings.applyAbsences(connectionId, feedId, [absent('b'), gone('c')], now + 5);
      expect(await store.listings.ownedCount(feedId)).toBe(3);
      const seen = (...ordinals: number[]) => ({ has: (ordinal: number) => ordinals.includes(ordinal) });
      expect(await store.listings.ownedUnseen(feedId, seen())).toEqual([0, 1, 3]);
      expect(await store.listings.ownedUnseen(feedId, seen(0, 2))).toEqual([1, 3]);
      expect(await store.listings.ownedUnseen(feedId, seen(0, 1, 3))).toEqual([]);
      expect((await store.listings.ofOrdinals(feedId, [1, 2, 3])).map((row) => row.externalId)).toEqual([
        'b',
        'd',
      ]);
      const waiting = await store.listings.waiting(feedId);
      expect(waiting.map((row) => [row.externalId, row.ordinal, row.recordKind])).toEqual([
        ['b', 1, 'mapped'],
      ]);
      expect(await store.figures.missing([feedId])).toEqual(
        new Map([[feedId, { count: 1, since: waiting[0]?.graceSince, polls: 1 }]]),
      );
      // The removal of `c` is decided, and the portal still has it.
      const there = await store.listings.page({ connectionIds: null, there: true, after: null, limit: 9 });
      expect(there.map(({ externalId }) => externalId)).toEqual(['a', 'b', 'c', 'd']);
      // An id that two connections have means the listing of one of them.
      const keys = [
        { connectionId, externalId: 'a' },
        { connectionId: 'another', externalId: 'b' },
      ];
      const either = { keys, code: null };
      const named = await store.listings.page({ connectionIds: null, either, after: null, limit: 9 });
      expect(named.map(({ externalId }) => externalId)).toEqual(['a']);
      expect(await store.listings.ownedSince(feedId, now + 5)).toEqual([
        { externalId: 'a', firstSentAt: now, offSince: null, inactiveSince: null },
        { externalId: 'b', firstSentAt: now, offSince: null, inactiveSince: null },
        { externalId: 'c', firstSentAt: now, offSince: now + 5, inactiveSince: null },
        { externalId: 'd', firstSentAt: now, offSince: null, inactiveSince: null },
      ]);
      for (const since of [now + 6, null])
        expect((await store.listings.ownedSince(feedId, since)).map((row) => row.externalId)).toEqual([
          'a',
          'b',
          'd',
        ]);
    });

    it('waits for what is not offered or marked for removal', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c']);
      await store.listings.update(
        connectionId,
        [
          { externalId: 'a', offered: false },
          { externalId: 'b', intent: 'remove', removeReason: 'sold' },
        ],
        0,
      );
      expect((await store.listings.waiting(feedId)).map((row) => row.externalId)).toEqual(['a', 'b']);
    });

    it('remembers that the last complete poll saw it', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.feeds.update(feedId, { lastCompleteAt: now + 100 });
      await store.listings.applyAbsences(connectionId, feedId, [absent('a')], now + 200);
      await store.feeds.update(feedId, { lastCompleteAt: now + 200 });
      await store.listings.applyAbsences(connectionId, feedId, [absent('a', { gracePolls: 2 })], now + 300);
      expect(await listing(world, 'a')).toMatchObject({
        lastSeenAt: now + 100,
        gracePolls: 2,
        presence: 'grace',
      });
    });

    it('queues a removal in place of an update and forgets the fingerprint', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await send(world, ['a']);
      await publish(world, ['a'], 'B');
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now + 1);
      expect(await wish(world, 'a')).toMatchObject({
        op: 'remove',
        lane: 'removal',
        removeReason: 'withdrawn',
        digest: null,
        queuedAt: now + 1,
      });
      expect(await listing(world, 'a')).toMatchObject({
        presence: 'gone',
        intent: 'remove',
        removeReason: 'withdrawn',
        offSince: now + 1,
        portal: 'live',
      });
      expect(await isKnown(world, 'a')).toBe(false);
    });

    it('asks nothing of the portal for what was never sent', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      expect(await wish(world, 'a')).toBeNull();
      expect(await listing(world, 'a')).toMatchObject({ presence: 'gone', offSince: now });
      expect(await isKnown(world, 'a')).toBe(false);
    });

    it('removes after the batch that may bring it', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      const batch = await createBatch(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      expect(await store.outbox.sendable(connectionId, 'remove', now, 10)).toEqual([]);
      await store.batches.settle(batch, [], { at: now, items: 1 });
      expect((await store.outbox.sendable(connectionId, 'remove', now, 10)).length).toBe(1);
    });

    it('takes an unsent removal back, and not one that was tried', async () => {
      const world = current();
      const { store, feedId } = world;
      const back = (id: string): AbsenceDecision =>
        absent(id, { presence: 'present', graceSince: null, gracePolls: 0, queueRemoval: 'cancel' });
      await publish(world, ['a', 'b']);
      await send(world, ['a', 'b']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a'), gone('b')], now);
      await store.outbox.attempt(connectionId, 'b');
      await store.listings.applyAbsences(connectionId, feedId, [back('a'), back('b')], now + 1);
      expect(await wish(world, 'a')).toBeNull();
      expect(await listing(world, 'a')).toMatchObject({
        offSince: null,
        intent: 'publish',
        removeReason: null,
        presence: 'present',
      });
      expect(await wish(world, 'b')).toMatchObject({ op: 'remove' });
      expect(await listing(world, 'b')).toMatchObject({ offSince: now });
    });

    it('is on again when it is wanted again', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await send(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      await store.batches.settleRemoval(connectionId, 'a', 'removed', now + 1);
      expect(await listing(world, 'a')).toMatchObject({
        portal: 'removed',
        confirmedDigest: null,
        sentUpdatedAt: now,
        offSince: now,
      });
      expect(await wish(world, 'a')).toBeNull();
      expect(await store.listings.payload(connectionId, 'a')).toEqual(wantedPayload('A'));
      await publish(world, ['a'], 'A', now + 2);
      expect(await listing(world, 'a')).toMatchObject({
        offSince: null,
        presence: 'present',
        intent: 'publish',
      });
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert', digest: 'A' });
    });

    it('sends no second removal for what the portal has taken off', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await send(world, ['a']);
      await store.listings.update(connectionId, [{ externalId: 'a', portal: 'archived' }], 0);
      await publish(world, ['a'], 'B');
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      expect(await wish(world, 'a')).toBeNull();
    });

    it('does not touch listings of another feed', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId + 1, [gone('a'), gone('nobody')], now);
      expect(await listing(world, 'a')).toMatchObject({ presence: 'present', offSince: null });
    });
  });
}

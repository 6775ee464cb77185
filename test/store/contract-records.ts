import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/model/outcome.js';
import type { KnownBlock } from '../../src/model/staged-record.js';
import { usedWord } from '../../src/store/records/staged-record.js';
import { type UsedWord } from '../../src/model/staged-record.js';
import {
  connectionId,
  createBatch,
  fingerprint,
  gone,
  listing,
  listingDecision,
  now,
  pack,
  publish,
  recordDecision,
  send,
  staged,
  stagedOutcome,
  stagingOf,
  wanted,
  wantedPayload,
  wish,
  type World,
} from './builders.js';

export function recordContract(current: () => World): void {
  describe('records: staging', () => {
    it('numbers source ids once and keeps the first of several records', async () => {
      const { store, feedId } = current();
      const staging = stagingOf(current());
      await staging.begin();
      const first = await staging.stage([
        staged('a', { fingerprint: fingerprint(1) }),
        staged('b', { fingerprint: fingerprint(2) }),
        staged('a', { fingerprint: fingerprint(1) }),
      ]);
      const second = await staging.stage([staged('b', { fingerprint: fingerprint(3) }), staged('c')]);
      expect(first).toEqual([
        { ordinal: 0, seenBefore: 'first', formerMark: null },
        { ordinal: 1, seenBefore: 'first', formerMark: null },
        { ordinal: 0, seenBefore: 'same', formerMark: null },
      ]);
      expect(second).toEqual([
        { ordinal: 1, seenBefore: 'different', formerMark: null },
        { ordinal: 2, seenBefore: 'first', formerMark: null },
      ]);
      expect([staging.ordinalCount, await store.records.ordinalCount(feedId)]).toEqual([3, 0]);
      const block = await staging.block(-1, 10);
      expect(block.map((row) => [row.ordinal, row.staged])).toEqual([
        [0, { sourceId: 'a', fingerprint: fingerprint(1), ...stagedOutcome('a') }],
        [1, { sourceId: 'b', fingerprint: fingerprint(2), ...stagedOutcome('b') }],
        [2, { sourceId: 'c', fingerprint: fingerprint(1), ...stagedOutcome('c') }],
      ]);
      expect((await staging.block(1, 10)).map((row) => row.ordinal)).toEqual([2]);
      expect((await staging.block(-1, 1)).map((row) => row.ordinal)).toEqual([0]);
    });

    it('tells which records said that they are not for the portal, and how', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c']);
      const off = { listings: [], withdrawn: [] };
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(1, 'b', { ...off, kind: 'remove', removeReason: 'sold' }),
          recordDecision(2, 'c', { ...off, kind: 'ignore' }),
        ],
        now,
      );
      const again = [staged('a'), staged('b'), staged('c'), staged('d')];
      const staging = stagingOf(world);
      await staging.begin();
      const answers = await staging.stage(again);
      const marks = [null, 'remove sold', 'ignore ', null];
      expect(answers.map(({ formerMark }) => formerMark)).toEqual(marks);
      expect(await store.records.marked(feedId)).toEqual(
        answers.flatMap(({ ordinal, formerMark: mark }) => (mark === null ? [] : [{ ordinal, mark }])),
      );
    });

    it('pages through records that cannot be published and have no listing', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'c', 'd']);
      const issues: Issue[] = [
        { severity: 'error', code: 'required', pointer: '/price', message: 'No price.' },
      ];
      const kept = listingDecision('d', { presence: 'invalid', wanted: null, queue: null });
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          ...[1, 2].map((at) =>
            recordDecision(at, ['a', 'b', 'c'][at] ?? '', { kind: 'invalid', issues, listings: [] }),
          ),
          recordDecision(3, 'd', { kind: 'invalid', issues, listings: [kept] }),
        ],
        now,
      );
      await store.listings.applyAbsences(connectionId, feedId, [gone('b'), gone('c')], now);
      const page = (after: { feedId: number; sourceId: string } | null, limit: number) =>
        store.records.unlisted({ feedIds: [feedId], after, limit });
      expect(await page(null, 1)).toEqual([{ feedId, sourceId: 'b', issues }]);
      expect(await page({ feedId, sourceId: 'b' }, 9)).toEqual([{ feedId, sourceId: 'c', issues }]);
      expect(await page({ feedId, sourceId: 'c' }, 9)).toEqual([]);
      expect(await store.figures.unlistedRecords([feedId])).toEqual(new Map([[feedId, 2]]));
      expect(await store.figures.unlistedRecords([])).toEqual(new Map());
    });

    it('leaves no trace when discarded, and keeps committed ordinals', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      const staging = stagingOf(world);
      await staging.begin();
      await staging.stage([staged('a'), staged('b')]);
      await staging.discard();
      expect(await staging.block(-1, 10)).toEqual([]);
      expect(await store.records.get(feedId, 'b')).toBeNull();
      expect(await store.records.get(feedId, 'a')).toMatchObject({ ordinal: 0, kind: 'mapped' });
      expect(await store.records.ordinalCount(feedId)).toBe(1);
    });

    it('shows a record’s own listings, the owners of the ids it names, and their wishes', async () => {
      const world = current();
      const { store } = world;
      const other = await store.feeds.declare(
        { name: 'agency-b', connectionId, sourceHash: 'b', mapping: 'm', idPrefix: '' },
        now,
      );
      await publish(world, ['a']);
      await publish({ store, feedId: other.id }, ['taken']);
      const staging = stagingOf(world);
      await staging.begin();
      await staging.stage([
        staged('a', { listings: [] }),
        staged('x', { listings: [{ externalId: 'taken', wanted: wanted('B'), feedUpdatedAt: 5 }] }),
      ]);
      const [own, foreign] = await staging.block(-1, 10);
      expect(own!.stored).toEqual([await listing(world, 'a')]);
      expect(own!.outbox).toEqual([await wish(world, 'a')]);
      expect(foreign!.stored).toMatchObject([{ externalId: 'taken', feedId: other.id }]);
    });
  });

  describe('records: commit and look-up', () => {
    it('finds each of 10,000 fingerprints, and no other', async () => {
      const { store, feedId } = current();
      const count = 10_000;
      const block = 1000;
      for (let start = 0; start < count; start += block)
        await store.records.commitBlock(
          connectionId,
          feedId,
          Array.from({ length: block }, (_, index) =>
            recordDecision(start + index, `s${start + index}`, {
              listings: (start + index) % 3 === 0 ? [listingDecision(`s${start + index}`)] : [],
            }),
          ),
          now,
        );
      const asked = Array.from({ length: 2 * count }, (_, index) => fingerprint(index + 1));
      const known: KnownBlock = {
        ordinals: new Int32Array(asked.length),
        listings: new Uint8Array(asked.length),
      };
      await store.records.lookUps(feedId)(pack(asked), asked.length, known);
      expect([...known.ordinals]).toEqual(asked.map((_, index) => (index < count ? index : -1)));
      expect([...known.listings]).toEqual(
        asked.map((_, index) => (index < count && index % 3 === 0 ? 1 : 0)),
      );
      await store.records.lookUps(feedId + 1)(pack(asked.slice(0, 1)), 1, known);
      expect(known.ordinals[0]).toBe(-1);
      expect(known.ordinals[1]).toBe(1);
    });

    it('finds them in whatever order a file has them, among new ones, beside those that are gone', async () => {
      const { store, feedId } = current();
      const all = Array.from({ length: 3_000 }, (_, ordinal) => ordinal);
      const decisions = all.map((ordinal) => recordDecision(ordinal, `s${ordinal}`));
      await store.records.commitBlock(connectionId, feedId, decisions, now);
      const isGone = (ordinal: number): boolean => ordinal % 7 === 3 || (ordinal > 600 && ordinal < 700);
      await store.records.forget(
        feedId,
        all.filter(isGone).map((ordinal) => `s${ordinal}`),
      );
      const there = all.filter((ordinal) => !isGone(ordinal));
      const orders = [
        there,
        there.toReversed(),
        [...there.slice(1_500), ...there.slice(0, 1_500)],
        there.flatMap((ordinal) => (ordinal % 50 === 0 ? [ordinal, 10_000 + ordinal] : [ordinal])),
        there.map((_, index) => there[(index * 701) % there.length] ?? 0),
        all,
      ];
      for (const order of orders) {
        const known = { ordinals: new Int32Array(order.length), listings: new Uint8Array(order.length) };
        const asked = order.map((ordinal) => fingerprint(ordinal + 1));
        await store.records.lookUps(feedId)(pack(asked), order.length, known);
        expect([...known.ordinals]).toEqual(
          order.map((ordinal) => (ordinal >= all.length || isGone(ordinal) ? -1 : ordinal)),
        );
      }
    });

    it('replaces the fingerprint with the outcome, so that A→B→A is news twice', async () => {
      const { store, feedId } = current();
      const commit = (seed: number): Promise<void> =>
        store.records.commitBlock(
          connectionId,
          feedId,
          [recordDecision(0, 'a', { fingerprint: fingerprint(seed) })],
          now,
        );
      const isKnown = async (seed: number): Promise<boolean> => {
        const known = { ordinals: new Int32Array(1), listings: new Uint8Array(1) };
        await store.records.lookUps(feedId)(fingerprint(seed), 1, known);
        return known.ordinals[0] === 0;
      };
      await commit(1);
      expect([await isKnown(1), await isKnown(2)]).toEqual([true, false]);
      await commit(2);
      expect([await isKnown(1), await isKnown(2)]).toEqual([false, true]);
      await store.records.forget(feedId, ['a']);
      expect([await isKnown(1), await isKnown(2)]).toEqual([false, false]);
    });

    it('writes listing, payload, search texts and outbox entry at once', async () => {
      const world = current();
      const { store, feedId } = world;
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(0, 'a', {
            codes: ['ŠIFRA-7'],
            listings: [listingDecision('a', { feedUpdatedAt: 5 })],
          }),
        ],
        now,
      );
      expect(await listing(world, 'a')).toMatchObject({
        owner: 'feed',
        feedId,
        sourceId: 'a',
        presence: 'present',
        wantedDigest: 'A',
        feedUpdatedAt: 5,
        portal: 'none',
        lastSeenAt: now,
        title: 'Stan a',
        warnings: [],
        details: null,
      });
      expect(await store.listings.payload(connectionId, 'a')).toEqual(wantedPayload('A'));
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert', lane: 'new', digest: 'A', batchId: null });
      expect(await store.records.get(feedId, 'a')).toEqual({
        offer: null,
        ordinal: 0,
        fingerprint: fingerprint(1),
        kind: 'mapped',
        issues: [],
        codes: ['ŠIFRA-7'],
        readAt: null,
        understoodAt: now,
      });
      expect(await store.records.byCode(feedId, 'ŠIFRA-7')).toEqual(['a']);
      expect(await store.records.byCode(feedId, 'ŠIFRA')).toEqual([]);
      expect(await store.records.ordinals(feedId, ['a', 'a', 'none'])).toEqual(new Map([['a', 0]]));
      expect(await store.records.ordinals(feedId, [])).toEqual(new Map());
    });

    it('keeps the wanted state where an error leaves nothing new to publish', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a']);
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(0, 'a', {
            kind: 'invalid',
            listings: [listingDecision('a', { presence: 'invalid', wanted: null, queue: null, title: null })],
          }),
        ],
        now + 1,
      );
      expect(await listing(world, 'a')).toMatchObject({
        presence: 'invalid',
        wantedDigest: 'A',
        title: 'Stan a',
      });
      expect(await wish(world, 'a')).toMatchObject({ digest: 'A' });
    });

    it('marks what a record no longer yields as not offered', async () => {
      const world = current();
      const { store, feedId } = world;
      const listings = [listingDecision('a'), listingDecision('a__rent')];
      await store.records.commitBlock(connectionId, feedId, [recordDecision(0, 'a', { listings })], now);
      await store.records.commitBlock(
        connectionId,
        feedId,
        [recordDecision(0, 'a', { listings: [listingDecision('a')], withdrawn: ['a__rent'] })],
        now,
      );
      expect(await listing(world, 'a')).toMatchObject({ offered: true });
      expect(await listing(world, 'a__rent')).toMatchObject({ offered: false, offSince: null });
    });

    it('never takes a listing over, and writes nothing of the block that tries', async () => {
      const world = current();
      const { store } = world;
      const other = await store.feeds.declare(
        { name: 'agency-b', connectionId, sourceHash: 'b', mapping: 'm', idPrefix: '' },
        now,
      );
      await publish(world, ['a']);
      const steal = store.records.commitBlock(
        connectionId,
        other.id,
        [recordDecision(0, 'mine'), recordDecision(1, 'a')],
        now,
      );
      await expect(steal).rejects.toThrow(/belongs to feed/);
      expect(await store.listings.get(connectionId, 'mine')).toBeNull();
      expect(await listing(world, 'a')).toMatchObject({ feedId: world.feedId });

      await store.listings.update(connectionId, [{ externalId: 'a', owner: 'manual' }], 0);
      await expect(publish(world, ['a'])).rejects.toThrow(/belongs to a person/);
    });

    it('lets another feed have what its owner took off', async () => {
      const world = current();
      const { store, feedId } = world;
      const other = await store.feeds.declare(
        { name: 'agency-b', connectionId, sourceHash: 'b', mapping: 'm', idPrefix: '' },
        now,
      );
      await publish(world, ['a']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('a')], now);
      await publish({ store, feedId: other.id }, ['a']);
      expect(await listing(world, 'a')).toMatchObject({ feedId: other.id, offSince: null });
    });

    it('turns a cancelled wish that is under way into the wanted state', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a'], 'A');
      await send(world, ['a'], 'A');
      await publish(world, ['a'], 'B', now + 1);
      const batch = await createBatch(world, ['a'], 'B', now + 2);
      // Back to A while B is under way: the portal may come to hold B, so A must be sent again.
      const back = listingDecision('a', { wanted: wanted('A'), queue: 'cancel' });
      await store.records.commitBlock(
        connectionId,
        feedId,
        [recordDecision(0, 'a', { listings: [back] })],
        now + 3,
      );
      await store.batches.settle(
        batch,
        [
          {
            externalId: 'a',
            listing: { confirmedDigest: 'B' },
            outbox: { kind: 'done' },
            event: { kind: 'accepted', data: {} },
          },
        ],
        { at: now + 4, items: 1 },
      );
      expect(await wish(world, 'a')).toMatchObject({ digest: 'A', batchId: null });
    });
  });

  describe('records: what they used and missed', () => {
    const use = (word: string, resolved: string | null): UsedWord =>
      usedWord({ kind: 'vocabulary', name: 'heating', word, resolved });

    it('finds feeds in which an answer was missed', async () => {
      const { store, feedId } = current();
      const answer = (resolved: string | null): UsedWord =>
        usedWord({ kind: 'answer', name: 'mandate_attested', word: '', resolved });
      const commit = (uses: UsedWord[]): Promise<unknown> =>
        store.records.commitBlock(connectionId, feedId, [recordDecision(0, 's0', { uses })], now);
      await commit([answer('true'), use('', null)]);
      expect(await store.figures.unanswered()).toEqual(new Set());
      await commit([answer(null)]);
      expect(await store.figures.unanswered()).toEqual(new Set([feedId]));
    });

    it('finds records by word, and counts missed words with samples', async () => {
      const { store, feedId } = current();
      const uses = [
        [use('plin', 'gas'), use('plin', 'gas')],
        [use('toplana', null)],
        [use('toplana', null), use('pec', null)],
      ];
      await store.records.commitBlock(
        connectionId,
        feedId,
        uses.map((ofRecord, ordinal) => recordDecision(ordinal, `s${ordinal}`, { uses: ofRecord })),
        now,
      );
      const using = async (words: readonly string[] | 'missed' | 'any'): Promise<string[]> =>
        (await store.records.using(feedId, 'vocabulary', words)).sort();
      expect(await using(['plin', 'pec'])).toEqual(['s0', 's2']);
      expect(await using('missed')).toEqual(['s1', 's2']);
      expect(await using('any')).toEqual(['s0', 's1', 's2']);
      expect(await store.records.using(feedId, 'place', 'any')).toEqual([]);
      const under = await store.records.wordsUnder(feedId, 'vocabulary', 'heating');
      expect([...under.keys()].sort()).toEqual(['s0', 's1', 's2']);
      expect(under.get('s2')?.sort()).toEqual(['pec', 'toplana']);
      expect(await store.records.wordsUnder(feedId, 'answer', 'heating')).toEqual(new Map());
      const expected = [
        { feedId, name: 'heating', word: 'toplana', count: 2, samples: ['s1', 's2'] },
        { feedId, name: 'heating', word: 'pec', count: 1, samples: ['s2'] },
      ];
      expect(await store.records.unmapped(feedId)).toEqual(expected);
      expect(await store.records.unmapped(null)).toEqual(expected);
      expect(await store.records.unmapped(feedId + 1)).toEqual([]);

      await store.records.commitBlock(
        connectionId,
        feedId,
        [recordDecision(1, 's1'), recordDecision(2, 's2')],
        now,
      );
      expect(await store.records.unmapped(feedId)).toEqual([]);
    });

    it('counts outcomes and lists records with errors', async () => {
      const { store, feedId } = current();
      const issue: Issue = {
        severity: 'error',
        code: 'required',
        pointer: '/price',
        message: 'no price',
        value: '0',
      };
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(0, 'a'),
          recordDecision(1, 'b', { kind: 'invalid', issues: [issue], listings: [] }),
          recordDecision(2, 'c', { issues: [{ ...issue, severity: 'warning' }] }),
        ],
        now,
      );
      expect(await store.records.counts(feedId)).toEqual({
        mapped: 2,
        invalid: 1,
        keep: 0,
        ignore: 0,
        remove: 0,
        elsewhere: 0,
      });
      const invalid = [{ feedId, sourceId: 'b', issues: [issue] }];
      expect(await store.records.invalid(null, 10)).toEqual(invalid);
      expect(await store.records.invalid(feedId, 10)).toEqual(invalid);
      expect(await store.records.invalid(feedId + 1, 10)).toEqual([]);
    });

    it('sweeps records that left the feed, but none with a listing that is on', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['on', 'off']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('off')], now);
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(2, 'left', { kind: 'invalid', listings: [], uses: [use('pec', null)] }),
          recordDecision(3, 'here', { kind: 'invalid', listings: [] }),
        ],
        now,
      );
      await store.records.sweep(feedId, { has: (ordinal) => ordinal === 3 });
      expect(await store.records.get(feedId, 'on')).not.toBeNull();
      expect(await store.records.get(feedId, 'here')).not.toBeNull();
      expect(await store.records.get(feedId, 'off')).toBeNull();
      expect(await store.records.get(feedId, 'left')).toBeNull();
      expect(await store.records.unmapped(feedId)).toEqual([]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { OpenDoubt } from '../../src/model/content.js';
import { connectionId, listingDecision, now, recordDecision, send, type World } from './builders.js';

/** What the content guard stores: doubts, what was decided about them, and values that were live before. */
export function contentContract(current: () => World): void {
  describe('values in doubt', () => {
    it('replaces the doubts of a record that is committed again, and closes those of a listing that leaves', async () => {
      const world = current();
      const { store, feedId } = world;
      const [price, area] = [doubtOf(world), doubtOf(world, { rule: 'area', field: 'area', value: '5400' })];
      await commit(world, { doubts: [price, area] });
      expect(await store.content.doubts(feedId)).toEqual([area, price]);
      expect(await store.content.feeds()).toEqual([feedId]);
      const next = { ...price, value: '96 EUR', causes: ['reads_like_rsd', 'per_sqm'] as const };
      await commit(world, { doubts: [next] });
      expect(await store.content.doubts(feedId)).toEqual([next]);
      await commit(world);
      expect(await store.content.doubts(feedId)).toEqual([next]);
      await commit(world, { doubts: [] });
      expect(await store.content.feeds()).toEqual([]);

      await commit(world, { doubts: [price] });
      await send(world, ['a']);
      const suppression = { connectionId, externalId: 'a', reason: 'x', until: null, author: 'ana', at: now };
      await store.suppressions.add(suppression);
      expect(await store.content.doubts(feedId)).toEqual([]);
    });

    it('finds those of one listing, also of a new one, and closes those of a feed that is gone', async () => {
      const world = current();
      const { store, feedId } = world;
      const waiting = doubtOf(world, { externalId: 'a__rent', live: null });
      await commit(world, { doubts: [doubtOf(world), waiting], listings: [] });
      expect(await store.content.doubtsOf('a__rent')).toEqual([waiting]);
      expect(await store.content.doubtsOf('a__rent', connectionId)).toEqual([waiting]);
      expect(await store.content.doubtsOf('a__rent', 'con_other')).toEqual([]);
      await store.content.closeAll(feedId);
      expect(await store.content.doubts(feedId)).toEqual([]);
      expect((await store.records.get(feedId, 'a'))?.fingerprint).toBeNull();
    });

    it('closes the doubts of a record with the record, and moves those of a listing that passes to another record', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, { doubts: [doubtOf(world)] });
      await store.records.sweep(feedId, { has: () => false });
      expect(await store.content.doubts(feedId)).toHaveLength(1);
      // Another record yields the listing from now on.
      const moved = doubtOf(world, { ordinal: 1, sourceId: 'b', value: '96 EUR' });
      const decision = recordDecision(1, 'b', { listings: [], doubts: [moved] });
      await store.records.commitBlock(connectionId, feedId, [decision], now);
      expect(await store.content.doubts(feedId)).toEqual([moved]);
      await store.records.sweep(feedId, { has: () => false });
      expect(await store.content.doubts(feedId)).toEqual([]);
    });

    it('keeps a confirmation that came after the value was judged and before that was stored', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, { doubts: [doubtOf(world)] });
      await store.content.confirm(feedId, [doubtOf(world)], { by: 'ana', now: now + 1 });
      const other = doubtOf(world, { rule: 'area', field: 'area', value: '5400' });
      await commit(world, { doubts: [doubtOf(world), other] });
      expect(await store.content.doubts(feedId)).toEqual([
        { ...other, confirmedAt: null },
        { ...doubtOf(world), confirmedAt: now + 1 },
      ]);
      expect((await store.records.get(feedId, 'a'))?.fingerprint).toBeNull();
      await commit(world, { doubts: [doubtOf(world, { value: '96 EUR' })] });
      expect(await store.content.doubts(feedId)).toMatchObject([{ value: '96 EUR', confirmedAt: null }]);
      expect((await store.records.get(feedId, 'a'))?.fingerprint).not.toBeNull();
    });

    it('undoes a taken-back confirmation once', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, { doubts: [doubtOf(world)] });
      await store.content.confirm(feedId, [doubtOf(world)], { by: 'ana', now: now + 1 });
      const of = { feedId, connectionId, externalId: 'a', field: 'price' } as const;
      const taken = await store.content.takeBack(of, 'ben', now + 2);
      if (taken === null) throw new Error('nothing was taken back');
      await commit(world, { undone: [{ ...taken, externalId: 'a' }] });
      const known = (await store.content.known(connectionId, ['a'])).get('a');
      expect(known?.confirmations).toMatchObject([{ value: '95 EUR', before: null, takenBackAt: now + 2 }]);
    });

    it('leaves the context of a feed to a decision that came while a poll ran', async () => {
      const world = current();
      const { store, feedId } = world;
      const end = async (seen: number | null): Promise<string | null | undefined> => {
        const id = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
        const run = { id, state: 'done', message: '', balance: {}, now } as const;
        await store.feeds.endPoll(feedId, { context: 'as read' }, { ...run, remapAskedAt: seen });
        return (await store.feeds.get(feedId))?.context;
      };
      expect(await end(null)).toBe('as read');
      await commit(world, { doubts: [doubtOf(world)] });
      await store.content.confirm(feedId, [doubtOf(world)], { by: 'ana', now: now + 1 });
      expect(await end(null)).toBeNull();
      expect(await end(now + 1)).toBe('as read');
    });

    it('lists new listings that wait for a value, in the order of listings, until they are published or confirmed', async () => {
      const world = current();
      const { store, feedId } = world;
      const all = { connectionIds: null, after: null, limit: 9 };
      const ids = async (
        change: Partial<Parameters<typeof store.content.waiting>[0]> = {},
      ): Promise<string[]> =>
        (await store.content.waiting({ ...all, ...change })).map(({ externalId }) => externalId);
      const price = (externalId: string): OpenDoubt =>
        doubtOf(world, { externalId, live: null, title: `Stan ${externalId}` });
      const area = (externalId: string): OpenDoubt => ({
        ...price(externalId),
        ...{ field: 'area', rule: 'area', value: '5400' },
      });
      await commit(world, { doubts: [price('n2'), area('n2'), price('n1'), area('n3'), price('a')] });
      expect(await ids()).toEqual(['n1', 'n2']);
      expect(await store.content.waitingCounts()).toEqual(new Map([[feedId, 2]]));
      const [, both] = await store.content.waiting({ ...all, feedId });
      expect(both).toMatchObject({ connectionId, feedId, sourceId: 'a', title: 'Stan n2' });
      expect(both?.doubts.map(({ field }) => field)).toEqual(['area', 'price']);
      expect(await ids({ limit: 1 })).toEqual(['n1']);
      expect(await ids({ limit: 1, after: { connectionId, externalId: 'n1' } })).toEqual(['n2']);
      expect(await ids({ text: 'ŠTAN N2' })).toEqual(['n2']);
      expect(await ids({ text: 'kuća' })).toEqual([]);
      expect(await ids({ connectionIds: ['con_other'] })).toEqual([]);
      expect(await ids({ connectionIds: [] })).toEqual([]);
      expect(await ids({ feedId: feedId + 1 })).toEqual([]);
      await store.content.reject(feedId, [price('n2')], { until: now + 9, by: 'ana', now });
      await store.content.confirm(feedId, [price('n1')], { by: 'ana', now });
      expect(await ids()).toEqual(['n2']);
    });

    it('confirms exactly the values that were shown, with an audit line each, and has their records read again', async () => {
      const world = current();
      const { store, feedId } = world;
      const doubt = doubtOf(world);
      await commit(world, { doubts: [doubt] });
      await store.feeds.update(feedId, { context: 'as read' });
      expect(await store.content.confirm(feedId, [{ ...doubt, value: '1 EUR' }], { by: 'ana', now })).toEqual(
        [],
      );
      expect((await store.feeds.get(feedId))?.context).toBe('as read');
      expect(await store.content.confirm(feedId, [doubt], { by: 'ana', now: now + 1 })).toEqual([doubt]);
      expect(await store.content.doubts(feedId)).toEqual([{ ...doubt, confirmedAt: now + 1 }]);
      expect((await store.records.get(feedId, 'a'))?.fingerprint).toBeNull();
      expect(await store.feeds.get(feedId)).toMatchObject({ context: null, remapAskedAt: now + 1 });
      const { value, field, offer, live: before } = doubt;
      const confirmation = { field, offer, value, by: 'ana', at: now + 1, before, takenBackAt: null };
      expect((await store.content.known(connectionId, ['a', 'b'])).get('a')?.confirmations).toEqual([
        confirmation,
      ]);
      expect(await actions(world)).toEqual(['content.confirmed']);
    });

    it('takes the last confirmation back, but not the one of a listing that was new', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, {
        doubts: [doubtOf(world), doubtOf(world, { rule: 'area', field: 'area', live: null })],
      });
      const take = (field: 'price' | 'area'): ReturnType<typeof store.content.takeBack> =>
        store.content.takeBack({ feedId, connectionId, externalId: 'a', field }, 'ben', now + 2);
      expect(await take('price')).toBeNull();
      await store.content.confirm(feedId, await store.content.doubts(feedId), { by: 'ana', now: now + 1 });
      expect(await take('area')).toBeNull();
      expect(await take('price')).toMatchObject({ value: '95 EUR', before: '95000 EUR', by: 'ana' });
      expect(await take('price')).toBeNull();
      const known = (await store.content.known(connectionId, ['a'])).get('a');
      expect(known?.confirmations.map(({ field, takenBackAt }) => [field, takenBackAt])).toEqual(
        expect.arrayContaining([
          ['price', now + 2],
          ['area', null],
        ]),
      );
      expect(await actions(world)).toContain('content.taken_back');
    });

    it.each(['confirm', 'reject'] as const)(
      'decides doubts and their hold together or not at all: %s',
      async (kind) => {
        const world = current();
        const { store, feedId } = world;
        const doubt = doubtOf(world);
        await commit(world, { doubts: [doubt] });
        const raised = {
          connectionId,
          feedId,
          kind: 'content',
          reason: '1 value',
          snapshotId: null,
        } as const;
        const { id: holdId } = await store.holds.raise({ ...raised, lines: [], doubts: 1 }, now);
        const of = { by: 'ana', now: now + 1, holdId };
        const decide = async (): Promise<unknown> =>
          kind === 'confirm'
            ? store.content.confirm(feedId, [doubt], of)
            : store.content.reject(feedId, [doubt], { ...of, until: now + 9 });
        await decide();
        expect((await store.holds.get(holdId))?.hold.state).toBe(
          kind === 'confirm' ? 'approved' : 'rejected',
        );
        const decided = await store.content.doubts(feedId);
        expect(decided).not.toEqual([doubt]);
        // The hold is not open any more.
        await expect(decide()).rejects.toThrow('already; nothing was changed');
        expect(await store.content.doubts(feedId)).toEqual(decided);
        expect(await actions(world)).toEqual([kind === 'confirm' ? 'content.confirmed' : 'content.rejected']);
      },
    );

    it('confirms the values of several feeds together or not at all', async () => {
      const world = current();
      const { store, feedId } = world;
      const doubt = doubtOf(world);
      await commit(world, { doubts: [doubt] });
      const of = { by: 'ana', now: now + 1 };
      const own = { feedId, doubts: [doubt] };
      // The process ends when the first feed is done.
      const others = {
        feedId: feedId + 1,
        get doubts(): never {
          throw new Error('killed');
        },
      };
      await expect(store.content.confirmInFeeds([own, others], of)).rejects.toThrow('killed');
      expect(await store.content.doubts(feedId)).toEqual([doubt]);
      expect(await actions(world)).toEqual([]);
      expect(await store.content.confirmInFeeds([own], of)).toEqual([doubt]);
      expect(await store.content.doubts(feedId)).toEqual([{ ...doubt, confirmedAt: now + 1 }]);
    });

    it('stores the changes of several feeds together or not at all', async () => {
      const { store } = current();
      const changes = [{ kind: 'word', subject: 'heating\nx', value: null } as const];
      const own = { of: { feed: 'a', connectionId }, changes };
      const others = {
        of: { feed: 'b', connectionId },
        get changes(): never {
          throw new Error('killed');
        },
      };
      await expect(store.feedChanges.addToFeeds([own, others], 'ana', now)).rejects.toThrow('killed');
      expect(await store.feedChanges.current()).toEqual([]);
      const another = { ...own, of: { feed: 'b', connectionId } };
      const added = await store.feedChanges.addToFeeds([own, another], 'ana', now);
      expect(added.map(({ feed }) => feed)).toEqual(['a', 'b']);
      expect(await store.feedChanges.current()).toEqual(added);
    });

    it('stores until when a rejection counts', async () => {
      const world = current();
      const { store, feedId } = world;
      await commit(world, { doubts: [doubtOf(world)] });
      await store.content.reject(feedId, [doubtOf(world)], { until: now + 9, by: 'ana', now });
      expect(await store.content.doubts(feedId)).toMatchObject([
        { rejectedUntil: now + 9, confirmedAt: null },
      ]);
      expect(await actions(world)).toEqual(['content.rejected']);
    });

    it('knows values that were replaced until they are forgotten, and a mark of the present one until it is replaced', async () => {
      const world = current();
      const { store } = world;
      const past = (value: string, until: number | null, isBase: boolean) =>
        ({ externalId: 'a', field: 'price', offer: 'sale', value, until, isBase }) as const;
      await commit(world, { pastValues: [past('1 EUR', now, true), past('2 EUR', null, false)] });
      const values = async (): Promise<string[]> =>
        ((await store.content.known(connectionId, ['a'])).get('a')?.history ?? []).map(({ value }) => value);
      expect(await values()).toEqual(['1 EUR', '2 EUR']);
      await commit(world, { pastValues: [past('2 EUR', now + 1, false)] });
      expect(await values()).toEqual(['1 EUR', '2 EUR']);
      await store.content.forgetPast(now + 1);
      expect(await values()).toEqual(['2 EUR']);
      expect((await store.content.known(connectionId, ['b'])).size).toBe(0);
    });

    it('marks each present value once, until its listing left as long ago as a past value is known', async () => {
      const world = current();
      const { store } = world;
      const mark = (externalId: string, field: 'price' | 'area', value: string) =>
        ({ externalId, field, offer: 'sale', value, until: null, isBase: false }) as const;
      const marked = async (): Promise<string[]> =>
        [...(await store.content.known(connectionId, ['a', 'unknown']))].flatMap(([id, { history }]) =>
          history.map(({ value }) => `${id} ${value}`),
        );
      await commit(world, {
        pastValues: [mark('a', 'price', '1 EUR'), mark('a', 'area', '9'), mark('unknown', 'area', '7')],
      });
      for (const area of ['8', '8']) await commit(world, { pastValues: [mark('a', 'area', area)] });
      expect((await marked()).sort()).toEqual(['a 1 EUR', 'a 8', 'unknown 7']);
      await store.content.forgetPast(now + 90 * 86_400_000);
      expect((await marked()).sort()).toEqual(['a 1 EUR', 'a 8']);
      const suppression = { connectionId, externalId: 'a', reason: 'x', until: null, author: 'ana', at: now };
      await store.suppressions.add(suppression);
      await store.content.forgetPast(now);
      expect(await marked()).toHaveLength(2);
      await store.content.forgetPast(now + 1);
      expect(await marked()).toEqual([]);
    });
  });
}

function doubtOf({ feedId }: World, change: Partial<OpenDoubt> = {}): OpenDoubt {
  return {
    ...{ rule: 'band', field: 'price', causes: [], feedId, connectionId, ordinal: 0, offer: 'sale' },
    ...{ externalId: 'a', sourceId: 'a', title: 'Stan', value: '95 EUR', live: '95000 EUR' },
    ...{ openedAt: now, rejectedUntil: null, confirmedAt: null },
    ...change,
  };
}

/** The record `a`, as a poll commits it. */
async function commit(
  { store, feedId }: World,
  change: Parameters<typeof recordDecision>[2] = {},
): Promise<void> {
  const decision = recordDecision(0, 'a', { listings: [listingDecision('a')], ...change });
  await store.records.commitBlock(connectionId, feedId, [decision], now);
}

async function actions({ store }: World): Promise<string[]> {
  return (await store.audit.list({ limit: 50 }))
    .map(({ action }) => action)
    .filter((one) => one.startsWith('content.'));
}

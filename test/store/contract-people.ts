import { describe, expect, it } from 'vitest';
import { connectionId, gone, line, listing, now, publish, send, wish, type World } from './builders.js';

/** Holds, runs and intents. */
export function peopleContract(current: () => World): void {
  describe('holds', () => {
    const raise = ({ store, feedId }: World, ids: readonly string[], reason = 'too many', at = now) =>
      store.holds.raise(
        { connectionId, feedId, kind: 'removals', reason, snapshotId: null, lines: ids.map(line) },
        at,
      );

    it('is one open hold per feed and kind, revised by new lines or another reason', async () => {
      const world = current();
      const { store, feedId } = world;
      const first = await raise(world, ['a', 'b']);
      expect(first).toMatchObject({ state: 'open', revision: 1, lineCount: 2, openedAt: now });
      expect(await raise(world, ['a', 'b'])).toMatchObject({ id: first.id, revision: 1 });
      expect(await raise(world, ['a'], 'too many', now + 1)).toMatchObject({
        id: first.id,
        revision: 1,
        lineCount: 1,
        openedAt: now,
      });
      expect(await raise(world, ['a', 'c'])).toMatchObject({ id: first.id, revision: 2, lineCount: 2 });
      const figures = await raise(world, ['a', 'c'], 'it would leave 3 of 9');
      expect(figures).toMatchObject({ revision: 3, reason: 'it would leave 3 of 9' });
      // As another release words it.
      const reworded = await raise(world, ['a', 'c'], 'only 3 of 9 would stay');
      expect(reworded).toMatchObject({ revision: 3, reason: 'only 3 of 9 would stay' });
      const plan = await store.holds.raise(
        { connectionId, feedId, kind: 'plan', reason: 'x', snapshotId: 4, lines: [] },
        now,
      );
      const foreign = await store.holds.raise(
        { connectionId, feedId: null, kind: 'foreign', reason: 'x', snapshotId: null, lines: [line('z')] },
        now,
      );
      expect(plan).toMatchObject({ snapshotId: 4, lineCount: 0, state: 'open' });
      expect((await store.holds.open({})).map((hold) => hold.id)).toEqual([first.id, plan.id, foreign.id]);
      expect((await store.holds.open({ feedId, kind: 'plan' })).map((hold) => hold.id)).toEqual([plan.id]);
      expect((await store.holds.get(first.id))!.lines).toEqual([line('a'), line('c')]);
      expect(await store.holds.get(99)).toBeNull();
    });

    it('opens another one after it was closed', async () => {
      const world = current();
      const { store } = world;
      const hold = await raise(world, ['a', 'b']);
      await store.holds.close(hold.id, now + 1);
      expect((await store.holds.get(hold.id))!.hold).toMatchObject({
        state: 'closed',
        decidedAt: now + 1,
        decidedBy: null,
      });
      const next = await raise(world, ['a']);
      expect(next.id).not.toBe(hold.id);
      await store.holds.close(next.id, now + 2);
      expect((await store.holds.all()).map((row) => row.state)).toEqual(['closed', 'closed']);
    });

    it('carries out exactly the approved lines', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c']);
      await send(world, ['a', 'b', 'c']);
      const hold = await raise(world, ['a', 'b']);
      const outside = store.holds.decide(hold.id, { kind: 'approved', remove: [line('c')] }, 'ana', now);
      await expect(outside).rejects.toThrow(/no line of hold/);
      await store.holds.decide(hold.id, { kind: 'approved', remove: [line('a')] }, 'ana', now + 1);
      expect(await wish(world, 'a')).toMatchObject({ op: 'remove', removeReason: 'withdrawn' });
      expect(await listing(world, 'a')).toMatchObject({ presence: 'gone', offSince: now + 1 });
      expect((await store.records.get(world.feedId, 'a'))!.fingerprint).toBeNull();
      expect((await store.records.get(world.feedId, 'b'))!.fingerprint).not.toBeNull();
      expect([await wish(world, 'b'), await wish(world, 'c')]).toEqual([null, null]);
      expect((await store.holds.get(hold.id))!.hold).toMatchObject({
        state: 'approved',
        decidedBy: 'ana',
        decidedAt: now + 1,
      });
      const twice = store.holds.decide(hold.id, { kind: 'approved', remove: [] }, 'iva', now);
      await expect(twice).rejects.toMatchObject({ kind: 'wrong_state' });
    });

    it('pins what was rejected, unless it is off already', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b']);
      const hold = await raise(world, ['a', 'b']);
      await store.listings.applyAbsences(connectionId, feedId, [gone('b')], now);
      await store.holds.decide(hold.id, { kind: 'rejected', pinnedUntil: now + 9 }, 'ana', now);
      expect(await listing(world, 'a')).toMatchObject({ presence: 'pinned', pinnedUntil: now + 9 });
      expect(await listing(world, 'b')).toMatchObject({ presence: 'gone', pinnedUntil: null });
      await publish(world, ['a'], 'B');
      expect(await listing(world, 'a')).toMatchObject({ presence: 'present', pinnedUntil: null });
    });
  });

  describe('runs', () => {
    it('end with the process that they ran in', async () => {
      const { store, feedId } = current();
      const poll = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
      await store.runs.start({ kind: 'push', connectionId, feedId: null, now });
      await store.runs.finish(poll, { state: 'done', message: 'ok', balance: {}, now });
      await store.runs.closeInterrupted('the process ended', now + 3);
      expect((await store.runs.list({ limit: 10 })).map(({ state, message }) => [state, message])).toEqual([
        ['failed', 'the process ended'],
        ['done', 'ok'],
      ]);
    });

    it('knows the first and the latest poll of each feed, and the last run that has ended', async () => {
      const { store, feedId } = current();
      const poll = (at: number) => store.runs.start({ kind: 'poll', connectionId, feedId, now: at });
      const end = (id: number, message: string) =>
        store.runs.finish(id, { state: 'done', message, balance: {}, now: now + 9 });
      await end(await poll(now), 'one');
      await end(await poll(now + 1), 'two');
      await end(await store.runs.start({ kind: 'push', connectionId, feedId: null, now: now + 2 }), 'sent');
      await poll(now + 3);

      expect(await store.figures.firstPolls([feedId])).toEqual(new Map([[feedId, now]]));
      expect(await store.figures.latestPolls([feedId])).toEqual(new Map([[feedId, now + 3]]));
      const ended = { state: 'done', endedAt: now + 9 };
      expect(await store.figures.lastRuns({ kind: 'poll', feedIds: [feedId] })).toEqual(
        new Map([[feedId, { ...ended, message: 'two' }]]),
      );
      expect(await store.figures.lastRuns({ kind: 'push', connectionIds: [connectionId] })).toEqual(
        new Map([[connectionId, { ...ended, message: 'sent' }]]),
      );
    });

    it('tell what they have counted so far, until they end', async () => {
      const { store, feedId } = current();
      const poll = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
      await store.runs.count(poll, { seen: 1 });
      const latest = async (): Promise<unknown> => (await store.runs.list({ limit: 1 }))[0];
      expect(await latest()).toMatchObject({ state: 'running', endedAt: null, balance: { seen: 1 } });
      await store.runs.finish(poll, { state: 'done', message: 'ok', balance: { seen: 2 }, now: now + 1 });
      await store.runs.count(poll, { seen: 1 });
      expect(await latest()).toMatchObject({ state: 'done', balance: { seen: 2 } });
    });

    it('lists the newest first', async () => {
      const { store, feedId } = current();
      const poll = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
      const push = await store.runs.start({ kind: 'push', connectionId, feedId: null, now: now + 1 });
      await store.runs.finish(poll, { state: 'done', message: 'ok', balance: { seen: 2 }, now: now + 2 });
      expect((await store.runs.list({ limit: 10 })).map((run) => run.id)).toEqual([push, poll]);
      expect(await store.runs.list({ limit: 1 })).toMatchObject([
        { id: push, state: 'running', endedAt: null, balance: {} },
      ]);
      expect(await store.runs.list({ limit: 10, kind: 'poll', feedId })).toEqual([
        {
          id: poll,
          kind: 'poll',
          connectionId,
          feedId,
          startedAt: now,
          endedAt: now + 2,
          state: 'done',
          message: 'ok',
          balance: { seen: 2 },
        },
      ]);
    });
  });

  describe('intents', () => {
    it('wait in order until they are done', async () => {
      const { intents } = current().store;
      const first = await intents.add({ kind: 'approve', payload: { hold: 1 }, author: 'ana', now });
      const second = await intents.add({ kind: 'reject', payload: {}, author: 'iva', now });
      expect((await intents.pending()).map((intent) => intent.id)).toEqual([first, second]);
      await intents.done(first, 'removed 2', now + 1);
      expect((await intents.pending()).map((intent) => intent.id)).toEqual([second]);
      expect(await intents.get(first)).toEqual({
        id: first,
        kind: 'approve',
        payload: { hold: 1 },
        author: 'ana',
        createdAt: now,
        doneAt: now + 1,
        result: 'removed 2',
      });
      expect(await intents.get(99)).toBeNull();
      const later = await intents.add({ kind: 'sync', payload: {}, author: 'iva', now: now + 5 });
      expect((await intents.since(now)).map((intent) => intent.id)).toEqual([later]);
      expect((await intents.since(now - 1)).map((intent) => intent.id)).toEqual([later, second, first]);
    });
  });
}

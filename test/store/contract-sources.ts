import { describe, expect, it } from 'vitest';
import type { Place, Vocabulary } from '../../src/model/reference.js';
import type { Snapshot } from '../../src/model/snapshot.js';
import { connectionId, now, type World } from './builders.js';
import { portalConnection } from '../support/portal-connection.js';

/** Meta, connections, feeds, snapshots, reference data. */
export function sourceContract(current: () => World): void {
  describe('meta', () => {
    it('keeps the last value', async () => {
      const { meta } = current().store;
      expect(await meta.get('offset')).toBeNull();
      await meta.set('offset', '1');
      await meta.set('offset', '2');
      expect(await meta.get('offset')).toBe('2');
    });
  });

  describe('connections', () => {
    it('makes missing ones and touches nothing else', async () => {
      const { connections } = current().store;
      await connections.update(connectionId, { remote: portalConnection(), status: 'active', readAt: 5 });
      await connections.ensure([connectionId, 'other']);
      await connections.ensure([]);
      expect((await connections.all()).map((row) => row.id)).toEqual([connectionId, 'other'].sort());
      expect(await connections.get(connectionId)).toMatchObject({
        remote: { status: 'active' },
        status: 'active',
        readAt: 5,
        nextPushAt: 0,
      });
      expect(await connections.get('nobody')).toBeNull();
    });

    it('changes only what is given', async () => {
      const { connections } = current().store;
      await connections.update(connectionId, { backoffStep: 3 });
      await connections.update(connectionId, {});
      await connections.update(connectionId, { remote: portalConnection() });
      await connections.update(connectionId, { remote: null });
      expect(await connections.get(connectionId)).toMatchObject({ backoffStep: 3, remote: null });
    });
  });

  it('takes thousands of connections at once, and counts all that was read as unread', async () => {
    const { connections } = current().store;
    const ids = Array.from({ length: 2_500 }, (_, index) => `connection-${index}`);
    await connections.ensure(ids);
    await connections.ensure(ids);
    await connections.update('connection-7', { status: 'active', readAt: 5 });
    await connections.readAllAgain();
    expect(await connections.get('connection-7')).toMatchObject({ status: 'active', readAt: null });
    expect(await connections.all()).toHaveLength(ids.length + 1);
  });

  describe('kept mappings', () => {
    it('are those of the last word, feed by feed, until somebody lets go of them', async () => {
      const { store, feedId } = current();
      const { mappings } = store;
      const base = { name: 'base', version: 2, origin: 'configured', text: 'version: 2' } as const;
      const top = { name: 'top', version: 1, origin: 'package', text: 'extends: base' } as const;
      await mappings.keep(feedId, [
        { ...base, version: 1 },
        { name: 'gone', version: 1, origin: 'package', text: '' },
      ]);
      await mappings.keep(feedId, [top, base]);
      expect(await mappings.ofFeed(feedId)).toEqual([
        { feedId, ...base },
        { feedId, ...top },
      ]);
      expect(await mappings.ofFeed(feedId + 1)).toEqual([]);
      expect(await mappings.versions()).toEqual([
        { feedId, name: 'base', version: 2, origin: 'configured' },
        { feedId, name: 'top', version: 1, origin: 'package' },
      ]);
      await mappings.release(feedId, 'ana', now);
      expect(await mappings.versions()).toEqual([]);
      await mappings.keep(feedId, []);
    });
  });

  describe('feeds', () => {
    it('declares once, by name', async () => {
      const { store, feedId } = current();
      const again = await store.feeds.declare(
        { name: 'agency-a', connectionId, sourceHash: 'source', mapping: 'kyero', idPrefix: '' },
        now + 1,
      );
      expect(again).toMatchObject({ id: feedId, mapping: 'kyero', life: 'active', nextPollAt: now });
      expect(again.cleansIds).toBe(true);
      expect(await store.feeds.byName('agency-a')).toEqual(again);
      expect(await store.feeds.all()).toEqual([again]);
      expect(await store.feeds.ofConnection(connectionId)).toEqual([again]);
      expect(await store.feeds.ofConnection('00000000-0000-4000-8000-000000000000')).toEqual([]);
      expect(await store.feeds.get(feedId + 1)).toBeNull();
      expect(await store.feeds.byName('agency-b')).toBeNull();
    });

    it('forgets validators that belong to another source', async () => {
      const { store, feedId } = current();
      await store.feeds.update(feedId, { etag: '"1"', lastModified: 'x', lastFullFetchAt: 9, failures: 2 });
      const feed = { name: 'agency-a', connectionId, mapping: 'estate', idPrefix: '' };
      expect(await store.feeds.declare({ ...feed, sourceHash: 'source' }, now)).toMatchObject({
        etag: '"1"',
      });
      expect(await store.feeds.declare({ ...feed, sourceHash: 'moved' }, now)).toMatchObject({
        etag: null,
        lastModified: null,
        lastFullFetchAt: null,
        failures: 0,
        nextPollAt: now,
      });
    });
  });

  it.each(['unchanged', 'done', 'stalled'] as const)(
    'asks a source at once that took the place of the one whose poll ends: %s',
    async (state) => {
      const { store, feedId } = current();
      const { sourceHash, name, mapping, idPrefix } = (await store.feeds.get(feedId))!;
      const run = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
      await store.feeds.declare({ name, connectionId, mapping, idPrefix, sourceHash: 'corrected' }, now + 1);
      const ofFormer = { etag: '"1"', failures: 3, nextPollAt: now + 99, stallReason: 'no answer' };
      const end = { id: run, state, message: '', balance: {}, now: now + 2 };
      await store.feeds.endPoll(feedId, ofFormer, { ...end, sourceHash });
      expect(await store.feeds.get(feedId)).toMatchObject({ etag: null, failures: 0, nextPollAt: now + 2 });
      await store.feeds.endPoll(feedId, ofFormer, { ...end, sourceHash: 'corrected' });
      expect(await store.feeds.get(feedId)).toMatchObject(ofFormer);
    },
  );

  it.each(['unchanged', 'done'] as const)('ends a poll with its run: %s', async (state) => {
    const { store, feedId } = current();
    const run = await store.runs.start({ kind: 'poll', connectionId, feedId, now });
    const end = { state, message: 'as it was', balance: { seen: 3 }, now: now + 1 };
    await store.feeds.update(feedId, { life: 'stalled' });
    await store.feeds.endPoll(feedId, { failures: 0, lastPollAt: now, life: 'active' }, { id: run, ...end });
    expect(await store.feeds.get(feedId)).toMatchObject({ lastPollAt: now, life: 'active' });
    const [ended] = await store.runs.list({ feedId, limit: 1 });
    expect(ended).toMatchObject({
      id: run,
      state,
      message: 'as it was',
      balance: { seen: 3 },
      endedAt: now + 1,
    });
    await store.feeds.setLife(feedId, 'paused', 'ana', now);
    await store.feeds.endPoll(feedId, { life: 'active' }, { id: run, ...end });
    expect((await store.feeds.get(feedId))?.life).toBe('paused');
  });

  describe('snapshots', () => {
    const fileOf = (feedId: number): Omit<Snapshot, 'id'> => ({
      feedId,
      fetchedAt: now,
      parts: [
        { path: 'snapshots/a/1', given: null },
        { path: 'snapshots/a/1.1', given: { city: 'Niš', 'a\tb': 'c\nd' } },
      ],
      bytes: 10,
      bodyHash: 'h1',
      completeness: 'complete',
      kind: 'full',
      sequence: null,
      modifiedAt: null,
      encoding: 'utf-8',
      recordCount: 3,
      state: 'kept',
    });

    it('are taken over with the decision about them, and with nothing else', async () => {
      const { store, feedId } = current();
      const { id } = await store.snapshots.add({ ...fileOf(feedId), state: 'held' });
      await store.feeds.update(feedId, { etag: '"1"', nextPollAt: now + 9 });
      const plan = { connectionId, feedId, kind: 'plan', reason: 'r', snapshotId: id, lines: [] } as const;
      const decide = async (kind: 'approved' | 'rejected'): Promise<void> => {
        const hold = await store.holds.raise({ ...plan, lines: [] }, now);
        const decision = kind === 'approved' ? { kind, remove: [] } : { kind, pinnedUntil: now + 1 };
        await store.holds.decide(hold.id, decision, 'ana', now + 1);
      };
      await decide('rejected');
      expect(await store.snapshots.get(id)).toMatchObject({ state: 'held' });
      expect(await store.feeds.get(feedId)).toMatchObject({ deferredSnapshotId: null, etag: '"1"' });
      await decide('approved');
      expect(await store.snapshots.get(id)).toMatchObject({ state: 'approved' });
      expect(await store.feeds.get(feedId)).toMatchObject({
        deferredSnapshotId: id,
        etag: null,
        nextPollAt: now + 1,
      });
    });

    it('lists the newest first, and forgets', async () => {
      const { store, feedId } = current();
      const snapshot = fileOf(feedId);
      const first = await store.snapshots.add(snapshot);
      const second = await store.snapshots.add({ ...snapshot, fetchedAt: now + 1 });
      await store.snapshots.update(first.id, { state: 'committed', parts: [] });
      expect(await store.snapshots.ofFeed(feedId)).toEqual([
        second,
        { ...first, state: 'committed', parts: [] },
      ]);
      await store.snapshots.remove(second.id);
      expect(await store.snapshots.get(second.id)).toBeNull();
      expect((await store.snapshots.add(snapshot)).id).toBeGreaterThan(second.id);
    });
  });

  describe('reference', () => {
    const vocabulary = { version: '1', fields: { category: [] } } as unknown as Vocabulary;
    const place: Place = {
      id: 'p1',
      type: 'city',
      nameSr: 'Novi Sad',
      nameEn: null,
      officialCode: null,
      cityId: null,
      cityNameSr: null,
      lat: 45.2,
      lng: 19.8,
    };

    it('answers with the vocabulary read last', async () => {
      const { reference } = current().store;
      expect(await reference.vocabulary()).toBeNull();
      await reference.saveVocabulary({ raw: 1 }, vocabulary, '"a"', now);
      await reference.saveVocabulary({ raw: 2 }, { ...vocabulary, version: '2' }, null, now + 1);
      expect(await reference.vocabulary()).toMatchObject({
        document: { raw: 2 },
        vocabulary: { version: '2' },
        etag: null,
        readAt: now + 1,
      });
      await reference.saveVocabulary({ raw: 1 }, vocabulary, '"a"', now + 2);
      expect(await reference.vocabulary()).toMatchObject({ vocabulary, etag: '"a"', readAt: now + 2 });
    });

    it('keeps a suspect vocabulary apart until it is accepted, or another one serves', async () => {
      const { reference } = current().store;
      const suspect = {
        document: { raw: 2 },
        vocabulary: { ...vocabulary, version: '2' },
        etag: null,
        readAt: now,
      };
      expect(await reference.acceptSuspect('ana', now)).toBe(false);
      await reference.saveVocabulary({ raw: 1 }, vocabulary, '"a"', now);
      await reference.suspectVocabulary(suspect);
      expect(await reference.suspect()).toEqual(suspect);
      expect((await reference.vocabulary())?.vocabulary.version).toBe('1');
      expect(await reference.acceptSuspect('ana', now + 7)).toBe(true);
      expect(await reference.suspect()).toBeNull();
      expect(await reference.vocabulary()).toEqual({ ...suspect, readAt: now + 7 });
      await reference.suspectVocabulary({ ...suspect, vocabulary: { ...vocabulary, version: '3' } });
      await reference.saveVocabulary({ raw: 2 }, suspect.vocabulary, null, now + 8);
      expect(await reference.suspect()).toBeNull();
    });

    it('is the same object as long as nobody saved another, and no longer', async () => {
      const { reference } = current().store;
      await reference.saveVocabulary({ raw: 1 }, vocabulary, '"a"', now);
      await reference.savePlaces([place], now);
      const [words, places] = [await reference.vocabulary(), await reference.places()];
      expect(await reference.vocabulary()).toBe(words);
      expect(await reference.places()).toBe(places);
      // Of the same moment and with the same mark.
      await reference.saveVocabulary({ raw: 2 }, { ...vocabulary, version: '2' }, '"a"', now);
      await reference.savePlaces([{ ...place, id: 'p2' }], now);
      expect((await reference.vocabulary())?.document).toEqual({ raw: 2 });
      expect((await reference.places())?.places.map(({ id }) => id)).toEqual(['p2']);
    });

    it('replaces the place directory as a whole, one of each id', async () => {
      const { reference } = current().store;
      expect(await reference.places()).toBeNull();
      await reference.savePlaces([place, { ...place, id: 'p2' }, place], now);
      expect(await reference.places()).toEqual({ places: [place, { ...place, id: 'p2' }], readAt: now });
      await reference.savePlaces([], now + 1);
      expect(await reference.places()).toEqual({ places: [], readAt: now + 1 });
    });
  });
}

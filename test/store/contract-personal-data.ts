import { describe, expect, it } from 'vitest';
import type { AgencyScope } from '../../src/store/store.js';
import { ordinalsFor, connectionId, now, publish, type World, recordDecision } from './builders.js';

const day = 24 * 3_600_000;

/** What is kept for how long, given out and erased. */
export function personalDataContract(world: () => World): void {
  const scope = (): AgencyScope => ({ connectionId, feeds: [{ id: world().feedId, name: 'agency-a' }] });

  describe('an agency’s data', () => {
    it('is counted, read and erased as a whole, and nobody else’s', async () => {
      const { store, feedId } = world();
      await publish(world(), ['a', 'b']);
      const mark = { field: 'price', offer: 'sale', value: '1 EUR', until: null, isBase: false } as const;
      const decision = recordDecision(0, 'a', { pastValues: [{ ...mark, externalId: 'a' }] });
      await store.records.commitBlock(connectionId, feedId, [decision], now);
      const other = { ...scope(), connectionId: '6f0c1d2e-0000-4000-8000-000000000002', feeds: [] };
      await store.connections.ensure([other.connectionId]);
      await store.snapshots.add({
        feedId,
        fetchedAt: now,
        parts: [{ path: 'snapshots/agency-a/1', given: null }],
        bytes: 1,
        bodyHash: 'hash',
        completeness: 'complete',
        encoding: 'utf-8',
        recordCount: 2,
        kind: 'full',
        sequence: null,
        modifiedAt: null,
        state: 'kept',
      });
      await store.runs.start({ kind: 'poll', connectionId: null, feedId, now });
      const counts = await store.agencies.count(scope());
      expect(counts).toMatchObject({
        listing: 2,
        payload: 2,
        record: 2,
        snapshot: 1,
        run: 1,
        feed: 1,
        pastValue: 1,
      });
      expect(await store.agencies.count(other)).toEqual({ connection: 1 });
      const rows = [];
      for await (const row of store.agencies.read(scope())) rows.push(row);
      expect(rows.filter(({ table }) => table === 'payload').map(({ row }) => row)).toContainEqual(
        expect.objectContaining({
          externalId: 'a',
          content: { title: { sr: 'Stan A' }, price: { amount: 100 } },
        }),
      );
      expect(rows).toHaveLength(Object.values(counts).reduce((sum, count) => sum + count, 0));
      expect(await store.agencies.unfinished(scope())).toMatchObject({ queued: 2, batches: 0 });
      expect(await store.agencies.erase(scope(), { author: 'ana', now })).toEqual(counts);
      expect(await store.agencies.count(scope())).toEqual({ audit: 1 });
      expect(await store.agencies.count(other)).toEqual({ connection: 1 });
      expect(await store.feeds.all()).toEqual([]);
    });
  });

  describe('a person’s contact', () => {
    const mask = (text: string): string => text.replaceAll('064123', '999999');

    it('is found and masked in packed rows, in texts and in kept records, in blocks of any number', async () => {
      const { store, feedId } = world();
      await publish(
        world(),
        Array.from({ length: 450 }, (_, index) => `s${index}`),
      );
      const raw = {
        bytes: Buffer.from('<ad><tel>064123</tel></ad>'),
        undecodable: false,
        surroundings: '{"header":"064123"}',
      };
      const [ordinal = -1] = await ordinalsFor(world(), ['raw']);
      const decision = recordDecision(ordinal, 'raw', { raw });
      await store.records.commitBlock(connectionId, feedId, [decision], now);
      await store.meta.set('note', 'call 064123');
      expect(await store.persons.count(mask, null)).toEqual({ meta: 1, rawRecord: 1, rawSurroundings: 1 });
      expect(await store.persons.shown((text) => text.replaceAll('Stan A', 'xxxx x'))).toHaveLength(451);
      const by = { nameKey: null, author: 'ana', about: 'phone', now };
      expect(await store.persons.erase(mask, by)).toEqual({ meta: 1, rawRecord: 1, rawSurroundings: 1 });
      expect(await store.meta.get('note')).toBe('call 999999');
      const [kept] = await store.rawRecords.of(feedId, 'raw');
      expect(Buffer.from(kept?.bytes ?? []).toString()).toBe('<ad><tel>999999</tel></ad>');
      expect(await store.persons.count(mask, null)).toEqual({});
      const titles = (text: string): string => text.replaceAll('Stan s', 'xxxx x');
      expect(await store.persons.erase(titles, by)).toMatchObject({ listing: 450 });
      expect(await store.listings.get(connectionId, 's449')).toMatchObject({ title: 'xxxx x449' });
    });
  });

  describe('retention', () => {
    it('forgets runs that ended before, but the newest of each kind and feed', async () => {
      const { store, feedId } = world();
      for (const kind of ['poll', 'poll', 'push'] as const) {
        const id = await store.runs.start({
          kind,
          connectionId: kind === 'push' ? connectionId : null,
          feedId: kind === 'poll' ? feedId : null,
          now,
        });
        await store.runs.finish(id, { state: 'done', message: '', balance: {}, now });
      }
      await store.retention.forgetNotes({ history: now, logs: now });
      expect(await store.runs.list({ limit: 9 })).toHaveLength(3);
      await store.retention.forgetNotes({ history: now + day, logs: now + day });
      expect((await store.runs.list({ limit: 9 })).map(({ kind }) => kind)).toEqual(['push', 'poll']);
    });

    it('forgets nothing that is on, and a feed’s records when it is asked to', async () => {
      const { store, feedId } = world();
      await publish(world(), ['a']);
      expect(await store.retention.forgetListings(now + day, 10)).toBe(0);
      await store.retention.forgetRecords(feedId);
      expect(await store.records.ordinalCount(feedId)).toBe(0);
    });
  });
}

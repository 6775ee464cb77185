import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/model/outcome.js';
import { unpackPayload } from '../../src/store/records/staged-record.js';
import type { PhotoDigestChange } from '../../src/store/store.js';
import {
  connectionId,
  listing,
  listingDecision,
  now,
  publish,
  recordDecision,
  send,
  wanted,
  wantedPayload,
  wish,
  type World,
} from './builders.js';

const doubt: Issue = {
  severity: 'warning',
  code: 'area_unit',
  pointer: '/structure/area_sqm',
  message: 'Odd.',
};

async function all<T>(blocks: AsyncGenerator<T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const block of blocks) found.push(...block);
  return found;
}

export function qualityContract(current: () => World): void {
  describe('quality', () => {
    it('gives records that the feed has with their issues, and payloads that are wanted', async () => {
      const world = current();
      const { store, feedId } = world;
      await publish(world, ['a', 'b', 'gone']);
      await store.records.commitBlock(
        connectionId,
        feedId,
        [
          recordDecision(0, 'a', {
            issues: [doubt],
            listings: [listingDecision('a', { feedUpdatedAt: now })],
          }),
          recordDecision(3, 'other', { kind: 'elsewhere', listings: [] }),
        ],
        now,
      );
      await store.listings.update(connectionId, [{ externalId: 'gone', presence: 'grace' }], 0);
      expect(await all(store.quality.issues(feedId))).toEqual([
        { sourceId: 'a', issues: [doubt] },
        { sourceId: 'b', issues: [] },
      ]);
      expect((await all(store.quality.payloads(feedId)))[0]).toEqual({
        sourceId: 'a',
        payload: wantedPayload('A'),
      });
      await store.listings.update(connectionId, [{ externalId: 'gone', offSince: now }], 0);
      const ids = async (of: ReturnType<typeof store.quality.payloads>): Promise<string[]> =>
        (await all(of)).map(({ sourceId }) => sourceId);
      expect(await ids(store.quality.payloads(feedId))).toEqual(['a', 'b']);
      expect(await ids(store.quality.leftPayloads(feedId, now))).toEqual(['gone']);
      expect(await ids(store.quality.leftPayloads(feedId, now + 1))).toEqual([]);
      expect(await store.quality.dates(feedId)).toEqual({ count: 1, least: now, most: now });
      expect(await all(store.quality.issues(feedId + 1))).toEqual([]);
      expect(await store.quality.dates(feedId + 1)).toBeNull();
    });

    it('keeps one survey and the met words of each feed', async () => {
      const { store, feedId } = current();
      expect(await store.quality.survey(feedId)).toBeNull();
      expect(await store.quality.metWords(feedId)).toEqual([]);
      const survey = { at: now, snapshotId: 1, findings: [] };
      const words = [{ pointer: '/category', word: 'Stan', toldAt: null }];
      await store.quality.saveSurvey(feedId, { ...survey, at: 1 });
      await store.quality.saveSurvey(feedId, survey);
      await store.quality.saveMetWords(feedId, words);
      expect(await store.quality.survey(feedId)).toEqual(survey);
      expect(await store.quality.metWords(feedId)).toEqual(words);
      expect(await store.quality.survey(feedId + 1)).toBeNull();
    });
  });

  describe('photos', () => {
    const row = {
      url: 'https://p.example/1.jpg',
      etag: '"1"',
      lastModified: null,
      sha256: 'f0',
      checkedAt: now,
    };
    const change = (externalId: string, of: Partial<PhotoDigestChange> = {}): PhotoDigestChange => ({
      externalId,
      formerDigest: 'A',
      digest: 'P',
      packed: wanted('P').packed,
      lane: 'feed_change',
      ...of,
    });

    it('remembers pictures until nobody asks for them', async () => {
      const { store } = current();
      await store.photos.save([{ ...row, sha256: null }]);
      await store.photos.save([row, { ...row, url: 'https://p.example/2.jpg', checkedAt: 1 }]);
      await store.photos.forget(now);
      const found = await store.photos.get([row.url, 'https://p.example/2.jpg']);
      expect([...found]).toEqual([[row.url, row]]);
    });

    it('puts other digests into what is wanted, and queues it', async () => {
      const world = current();
      const { store } = world;
      await publish(world, ['a', 'b', 'c']);
      await send(world, ['a', 'b', 'c']);
      await store.listings.update(connectionId, [{ externalId: 'c', intent: 'suppressed' }], 0);
      const changes = [change('a'), change('b', { formerDigest: 'Z' }), change('c'), change('nobody')];
      expect(await store.photos.putDigests(connectionId, changes, now)).toEqual(['a']);
      expect(await listing(world, 'a')).toMatchObject({ wantedDigest: 'P', confirmedDigest: 'A' });
      expect(await wish(world, 'a')).toMatchObject({ op: 'upsert', lane: 'feed_change', digest: 'P' });
      expect(await store.listings.payload(connectionId, 'a')).toEqual(unpackPayload(change('a').packed));
      expect(await wish(world, 'b')).toBeNull();

      // The picture is the former one again before anything was sent.
      const back = change('a', { formerDigest: 'P', digest: 'A', packed: wanted('A').packed });
      await store.photos.putDigests(connectionId, [back], now);
      expect(await wish(world, 'a')).toBeNull();
    });
  });
}

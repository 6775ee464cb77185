import { expectTypeOf, test } from 'vitest';
import type {
  BatchId,
  ConnectionId,
  ExternalId,
  FeedId,
  HoldId,
  RunId,
  SnapshotId,
  SourceId,
} from '../../src/model/ids.js';
import type { Hold } from '../../src/model/hold.js';
import type { ListingRecord } from '../../src/model/listing.js';
import type { Snapshot } from '../../src/model/snapshot.js';
import type { Store } from '../../src/store/store.js';
import type { Feed } from '../../src/sync/services/services.js';

test('text and numbers become ids where they enter, and an id is text or a number', () => {
  expectTypeOf<string>().toExtend<ConnectionId>();
  expectTypeOf<ConnectionId>().toExtend<string>();
  expectTypeOf<number>().toExtend<FeedId>();
  expectTypeOf<FeedId>().toExtend<number>();
  expectTypeOf<number>().not.toExtend<ConnectionId>();
});

test('an id of one thing is not an id of another', () => {
  expectTypeOf<ExternalId>().not.toExtend<SourceId>();
  expectTypeOf<SourceId>().not.toExtend<ExternalId>();
  expectTypeOf<ConnectionId>().not.toExtend<ExternalId>();
  expectTypeOf<FeedId>().not.toExtend<SnapshotId>();
  expectTypeOf<SnapshotId>().not.toExtend<FeedId>();
  expectTypeOf<HoldId>().not.toExtend<FeedId>();
  expectTypeOf<RunId>().not.toExtend<BatchId>();
});

test('the types of the domain carry them', () => {
  expectTypeOf<ListingRecord['externalId']>().toEqualTypeOf<ExternalId>();
  expectTypeOf<ListingRecord['sourceId']>().toEqualTypeOf<SourceId | null>();
  expectTypeOf<Snapshot['feedId']>().toEqualTypeOf<FeedId>();
  expectTypeOf<Hold['snapshotId']>().toEqualTypeOf<SnapshotId | null>();
  expectTypeOf<Feed['id']>().toEqualTypeOf<FeedId>();
});

test('so swapped arguments of the store do not compile', () => {
  type Get = Parameters<Store['listings']['get']>;
  expectTypeOf<[ConnectionId, ExternalId]>().toExtend<Get>();
  expectTypeOf<[ExternalId, ConnectionId]>().not.toExtend<Get>();
  expectTypeOf<[HoldId]>().not.toExtend<Parameters<Store['mappings']['ofFeed']>>();
});

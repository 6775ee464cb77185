import type { z } from '@hono/zod-openapi';
import type { FeedStatus } from '../inspect/status.js';
import type { FeedRecord } from '../model/feed.js';
import type { MappingGain } from '../store/facts/mapping-gains.js';
import type { FeedSchema } from './schemas.js';
import { iso, maybeIso } from './time.js';

/** Name of a feed by its id; null for null and for an unknown id. */
export type FeedNames = (id: number | null) => string | null;

export function feedNames(feeds: readonly FeedRecord[]): FeedNames {
  const names = new Map(feeds.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** When a feed is polled next; null while it is not polled. */
export function nextPollOf({ life, nextPollAt }: Pick<FeedRecord, 'life' | 'nextPollAt'>): number | null {
  return life === 'active' || life === 'stalled' ? nextPollAt : null;
}

/** A feed with its counts, in the form of `FeedSchema`. @param gains of all feeds */
export function feedDocument(found: FeedStatus, gains: readonly MappingGain[]): z.input<typeof FeedSchema> {
  const { feed, lastFile, published, pending, refused, invalid, doubts, inDoubt, newInDoubt } = found;
  const { toSend, keptBack, eta } = found;
  const gain = feed.life === 'retired' ? undefined : gains.find((one) => one.feed === feed.name);
  return {
    name: feed.name,
    connection: feed.connectionId,
    kind: feed.kind,
    mapping: feed.mapping,
    mapping_gain: gain === undefined ? null : { mapping: gain.mapping, version: gain.version },
    life: feed.life,
    published,
    pending,
    refused,
    invalid,
    new_in_doubt: newInDoubt,
    in_doubt: inDoubt,
    to_send: toSend,
    kept_back: keptBack,
    sent_by: maybeIso(eta?.at ?? null),
    doubts: doubts.map(({ code, pointer, count, of, message }) => ({ code, pointer, count, of, message })),
    failures: feed.failures,
    last_poll_at: maybeIso(feed.lastPollAt),
    last_complete_at: maybeIso(feed.lastCompleteAt),
    next_poll_at: maybeIso(nextPollOf(feed)),
    last_file:
      lastFile === null
        ? null
        : {
            kind: lastFile.kind,
            fetched_at: iso(lastFile.fetchedAt),
            records: lastFile.recordCount,
            sequence: lastFile.sequence,
          },
    stalled_since: maybeIso(feed.stalledSince),
    stall_reason: feed.stallReason,
  };
}

import type { AskHosts } from '../map/answered-photos.js';
import { httpsAnswers, lastAnswers } from '../map/https-hosts.js';
import { settlePhotos } from '../map/settle-photos.js';
import type { PlannedListing } from '../reports.js';
import type { PollBalance } from '../../core/schedule/balance.js';
import { bounded } from '../../platform/bounded.js';
import { letOthersRun } from '../../platform/event-loop.js';
import { advanced } from '../../platform/fence.js';
import { letYoungGrow, youngBytesForNews } from '../../platform/process/memory.js';
import { commitLimit } from '../job-limits.js';
import type { JudgedReading } from './reading.js';
import { keepShown } from '../removals/visibility.js';
import type { Feed, Services } from '../services/services.js';
import { ContentGate } from '../content/content-gate.js';
import { stagedSample } from './staged-listings.js';
import { watchBlock, type ContentWatch } from './watch-content.js';
import { RecordPlanner } from './plan-records.js';

/** Records per transaction. All of them are in memory, with their former and new payloads. */
const blockSize = 125;
/**
 * All objects of a block are alive until it is written. A long commit gets a larger young generation: the mapping threads no longer need
 * that memory.
 */
const youngBytes = 16 * 1024 * 1024;
/** Up to this many blocks, the smaller young generation is enough. */
const blocksOfFew = 16;
/** Of a file's new listings, so many are compared with each other. */
const sampled = 2_000;
/** The report of a committed poll names at most this many listings; the outbox holds all of them. */
const plannedKept = 1_000;

/**
 * Plans the staged records against the stored listings and commits them block by block. A record's outcome, fingerprint, listings and
 * outbox entries share one transaction, so a crash between blocks leaves whole records only (RULES R29).
 */
export function commitRecords(
  feed: Feed,
  reading: JudgedReading,
  balance: PollBalance,
  services: Services,
  dryRun: boolean,
  watch: ContentWatch,
): Promise<PlannedListing[]> {
  const commit = (): Promise<PlannedListing[]> =>
    commitBlocks(feed, reading, balance, services, dryRun, watch);
  return bounded(commitLimit, services.clock, commit);
}

async function commitBlocks(
  feed: Feed,
  reading: JudgedReading,
  balance: PollBalance,
  services: Services,
  dryRun: boolean,
  watch: ContentWatch,
): Promise<PlannedListing[]> {
  const { store, clock, crashPoints } = services;
  const { staging } = reading;
  const planned: PlannedListing[] = [];
  const plannedMax = dryRun ? Infinity : plannedKept;
  const feeds = await store.feeds.ofConnection(feed.connectionId);
  const feedNames = new Map(feeds.map(({ id, name }) => [id, name]));
  const gate = new ContentGate(feed, reading.whole, services, () => stagedSample(staging, sampled));
  await gate.open();
  const ask: AskHosts = (addresses) =>
    dryRun ? lastAnswers(addresses, store) : httpsAnswers(addresses, feed, services);
  try {
    for (let after = -1, blocks = 0; ; blocks++) {
      letYoungGrow(blocks > blocksOfFew ? youngBytes : youngBytesForNews);
      const staged = await staging.block(after, blockSize);
      const last = staged.at(-1);
      if (last === undefined) break;
      after = last.ordinal;
      const changed = staged.flatMap((row) => row.stored.map((listing) => listing.externalId));
      const formerPayloads = await store.listings.payloads(feed.connectionId, changed);
      const digests = new Map(
        staged.flatMap(({ stored }) => stored.map((one) => [one.externalId, one.wantedDigest] as const)),
      );
      const mapped = await settlePhotos(staged, formerPayloads, digests, ask, feed, services);
      const guarded = await gate.guard(mapped, formerPayloads);
      const block = keepShown(guarded, formerPayloads, feed);
      const planner = new RecordPlanner(
        feed,
        reading,
        balance,
        formerPayloads,
        planned,
        plannedMax,
        feedNames,
        gate,
      );
      const decisions = block.map((row) => planner.decide(row));
      advanced({ records: block.length });
      if (dryRun) continue;
      watchBlock(watch, block, decisions, formerPayloads);
      await store.records.commitBlock(feed.connectionId, feed.id, decisions, clock.now());
      crashPoints.reach('records.block-committed');
      await services.reportProgress?.({ ...balance });
      await letOthersRun();
    }
  } finally {
    letYoungGrow(0);
  }
  await staging.discard();
  crashPoints.reach('records.committed');
  return planned;
}

import { sharedQuestions } from '../../core/content/shared-questions.js';
import type { ConnectionId, FeedId } from '../../model/ids.js';
import { isInUse } from '../../model/feed.js';
import { askedFeeds } from '../../store/facts/asked-feeds.js';
import { closedItems } from '../../store/facts/closed-items.js';
import { refusedBases } from '../../store/facts/mapping-bases.js';
import { mappingGains } from '../../store/facts/mapping-gains.js';
import type { DiskFault } from '../../texts/disk-words.js';
import { storedLimits } from '../../store/facts/portal-limits.js';
import { stoppedFeeds } from '../../store/facts/stopped-feeds.js';
import { stoppedKey } from '../../store/facts/stopped-key.js';
import type { Millis } from '../../model/millis.js';
import type { LongQueued, Store } from '../../store/store.js';
import { countBy } from '../standing-counts.js';
import { agencyNames } from './agency-name.js';

const sentBackCode = 'certification_rejected';
/** A feed is reported as failed after this many failed polls: a single one needs no attention. */
const failuresMin = 2;

/** Inputs for finding attention items that are not in the store. */
export interface AttentionContext {
  now: Millis;
  /** Window of the item budget. */
  windowMs: number;
  /** Age from which an open question needs the operator. */
  remindAfterMs: number;
  /** Folders that cannot be written. */
  disk: readonly (DiskFault & { since: Millis | null })[];
}

/**
 * The data that finders examine. Each part is read lazily, at most once, and with one statement whatever the number of agencies.
 */
export class Facts {
  /** @param connectionIds restricts the facts to these connections; null: all */
  constructor(
    readonly store: Store,
    readonly context: AttentionContext,
    readonly connectionIds: readonly ConnectionId[] | null = null,
  ) {}

  readonly connections = once(async () => {
    const rows = await this.store.connections.all();
    return rows.filter(({ id }) => this.#isIncluded(id));
  });
  readonly feeds = once(async () => {
    const rows = await this.store.feeds.all();
    return rows.filter(({ connectionId }) => this.#isIncluded(connectionId));
  });
  readonly holds = once(async () => {
    const rows = await this.store.holds.open({});
    return rows.filter(({ connectionId }) => this.#isIncluded(connectionId));
  });
  /** Questions that several feeds share. An agency is asked about its own feeds alone, so it has none. */
  readonly sharedQuestions = once(async () => {
    if (this.connectionIds !== null) return [];
    const [feeds, holds, contents] = [await this.feeds(), await this.holds(), await this.contents()];
    return sharedQuestions(await askedFeeds({ feeds, holds, contents }, this.store, this.context.now));
  });
  /** Numbers of values in doubt and of words that shared questions ask about, by feed. */
  readonly sharedParts = once(async () => {
    const shared = new Map<FeedId, { values: number; words: number }>();
    for (const { parts } of await this.sharedQuestions())
      for (const { feedId, doubts, words } of parts) {
        const known = shared.get(feedId) ?? { values: 0, words: 0 };
        shared.set(feedId, {
          values: known.values + doubts.length,
          words: known.words + words.length,
        });
      }
    return shared;
  });
  readonly standings = once(() => this.store.figures.standings(this.connectionIds));
  readonly queuedCounts = once(() => this.store.figures.queued(this.connectionIds));
  readonly contents = once(async () => this.store.figures.contents(await this.#feedIds()));
  /** Records that cannot be published and have no listing, of feeds in use, by connection. */
  readonly unlistedRecords = once(async () => {
    const used = (await this.feeds()).filter(isInUse);
    const counts = await this.store.figures.unlistedRecords(used.map(({ id }) => id));
    const unlisted = new Map<ConnectionId, number>();
    for (const { id, connectionId } of used)
      unlisted.set(connectionId, (unlisted.get(connectionId) ?? 0) + (counts.get(id) ?? 0));
    return unlisted;
  });
  /** Outbox entries that wait for a reason other than their turn. */
  readonly keptBack = once(() => this.store.outbox.parked(this.connectionIds));
  readonly parkedRequests = once(async () => {
    const rows = await this.store.parkedRequests.all();
    return rows.filter(({ connectionId }) =>
      connectionId === null ? this.connectionIds === null : this.#isIncluded(connectionId),
    );
  });
  readonly stoppedKey = once(() => stoppedKey(this.store));
  readonly suspectVocabulary = once(() => this.store.reference.suspect());
  readonly vocabularyInUse = once(() => this.store.reference.vocabulary());

  /** Feeds whose last two polls or more failed because of an error in feedsync, not because of their source. */
  readonly failedFeeds = once(async () => {
    const failing = (await this.feeds()).filter(
      ({ life, failures }) => life === 'stalled' && failures >= failuresMin,
    );
    const runs = await this.store.figures.lastRuns({ kind: 'poll', feedIds: failing.map(({ id }) => id) });
    return failing.filter(({ id }) => runs.get(id)?.state === 'failed');
  });
  /** Agencies in set-up whose file no mapping reads. What staff must do is nothing for an agency. */
  readonly unreadSetups = once(async () => (this.connectionIds === null ? this.store.setups.unread() : []));
  readonly refusedBases = once(() => refusedBases(this.store));
  readonly closedItems = once(() => closedItems(this.store));
  readonly mappingGains = once(() => mappingGains(this.store));
  /** Why configured feeds do not run, by feed name. */
  readonly feedProblems = once(() => stoppedFeeds(this.store));
  readonly itemsPerHour = once(async () => (await storedLimits({ store: this.store }))?.itemsPerHour ?? null);

  /** Listings that the portal refused, by connection and code. */
  readonly refusals = once(async () => {
    const some = countBy(
      await this.standings(),
      ({ portal, presence }) => portal === 'rejected' && presence !== 'gone',
    );
    return some.size === 0 ? [] : this.store.figures.refusals([...some.keys()]);
  });

  /** Certifying connections whose first push was sent back. */
  readonly refusedFirstPushes = once(async () => {
    const certifying = (await this.connections()).filter(({ status }) => status === 'certifying');
    if (certifying.length === 0) return [];
    const refusals = await this.store.figures.refusals(certifying.map(({ id }) => id));
    return certifying.flatMap((row) => {
      const refused = refusals.find(
        ({ connectionId, code }) => connectionId === row.id && code === sentBackCode,
      );
      return refused === undefined && row.certificationNote === null
        ? []
        : [{ row, refused: refused ?? null }];
    });
  });

  readonly agencyOf = once(async () => agencyNames(await this.connections()));

  /** Number of outbox entries by connection. */
  readonly waiting = once(async () => {
    const waiting = new Map<string, number>();
    for (const { connectionId, count } of await this.queuedCounts())
      waiting.set(connectionId, (waiting.get(connectionId) ?? 0) + count);
    return waiting;
  });

  /**
   * Counts of outbox entries queued before `before`. For an entry in a batch, the time of the batch counts instead, unless it was queued
   * before `anyway`.
   */
  async longQueued(before: Millis, anyway: Millis): Promise<LongQueued[]> {
    const queued = await this.store.figures.longQueued(before, anyway, this.context.now);
    return queued.filter(({ connectionId }) => this.#isIncluded(connectionId));
  }

  #isIncluded(connectionId: ConnectionId): boolean {
    return this.connectionIds === null || this.connectionIds.includes(connectionId);
  }

  async #feedIds(): Promise<number[]> {
    return (await this.feeds()).map(({ id }) => id);
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return () => (found ??= read());
}

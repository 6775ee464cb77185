import { setMaxListeners } from 'node:events';
import type { Clock } from '../platform/clock.js';
import type { Fetcher } from '../platform/http/fetcher.js';
import type { Fence } from '../platform/fence.js';
import { messageOf } from '../platform/code-of.js';
import type { Log } from '../platform/log/log.js';
import type { Slots } from '../platform/slots.js';
import type { FeedId } from '../model/ids.js';
import type { Lease, LeaseStore } from '../store/store.js';
import type { CalmPoll, ConfirmedPoll, DuePage, DuePlace, ReadyPoll } from '../sync/calm/calm-polls.js';
import type { FirstAnswer } from '../sync/calm/first-request.js';
import type { JobReport } from '../sync/job.js';
import { grouped, type Grouped } from './grouped.js';
import type { Lanes } from './lanes.js';
import { rotated } from './rotated.js';

/** What polls of calm feeds do; their order and their lanes are the engine's. */
export interface CalmWork {
  /** Those that are due and have a free lane, page by page. */
  due(page: { limit: number; after: DuePlace | null }): Promise<DuePage>;
  /** Those of these feeds that `due` finds, in this process or another one. */
  among(feedIds: readonly FeedId[]): Promise<ReadonlySet<FeedId>>;
  ready(polls: readonly CalmPoll[]): Promise<ReadonlyMap<FeedId, ReadyPoll>>;
  /** Null: the source confirmed the file. */
  ask(poll: ReadyPoll): Promise<FirstAnswer | null>;
  end(polls: readonly ConfirmedPoll[]): Promise<ReadonlyMap<FeedId, JobReport>>;
}

export interface CalmRoundsParts {
  calm: CalmWork;
  leases: Pick<LeaseStore, 'claim' | 'giveAll'>;
  lanes: Lanes;
  slots: Slots;
  /** Runs a poll whole, under the lease of its lane. @param fetcher answers its first request with what was received already */
  pollWhole: (poll: CalmPoll, fence: Fence, fetcher?: Fetcher) => Promise<void>;
  onReport: (report: JobReport) => void;
  clock: Clock;
  log: Log;
  ended: AbortSignal;
}

/** Most polls of a claim, and most of a group. */
const claimMax = 50;
/** Fewest polls of a claim. Where sources are slow, only these few lanes are taken for nothing. */
const claimMin = 4;
/** Most polls of a page, and most pages of a look: where many wait for one host, the others are found behind them, in this round or a later one. */
const pageMax = 4 * claimMax;
const pagesMax = 5;
/** No group waits longer for its next member, and no claimed lane longer for its turn. */
const waitMs = 250;

/** Polls calm feeds: lanes are claimed with one statement for many, and the polls of unchanged files end together with another one. */
export class CalmRounds {
  readonly #group: Grouped<ConfirmedPoll, JobReport>;
  readonly #underWay = new Set<Promise<void>>();
  /** Polls of claims whose sources have not answered yet: each may still join the group. */
  #expected = 0;
  #round: Promise<void> | null = null;
  /** Where the next page begins: none of those before it can be polled now. */
  #after: DuePlace | null = null;

  constructor(private readonly parts: CalmRoundsParts) {
    this.#group = grouped({ most: claimMax, waitMs, clock: parts.clock }, async (polls) => {
      const reports = await parts.calm.end(polls);
      return new Map(
        polls.flatMap((poll) => {
          const report = reports.get(poll.feed.id);
          return report === undefined ? [] : [[poll, report] as const];
        }),
      );
    });
  }

  /** Polls what is due until nothing is, or until no more may be asked now. */
  begin(): void {
    this.#round ??= this.#claimAll()
      .catch((error: unknown) =>
        this.parts.log.error('could not poll calm feeds', { error: messageOf(error) }),
      )
      .finally(() => (this.#round = null));
  }

  get isIdle(): boolean {
    return this.#round === null && this.#underWay.size === 0;
  }

  async idle(): Promise<void> {
    await this.#round;
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #claimAll(): Promise<void> {
    const { slots, ended } = this.parts;
    // A poll that ends without effect is due again at once: it has its next turn in a later round.
    const polled = new Set<FeedId>();
    for (let size = claimMin; !ended.aborted;) {
      // Other jobs wait for slots too: claims take turns with them.
      (await slots.wait([], ended))?.();
      const offers = await this.#offers(polled);
      if (offers.length === 0) return;
      const begun = await this.#claim(rotated(offers).slice(0, size));
      if (begun.length === 0) return;
      for (const { feedId } of begun) polled.add(feedId);
      size = Math.min(claimMax, Math.max(claimMin, 2 * begun.length));
    }
  }

  /** Due polls whose hosts have a free slot, of the first page that has some. */
  async #offers(polled: ReadonlySet<FeedId>): Promise<readonly CalmPoll[]> {
    for (let pages = 0; pages < pagesMax; pages++) {
      const { polls, next } = await this.parts.calm.due({ limit: pageMax, after: this.#after });
      const offers = polls.filter(({ feedId, hosts }) => !polled.has(feedId) && this.#hasRoom(hosts));
      if (offers.length > 0) return offers;
      this.#after = next;
      if (next === null) return [];
    }
    return [];
  }

  #hasRoom(hosts: readonly string[]): boolean {
    const leave = this.parts.slots.take(hosts);
    leave?.();
    return leave !== null;
  }

  /** Claims the lanes of these polls, and begins as many of the polls as find a slot in time. @returns those */
  async #claim(offers: readonly CalmPoll[]): Promise<readonly CalmPoll[]> {
    const { lanes, leases, calm, clock, ended } = this.parts;
    const claimed = await lanes.claim(
      leases,
      offers.map(({ lane }) => lane),
    );
    const byLane = new Map(offers.map((poll) => [poll.lane, poll]));
    const late = new AbortController();
    const left: Lease[] = [];
    try {
      const polls = claimed.flatMap((lease) => {
        const poll = byLane.get(lease.lane);
        return poll === undefined ? [] : [{ poll, lease }];
      });
      const ready = await calm.ready(polls.map(({ poll }) => poll));
      const isOver = AbortSignal.any([late.signal, ended]);
      setMaxListeners(claimMax, isOver);
      this.#expected += ready.size;
      const begun: CalmPoll[] = [];
      const working = polls.map(async ({ poll, lease }) => {
        const one = ready.get(poll.feedId) ?? null;
        const leave = await this.parts.slots.wait(poll.hosts, isOver);
        if (leave !== null) {
          begun.push(poll);
          return this.#track(this.#poll(poll, lease, one, leave));
        }
        left.push(lease);
        if (one !== null) this.#expected -= 1;
        this.#endIfWhole();
      });
      const all = Promise.all(working);
      const timer = new AbortController();
      await Promise.race([all, clock.sleep(waitMs, timer.signal).catch(() => undefined)]);
      timer.abort();
      late.abort();
      // Those that wait for a slot give up now, within a turn of the event loop.
      await new Promise((next) => setImmediate(next));
      return begun;
    } catch (error) {
      left.push(...claimed);
      throw error;
    } finally {
      late.abort();
      if (left.length > 0) await lanes.give(leases, left);
    }
  }

  #track(work: Promise<void>): Promise<void> {
    const tracked = work
      .catch((error: unknown) => this.parts.log.error('job failed', { error: messageOf(error) }))
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  async #poll(poll: CalmPoll, lease: Lease, ready: ReadyPoll | null, leave: () => void): Promise<void> {
    const { lanes, calm, clock, pollWhole, onReport, log } = this.parts;
    try {
      await lanes.workUnder(lease, async (fence) => {
        if (ready === null) return pollWhole(poll, fence);
        const startedAt = clock.now();
        const answer = await calm.ask(ready).finally(() => (this.#expected -= 1));
        if (answer !== null) {
          this.#endIfWhole();
          return pollWhole(poll, fence, answer.fetcher).finally(() => answer.discard());
        }
        leave();
        const ended = this.#group.add({ ...ready, lease, startedAt });
        this.#endIfWhole();
        const report = await ended.catch((error: unknown) => {
          log.error('polls could not be ended together', { error: messageOf(error) });
          return 'failed' as const;
        });
        if (report === 'failed') return this.#pollAlone(poll, fence);
        if (report !== null) onReport(report);
        return report !== null;
      });
    } finally {
      leave();
    }
  }

  /** A poll whose group failed: by itself it ends, or its failure is noted. */
  async #pollAlone(poll: CalmPoll, fence: Fence): Promise<void> {
    const leave = await this.parts.slots.wait(poll.hosts, this.parts.ended);
    if (leave !== null) await this.parts.pollWhole(poll, fence).finally(leave);
  }

  #endIfWhole(): void {
    if (this.#expected === 0) this.#group.end();
  }
}

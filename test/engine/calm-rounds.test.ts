import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalmRounds, type CalmWork } from '../../src/engine/calm-rounds.js';
import { grouped } from '../../src/engine/grouped.js';
import { Lanes } from '../../src/engine/lanes.js';
import { jobSlots } from '../../src/engine/slots.js';
import { systemClock } from '../../src/platform/clock.js';
import { silentLog } from '../../src/platform/log/log.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import type { CalmPoll, ConfirmedPoll, ReadyPoll } from '../../src/sync/calm/calm-polls.js';
import type { FirstAnswer } from '../../src/sync/calm/first-request.js';
import type { JobReport } from '../../src/sync/job.js';
import { ManualClock, minute } from '../support/manual-clock.js';

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
};

describe('a group', () => {
  const sums = (clock: ManualClock, most: number, groups: number[][]) =>
    grouped<number, string>({ most, waitMs: 250, clock }, async (members) => {
      groups.push([...members]);
      return new Map(members.filter((member) => member !== 3).map((member) => [member, `ended ${member}`]));
    });

  it('ends when it is full, when it is told to, or when its first member has waited long enough', async () => {
    const clock = new ManualClock();
    const groups: number[][] = [];
    const group = sums(clock, 3, groups);
    const full = [group.add(1), group.add(2), group.add(3)];
    expect(await Promise.all(full)).toEqual(['ended 1', 'ended 2', null]);
    const told = group.add(4);
    group.end();
    expect(await told).toBe('ended 4');
    const late = group.add(5);
    clock.advance(249);
    await turns();
    expect(groups).toEqual([[1, 2, 3], [4]]);
    clock.advance(1);
    expect(await late).toBe('ended 5');
    group.end();
    clock.advance(minute);
    await turns();
    expect(groups).toEqual([[1, 2, 3], [4], [5]]);
  });

  it('that fails fails for each member', async () => {
    const group = grouped<number, string>({ most: 2, waitMs: 1, clock: new ManualClock() }, () =>
      Promise.reject(new Error('cut')),
    );
    const members = [group.add(1), group.add(2)];
    for (const member of members) await expect(member).rejects.toThrow('cut');
  });
});

describe('rounds over calm feeds', () => {
  let store: Store;
  let waiting: CalmPoll[];
  let asked: string[];
  let atOnce: number;
  let atOnceMost: number;
  let ends: string[][];
  let whole: string[];
  let reports: JobReport[];
  let answer: (key: string) => Promise<FirstAnswer | null>;
  let ended: AbortController;
  beforeEach(async () => {
    store = await openStore('sqlite::memory:', { clock: new ManualClock() });
    [waiting, asked, ends, whole, reports, atOnce, atOnceMost] = [[], [], [], [], [], 0, 0];
    answer = () => Promise.resolve(null);
    ended = new AbortController();
  });
  afterEach(() => store.close());

  async function add(count: number, host: (index: number) => string): Promise<void> {
    for (let index = 0; index < count; index++) {
      const lane = `lane ${waiting.length}`;
      await store.leases.give((await store.leases.take(lane, 'before', minute))!.lease);
      waiting.push({ key: `poll:${waiting.length}`, lane, feedId: waiting.length, hosts: [host(index)] });
    }
  }

  /** Leases are the store's own; what polls do is played. */
  function rounds(change: Partial<CalmWork> = {}): CalmRounds {
    const calm: CalmWork = {
      due: async ({ limit, after }) => {
        const free = new Set(await store.leases.free(waiting.map(({ lane }) => lane)));
        const due = waiting.filter(({ lane, feedId }) => free.has(lane) && feedId > (after?.feedId ?? -1));
        const polls = due.slice(0, limit);
        const last = polls.at(-1);
        return {
          polls,
          next: last === undefined || due.length <= limit ? null : { feedId: last.feedId, at: 0 },
        };
      },
      among: async () => new Set(),
      ready: async (polls) =>
        new Map(
          polls.map((poll) => [
            poll.feedId,
            { feed: { id: poll.feedId, key: poll.key } } as unknown as ReadyPoll,
          ]),
        ),
      async ask({ feed }) {
        const { key } = feed as unknown as CalmPoll;
        asked.push(key);
        atOnce += 1;
        atOnceMost = Math.max(atOnceMost, atOnce);
        try {
          return await answer(key);
        } finally {
          atOnce -= 1;
        }
      },
      async end(polls: readonly ConfirmedPoll[]) {
        ends.push(polls.map(({ lease }) => lease.lane));
        const held: ConfirmedPoll[] = [];
        for (const poll of polls) if (await store.leases.isHeld(poll.lease)) held.push(poll);
        await store.leases.giveAll(held.map(({ lease }) => lease));
        waiting = waiting.filter(({ lane }) => !held.some(({ lease }) => lease.lane === lane));
        return new Map(held.map(({ feed }) => [feed.id, { kind: 'housekeeping' } as const]));
      },
      ...change,
    };
    return new CalmRounds({
      ...{ calm, leases: store.leases, slots: jobSlots(4), clock: systemClock, log: silentLog },
      lanes: new Lanes(store.leases, 'one', minute),
      ended: ended.signal,
      onReport: (report) => void reports.push(report),
      pollWhole: async ({ key, lane }) => {
        whole.push(key);
        waiting = waiting.filter((poll) => poll.lane !== lane);
      },
    });
  }
  const free = (): Promise<string[]> =>
    store.leases.free(Array.from({ length: 60 }, (_, index) => `lane ${index}`));

  it('poll all that are due, at most two of a host at a time, and end them in groups', async () => {
    await add(60, () => 'host');
    answer = async () => {
      await turns(1);
      return null;
    };
    const all = rounds();
    all.begin();
    expect(all.isIdle).toBe(false);
    await all.idle();
    expect(all.isIdle).toBe(true);
    expect(asked).toHaveLength(60);
    expect(atOnceMost).toBe(2);
    expect(reports).toHaveLength(60);
    expect(ends.length).toBeLessThan(8);
    expect(await free()).toHaveLength(60);
  });

  it('wait for no slow host: its lanes that found no slot are free again, and the others end', async () => {
    await add(4, () => 'slow');
    await add(6, (index) => `host ${index}`);
    let open = (): void => undefined;
    const slow = new Promise<void>((go) => (open = go));
    answer = async (key) => {
      if (Number(key.slice(5)) < 4) await slow;
      return null;
    };
    const all = rounds();
    for (let looks = 0; looks < 10 && reports.length < 6; looks++) {
      all.begin();
      await systemClock.sleep(150);
    }
    expect(reports).toHaveLength(6);
    await systemClock.sleep(300);
    expect(await free()).toHaveLength(58);
    open();
    for (let looks = 0; looks < 3; looks++) {
      await all.idle();
      all.begin();
    }
    await all.idle();
    expect(reports).toHaveLength(10);
    expect(asked.sort()).toEqual([...new Set(asked)].sort());
    expect(await free()).toHaveLength(60);
  });

  it('find other hosts behind any number of polls that wait for one', { timeout: 20_000 }, async () => {
    await add(450, () => 'slow');
    await add(6, (index) => `host ${index}`);
    let open = (): void => undefined;
    const slow = new Promise<void>((go) => (open = go));
    answer = async (key) => {
      if (Number(key.slice(5)) < 450) await slow;
      return null;
    };
    const all = rounds();
    for (let looks = 0; looks < 20 && reports.length < 6; looks++) {
      all.begin();
      await systemClock.sleep(100);
    }
    expect(reports).toHaveLength(6);
    open();
    for (let looks = 0; waiting.length > 0 && looks < 200; looks++) {
      all.begin();
      await all.idle();
    }
    expect(reports).toHaveLength(456);
  });

  it('go on with what changed by itself, and with what may not be asked at once', async () => {
    await add(3, (index) => `host ${index}`);
    const first: FirstAnswer = {
      fetcher: { open: () => Promise.reject(new Error('not here')) },
      discard: () => undefined,
    };
    answer = (key) => Promise.resolve(key === 'poll:1' ? first : null);
    const all = rounds({
      ready: async (polls) =>
        new Map(
          polls
            .filter(({ feedId }) => feedId !== 2)
            .map((poll) => [
              poll.feedId,
              { feed: { id: poll.feedId, key: poll.key } } as unknown as ReadyPoll,
            ]),
        ),
    });
    all.begin();
    await all.idle();
    expect(whole.sort()).toEqual(['poll:1', 'poll:2']);
    expect(ends).toEqual([['lane 0']]);
    expect(await free()).toHaveLength(60);
  });

  it('leave out the one whose lane was lost meanwhile, and it alone', async () => {
    await add(3, (index) => `host ${index}`);
    answer = async (key) => {
      if (key !== 'poll:1') return null;
      // Its lease ran out, and another process took the lane.
      await store.leases.renew([{ lane: 'lane 1', holder: 'one', epoch: 2 }], -1);
      expect(await store.leases.take('lane 1', 'two', minute)).toMatchObject({ lease: { epoch: 3 } });
      return null;
    };
    const all = rounds();
    all.begin();
    await all.idle();
    expect(reports).toHaveLength(2);
    expect(waiting.map(({ lane }) => lane)).toEqual(['lane 1']);
    expect(await store.leases.isHeld({ lane: 'lane 1', holder: 'two', epoch: 3 })).toBe(true);
  });

  it('poll nothing twice in a round that has no effect', async () => {
    await add(5, (index) => `host ${index}`);
    const idle = rounds({ end: async () => new Map() });
    idle.begin();
    await idle.idle();
    expect(asked.sort()).toEqual([0, 1, 2, 3, 4].map((index) => `poll:${index}`));
  });

  it('give all lanes back where the store fails', async () => {
    await add(5, (index) => `host ${index}`);
    const broken = rounds({ ready: () => Promise.reject(new Error('cut')) });
    broken.begin();
    await broken.idle();
    expect(await free()).toHaveLength(60);
    const cut = rounds({ end: () => Promise.reject(new Error('cut')) });
    cut.begin();
    await cut.idle();
    expect(await free()).toHaveLength(60);
    // What could not end together ends by itself.
    expect(whole).toHaveLength(5);
    expect(reports).toEqual([]);
  });
});

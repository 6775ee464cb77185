import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnLeases } from '../../src/engine/own-leases.js';
import { Lanes } from '../../src/engine/lanes.js';
import { JobsUnderWay } from '../../src/engine/under-way.js';
import { systemClock } from '../../src/platform/clock.js';
import { Fence, JobEndedError } from '../../src/platform/fence.js';
import { watchdogLimits } from '../../src/platform/watchdog/watch-loop.js';
import { failedJobs } from '../../src/store/facts/failed-jobs.js';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/store.js';
import type { Job, JobReport } from '../../src/sync/job.js';
import { withSettling } from '../../src/sync/settle-job.js';
import { hour, ManualClock, minute } from '../support/manual-clock.js';

let clock: ManualClock;
let store: Store;
beforeEach(async () => {
  clock = new ManualClock();
  store = await openStore('sqlite::memory:', { clock });
});
afterEach(() => store.close());

const job = (run: Job['run']): Job => ({ key: 'push:c1', lane: 'c1', run });
const done: JobReport = { kind: 'housekeeping' };
const never = (): Promise<JobReport> => new Promise(() => undefined);

/** As an engine does it. @returns what it came to */
async function perform(given: Job, underWay = new JobsUnderWay()): Promise<unknown> {
  const [due] = await withSettling([given], { store, clock });
  if (due === undefined) return 'rests';
  let result: unknown;
  const lanes = new Lanes(createOwnLeases(), 'one', Infinity);
  const working = lanes
    .work(due.lane, async (_, fence) => {
      result = await underWay.run(due, fence, due.run);
    })
    .catch((error: unknown) => (result = error));
  const ended = working.then(() => true);
  for (let steps = 0; steps < 100; steps++) {
    if ((await Promise.race([ended, systemClock.sleep(1)])) === true) break;
    clock.advance(minute);
  }
  return result;
}

describe('a job that fails', () => {
  it('rests ever longer, is written down with a sentence that quotes nothing, and is forgotten once it succeeds', async () => {
    const throws = job(() => Promise.reject(new TypeError('no such <secret>')));
    expect(await perform(throws)).toBeInstanceOf(TypeError);
    const [first] = await failedJobs(store);
    expect(first).toMatchObject({ key: 'push:c1', kind: 'push', lane: 'c1', tries: 1 });
    expect(first?.sentence).toContain('TypeError');
    expect(first?.sentence).not.toContain('secret');
    expect(await perform(throws)).toBe('rests');
    const waits: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      const [failed] = await failedJobs(store);
      waits.push((failed?.nextTryAt ?? 0) - clock.now());
      clock.set(failed?.nextTryAt ?? 0);
      await perform(throws);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBe(hour);
    clock.advance(hour);
    expect(await perform(job(async () => done))).toEqual(done);
    expect(await failedJobs(store)).toEqual([]);
  });

  it('does not rest for longer than an hour after the clock was set back', async () => {
    await perform(job(() => Promise.reject(new Error('once'))));
    clock.set(clock.now() - 300 * hour);
    expect(await perform(job(async () => done))).toEqual(done);
  });

  it('rests where its failure cannot be written either', async () => {
    const { meta } = store;
    const fullDisk = { set: () => Promise.reject(new Error('disk full')) };
    Object.assign(store, { meta: { ...meta, ...fullDisk } });
    const run = job(() => Promise.reject(new Error('disk full')));
    await perform(run);
    expect(await perform(run)).toBe('rests');
    clock.advance(minute);
    Object.assign(store, { meta });
    expect(await perform(job(async () => done))).toEqual(done);
    expect(await perform(job(async () => done))).toEqual(done);
  });

  it('is ended past its deadline, with its runs, though its promise never settles', async () => {
    const run = await store.runs.start({ kind: 'push', connectionId: 'c1', feedId: null, now: clock.now() });
    expect(await perform(job(never))).toMatchObject({ name: 'TimeOverError' });
    const [failed] = await failedJobs(store);
    expect(failed?.sentence).toContain('15 minutes');
    expect(await store.runs.isUnderWay(run)).toBe(false);
  });

  it('writes nothing once it was ended', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((go) => (release = go));
    let late: Promise<unknown> = Promise.resolve();
    const writes = async (): Promise<JobReport> => {
      await released;
      late = store.meta.set('late', 'yes').catch((error: unknown) => error);
      return done;
    };
    expect(await perform(job(writes))).toMatchObject({ name: 'TimeOverError' });
    clock.advance(hour);
    release();
    await systemClock.sleep(1);
    expect(await late).toBeInstanceOf(JobEndedError);
    expect(await store.meta.get('late')).toBeNull();
  });

  it('has no slot any more though its promise hangs on, and is overdue while its end cannot be written down', async () => {
    const underWay = new JobsUnderWay();
    await perform(job(never), underWay);
    expect(underWay.overdue()).toEqual([]);
    const closing = vi
      .spyOn(store.runs, 'closeInterrupted')
      .mockImplementation(() => new Promise(() => undefined));
    const [due] = await withSettling([{ ...job(never), key: 'poll:1', lane: 'c2' }], { store, clock });
    const fence = Fence.within(null);
    const working = underWay.run(due!, fence, () => fence.enter(due!.run)).catch((error: unknown) => error);
    await vi.waitUntil(
      () => {
        if (closing.mock.calls.length > 0) return true;
        clock.advance(minute);
        return false;
      },
      { interval: 1, timeout: 10_000 },
    );
    expect(underWay.overdue()).toMatchObject([{ key: 'poll:1', lane: 'c2' }]);
    // A store that does not answer is no reason for a restart, which comes a minute after the deadline.
    clock.advance(watchdogLimits.limitMs / 2);
    expect(await working).toMatchObject({ name: 'TimeOverError' });
    expect(underWay.overdue()).toEqual([]);
  });
});

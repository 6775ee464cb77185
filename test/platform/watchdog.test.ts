import fc from 'fast-check';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  lastRestartIn,
  noteRestart,
  readLastRestart,
  restartFile,
} from '../../src/platform/watchdog/last-restart.js';
import { watchdogLimits, watchLoop, watchSlots } from '../../src/platform/watchdog/watch-loop.js';

const { tickMs, limitMs, reportedMs } = watchdogLimits;
const hourMs = 3_600_000;
const minuteMs = 60_000;

describe('the watch over the loop', () => {
  it('finds it blocked after a minute without a beat, and reports that for a while after it', () => {
    const judge = watchLoop(watchdogLimits);
    judge(1, tickMs);
    const silent = Array.from({ length: limitMs / tickMs }, () => judge(1, tickMs));
    expect([new Set(silent.slice(0, -1)), silent.at(-1)]).toEqual([new Set(['fine']), 'blocked']);
    const after = Array.from({ length: reportedMs / tickMs }, (_, beat) => judge(beat + 2, tickMs));
    expect([new Set(after.slice(0, -1)), after.at(-1)]).toEqual([new Set(['was_blocked']), 'fine']);
  });

  it('counts no time in which the process was stopped, however often that was', () => {
    const stops = fc.array(fc.integer({ min: tickMs, max: 100 * hourMs }), {
      maxLength: limitMs / tickMs / 2 - 1,
    });
    fc.assert(
      fc.property(stops, (lengths) => {
        const judge = watchLoop(watchdogLimits);
        judge(1, tickMs);
        for (const length of lengths) expect(judge(1, length)).toBe('fine');
      }),
    );
  });

  it('never finds a loop blocked that beats once in less than a minute', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: limitMs / tickMs - 1 }), { maxLength: 20 });
    fc.assert(
      fc.property(pauses, (lengths) => {
        const judge = watchLoop(watchdogLimits);
        for (const [beat, length] of lengths.entries())
          for (let tick = 0; tick < length; tick++) expect(judge(beat, tickMs)).toBe('fine');
      }),
    );
  });
});

describe('the watch over slots', () => {
  const job = { key: 'poll:feed', deadlineAt: 5 };
  const ticks = limitMs / tickMs;

  it('finds a job that keeps its slot for a minute after its deadline', () => {
    const find = watchSlots(watchdogLimits);
    const found = Array.from({ length: ticks }, () =>
      find([{ key: 'other', deadlineAt: 1 }, job].slice(1), tickMs),
    );
    expect([new Set(found.slice(0, -1)), found.at(-1)]).toEqual([new Set([null]), job.key]);
    expect(find([], tickMs)).toBeNull();
  });

  it('begins again with each deadline, and counts no time in which the process was stopped', () => {
    const find = watchSlots(watchdogLimits);
    for (let tick = 0; tick < 3 * ticks; tick++)
      expect(find([{ ...job, deadlineAt: Math.floor(tick / (ticks - 1)) }], tickMs)).toBeNull();
    const slept = watchSlots(watchdogLimits);
    expect([slept([job], tickMs), slept([job], hourMs), slept([job], tickMs)]).toEqual([null, null, null]);
  });
});

describe('the last restart', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feedsync-restart-'));
    file = restartFile(folder, 'all');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is kept, and none follows it for 30 minutes', async () => {
    const first = { at: 10 * hourMs, reason: 'blocked' } as const;
    const at = (ms: number): boolean => noteRestart(file, { at: first.at + ms, reason: 'stuck' });
    expect(noteRestart(file, first)).toBe(true);
    expect([at(0), at(30 * minuteMs - 1), at(-minuteMs)]).toEqual([false, false, false]);
    expect(readLastRestart(file)).toEqual(first);
    expect(at(30 * minuteMs)).toBe(true);
    expect(readLastRestart(file)).toEqual({ at: first.at + 30 * minuteMs, reason: 'stuck' });
    expect(await readdir(folder)).toHaveLength(1);
    // Another process that shares the folder.
    const other = restartFile(folder, 'worker');
    expect(noteRestart(other, { at: first.at + 31 * minuteMs, reason: 'blocked' })).toBe(true);
    expect(lastRestartIn(folder)).toEqual({ at: first.at + 31 * minuteMs, reason: 'blocked' });
    expect(readLastRestart(file)).toEqual({ at: first.at + 30 * minuteMs, reason: 'stuck' });
  });

  it('does not silence the watchdog where a wrong clock noted it, or its file is broken', async () => {
    noteRestart(file, { at: 100 * hourMs, reason: 'blocked' });
    expect(noteRestart(file, { at: hourMs, reason: 'blocked' })).toBe(true);
    await writeFile(file, 'null');
    expect(readLastRestart(file)).toBeNull();
    expect(noteRestart(file, { at: hourMs, reason: 'blocked' })).toBe(true);
  });

  it('does not happen where it cannot be noted', () => {
    expect(noteRestart(join(folder, 'missing', 'file'), { at: hourMs, reason: 'stuck' })).toBe(false);
  });
});

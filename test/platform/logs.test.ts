import { mkdtemp, readdir, readFile, rm, stat, writeFile, appendFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLogFiles } from '../../src/platform/log/log-files.js';
import { createLog, logToBoth, silentLog } from '../../src/platform/log/log.js';
import { followLogLines, latestLogLines, parseLogLine } from '../../src/platform/log/read-logs.js';
import { day, ManualClock, minute } from '../support/manual-clock.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'feedsync-logs-'))));
afterEach(async () => rm(folder, { recursive: true, force: true }));

const everything = (): boolean => true;
const line = (second: number, msg: string, fields = {}): string =>
  `${JSON.stringify({ level: 30, time: `2026-01-15T09:00:${String(second).padStart(2, '0')}.000Z`, ...fields, msg })}\n`;

describe('log files', () => {
  it('hold each line at once, with its fields, for nobody else to read; old days are forgotten', async () => {
    const logs = join(folder, 'data', 'logs');
    await mkdir(logs, { recursive: true });
    const dayAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);
    const [old, kept] = [`feedsync.${dayAgo(9)}.1.log`, `feedsync.${dayAgo(2)}.1.log`];
    for (const name of [old, kept, 'notes.txt']) await writeFile(join(logs, name), '');
    const problems: Error[] = [];
    const options = {
      folder: logs,
      keepDays: () => 7,
      now: Date.now,
      onProblem: (e: Error) => void problems.push(e),
    };
    const files = await openLogFiles(options);
    files.log.scope({ run: 7 }).info('poll ended', { feed: 'agency', nothing: null });
    files.log.debug('not kept');
    const names = await readdir(logs);
    const [written] = names.filter((name) => name !== kept && name.startsWith('feedsync'));
    expect(names.sort()).toEqual([kept, written, 'notes.txt'].sort());
    expect((await stat(join(logs, written!))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(logs, written!), 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    expect(parseLogLine(text)).toMatchObject({
      level: 'info',
      message: 'poll ended',
      fields: { run: 7, feed: 'agency', nothing: null },
    });
    const closing = files.close();
    files.log.info('while they close');
    await closing;
    files.log.info('too late');

    const again = await openLogFiles(options);
    again.log.error('started again');
    await again.close();
    const { lines } = await latestLogLines(logs, everything, 10);
    expect(lines.map(({ message }) => message)).toEqual(['poll ended', 'started again']);
    expect(problems).toEqual([]);
  });

  it('are not worth stopping for where they cannot be written, and go on once they can', async () => {
    const logs = join(folder, 'logs');
    await writeFile(logs, 'a file, not a folder');
    const problems: Error[] = [];
    const clock = new ManualClock(Date.now());
    const files = await openLogFiles({
      folder: logs,
      keepDays: () => 7,
      now: () => clock.now(),
      onProblem: (error) => void problems.push(error),
    });
    files.log.info('lost');
    await rm(logs);
    clock.advance(minute);
    files.log.info('opens them again');
    await vi.waitFor(async () => {
      files.log.info('kept');
      expect((await latestLogLines(logs, everything, 1)).lines).toMatchObject([{ message: 'kept' }]);
    });
    await files.close();
    expect(problems).toHaveLength(1);
  });
});

describe('reading logs', () => {
  it('gives the last lines that are wanted, over several files, in order', async () => {
    await writeFile(join(folder, 'feedsync.2026-01-14.10.log'), line(1, 'b'));
    await writeFile(join(folder, 'feedsync.2026-01-14.9.log'), line(0, 'a'));
    await writeFile(
      join(folder, 'feedsync.2026-01-15.1.log'),
      `${line(2, 'c', { run: 1 })}no line\n${line(3, 'd')}`,
    );
    const latest = async (max: number, isWanted = everything): Promise<string[]> =>
      (await latestLogLines(folder, isWanted, max)).lines.map(({ message }) => message);
    expect(await latest(10)).toEqual(['a', 'b', 'c', 'd']);
    expect(await latest(3)).toEqual(['b', 'c', 'd']);
    expect((await latestLogLines(folder, ({ fields }) => fields.run === 1, 3)).lines).toEqual([
      { at: Date.UTC(2026, 0, 15, 9, 0, 2), level: 'info', message: 'c', fields: { run: 1 } },
    ]);
    expect((await latestLogLines(join(folder, 'none'), everything, 3)).position.size).toBe(0);
  });

  it('follows whole lines only, from one file to the next, until it is stopped', async () => {
    const clock = new ManualClock();
    const [first, second] = ['feedsync.2026-01-15.1.log', 'feedsync.2026-01-16.1.log'];
    await writeFile(join(folder, first), line(0, 'before'));
    const { position } = await latestLogLines(folder, everything, 0);
    const stop = new AbortController();
    const following = followLogLines(folder, position, clock, stop.signal);
    const next = async (): Promise<string | undefined> => {
      const state = { isHere: false };
      const coming = following.next().finally(() => (state.isHere = true));
      while (!state.isHere) {
        clock.advance(250);
        await new Promise(setImmediate);
      }
      return (await coming).value?.message;
    };
    const text = line(1, 'in two parts');
    await appendFile(join(folder, first), text.slice(0, 20));
    const halves = next();
    await appendFile(join(folder, first), text.slice(20));
    expect(await halves).toBe('in two parts');
    await appendFile(join(folder, first), line(2, 'last of the day'));
    await writeFile(join(folder, second), line(3, 'first of the next'));
    expect([await next(), await next()]).toEqual(['last of the day', 'first of the next']);
    const ending = next();
    stop.abort();
    expect(await ending).toBeUndefined();
  });
});

describe('a log to two places', () => {
  it('tells both, scoped alike', () => {
    const told: unknown[] = [];
    const spy = (name: string, scope = {}): ReturnType<typeof createLog> => ({
      ...silentLog,
      warn: (message, fields) => void told.push([name, message, { ...scope, ...fields }]),
      scope: (fields) => spy(name, { ...scope, ...fields }),
    });
    logToBoth(spy('one'), spy('other')).scope({ run: 1 }).warn('careful', { feed: 'a' });
    expect(told).toEqual([
      ['one', 'careful', { run: 1, feed: 'a' }],
      ['other', 'careful', { run: 1, feed: 'a' }],
    ]);
  });
});

import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ProcessWorld } from '../support/real-process.js';
import { World } from '../support/world.js';
import { run } from './command-line.js';

describe('logs', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.create();
    world.feed.body = estateFeed(ads(6));
    await world.round();
  });
  afterEach(async () => world.close());

  interface Line extends Record<string, unknown> {
    event: string;
    run?: number;
  }

  async function lines(...options: string[]): Promise<Line[]> {
    return (await run(world, 'logs', '--json', ...options)).json().logs as Line[];
  }

  it('shows what the daemon wrote, with ids and the sentence, in the configured zone', async () => {
    const { out, code } = await run(world, 'logs');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}info {3}poll ended {2}feed agency, connection [0-9a-f-]{36}, run \d+, state done: 6 records, 6 to send$/m,
    );
    expect(out).toMatch(
      /info {3}push ended {2}.*run \d+, connection [0-9a-f-]{36}, state done: 6 sent in 1 batch, 6 accepted$/m,
    );
  });

  it('narrows by feed, connection, agency, run, listing, level and time', async () => {
    const poll = (await lines('--feed', 'agency')).find(({ event }) => event === 'poll ended');
    expect(poll).toMatchObject({
      level: 'info',
      feed: 'agency',
      connection: world.connectionId,
      state: 'done',
    });
    expect(await lines('--run', String(poll?.run))).toEqual([poll]);
    expect(await lines('--feed', 'other')).toEqual([]);
    const all = await lines();
    expect(await lines('--connection', world.connectionId)).toEqual(all);
    expect((await lines('--lines', '1')).length).toBe(1);
    expect(await lines('--level', 'error')).toEqual([]);
    expect(await lines('--since', '2099-01-01')).toEqual([]);
    expect(await lines('--listing', 'A0001')).toEqual([]);
    expect((await run(world, 'logs', '--feed', 'other')).out).toContain('No line matches.');
    const agency = (await world.app.services.store.connections.get(world.connectionId))?.remote?.agency as {
      name: string;
    };
    expect(await lines('--agency', agency.name.toUpperCase())).toEqual(all);
  });

  it('writes a poll that fails as a warning', async () => {
    world.feed.status = 503;
    await world.later(20 * minute);
    expect(await lines('--level', 'warn')).toMatchObject([
      { event: 'poll ended', level: 'warn', feed: 'agency', state: 'stalled' },
    ]);
  });

  it('names a listing that was taken off, and no title, name or phone at all', async () => {
    world.feed.body = estateFeed(ads(5));
    await world.round();
    world.clock.advance(3_600_000 * 2);
    await world.round();
    expect(await lines('--listing', 'A0006')).toMatchObject([
      { event: 'listing removed', reason: 'withdrawn' },
    ]);
    const folder = join(world.folder, 'data', 'logs');
    const texts = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(texts.join('')).not.toMatch(/Dvosoban|mirnoj|Primer|\+381/);
  });

  it.each([
    [['--since', 'yesterday'], '--since yesterday is not a time. Write a duration'],
    [['--agency', 'nobody'], 'No agency has "nobody" in its name.'],
    [['--follow', '--json'], '--follow cannot be combined with --json'],
  ])('says what is wrong with %j', async (options, words) => {
    const { code, err } = await run(world, 'logs', ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('logs --follow, as a process', () => {
  it('waits for a daemon, prints its lines as they come, and the next day’s, and ends well at SIGTERM', async () => {
    const world = await ProcessWorld.create();
    try {
      const following = world.start('logs', '--follow');
      const daemon = world.start('run');
      await daemon.printed((out) => out.includes('in step'));
      await following.printed((out) => out.includes('poll ended') && out.includes('push ended'));
      expect((await daemon.stop()).code).toBe(0);
      await following.printed((out) => out.includes('stopping'));
      const folder = join(world.folder, 'data', 'logs');
      await mkdir(folder, { recursive: true });
      const tomorrow = `{"level":40,"time":"2026-01-16T09:00:00.000Z","feed":"agency","msg":"a new day"}\n`;
      await appendFile(join(folder, 'feedsync.2099-01-16.1.log'), tomorrow);
      await following.printed((out) => out.includes('a new day'));
      const { code, out, err } = await following.stop();
      expect(code, err).toBe(0);
      expect(out).toContain('2026-01-16 10:00:00  warn   a new day  feed agency\n');
      expect(out.match(/poll ended/g)).toHaveLength(1);
    } finally {
      await world.close();
    }
  });
});

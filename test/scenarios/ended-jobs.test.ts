import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.js';
import type { Run } from '../../src/model/run.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const temporary = (): Promise<string[]> => readdir(join(world.app.config.dataDir, 'tmp'));
const polls = (): Promise<Run[]> => world.app.services.store.runs.list({ kind: 'poll', limit: 50 });

describe('a poll that throws', () => {
  /** As a mistake of ours, or of a library, would. */
  function breakAt(method: 'withStored' | 'commitBlock' | 'ordinalCount'): () => void {
    const { records } = world.app.services.store;
    const sound: unknown = Reflect.get(records, method);
    Object.assign(records, {
      [method]: () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'repeat')")),
    });
    return () => void Object.assign(records, { [method]: sound });
  }

  it.each(['withStored', 'commitBlock', 'ordinalCount'] as const)(
    'at %s is a failed run with a sentence and a backoff, and leaves no file',
    async (method) => {
      world = await World.create();
      const mend = breakAt(method);
      world.feed.body = estateFeed(ads(3));
      await world.tick(0);
      for (let seconds = 0; seconds < 30; seconds++) await world.tick(second);
      const [run, ...others] = await polls();
      expect(others).toEqual([]);
      expect(run).toMatchObject({ state: 'failed', message: expect.stringContaining('TypeError') });
      expect(run?.message).not.toContain('repeat');
      expect(await temporary()).toEqual([]);
      const [feed] = await world.app.services.store.feeds.all();
      expect(feed).toMatchObject({ life: 'stalled', failures: 1, stallReason: run?.message });

      const step = repetitions({ tests: 5, soak: 1 });
      for (let minutes = 0; minutes < 120; minutes += step) await world.tick(step * minute);
      expect((await polls()).length).toBeLessThan(10);
      mend();
      await world.tick(hour);
      await world.tick();
      expect(world.live()).toHaveLength(3);
      expect((await polls()).filter(({ state }) => state === 'running')).toEqual([]);
    },
  );
});

describe('a poll that does not come on', () => {
  /** One call never answers, as on a disk or in a library that hangs. */
  function hangAt(method: 'ordinalCount' | 'commitBlock' | 'sweep'): void {
    const { records } = world.app.services.store;
    const sound = Reflect.get(records, method) as (...args: unknown[]) => unknown;
    let calls = 0;
    const hang = (...args: unknown[]): unknown =>
      ++calls === 1 ? new Promise(() => undefined) : sound.apply(records, args);
    Object.assign(records, { [method]: hang });
  }
  /** The daemon does not wait for what hangs. */
  async function look(ms: number): Promise<void> {
    world.clock.advance(ms);
    await world.app.engine.tick();
    await systemClock.sleep(20);
  }
  const failed = async (): Promise<Run[]> => (await polls()).filter(({ state }) => state === 'failed');
  const live = (id: string): number =>
    world.sandbox.staff.listings(id).filter(({ status }) => status === 'live').length;

  it.each([
    ['ordinalCount', 'less than 1 MB and fewer than 100 records in 60 s', minute],
    ['commitBlock', 'fewer than 100 records in 60 s', minute],
    ['sweep', 'no step of it finished within 15 minutes', 15 * minute],
  ] as const)(
    'at %s is a failed run past its limit, while another agency is served, and its next one succeeds',
    async (method, sentence, limitMs) => {
      world = await World.create();
      const other = world.sandbox.staff.addConnection();
      await world.declare(([feed = {}]) => [
        feed,
        { ...feed, name: 'other', connection: other, url: `${world.feedUrl}/other.xml` },
      ]);
      await world.restart();
      world.feed.body = estateFeed(ads(3));
      world.at('/other.xml').body = estateFeed(ads(3));
      hangAt(method);
      const ids = [world.connectionId, other];
      for (let steps = 0; steps < 50 && !ids.some((id) => live(id) === 3); steps++) await look(second);
      expect(await failed()).toEqual([]);
      expect(ids.map(live).sort()).toEqual([0, 3]);
      for (let steps = 0; steps < 200 && (await failed()).length === 0; steps++) await look(10 * second);
      await world.app.engine.idle();
      const [run] = await failed();
      expect(run?.message).toContain(sentence);
      expect((run?.endedAt ?? 0) - (run?.startedAt ?? 0)).toBeGreaterThanOrEqual(limitMs);
      expect(await temporary()).toEqual([]);
      expect(world.app.engine.overdue()).toEqual([]);
      await world.tick(hour);
      await world.tick();
      expect(ids.map(live)).toEqual([3, 3]);
    },
  );
});

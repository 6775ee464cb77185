import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunRow } from '../../src/store/rows.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute, second } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

const temporary = (): Promise<string[]> => readdir(join(world.app.config.dataDir, 'tmp'));
const polls = (): Promise<RunRow[]> => world.app.services.store.runs.list({ kind: 'poll', limit: 50 });

describe('a poll that throws', () => {
  /** As a mistake of ours, or of a library, would. */
  function breakAt(method: 'stage' | 'stagedBlock' | 'commitBlock' | 'ordinalCount'): () => void {
    const { records } = world.app.services.store;
    const sound: unknown = Reflect.get(records, method);
    Object.assign(records, {
      [method]: () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'repeat')")),
    });
    return () => void Object.assign(records, { [method]: sound });
  }

  it.each(['stage', 'stagedBlock', 'commitBlock', 'ordinalCount'] as const)(
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

      for (let minutes = 0; minutes < 120; minutes++) await world.tick(minute);
      expect((await polls()).length).toBeLessThan(10);
      mend();
      await world.tick(hour);
      await world.tick();
      expect(world.live()).toHaveLength(3);
      expect((await polls()).filter(({ state }) => state === 'running')).toEqual([]);
    },
  );
});

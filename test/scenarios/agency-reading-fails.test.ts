import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Spool } from '../../src/platform/files/spool.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { altered } from '../support/altered.js';

let world: World;
afterEach(() => world.close());

async function bring(name: string): Promise<void> {
  world.at(`/${name}.xml`).body = estateFeed(ads(4, 201));
  const feed = { url: `${world.feedUrl}/${name}.xml` };
  const agency = { name, title: name, email: `${name}@agency.example`, language: 'en' as const, feed };
  await world.app.services.store.setups.add(agency, 'partner', world.clock.now());
}

/** Whatever is read of this agency's kept file throws. */
function breakFileOf(name: string): () => void {
  const { services } = world.app;
  const sound = services.spool;
  const broken: Spool = {
    ...sound,
    open: (path) =>
      path.startsWith(`setup/${name}/`)
        ? Promise.reject(new TypeError('no such cell\n    at mapper.js'))
        : sound.open(path),
  };
  altered(services).spool = broken;
  return () => void (altered(services).spool = sound);
}

const setup = async (name: string) => (await world.app.services.store.setups.byName(name))!;
const fetches = (name: string): number =>
  world.feedRequests.filter(({ path }) => path === `/${name}.xml`).length;

describe('the first reading of an agency that throws', () => {
  it('is a failed reading with its reason, and others are read after it', async () => {
    world = await World.create();
    await world.round();
    await bring('breaks');
    world.clock.advance(1);
    await bring('waits');
    breakFileOf('breaks');
    for (let second = 0; second < 4; second++) await world.tick(1_000);
    const failed = await setup('breaks');
    expect(failed.reading).toMatchObject({
      ok: false,
      failures: 1,
      problem: { en: expect.stringContaining('failed') as unknown, detail: 'no such cell' },
    });
    expect((await setup('waits')).reading).toMatchObject({ ok: true, result: { records: 4 } });
    // To find its mapping, and to keep its file: once each.
    expect(fetches('breaks')).toBe(2);
    expect(await readdir(join(world.folder, 'data', 'tmp'))).toEqual([]);
  });

  it('is tried again by itself, ever less often, and at once where it is asked for', async () => {
    world = await World.create();
    await world.round();
    await bring('breaks');
    const mend = breakFileOf('breaks');
    await world.tick(1_000);
    const failures = async (): Promise<number | undefined> => {
      const { reading } = await setup('breaks');
      return reading?.ok === false ? reading.failures : 0;
    };
    await world.tick(59_000);
    expect(await failures()).toBe(1);
    await world.tick(1_000);
    expect(await failures()).toBe(2);
    await world.tick(minute);
    expect(await failures()).toBe(2);
    for (let round = 0; round < 7; round++) await world.tick(hour);
    expect(await failures()).toBe(9);
    mend();
    await world.app.services.store.setups.askReading('breaks', false, world.clock.now());
    await world.tick(1_000);
    expect((await setup('breaks')).reading).toMatchObject({ ok: true });
    expect((await setup('breaks')).readAskedAt).toBeNull();
  });

  it('waits no longer for a clock that was ahead', async () => {
    world = await World.create();
    await world.round();
    await bring('breaks');
    const mend = breakFileOf('breaks');
    world.clock.advance(30 * 24 * hour);
    await world.tick(1_000);
    world.clock.advance(-30 * 24 * hour);
    mend();
    await world.tick(1_000);
    expect((await setup('breaks')).reading).toMatchObject({ ok: true });
  });
});

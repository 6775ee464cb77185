import { afterEach, describe, expect, it } from 'vitest';
import type { PollReport } from '../../src/sync/reports.js';
import { csvFeed } from '../support/csv-feed.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { jsonFeed, mappingFor } from '../support/json-feed.js';
import { kyeroFeed, properties } from '../support/kyero-feed.js';
import { minute } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { World, type WorldOptions } from '../support/world.js';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(options: WorldOptions, type: string): Promise<World> {
  const world = await World.create(options);
  worlds.push(world);
  world.feed.headers = { 'content-type': type };
  return world;
}

async function serve(world: World, body: Buffer | string): Promise<PollReport | undefined> {
  world.clock.advance(15 * minute);
  world.feed.body = body;
  return (await world.round()).polls[0];
}

/** What the portal holds of these, but for the moment at which it was sent. */
function held(world: World, ids: readonly string[]): unknown[] {
  return ids.map((id) => {
    const { source, ...payload } = world.payload(id);
    const { updated_at, ...other } = source as Record<string, unknown>;
    return { ...payload, source: other };
  });
}

/** Six exports of one agency: prices and texts change, ads come, go and return. */
function exports(): Ad[][] {
  const random = seededRandom('exports');
  const pick = (most: number): number => (random.bytes(1)[0] ?? 0) % most;
  let list = ads(14);
  return Array.from({ length: 6 }, (_, step) => {
    list = list.map((one) => {
      const change = pick(5);
      if (change === 0) return { ...one, price: 50_000 + 100 * pick(250) };
      return change === 1 ? { ...one, title: `${one.title} u izvozu ${step}` } : one;
    });
    const gone = pick(list.length);
    const shown = step < 5 ? list.filter((_, index) => index !== gone) : list;
    list = [...list, ad(100 + step)];
    return shown;
  });
}

describe('what the portal holds after many exports is what it would hold if each record were read anew', () => {
  const containers: [
    string,
    () => Promise<WorldOptions>,
    string,
    (list: readonly Ad[]) => Buffer | string,
  ][] = [
    ['XML', () => Promise.resolve({}), 'application/xml', (list) => estateFeed(list)],
    [
      'CSV',
      () => Promise.resolve({ mapping: 'csv-header', feed: { encoding: 'windows-1250' } }),
      'text/csv',
      csvFeed,
    ],
    [
      'JSON',
      async () => ({ mapping: await mappingFor('{ container: json, root: [agency], records: ads }') }),
      'application/json',
      (list) => jsonFeed(list),
    ],
  ];

  it.each(containers)('%s', async (_, options, type, write) => {
    const steps = exports();
    const last = steps.at(-1) ?? [];
    const setup = await options();
    const followed = await open(setup, type);
    let known = 0;
    for (const step of steps) known += (await serve(followed, write(step)))?.balance.known ?? 0;
    const fresh = await open(setup, type);
    await serve(fresh, write(last));
    const ids = last.map(({ code }) => code);
    expect(held(followed, ids)).toEqual(held(fresh, ids));
    expect(known).toBeGreaterThan(30);
  });

  it('Kyero, where only the time of the export changes', async () => {
    const followed = await open({ mapping: 'kyero-v3' }, 'application/xml');
    const list = properties(8).map((one) => ({ ...one, town: 'Novi Sad' }));
    await serve(followed, kyeroFeed(list, '2026-01-15 09:00:00'));
    const changed = list.map((one, index) => (index % 3 === 0 ? { ...one, price: one.price + 1000 } : one));
    const report = await serve(followed, kyeroFeed(changed, '2026-01-15 10:00:00'));
    expect(report?.balance).toMatchObject({ known: 5, mapped: 3 });
    const fresh = await open({ mapping: 'kyero-v3' }, 'application/xml');
    await serve(fresh, kyeroFeed(changed, '2026-01-15 11:00:00'));
    expect(held(followed, followed.live())).toEqual(held(fresh, fresh.live()));
    expect(followed.live()).toHaveLength(8);
  });
});

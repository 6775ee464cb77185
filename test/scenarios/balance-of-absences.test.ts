import { afterEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { repetitions } from '../support/repetitions.js';
import { World } from '../support/world.js';

/** Of each seed. */
const files = repetitions({ tests: 10, soak: 25 });

let world: World;
afterEach(() => world.close());

/** Its id cannot be read either: each listing that is missing may be this one. */
const unreadable = ` <oglas>${'<a>'.repeat(200)}x${'</a>'.repeat(200)}</oglas>`;

function withUnreadable(list: readonly Ad[]): string {
  return estateFeed(list).replace('</OGLASI>', `${unreadable}\n</OGLASI>`);
}

async function poll(body: string): Promise<{ state: string; message: string | null }> {
  world.feed.body = body;
  const { polls } = await world.later(hour);
  return { state: polls[0]?.state ?? 'none', message: polls[0]?.message ?? null };
}

const doubled = (number: number): Ad[] => [ad(number), ad(number, { price: 1_000 })];

/** What became of listing 1 before it goes missing beside an unreadable record. */
const histories: Record<string, () => Promise<unknown>> = {
  'is as it was': () => Promise.resolve(),
  'had its id twice': () => poll(estateFeed([...doubled(1), ...ads(9, 2)])),
  'could not be published': () => poll(estateFeed([ad(1, { town: 'Nigdina' }), ...ads(9, 2)])),
  'was missing before': () => poll(estateFeed(ads(9, 2))),
  'was suppressed': async () => {
    const listing = { connectionId: world.connectionId, externalId: 'A0001' };
    await executeDecision(
      { kind: 'suppress', payload: { ...listing, reason: 'asked', until: null }, author: 'test' },
      world.app.services,
    );
    await world.later(hour);
  },
  'was refused by the portal': () => poll(estateFeed([ad(1, { title: 'x' }), ...ads(9, 2)])),
};

describe('a listing that goes missing beside an unreadable record', () => {
  it.each(Object.entries(histories))('adds up where it %s', async (_what, history) => {
    world = await World.create();
    await poll(estateFeed(ads(10)));
    await history();
    expect(await poll(withUnreadable(ads(9, 2)))).toMatchObject({ state: 'done' });
    expect(await poll(withUnreadable(ads(8, 2)))).toMatchObject({ state: 'done' });
    expect(await poll(estateFeed(ads(10), '2026-02-01T09:00:00'))).toMatchObject({ state: 'done' });
  });
});

it.each([1, 2, 3])('each file of a feed with every kind of trouble adds up: seed %i', async (seed) => {
  world = await World.create();
  const random = seededRandom(`balance ${seed}`);
  const chance = (share: number): boolean => random.fraction() < share;
  const file = (): string => {
    const list = ads(12).flatMap((one, index): Ad[] => {
      if (chance(0.15)) return [];
      if (chance(0.1)) return doubled(index + 1);
      if (chance(0.1)) return [{ ...one, town: 'Nigdina' }];
      return [chance(0.2) ? { ...one, price: one.price + 100 } : one];
    });
    return chance(0.4) ? withUnreadable(list) : estateFeed(list);
  };
  for (let count = 0; count < files; count++) {
    const { message } = await poll(file());
    expect(message).not.toContain('add up');
  }
});

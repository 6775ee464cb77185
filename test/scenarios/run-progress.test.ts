import { afterEach, expect, it, vi } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';

let world: World | undefined;
afterEach(async () => world?.close());

it('runs under way say what they have counted so far, now and then', async () => {
  const slow = new Set(['records.block-committed', 'batch.stored']);
  const crashPoints = { reach: (point: string) => slow.has(point) && world?.clock.advance(3_000) };
  world = await World.create({ limits: { max_batch_items: 100 }, crashPoints });
  const { runs } = world.app.services.store;
  const told = vi.spyOn(runs, 'count');
  world.feed.body = estateFeed(ads(260));
  await world.round();

  const all = await runs.list({ limit: 10 });
  const poll = all.find(({ kind }) => kind === 'poll');
  const push = all.find(({ kind }) => kind === 'push');
  const countsOf = (id?: number): object[] => told.mock.calls.filter(([of]) => of === id).map(([, so]) => so);
  expect(countsOf(poll?.id)).toMatchObject([
    { seen: 260, mapped: 125, queued: 125 },
    { seen: 260, mapped: 250, queued: 250 },
    { seen: 260, queued: 260 },
  ]);
  expect(countsOf(push?.id)).toMatchObject([{ sent: 100 }, { sent: 200 }, { sent: 260 }]);
  expect([poll?.state, push?.state, push?.balance.sent]).toEqual(['done', 'done', 260]);
});

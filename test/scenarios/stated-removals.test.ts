import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import { ad, ads } from '../support/estate-feed.js';
import { changesFeed, changesMapping } from '../support/changes-feed.js';
import { hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

let world: World;
beforeEach(async () => {
  world = await World.create();
  const mapping = join(world.folder, 'changes.yaml');
  await writeFile(mapping, (await changesMapping()).replace(/remove: withdrawn/, 'remove: sold'));
  await world.declare(([owner]) => [
    { ...owner, mapping, kind: 'auto' },
    {
      ...owner,
      mapping,
      kind: 'auto',
      name: 'other',
      url: String(owner?.url).replace('/feed.xml', '/b.xml'),
    },
  ]);
  await world.restart();
});
afterEach(async () => world.close());

let number = 0;
const owner = (codes: readonly number[], gone: string[] = []): void => {
  world.feed.body = changesFeed({
    content: 'sve',
    number: ++number,
    ads: codes.map((code) => ad(code)),
    gone,
  });
};
const other = (codes: readonly number[]): void => {
  world.at('/b.xml').body = changesFeed({
    content: 'sve',
    number: ++number,
    ads: [...ads(6, 11), ...codes.map((code) => ad(code, { price: 70_000 }))],
  });
};

async function rounds(count = 3): Promise<void> {
  for (let round = 0; round < count; round++) await world.later(2 * hour);
}

async function ask(kind: 'pause' | 'resume', feed: string): Promise<void> {
  await executeDecision({ kind, payload: { feed }, author: 'test' }, world.app.services);
}

const all = [1, 2, 3, 4, 5, 6];

describe('a listing that its owner calls sold, and that another feed once had', () => {
  it.each<[string, () => Promise<void>]>([
    ['is paused', () => ask('pause', 'other')],
    [
      'cannot be read',
      async () => {
        world.at('/b.xml').status = 503;
        await world.later(15 * minute);
      },
    ],
    [
      'left the configuration',
      async () => {
        await world.declare((feeds) => feeds.slice(0, 1));
        await world.restart();
      },
    ],
  ])('is taken off where that feed %s', async (_what, end) => {
    owner(all);
    await world.round();
    other([1]);
    await world.later(15 * minute);
    await end();
    owner(all.slice(1), ['A0001']);
    await rounds();
    expect(world.live()).not.toContain('A0001');
    expect(world.live()).toHaveLength(11);
  });

  it('stays where that feed is polled and lists it, and is that feed’s', async () => {
    owner(all);
    await world.round();
    other([1]);
    await world.later(15 * minute);
    owner(all.slice(1), ['A0001']);
    await rounds();
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
  });

  it('is on again where the paused feed is polled again and still lists it, though its file is the same', async () => {
    owner(all);
    await world.round();
    other([1]);
    await world.later(15 * minute);
    await ask('pause', 'other');
    owner(all.slice(1), ['A0001']);
    await rounds();
    await ask('resume', 'other');
    await rounds(1);
    expect(world.payload('A0001')).toMatchObject({ price: { amount: 70_000 } });
    expect(world.live()).toContain('A0001');
  });

  it('goes with the others that a person takes off, and what is only missing stays where the paused feed has it', async () => {
    owner(all);
    await world.round();
    other([1, 2]);
    await world.later(15 * minute);
    await ask('pause', 'other');
    owner([5, 6], ['A0001', 'A0003', 'A0004']);
    await rounds();
    const [hold] = await world.app.services.store.holds.open({ kind: 'removals' });
    expect(hold?.lineCount).toBe(3);
    const decision = { holdId: hold?.id ?? 0, kind: 'approve', author: 'test', expect: null } as const;
    await decideHold(decision, world.app.services);
    await rounds();
    expect(world.live().filter((code) => code < 'A0007')).toEqual(['A0002', 'A0005', 'A0006']);
  });
});

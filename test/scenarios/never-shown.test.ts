import { afterEach, describe, expect, it } from 'vitest';
import { decideHold } from '../../src/sync/decisions/decide-hold.js';
import { csvText } from '../support/csv-feed.js';
import { ads, type Ad } from '../support/estate-feed.js';
import { day, hour, minute, second } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

/** Twelve ads of an agency whose plan has room for nine: the portal refuses the other three, as nobody told that the plan is full. */
async function refuseThree(options: WorldOptions = {}): Promise<void> {
  world = await World.create({ mapping: 'csv-header', feed: { empty_state: 'on_offer' }, ...options });
  world.feed.headers = { 'content-type': 'text/csv' };
  await serve(ads(9), '');
  await world.later(15 * minute);
  expect(world.live()).toHaveLength(9);
  world.sandbox.staff.setQuota(world.connectionId, 9);
}

/** @param word what the row of each ad says of its state, by the number of the ad */
async function serve(
  list: readonly Ad[],
  word: string | ((number: number) => string),
  wait = 15 * minute,
): Promise<void> {
  const said = typeof word === 'string' ? () => word : word;
  const [header = '', ...rows] = csvText(list)
    .trimEnd()
    .split(/\r\n(?=A0)/);
  world.clock.advance(wait);
  world.feed.body = [
    `${header};status`,
    ...rows.map((row) => `${row};${said(Number(row.slice(1, 5)))}`),
    '',
  ].join('\r\n');
  await world.round();
}

const dearer = ads(12).map((one) => ({ ...one, price: one.price + 500 }));
const refused = ['A0010', 'A0011', 'A0012'];
const statuses = (): (string | undefined)[] =>
  refused.map((id) => world.listings().find(({ externalId }) => externalId === id)?.status);

async function heldLines(): Promise<string[]> {
  const [hold] = await world.app.services.store.holds.open({ kind: 'removals' });
  const shown = hold === undefined ? null : await world.app.services.store.holds.get(hold.id);
  return (shown?.lines ?? []).map(({ externalId }) => externalId);
}

async function reject(): Promise<void> {
  const [hold] = await world.app.services.store.holds.open({ kind: 'removals' });
  const decision = { holdId: hold?.id ?? 0, kind: 'reject', expect: null, author: 'ana' } as const;
  expect(await decideHold(decision, world.app.services)).toMatchObject({ ok: true });
}

/** The plan has room again, and a day of rounds goes by. */
async function makeRoom(): Promise<void> {
  world.sandbox.staff.setQuota(world.connectionId, null);
  for (let round = 0; round < 8; round++) await world.later(3 * hour);
}

describe('listings that the portal never showed', () => {
  it.each<[string, string, string[]]>([
    ['reserved', 'rezervisano', ['inactive', 'inactive', 'inactive']],
    ['sold', 'prodato', ['removed', 'removed', 'removed']],
  ])(
    'are not published once their file calls them %s, and no one is asked about them',
    async (_, word, end) => {
      await refuseThree();
      await serve(ads(12), '');
      expect(statuses()).toEqual(['rejected', 'rejected', 'rejected']);
      await serve(dearer, word);
      expect(await heldLines()).toEqual(ads(9).map(({ code }) => code));
      await makeRoom();
      expect(statuses()).toEqual(end);
      expect(world.live()).toHaveLength(9);
      await reject();
      await world.later(day);
      expect(statuses()).toEqual(end);
    },
  );

  it('wait unsent where the portal refuses them after their file called them reserved', async () => {
    await refuseThree({ sandbox: { batchDelayMs: minute } });
    await serve(ads(12), '');
    await serve(dearer, 'rezervisano', 10 * second);
    expect(await heldLines()).toEqual(dearer.map(({ code }) => code));
    await reject();
    await world.later(2 * minute);
    expect(statuses()).toEqual(['rejected', 'rejected', 'rejected']);
    await makeRoom();
    expect(world.live()).toHaveLength(9);
    const [row] = await world.app.services.store.outbox.of(world.connectionId, ['A0012']);
    expect(row?.waits?.kind).toBe('leaving');
    // What is on offer again is published. Of the others the mark stays: a file that lost all marks is held as a whole.
    await serve(dearer, (number) => (number > 4 ? '' : 'rezervisano'));
    await world.later(minute);
    expect(world.live()).toHaveLength(12);
  });
});

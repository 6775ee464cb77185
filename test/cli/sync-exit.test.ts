import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { besideDaemon, run, runAlone } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
  world.sandbox.staff.pause(world.connectionId, 'unpaid');
  world.feed.body = estateFeed([ad(1, { price: 50_000 }), ad(2), ad(3)]);
});
afterEach(async () => world.close());

/** Exit 1 is for feeds that failed, exit 3 for what waits for a decision here. A pause is neither (RULES R184). */
describe('a connection that is paused at the portal', () => {
  it('is told by sync, which polled and did what there was to do: exit 0', async () => {
    const synced = await runAlone(world, 'sync');
    expect(synced.out).toContain('agency: done: 3 records, 1 to send');
    expect(synced.out).toContain('is paused by staff (unpaid): the outbox waits');
    expect(synced.code).toBe(0);
    const again = await runAlone(world, 'sync', '--json');
    expect(again.json()).toMatchObject({
      pushes: [{ state: 'done' }],
      attention: [{ kind: 'connection_paused', count: 1 }],
    });
    expect(again.code).toBe(0);
  });

  it('is told beside a daemon as well, which noticed at the refusal of a batch', async () => {
    const synced = await besideDaemon(world, 'sync');
    expect(synced.out).toContain('the outbox waits');
    expect(synced.code).toBe(0);
    expect((await run(world, 'status')).code).toBe(0);
  });

  it('does not hide a hold, which needs a person: exit 3', async () => {
    world.sandbox.staff.resume(world.connectionId);
    world.feed.body = estateFeed(ads(1));
    await world.round();
    world.clock.advance(2 * hour);
    await world.round();
    world.sandbox.staff.pause(world.connectionId, 'unpaid');
    expect((await runAlone(world, 'sync')).code).toBe(3);
  });
});

/** Only the operator can end it (RULES R184). */
describe('a key that the portal refuses', () => {
  it('needs a person: exit 3', async () => {
    for (const operation of ['push_batch', 'ping'])
      world.sandbox.faults.add({
        operation,
        times: 9,
        does: { kind: 'status', status: 403, code: 'scope_missing' },
      });
    world.sandbox.staff.resume(world.connectionId);
    const refused = await runAlone(world, 'sync', '--json');
    expect(refused.json()).toMatchObject({ pushes: [{ state: 'stalled' }], attention: [{ kind: 'key' }] });
    expect(refused.code).toBe(3);
    expect((await runAlone(world, 'sync')).code).toBe(3);
  });

  it('does not hide a feed that failed: exit 1', async () => {
    world.sandbox.faults.add({ times: 9, does: { kind: 'status', status: 403, code: 'scope_missing' } });
    world.feed.status = 404;
    expect((await runAlone(world, 'sync')).code).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { besideDaemon, runAlone } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(6));
  await world.round();
  world.clock.advance(minute);
});
afterEach(async () => world.close());

describe('reconcile', () => {
  it('shows with --dry-run what it would ask, and changes nothing', async () => {
    world.sandbox.staff.setListing(world.connectionId, 'F1', { status: 'live' });
    const { code, out } = await runAlone(world, 'reconcile', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('unknown here  F1');
    expect(await world.app.services.store.holds.open({})).toEqual([]);
  });

  it('exits with 3 while listings that nothing here knows wait for a person', async () => {
    world.sandbox.staff.setListing(world.connectionId, 'F1', { status: 'live' });
    world.sandbox.staff.setListing(world.connectionId, 'F2', { status: 'live' });
    const { code, json } = await runAlone(world, 'reconcile', '--json');
    expect(code).toBe(3);
    expect(json()).toMatchObject({
      connections: [{ connection: world.connectionId, state: 'done', way: 'list', foreign: [{}, {}] }],
      attention: [{ kind: 'hold', count: 2 }],
    });
    world.clock.advance(minute);
    expect((await runAlone(world, 'approve', '1', '--only', 'F1')).out).toContain('1 of hold 1');
    world.clock.advance(minute);
    expect((await runAlone(world, 'reject', '1')).code).toBe(0);
    world.clock.advance(minute);
    expect((await runAlone(world, 'reconcile', '--connection', world.connectionId)).code).toBe(0);
    expect(world.live()).toHaveLength(7);
    expect(world.live()).toContain('F2');
  });

  it('names the connections there are where it is given another', async () => {
    const { code, err } = await runAlone(world, 'reconcile', '--connection', 'x');
    expect(code).toBe(2);
    expect(err).toContain(world.connectionId);
  });

  it('lets a daemon do it, and prints how it went', async () => {
    world.sandbox.staff.setListing(world.connectionId, 'F1', { status: 'live' });
    const dry = await besideDaemon(world, 'reconcile', '--dry-run');
    expect(dry.out).toContain('unknown here  F1');
    expect(await world.app.services.store.holds.open({})).toEqual([]);
    const { code, out } = await besideDaemon(world, 'reconcile');
    expect(out).toContain('7 live on the portal; 1 that nothing here knows');
    expect(code).toBe(3);
  });
});

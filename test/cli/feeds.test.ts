import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { run, runAlone } from './command-line.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.feed.body = estateFeed(ads(3));
  await world.round();
});
afterEach(async () => world.close());

describe('feed commands', () => {
  it('list the feeds and how each lives', async () => {
    const text = await run(world, 'feeds');
    expect(text).toMatchObject({ code: 0 });
    expect(text.out).toContain('agency');
    const { json } = await run(world, 'feeds', '--json');
    expect(json()).toMatchObject({ feeds: [{ name: 'agency', life: 'active', holds: 0 }], unread: [] });
  });

  it('pause, resume and retire without a daemon', async () => {
    expect((await runAlone(world, 'pause', 'agency')).out).toContain('agency is paused');
    expect((await runAlone(world, 'sync')).out).toContain('agency: paused: not polled');
    const again = await runAlone(world, 'pause', 'agency');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('paused already')]);
    expect((await runAlone(world, 'resume', 'agency')).out).toContain('polled again');
    expect((await runAlone(world, 'retire', 'agency')).out).toContain('3 listings stay until hold 1');
    expect((await run(world, 'holds')).out).toContain('--give-to FEED');
    expect(world.live()).toHaveLength(3);
  });

  it('are carried out by the daemon beside it', async () => {
    const asked = run(world, 'pause', 'agency');
    const { store } = world.app.services;
    while ((await store.intents.pending()).length === 0) await new Promise(setImmediate);
    await world.app.engine.tick();
    await world.app.engine.idle();
    world.clock.advance(1000);
    expect((await asked).out).toContain('agency is paused');
    expect((await store.feeds.byName('agency'))?.life).toBe('paused');
  });

  it('name the feeds there are where one is not known', async () => {
    const { code, err } = await run(world, 'pause', 'nobody');
    expect([code, err]).toEqual([2, expect.stringContaining('agency')]);
  });

  it('show what a changed configuration would do, and do nothing', async () => {
    expect((await run(world, 'config', 'check', '--diff')).out).toContain('No feed changes.');
    await world.declare(([first]) => [{ ...first, where: "field('mesto') == 'Futog'" }]);
    expect((await run(world, 'config', 'check', '--diff')).out).toContain(
      'agency: reads from another source (url, urls, changes_url, auth, headers) or selects other records (where)',
    );
    let before: unknown;
    await world.declare(([first]) => {
      before = first?.constants;
      return [{ ...first, where: null, constants: { 'price.currency': 'RSD' } }];
    });
    expect((await run(world, 'config', 'check', '--diff')).out).toContain(
      'agency: all records are mapped again, because the mapping, answers',
    );
    await world.declare(([first]) => [{ ...first, name: 'other', constants: before }]);
    const { out, code } = await run(world, 'config', 'check', '--diff');
    expect(code).toBe(0);
    expect(out).toContain('other: new in connection');
    expect(out).toContain('agency: no longer in the configuration: 3 listings stay');
    await world.declare(([first]) => [{ ...first, renamed_from: 'agency' }]);
    expect((await run(world, 'config', 'check', '--diff', '--json')).json()).toMatchObject({
      diff: [{ change: 'renamed', feed: 'other', from: 'agency' }],
    });
    expect((await world.app.services.store.feeds.all()).map(({ name }) => name)).toEqual(['agency']);
  });
});

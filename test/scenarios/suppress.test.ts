import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executeDecision } from '../../src/sync/decisions/execute-decision.js';
import type { RequestResult } from '../../src/sync/request-result.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  world = await World.create();
  await serve(ads(5));
});
afterEach(async () => world.close());

async function serve(list: Parameters<typeof estateFeed>[0], wait = 15 * minute): ReturnType<World['round']> {
  world.clock.advance(wait);
  world.feed.body = estateFeed(list);
  return world.round();
}

function suppress(externalId: string, until: number | null = null): Promise<RequestResult> {
  const { connectionId } = world;
  const payload = { connectionId, externalId, reason: 'the owner asked', until };
  return executeDecision({ kind: 'suppress', payload, author: 'test' }, world.app.services);
}

function unsuppress(externalId: string): Promise<RequestResult> {
  const payload = { connectionId: world.connectionId, externalId };
  return executeDecision({ kind: 'unsuppress', payload, author: 'test' }, world.app.services);
}

const allButSecond = ['A0001', 'A0003', 'A0004', 'A0005'];

describe('a suppressed listing', () => {
  it('is taken off and kept off though the feed has it and changes it', async () => {
    expect(await suppress('A0002')).toMatchObject({ ok: true });
    await world.round();
    expect(world.live()).toEqual(allButSecond);
    const round = await serve([ad(1), ad(2, { price: 81_234 }), ...ads(3, 3)]);
    expect(round.polls[0]).toMatchObject({ state: 'done', balance: { blocked: 1 } });
    const same = await serve([ad(1, { price: 99_000 }), ad(2, { price: 81_234 }), ...ads(3, 3)]);
    expect(same.polls[0]).toMatchObject({ state: 'done', balance: { blocked: 1 } });
    expect(world.live()).toEqual(allButSecond);
  });

  it('comes back as the feed has it by then, once a person lifts it', async () => {
    await suppress('A0002');
    await serve([ad(1), ad(2, { price: 81_234 }), ...ads(3, 3)]);
    expect(await unsuppress('A0002')).toMatchObject({ ok: true });
    // The feed has nothing new.
    world.clock.advance(15 * minute);
    await world.round();
    expect(world.live()).toHaveLength(5);
    expect(world.payload('A0002')).toMatchObject({ price: { amount: 81_234 } });
  });

  it('stays off when it left the feed meanwhile', async () => {
    await suppress('A0002');
    await serve([ad(1), ...ads(3, 3)]);
    await serve([ad(1), ...ads(3, 3)], 3 * hour);
    await unsuppress('A0002');
    await serve([ad(1), ...ads(3, 3)], 3 * hour);
    expect(world.live()).toEqual(allButSecond);
    await serve([ad(1), ad(2, { price: 81_234 }), ...ads(3, 3)]);
    expect(world.live()).toHaveLength(5);
  });

  it('is free again when its time is over', async () => {
    await suppress('A0002', world.clock.now() + 2 * day);
    await world.round();
    await serve(ads(5), day);
    expect(world.live()).toEqual(allButSecond);
    await serve(ads(5), 2 * day);
    expect(world.live()).toHaveLength(5);
  });

  it('is refused for what no feed has, and lifting what is not suppressed says so', async () => {
    expect(await suppress('nobody')).toMatchObject({ ok: false });
    expect(await unsuppress('A0002')).toMatchObject({ ok: false });
  });
});

describe('a listing put by hand', () => {
  function byHand(externalId: string): Record<string, unknown> {
    const payload = structuredClone(world.payload('A0001'));
    return { ...payload, external_id: externalId, source: { updated_at: '2026-01-01T00:00:00Z' } };
  }

  it('is published and kept until it is removed by hand', async () => {
    const { connectionId } = world;
    const { services } = world.app;
    const put = { connectionId, listing: byHand('hand-1') };
    expect(await executeDecision({ kind: 'put', payload: put, author: 'test' }, services)).toMatchObject({
      ok: true,
    });
    await world.round();
    expect(world.live()).toContain('hand-1');
    await serve(ads(5), 5 * hour);
    await serve(ads(5), 5 * hour);
    expect(world.live()).toContain('hand-1');

    const remove = { connectionId, externalId: 'hand-1', reason: 'sold' };
    await executeDecision({ kind: 'remove', payload: remove, author: 'test' }, services);
    await world.round();
    expect(world.live()).toEqual(ads(5).map((one) => one.code));
  });

  it('takes no id from a feed, and nothing that the portal would refuse; a feed’s listing is not removed by hand', async () => {
    const { connectionId } = world;
    const { services } = world.app;
    const ask = (kind: 'put' | 'remove', payload: Record<string, unknown>): Promise<RequestResult> =>
      executeDecision({ kind, payload, author: 'test' }, services);
    expect(await ask('put', { connectionId, listing: byHand('A0002') })).toMatchObject({ ok: false });
    expect(await ask('put', { connectionId, listing: { external_id: 'x' } })).toMatchObject({ ok: false });
    expect(await ask('remove', { connectionId, externalId: 'A0002', reason: 'sold' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('feedsync suppress A0002') as string,
    });
  });
});

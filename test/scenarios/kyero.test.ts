import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { altered } from '../support/altered.js';
import { kyeroFeed, properties } from '../support/kyero-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';

let world: World;
afterEach(async () => world.close());

// The sandbox's directory knows Serbia: the towns of this feed are the agency's own words for places there.
const place = { Marbella: 'Novi Sad', Estepona: 'Subotica', Nerja: 'Niš' };

/** The feed writes http: the hosts of its photos are asked whether they have https. */
function photosAnswer(): void {
  const { services } = world.app;
  const { fetcher } = services;
  altered(services).fetcher = {
    open: (request) =>
      request.method === 'HEAD'
        ? Promise.resolve({ status: 200, headers: {}, body: Readable.from([]) })
        : fetcher.open(request),
  };
}

describe('a Kyero feed', () => {
  it('is published with stated titles, and keeps in step', async () => {
    world = await World.create({ mapping: 'kyero-v3', feed: { tables: { place }, constants: {} } });
    photosAnswer();
    const list = properties(10);
    world.feed.body = kyeroFeed(list);
    await world.round();
    expect(world.live()).toHaveLength(10);
    expect(world.payload('K-100')).toMatchObject({
      title: { sr: expect.stringContaining('Marbella') },
      description: { sr: expect.stringContaining('sea view') },
      price: { amount: 180_000, currency: 'EUR' },
      photos: [{ url: 'https://images.agency.example/K-100%201.jpg' }],
    });
    const record = await world.app.services.store.records.get(world.app.feeds[0]?.id ?? 0, 'K-100');
    expect(record?.issues.map((issue) => issue.code)).toContain('fallback_used');

    world.requests();
    world.feed.body = kyeroFeed(
      list.map((one, index) => (index < 3 ? { ...one, price: one.price - 1000 } : one)),
    );
    world.clock.advance(15 * minute);
    const edited = await world.round();
    expect(edited.pushes[0]).toMatchObject({ batches: 1, sent: 3, results: { accepted: 3 } });

    world.feed.body = kyeroFeed(list.slice(2));
    world.clock.advance(15 * minute);
    await world.round();
    world.clock.advance(59 * minute);
    await world.round();
    expect(world.live()).toHaveLength(10);
    world.clock.advance(minute);
    await world.round();
    expect(world.live()).toEqual(list.slice(2).map((one) => one.id));
  });
});

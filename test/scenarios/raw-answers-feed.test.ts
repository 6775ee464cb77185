import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rawServer } from '../platform/raw-server.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { rawAnswers } from '../support/raw-answers.js';
import { World } from '../support/world.js';

/** Well-formed, but not the whole file of its agency. */
const body = '<ads><ad><id>1</id></ad></ads>';

/** Of a busy machine: nothing is measured. */
const patience = { interval: 5, timeout: 20_000 };

let world: World;
let other: Awaited<ReturnType<typeof rawServer>>;
let price = 100_000;
let write: (typeof rawAnswers)[number]['write'];

beforeAll(async () => {
  other = await rawServer((socket) => write(socket, body));
  world = await World.create({
    config: { fetch: { timeout: '30s', max_bytes: '1MB', allow_private_addresses: ['127.0.0.1'] } },
  });
  world.feed.body = estateFeed(ads(2));
  const connection = world.sandbox.staff.addConnection({ status: 'active' });
  await world.declare(([feed]) => [
    { ...feed },
    { ...feed, name: 'other', connection, url: `${other.url}/feed.xml` },
  ]);
  await world.restart();
});
afterAll(async () => {
  await world.close();
  await other.close();
});

async function row() {
  const row = (await world.app.services.store.feeds.all()).find(({ name }) => name === 'other');
  if (row === undefined) throw new Error('no such feed');
  return row;
}

/** The first agency changes a price; it is at the portal before the other one's server has done anything. */
async function serveTheFirst(): Promise<void> {
  price += 1000;
  world.feed.body = estateFeed([ad(1, { price }), ad(2)]);
  const { engine } = world.app;
  await vi.waitFor(async () => {
    await engine.tick();
    expect(JSON.stringify(world.listings())).toContain(`${price}`);
  }, patience);
}

describe('a feed server that answers', () => {
  it.each(rawAnswers)(
    'with $name ends its poll with a reason, while another agency is served',
    async (answer) => {
      write = (socket, text) => answer.write(socket, text);
      const { nextPollAt } = await row();
      world.clock.set(Math.max(world.clock.now() + 20 * minute, nextPollAt));
      const asked = other.requests.length;
      await serveTheFirst();
      await vi.waitFor(() => expect(other.requests.length).toBeGreaterThan(asked), patience);
      if (answer.then === 'open') world.clock.advance(30_000);
      await world.app.engine.idle();
      const { stallReason } = await row();
      expect(stallReason).toMatch(answer.feedSays ?? answer.says);
      expect(stallReason).toMatch(/the last complete snapshot stays in use\.$/);
    },
  );
});

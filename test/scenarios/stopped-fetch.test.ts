import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { rawServer } from '../platform/raw-server.js';

const file = estateFeed(ads(2));
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(file)}\r\nconnection: close\r\n\r\n`;
/** Of a busy machine: nothing is measured. */
const patience = { interval: 5, timeout: 20_000 };

let world: World;
let host: Awaited<ReturnType<typeof rawServer>>;
let sent: string;

beforeAll(async () => {
  host = await rawServer((socket) => socket.write(sent));
  world = await World.create();
  await world.declare(([feed]) => [{ ...feed, url: `${host.url}/feed.xml` }]);
  sent = head + file;
  await world.restart();
  await world.round();
});
afterAll(async () => {
  await world.close();
  await host.close();
});

const feed = () => world.app.services.store.feeds.byName('agency');

describe('feedsync that is stopped while it fetches', () => {
  it.each([
    ['before the host answered', ''],
    ['in the middle of the body', head + file.slice(0, file.length / 2)],
  ])('says so of the run, %s, and counts no failure of the feed', async (_, part) => {
    const former = await feed();
    sent = part;
    const asked = host.requests.length;
    world.clock.advance(20 * minute);
    await world.app.engine.tick();
    await vi.waitFor(() => expect(host.requests.length).toBeGreaterThan(asked), patience);
    const restarting = world.restart(() => {
      sent = head + file;
      return Promise.resolve();
    });
    let isRestarted = false;
    void restarting.then(() => (isRestarted = true));
    await vi.waitFor(() => {
      world.clock.advance(1_000);
      expect(isRestarted).toBe(true);
    }, patience);
    await restarting;
    const [run] = await world.app.services.store.runs.list({ kind: 'poll', limit: 1 });
    expect(run).toMatchObject({
      state: 'stalled',
      message: expect.stringMatching(
        /: feedsync was stopped before .* had answered in full\. It is tried again by itself\. Nothing was changed; the last complete snapshot stays in use\.$/,
      ) as unknown,
    });
    const { life, failures, stallReason, lastCompleteAt } = (await feed())!;
    expect({ life, failures, stallReason }).toEqual({ life: 'active', failures: 0, stallReason: null });
    expect(lastCompleteAt).toBe(former?.lastCompleteAt);
    await world.tick();
    expect((await feed())!.lastCompleteAt).toBe(world.clock.now());
  });
});

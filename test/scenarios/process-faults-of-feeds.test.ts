import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ads, estateFeed } from '../support/estate-feed.js';
import { ProcessWorld, type RealProcess } from '../support/real-process.js';

const soon = { timeout: 40_000, interval: 50 };
const innocent = ['first', 'second', 'third'];

let world: ProcessWorld;
let server: Server;
let connections: string[];
/** Asked for, in each life of the daemon. */
let asked: string[];
let kills: (() => void) | null;

beforeEach(async () => {
  world = await ProcessWorld.create({ times: 10 });
  [asked, kills] = [[], null];
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    asked.push(name);
    if (name === 'hostile' && kills !== null) {
      kills();
      return;
    }
    response.end(estateFeed(ads(2, 10 * (innocent.indexOf(name) + 2))));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['hostile', ...innocent];
  connections = names.map((name) => world.staff.addConnection({ agency: { name } }));
  await world.configure({ fetch: { allow_private_addresses: ['127.0.0.1'] } });
  await world.withFeeds(
    names.map((name, index) => ({ name, url: `${url}/${name}`, connection: connections[index] })),
  );
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await world.close();
});

/** One life of the daemon, which its hostile feed ends. @returns what was read in it */
async function lifeEndsReading(): Promise<string[]> {
  asked = [];
  let daemon: RealProcess | null = null;
  kills = () => daemon?.signal('SIGKILL');
  daemon = world.start('run');
  expect((await daemon.ended).code).toBeNull();
  return asked;
}

it('a feed that kills the process while it is read alone is suspended; the others are served, and a person resumes it', async () => {
  expect(await lifeEndsReading()).toContain('hostile');
  // In this life nothing is read beside it.
  expect((await lifeEndsReading()).at(-1)).toBe('hostile');
  asked = [];
  kills = () => expect.unreachable('it is read once more');
  const daemon = world.start('run');
  await vi.waitFor(() => expect(world.live(connections)).toHaveLength(2 * innocent.length), soon);
  const [shown, listed] = await Promise.all([
    world.start('status').ended,
    world.start('status', '--json').ended,
  ]);
  expect(shown.code).toBe(3);
  expect(JSON.parse(listed.out)).toMatchObject({
    attention: expect.arrayContaining([
      expect.objectContaining({ kind: 'feed_suspended', feed: 'hostile', operator: true }),
    ]) as unknown,
  });
  expect(asked).not.toContain('hostile');
  kills = null;
  expect((await world.start('resume', 'hostile').ended).code).toBe(0);
  await vi.waitFor(() => expect(world.live(connections)).toHaveLength(2 * innocent.length + 2), soon);
  expect((await daemon.stop()).code).toBe(0);
});

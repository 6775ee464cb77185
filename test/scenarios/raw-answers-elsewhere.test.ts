import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import type { Transport } from '../../src/platform/http/transport.js';
import { rawServer, reply } from '../platform/raw-server.js';
import { ad, ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { rawAnswers, type RawAnswer } from '../support/raw-answers.js';
import { secret } from '../support/secrets.js';
import { World } from '../support/world.js';

/** One of each way to end; `test/platform/raw-answers.test.ts` has all answers. */
const kinds = rawAnswers.filter(({ name }) =>
  [
    'nothing at all',
    'a reset without a byte',
    '101 with Upgrade',
    '100 without end',
    'HTTP/0.9',
    'headers byte by byte',
    'chunks without an end, kept open',
    'a length longer than its body',
  ].includes(name),
);

/** Of a busy machine: nothing is measured. */
const patience = { interval: 5, timeout: 20_000 };

let world: World;
let second: string;
let server: Awaited<ReturnType<typeof rawServer>>;
let transport: ReturnType<typeof createHttpTransport>;
let answer: RawAnswer | null = null;
let onAsked = (): void => undefined;
/** Requests whose address holds this are answered by the bad server. */
let misled: string | null = null;

beforeEach(async () => {
  [answer, misled] = [null, null];
  onAsked = () => undefined;
  server = await rawServer((socket) => {
    onAsked();
    if (answer === null) socket.end(reply('204 No Content', []));
    else answer.write(socket, 'a body');
  });
  // The real one, whose deadlines are those of the world's clock.
  transport = createHttpTransport({
    now: () => world.clock.now(),
    elapsed: () => world.clock.elapsed(),
    sleep: (ms, signal) => world.clock.sleep(ms, signal),
  });
  const between: Transport = {
    send: (request) => {
      const { pathname } = new URL(request.url);
      const isMisled = misled !== null && pathname.includes(misled);
      return transport.send(isMisled ? { ...request, url: `${server.url}${pathname}` } : request);
    },
  };
  world = await World.create({
    transport: between,
    config: {
      notices: {
        webhook: {
          url: `${server.url}/hook`,
          secret: `whsec_${Buffer.from(secret('notices-webhook-key')).toString('base64')}`,
        },
      },
    },
  });
  second = world.sandbox.staff.addConnection({ status: 'active' });
  world.feed.body = estateFeed(ads(2));
  world.at('/second.xml').body = estateFeed(ads(8));
  await world.declare(([feed]) => [
    { ...feed },
    {
      ...feed,
      name: 'second',
      connection: second,
      url: `${world.feedUrl}/second.xml`,
    },
  ]);
  await world.restart();
  for (let rounds = 0; rounds < 3; rounds++) await world.tick(minute);
  expect([live(world.connectionId), live(second)]).toEqual([2, 8]);
  server.requests.splice(0);
});
afterEach(async () => {
  await world.close();
  transport.close();
  await server.close();
});

/** What the daemon does by itself, until that is so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => {
    await world.app.engine.tick();
    expect(await isSo()).toBe(true);
  }, patience);
}

const live = (connection: string): number => world.sandbox.staff.listings(connection).length;
const shows = (connection: string, price: number): boolean =>
  JSON.stringify(world.sandbox.staff.listings(connection)).includes(String(price));

async function endWhatIsOpen(asked: number): Promise<void> {
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(asked), patience);
  if (answer?.then === 'open') {
    const pass = (): void => world.clock.advance(minute);
    // What is asked after this one has a deadline of its own.
    onAsked = () => setImmediate(pass);
    pass();
  }
  await world.app.engine.idle();
}

describe('a portal that answers one connection', () => {
  it.each(kinds)(
    'with $name: its push ends with a reason, others go on, and nothing is lost',
    async (kind) => {
      [answer, misled] = [kind, `/connections/${second}/batches`];
      world.feed.body = estateFeed([ad(1, { price: 111_000 }), ad(2)]);
      world.at('/second.xml').body = estateFeed([ad(1, { price: 222_000 }), ...ads(7, 2)]);
      world.clock.advance(20 * minute);
      await until(() => shows(world.connectionId, 111_000) && server.requests.length > 0);
      await endWhatIsOpen(0);
      const { runs } = world.app.services.store;
      const [push] = await runs.list({ connectionIds: [second], kind: 'push', limit: 1 });
      expect(push).toMatchObject({ state: 'stalled', message: expect.stringMatching(kind.says) as string });
      expect(push?.message).toMatch(/retried automatically$/);

      misled = null;
      world.clock.advance(20 * minute);
      await until(() => shows(second, 222_000));
    },
  );
});

describe('the target of notices that answers', () => {
  it.each(kinds.slice(0, 4))(
    'with $name: that is noted with its reason, and agencies are served',
    async (kind) => {
      answer = kind;
      const asked = new Promise<void>((resolve) => (onAsked = resolve));
      // No id of before is in it, so the whole file is held.
      world.at('/second.xml').body = estateFeed(ads(8, 100));
      for (let minutes = 0; minutes < 40 && server.requests.length === 0; minutes++) {
        world.clock.advance(minute);
        await world.app.engine.tick();
        await Promise.race([world.app.engine.idle(), asked]);
      }
      world.feed.body = estateFeed([ad(1, { price: 111_000 }), ad(2)]);
      await endWhatIsOpen(0);
      world.clock.advance(20 * minute);
      await until(() => shows(world.connectionId, 111_000));
      const problems = (await world.app.services.store.notices.list({ limit: 100 })).map(
        ({ problem }) => problem,
      );
      expect(problems.some((problem) => problem !== null && kind.says.test(problem))).toBe(true);
    },
  );
});

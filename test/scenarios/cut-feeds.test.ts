import type { PollReport } from '../../src/sync/reports.js';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollFeed } from '../../src/sync/poll/poll-feed.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { repetitions } from '../support/repetitions.js';
import { RawFeedServer } from '../support/raw-feed-server.js';
import { World } from '../support/world.js';

const whole = Buffer.from(
  estateFeed(ads(8))
    .replace('<last_modify>', '<!-- <![CDATA[ --><last_modify>')
    .replace('Prodaje se', 'Prodaje se <OGLASI></OGLASI> &amp;'),
);
const rootEnd = whole.lastIndexOf('</OGLASI>') + '</OGLASI>'.length;
/** Spread over the file, the last ones byte by byte within the root's closing tag. */
const spread = repetitions({ tests: 20, soak: 190 });
const cuts = Array.from({ length: spread + 10 }, (_, index) =>
  index < spread ? Math.floor((index * (rootEnd - 10)) / spread) : rootEnd - spread - 10 + index,
);

const gzipped = gzipSync(whole);
type Transfer = (cut: number) => { encoding: 'identity' | 'gzip'; body: Buffer; full: number };
const transfers: Record<'the text' | 'the text, then gzipped' | 'the gzip stream', Transfer> = {
  'the text': (cut: number) => ({ encoding: 'identity', body: whole.subarray(0, cut), full: whole.length }),
  'the text, then gzipped': (cut: number) => ({
    encoding: 'gzip',
    body: gzipSync(whole.subarray(0, cut), { level: 1 }),
    full: gzipped.length,
  }),
  'the gzip stream': (cut: number) => ({
    encoding: 'gzip',
    body: gzipped.subarray(0, Math.floor((cut * (gzipped.length - 1)) / rootEnd)),
    full: gzipped.length,
  }),
};
const lengths = ['none', 'full', 'cut'] as const;
const cases = Object.keys(transfers).flatMap((transfer) =>
  lengths.map((length) => ({ transfer: transfer as keyof typeof transfers, length })),
);

let world: World;
let server: RawFeedServer;

async function poll(): Promise<PollReport> {
  const [feed] = world.app.feeds;
  if (feed === undefined) throw new Error('no feed');
  const sources = [{ url: new URL(server.url), headers: {} }];
  return pollFeed({ ...feed, sources }, world.app.services);
}

async function pollCut(
  transfer: keyof typeof transfers,
  length: (typeof lengths)[number],
  cut: number,
): Promise<PollReport> {
  const { encoding, body, full } = transfers[transfer](cut);
  server.answer = {
    encoding,
    body,
    length: length === 'none' ? 'none' : length === 'full' ? Math.max(full, body.length) : body.length,
  };
  world.clock.advance(15 * minute);
  return poll();
}

async function stored(): Promise<unknown> {
  const { store } = world.app.services;
  return {
    listings: await store.listings.list({ limit: 100 }),
    outbox: await store.outbox.counts(null),
    holds: await store.holds.all(),
    live: world.live(),
  };
}

describe.each(['as the very first poll', 'after a good one'] as const)(
  'fault 30: a feed that was cut, %s',
  (when) => {
    beforeAll(async () => {
      world = await World.create();
      server = await RawFeedServer.start();
      await world.round();
      if (when === 'after a good one') {
        server.answer = { body: whole, encoding: 'identity', length: whole.length };
        expect(await poll()).toMatchObject({ state: 'done', balance: { seen: 8 } });
        await world.round();
      }
    });
    afterAll(async () => {
      await server.close();
      await world.close();
    });

    it.each(cases)(
      'at places all over $transfer, length announced: $length, changes nothing and says why',
      async ({ transfer, length }) => {
        const before = await stored();
        for (const cut of cuts) {
          const report = await pollCut(transfer, length, cut);
          expect(report.state, `cut at ${cut}`).toBe('stalled');
          expect(report.message.length).toBeGreaterThan(20);
        }
        expect(await stored()).toEqual(before);
      },
    );
  },
);

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/assemble.js';
import { hasShared, sharedDir } from '../shared-dir.js';
import { altered } from '../support/altered.js';
import { csvFeed } from '../support/csv-feed.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { jsonFeed } from '../support/json-feed.js';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { repetitions } from '../support/repetitions.js';
import { seededRandom } from '../support/seeded-random.js';
import type { WorldOptions } from '../support/world.js';
import { syncFeeds, type CaseFeed, type CaseOutcome } from './sync-feeds.js';

type Feeds = Readonly<Record<string, CaseFeed>>;

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

/** Each record is read anew: its fingerprint is never found. */
function forgetFingerprints({ store }: App['services']): void {
  altered(store.records).lookUps = () => (_, count, known) => {
    known.ordinals.fill(-1, 0, count);
    return Promise.resolve();
  };
}

/**
 * A way to the same result, and the options that make a world take it. Threads take a part in feeds of more than a thousand new records:
 * `scenarios/mapping-threads.test.ts`.
 */
const ways: readonly [string, () => Promise<WorldOptions> | WorldOptions][] = [
  ['without fingerprints', () => ({ assembled: forgetFingerprints })],
  ['on PostgreSQL', async () => ({ store: await server.newStore() })],
];

/** Without what differs by nature: a poll counts records by what became of them only where it reads them anew. */
function comparable(outcomes: Record<string, CaseOutcome>): unknown {
  return Object.entries(outcomes).map(([name, { polls, ...outcome }]) => ({
    name,
    ...outcome,
    doubts: outcome.doubts.toSorted(),
    polls: polls.map(({ feed, state, balance, absences, planned, newWords }) => {
      const { seen, unchanged, queued, held, absent, inGrace } = balance;
      const { returned: _, ...gone } = absences;
      return { feed, state, seen, unchanged, queued, held, absent, inGrace, gone, planned, newWords };
    }),
  }));
}

/** Exports of one agency: prices, texts and states of the sale change, ads come, go and return, and some cannot be published. */
function exports(seed: string): Ad[][] {
  const random = seededRandom(seed);
  const pick = (most: number): number => (random.bytes(1)[0] ?? 0) % most;
  let list = ads(24);
  return Array.from({ length: 4 }, (_, step) => {
    list = list.map((one) => {
      const change = pick(9);
      if (change === 0) return { ...one, price: 50_000 + 100 * pick(250) };
      if (change === 1) return { ...one, price: one.price * 10 };
      if (change === 2) return { ...one, heating: 'Kamin na vodu' };
      if (change === 3) return { ...one, title: pick(2) === 0 ? '' : `${one.title} u izvozu ${step}` };
      return change === 4 ? { ...one, town: 'Nigdina' } : one;
    });
    const gone = pick(list.length);
    const doubled = list.slice(0, pick(2));
    const shown = [...list.filter((_, index) => index !== gone), ...doubled];
    list = [...list, ad(100 + step)];
    return shown;
  });
}

const invented = (seed: string): Feeds => {
  const lists = exports(seed);
  return {
    xml: { mapping: 'estate-sistem', files: lists.map((list) => estateFeed(list)) },
    csv: { mapping: 'csv-header', files: lists.map(csvFeed) },
    json: { mapping: 'proposal', files: lists.map((list) => jsonFeed(list)) },
  };
};

/** The file with some of its digits one higher: other prices, areas, dates, ids and addresses. Archives stay as they are. */
function withOtherDigits(bytes: Buffer, seed: string): Buffer {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return bytes;
  const random = seededRandom(seed);
  const changed = Buffer.from(bytes);
  // The head may state encodings and sizes.
  for (let at = 400; at < changed.length; at += 1 + (random.bytes(1)[0] ?? 0)) {
    const digit = (changed[at] ?? 0) - 0x30;
    if (digit >= 1 && digit <= 8) changed[at] = digit + 0x31;
  }
  return changed;
}

const fileBytesMax = 2_000_000;

function realFiles(): string[] {
  const folders = ['feeds', 'cases'].map((name) => join(sharedDir, name));
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => /\.(xml|csv|json|jsonl|txt|blm|xlsx|ods|zip)$/i.test(path))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= fileBytesMax)
    .sort();
}

/** Every n-th of the files. */
function real(): Feeds {
  const every = repetitions({ tests: 24, soak: 1 });
  const chosen = realFiles().filter((_, index) => index % every === 0);
  return Object.fromEntries(
    chosen.map((path, index) => {
      const bytes = readFileSync(path);
      const name = relative(sharedDir, path);
      return [
        `real-${index}`,
        {
          mapping: 'proposal',
          files: [bytes, ...['second', 'third'].map((step) => withOtherDigits(bytes, `${name} ${step}`))],
        },
      ];
    }),
  );
}

describe('what becomes of feeds', () => {
  const sets = Array.from({ length: repetitions({ tests: 1, soak: 20 }) }, (_, seed) => `ways ${seed}`);

  it.each(sets)(
    'is the same with and without fingerprints, and on PostgreSQL: invented ones, %s',
    async (seed) => {
      await expectEqualWays(invented(seed));
    },
  );

  it.skipIf(!hasShared)(
    'is the same with and without fingerprints, and on PostgreSQL: real ones',
    async () => {
      await expectEqualWays(real());
    },
  );
});

async function expectEqualWays(feeds: Feeds): Promise<void> {
  const usual = comparable(await syncFeeds(feeds));
  expect(JSON.stringify(usual)).toContain('"live"');
  for (const [way, options] of ways)
    expect(comparable(await syncFeeds(feeds, await options())), way).toEqual(usual);
}

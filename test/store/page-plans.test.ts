import type Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDue } from '../../src/store/upkeep/due.js';
import { createFigures } from '../../src/store/upkeep/figures.js';
import { createRecords } from '../../src/store/records/records.js';
import { createListings } from '../../src/store/listings/listings.js';
import { migrate } from '../../src/store/schema/migrations.js';
import {
  connectSqlite,
  kyselyOver,
  sqliteDatabase,
  sqliteTypes,
} from '../../src/store/sqlite/sqlite-database.js';

let raw: Sqlite.Database;
const asked: string[] = [];
let figures: ReturnType<typeof createFigures>;
let listings: ReturnType<typeof createListings>;
let records: ReturnType<typeof createRecords>;
let due: ReturnType<typeof createDue>;

beforeAll(async () => {
  raw = connectSqlite(':memory:', { readOnly: false });
  await migrate(kyselyOver(raw), sqliteTypes, 0, 'in memory');
  const database = sqliteDatabase(raw);
  const prepare = raw.prepare.bind(raw);
  raw.prepare = (text: string) => {
    asked.push(text);
    return prepare(text);
  };
  figures = createFigures(database);
  listings = createListings(database);
  records = createRecords(database);
  due = createDue(database);
});
afterAll(() => raw.close());

/** What SQLite would do for each statement that this asks. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0;
  await work();
  const texts = asked.filter((text) => /^\s*(?:select|with)\b/i.test(text));
  expect(texts).not.toEqual([]);
  return texts.flatMap((text) => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => null);
    const rows = raw.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
    return rows.map(({ detail }) => detail);
  });
}

const large = 'listing|record|used_word|event|run|outbox|payload';
const scan = new RegExp(`^SCAN (${large})\\b(?!.* USING )`);
const page = { connectionIds: null, after: null, limit: 50 } as const;

const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['standings of all', () => figures.standings(null)],
  ['standings of one agency', () => figures.standings(['c'])],
  ['invalid records', () => figures.invalidRecords(null)],
  ['records without a listing', () => figures.unlistedRecords([1, 2])],
  [
    'a page of them',
    () => records.unlisted({ feedIds: [1, 2], after: { feedId: 1, sourceId: 'a' }, limit: 50 }),
  ],
  ['listings that are missing', () => figures.missing([1, 2])],
  ['feeds with an answer that nobody gave', () => figures.unanswered()],
  ['refusals', () => figures.refusals(['c', 'd'])],
  ['wishes', () => figures.queued(['c'])],
  ['delays', () => figures.delays(1, 0, 100)],
  ['the last poll', () => figures.lastPoll(1)],
  ['the last poll of a new file', () => figures.lastPoll(1, 'done')],
  ['the latest polls of feeds', () => figures.latestPolls([1, 2])],
  ['the last runs of feeds', () => figures.lastRuns({ kind: 'poll', feedIds: [1, 2] })],
  ['runs of a feed', () => figures.runsSince({ kind: 'poll', feedId: 1 }, 0)],
  ['runs of a connection', () => figures.runsSince({ kind: 'push', connectionId: 'c' }, 0)],
  ['runs of all', () => figures.runsSince({ kind: 'push' }, 0)],
  ['runs under way', () => figures.running(null)],
  ['a page of listings', () => listings.page(page)],
  ['a page of what is on the portal', () => listings.page({ ...page, connectionIds: ['c'], there: true })],
  ['a page of rare ones', () => listings.page({ ...page, connectionIds: ['c'], standing: 'refused' })],
  ['words among all listings', () => listings.page({ ...page, text: 'bulevar kralja 12' })],
  ['an id among all listings', () => listings.find('A-12', {})],
  ['a link among all listings', () => listings.find('https://portal.example/oglas/L-9', {})],
  ['words among an agency’s listings', () => listings.find('bulevar', { connectionId: 'c' })],
];

describe('what pages ask of the store', () => {
  it.each(reads)('reads no table whole: %s', async (name, read) => {
    const plans = await plansOf(read);
    // Of a page, a walk in its order ends with the page; what is looked for among all may stand anywhere.
    const walked = name.endsWith('among all listings') ? /^SCAN listing\b/ : scan;
    expect(plans.filter((plan) => walked.test(plan) || scan.test(plan))).toEqual([]);
  });

  it('is told where a table would be read whole', async () => {
    const plans = await plansOf(() =>
      listings.find('', {}).then(() => listings.list({ text: 'x', limit: 1 })),
    );
    expect(plans.some((plan) => plan.startsWith('SCAN listing'))).toBe(true);
  });
});

const question = {
  ...{ now: 1, rereadMs: 2, certifyingRereadMs: 1, aheadMs: 3 },
  quotaCodes: ['quota_exceeded'],
};

describe('orders of listings', () => {
  it.each(['code', 'price', 'since'] as const)('by %s walk along its index', async (order) => {
    for (const isDescending of [false, true])
      for (const value of [null, 1]) {
        const after = value === null ? null : { connectionId: 'c', externalId: 'a', value };
        const plans = await plansOf(() => listings.sorted({ ...page, order, isDescending, after }));
        expect(plans[0]).toContain(`USING INDEX listing_${order}`);
        // Only listings with one and the same value are sorted.
        expect(plans.filter((plan) => /TEMP B-TREE FOR (?!LAST )/.test(plan))).toEqual([]);
      }
  });
});

describe('what is asked again and again', () => {
  it('walks along indexes to what is due, of connections and feeds too', async () => {
    const plans = await plansOf(() => due.hints(question));
    expect(plans.filter((plan) => /^SCAN (?!waiting|queueing|CONSTANT)/.test(plan))).toEqual([]);
    const walked = plans.map((plan) => /USING (?:COVERING )?INDEX (\w+)/.exec(plan)?.[1]);
    expect(walked).toEqual(
      expect.arrayContaining([
        ...['connection_read', 'connection_outcomes', 'connection_reconcile', 'feed_due'],
        ...['batch_due', 'outbox_due', 'listing_retry', 'listing_refused'],
      ]),
    );
  });

  it('reads no listing of a feed but those that wait', async () => {
    const plans = await plansOf(() => listings.waiting(1));
    expect(plans.filter((plan) => plan.includes(' listing '))).toEqual([
      expect.stringContaining('USING INDEX listing_waiting (feed_id=?)'),
    ]);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { estateFeed, ads, type Ad } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { ApiWorld, type Caller, type Reply } from './api-world.js';

let api: ApiWorld;
let staff: Caller;
let agency: Caller;
afterEach(() => api.close());

interface Line {
  feed: string;
  external_id: string;
  value: string;
  change: { en: string };
}
interface Question {
  id: string;
  by: string;
  name: string;
  rule: string | null;
  word: { field: string; word: string } | null;
  list: string | null;
  count: number;
  by_feed: { feed: string; agency: string; count: number }[];
  samples: Line[];
  shown: string;
  expect_above: number;
}

/** Two more agencies whose files the mapping of A reads as well. */
const others = ['c', 'd'] as const;
const feeds = ['agency', 'agency-b', ...others] as const;
type Feed = (typeof feeds)[number];
const connections = new Map<Feed, string>();
/** Numbers of the ads of a feed begin here. */
const from: Readonly<Record<Feed, number>> = { agency: 1, 'agency-b': 101, c: 201, d: 301 };
const idOf = (feed: Feed, number = 0): string => `A${String(from[feed] + number).padStart(4, '0')}`;

function serve(feed: Feed, list: readonly Ad[]): void {
  const at = { agency: '/feed.xml', 'agency-b': '/b.xml', c: '/c.xml', d: '/d.xml' }[feed];
  (feed === 'agency' ? api.world.feed : api.world.at(at)).body = estateFeed(list);
}

/** The ads of a feed, the first of them changed. */
const adsOf = (feed: Feed, change: Partial<Ad> = {}, count = 3): Ad[] =>
  ads(count, from[feed]).map((one, index) => (index === 0 ? { ...one, ...change } : one));

async function start(mappingOf: (feed: Feed) => string = () => 'estate-sistem'): Promise<void> {
  const { world } = api;
  connections.set('agency', api.a).set('agency-b', api.b);
  for (const name of others) connections.set(name, world.sandbox.staff.addConnection());
  await world.declare(([first = {}, second = {}]) =>
    [
      first,
      second,
      ...others.map((name) => ({
        ...first,
        ...{ name, connection: connections.get(name), url: `${world.feedUrl}/${name}.xml` },
      })),
    ].map((feed) => ({ ...feed, mapping: mappingOf(feed.name as Feed) })),
  );
  for (const feed of feeds) serve(feed, adsOf(feed));
  await api.restart();
  await world.round();
}

async function later(): Promise<void> {
  api.world.clock.advance(15 * minute);
  await api.world.round();
  // Half an hour without a request would end the session.
  await staff.get('/session');
}

async function question(): Promise<Question> {
  const { questions } = await staff.get<{ questions: Question[] }>('/questions');
  const [one, another] = questions;
  if (one === undefined || another !== undefined) throw new Error(`${questions.length} questions are open`);
  return one;
}

const answer = ({ id, shown }: Question, body: object = {}, caller = staff): Promise<Reply> =>
  caller.ask('POST', `/questions/${id}/answer`, { body: { shown, ...body } });

function priceOf(feed: Feed, number = 0): unknown {
  const rows = api.world.sandbox.staff.listings(connections.get(feed) ?? '');
  const payload = rows.find(({ externalId }) => externalId === idOf(feed, number))?.payload;
  return (payload as { price?: { amount?: unknown } } | undefined)?.price?.amount;
}

/** The last three feeds lose three digits of their first price. */
async function loseDigits(): Promise<void> {
  for (const feed of feeds.slice(1)) serve(feed, adsOf(feed, { price: 90.1 }));
  await later();
}

beforeEach(async () => {
  api = await ApiWorld.create();
  staff = await api.signedIn('ana', 'operator');
  agency = await api.signedIn('b@agency.example', 'agency', [api.b]);
});

describe('a question that several feeds share', () => {
  it('is shown with counts and samples of every feed, and answered once for all of them', async () => {
    await start();
    await loseDigits();
    const asked = await question();
    expect(asked).toMatchObject({
      ...{ by: 'mapping', name: 'estate-sistem', rule: 'offer_mismatch', word: null, list: null, count: 3 },
      by_feed: [
        { feed: 'agency-b', agency: 'B nekretnine', count: 1 },
        { feed: 'c', count: 1 },
        { feed: 'd', count: 1 },
      ],
      expect_above: 50,
    });
    expect(asked.samples.map(({ feed, external_id: id }) => [feed, id])).toEqual(
      feeds.slice(1).map((feed) => [feed, idOf(feed)]),
    );
    const page = await staff.get<{ lines: Line[]; next_cursor: string }>(`/questions/${asked.id}?limit=2`);
    const rest = await staff.get<typeof page>(`/questions/${asked.id}?limit=2&cursor=${page.next_cursor}`);
    expect([...page.lines, ...rest.lines]).toEqual(asked.samples);
    expect(page.lines[0]?.change.en).toMatch(/^100,100 EUR → 90\.1 EUR$/);
    expect(rest.next_cursor).toBeNull();

    expect((await answer(asked, { meaning: 'sold' })).status).toBe(400);
    expect((await answer(asked, { expect: 2 })).status).toBe(409);
    const done = await answer(asked, { expect: 3 });
    expect(JSON.parse(done.text)).toMatchObject({ listings: 3 });
    await later();
    expect(feeds.map((feed) => priceOf(feed))).toEqual([90_100, 90.1, 90.1, 90.1]);
    expect(await staff.get('/questions')).toEqual({ questions: [] });
    expect(await staff.get('/holds')).toEqual({ holds: [] });
    expect((await answer(asked)).status).toBe(404);
  });

  it('is not answered where a listing came, went or changed since it was shown', async () => {
    await start();
    await loseDigits();
    const asked = await question();
    const refused = async (): Promise<void> => {
      const { status, text } = await answer(asked);
      expect(status).toBe(409);
      expect(text).toContain('nothing was changed');
      await later();
      expect(feeds.map((feed) => priceOf(feed))).not.toContain(90.1);
    };
    serve('c', adsOf('c', { price: 88.5 }));
    await later();
    await refused();
    serve('c', adsOf('c', { price: 90.1 }));
    serve('agency', adsOf('agency', { price: 90.1 }));
    await later();
    await refused();
    serve('agency', adsOf('agency'));
    // A file that was there before waits for one poll.
    await later();
    await later();
    expect((await question()).shown).toBe(asked.shown);
    expect((await answer(asked)).status).toBe(200);
  });

  it('about more than 50 listings is answered only with their number', async () => {
    await start();
    for (const feed of feeds.slice(1))
      serve(
        feed,
        adsOf(feed, {}, 20).map((one, index) => (index < 3 ? one : { ...one, price: 95 })),
      );
    await later();
    const asked = await question();
    expect(asked).toMatchObject({ count: 51, samples: { length: 6 } });
    expect(new Set(asked.samples.map(({ feed }) => feed)).size).toBe(3);
    expect((await answer(asked)).status).toBe(409);
    expect((await answer(asked, { expect: 50 })).status).toBe(409);
    expect((await answer(asked, { expect: 51 })).status).toBe(200);
  });

  it('about a word gives it one meaning in all feeds', async () => {
    await start();
    for (const feed of feeds.slice(1)) serve(feed, adsOf(feed, { heating: 'Toplana na biomasu 2' }));
    await later();
    const asked = await question();
    expect(asked).toMatchObject({
      rule: null,
      word: { field: 'structure.heating', word: 'Toplana na biomasu 2' },
      list: 'heating',
      count: 3,
    });
    const shown = await staff.get<{ lines: Line[] }>(`/questions/${asked.id}?meaning=gas`);
    expect(shown.lines.map(({ change }) => change.en)).toContain('“Toplana na biomasu 2” → gas');
    expect((await answer(asked)).status).toBe(400);
    const changes = async (): Promise<number> => (await api.services.store.feedChanges.current()).length;
    expect((await answer(asked, { meaning: 'no such key' })).status).toBe(409);
    expect(await changes()).toBe(0);
    const { fields } = await staff.get<{
      fields: { field: string; entries: { key: string; labels: string[] }[] }[];
    }>('/vocabulary');
    const key = fields.find(({ field }) => field === 'heating')?.entries[0]?.key;
    expect((await answer(asked, { meaning: key })).status).toBe(200);
    // The first feed reads the same mapping and gets the word too.
    expect(await changes()).toBe(4);
    await later();
    expect(await staff.get('/questions')).toEqual({ questions: [] });
  });

  it('of three mappings is one of their host', async () => {
    for (const feed of feeds)
      await writeFile(
        join(api.world.folder, `${feed}.yaml`),
        `name: ${feed}\nversion: 1\nextends: estate-sistem\n`,
      );
    await start((feed) => join(api.world.folder, `${feed}.yaml`));
    await loseDigits();
    const asked = await question();
    expect(asked).toMatchObject({ by: 'host', count: 3, by_feed: { length: 3 } });
    expect(asked.name).toContain('127.0.0.1');
    expect((await answer(asked)).status).toBe(200);
    await later();
    expect(feeds.map((feed) => priceOf(feed))).toEqual([90_100, 90.1, 90.1, 90.1]);
  });

  it('is closed to agencies, whose own feeds it is about too, whether there is one or not', async () => {
    await start();
    await loseDigits();
    const asked = await question();
    const paths = ['/questions', `/questions/${asked.id}`, '/questions/000000000000'];
    const replies = await Promise.all(paths.map((path) => agency.ask('GET', path)));
    for (const { status, text } of replies) {
      expect(status).toBe(403);
      expect(text).toBe(replies[0]?.text);
    }
    const given = await Promise.all(
      [asked, { ...asked, id: '000000000000' }].map((one) => answer(one, {}, agency)),
    );
    expect(given.map(({ status, text }) => [status, text])).toEqual(given.map(() => [403, replies[0]?.text]));
    expect((await staff.ask('GET', '/questions/000000000000')).status).toBe(404);
    expect((await answer({ ...asked, id: '000000000000' })).status).toBe(404);
    // The agency decides about its own feed alone, and sees nothing of the others.
    const { holds } = await agency.get<{ holds: { id: number }[] }>('/holds');
    const own = JSON.stringify(await agency.get(`/holds/${holds[0]?.id ?? 0}`));
    expect(own).toContain(idOf('agency-b'));
    expect(own).not.toMatch(/A0201|A0301|"[cd]"/);
  });
});

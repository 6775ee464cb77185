import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Paging } from '../../src/model/feed-format.js';
import { fetchFeed, type FetchOutcome } from '../../src/feed/fetch/fetch-feed.js';
import type { CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { fetchPages } from '../../src/sync/snapshot/fetch-pages.js';
import type { Feed } from '../../src/sync/services/services.js';
import { memorySpool } from './memory-spool.js';

type Answer = string | number | null;

interface Attempt {
  answer: (url: URL, number: number) => Answer;
  paging?: Paging;
  maxBytes?: number;
  /** Of each page. */
  pageMs?: number;
}

const start = 'https://user:secret@agency.example/ads?key=k';

/** The texts of the pages, or the sentence of the failure; fails if a file is left that is no page. */
async function pagesOf({
  answer,
  paging = { parameter: 'p', from: 0 },
  maxBytes = 100_000,
  pageMs = 1,
}: Attempt) {
  const spool = memorySpool();
  let now = 0;
  const clock = { now: () => 0, elapsed: () => now, sleep: () => new Promise<void>(() => undefined) };
  const asked: string[] = [];
  const open = async (request: { url: URL }) => {
    now += pageMs;
    asked.push(request.url.pathname + request.url.search);
    const body = answer(request.url, asked.length);
    const status = typeof body === 'number' ? body : 200;
    return { status, headers: {}, body: Readable.from(typeof body === 'string' ? [Buffer.from(body)] : []) };
  };
  const fetch = { maxBytes, timeoutMs: 60_000, allowPrivateAddresses: [] };
  const format = {
    container: 'json',
    root: [],
    records: ['ads'],
    lines: false,
    declaredCount: null,
  } as const;
  const mapping = { format } as unknown as CompiledMapping;
  const feed = { mapping, encoding: 'auto', ignoreMore: [] } as unknown as Feed;
  const pages = await fetchPages(
    feed,
    { url: new URL(start), headers: {} },
    paging,
    { spool, clock, limits: { fetch } as never },
    (source, limits): Promise<FetchOutcome> =>
      fetchFeed(
        source,
        { etag: null, lastModified: null, unconditional: true },
        { fetcher: { open }, spool, clock },
        limits,
      ),
  );
  const kept = pages.kind === 'pages' ? pages.pages.map(({ file }) => file.path) : [];
  expect(spool.paths()).toEqual(kept);
  const texts = await Promise.all(kept.map((path) => text(spool.read(path))));
  return { asked, texts, failure: pages.kind === 'failed' ? pages : null };
}

const page = (ids: number[], next?: string): string =>
  JSON.stringify({ ads: ids.map((id) => ({ id })), next });
const link: Paging = { link: '/next' };

describe('the pages of a feed', () => {
  it('are counted until one is empty, or is none', async () => {
    for (const end of [page([]), 204]) {
      const { asked, texts, failure } = await pagesOf({
        answer: (_, number) => (number < 3 ? page([number]) : end),
      });
      expect(failure).toBeNull();
      expect(asked).toEqual(['/ads?key=k&p=0', '/ads?key=k&p=1', '/ads?key=k&p=2']);
      expect(texts).toEqual([page([1]), page([2])]);
    }
  });

  it('are followed by their links, past those without records', async () => {
    const body = [
      page([1], '?key=k&at=2'),
      page([], '/ads/3'),
      page([], 'https://agency.example/ads/4'),
      page([4]),
    ];
    const { asked, texts } = await pagesOf({ paging: link, answer: (_, number) => body[number - 1] ?? 404 });
    expect(asked).toEqual(['/ads?key=k', '/ads?key=k&at=2', '/ads/3', '/ads/4']);
    expect(texts).toEqual([body[0], body[3]]);
    const first = await pagesOf({ paging: link, answer: (_, n) => (n === 1 ? page([], '/2') : page([2])) });
    expect(first.texts).toEqual([page([2])]);
  });

  it('are one, where it is the only one, even without records', async () => {
    for (const paging of [link, { parameter: 'p', from: 1 }])
      expect((await pagesOf({ paging, answer: () => page([]) })).texts).toEqual([page([])]);
  });

  it.each<[string, Attempt, RegExp]>([
    ['one cannot be had', { answer: (_, n) => (n < 3 ? page([n]) : 503) }, /page 3: .*answers 503/],
    ['the first is none', { answer: () => 204 }, /page 1 is a reply without a file/],
    [
      'one is cut',
      { answer: (_, n) => page([n]).slice(0, n === 2 ? -3 : 99) },
      /page 2: The feed is not usable: .*cut off/,
    ],
    [
      'one is another file',
      { answer: (_, n) => (n < 2 ? page([n]) : '{"error":"x"}') },
      /page 2: .*no list "ads"/,
    ],
    ['the server does not count', { answer: () => page([1]) }, /page 2 holds the same records as page 1/],
    [
      'they lead back',
      { paging: link, answer: (_, n) => page([n % 3], `/${n}`) },
      /page 4 holds the same records as page 1/,
    ],
    ['they never end', { answer: (_, n) => page([n]) }, /goes on after 1000 pages/],
    [
      'empty ones never end',
      { paging: link, answer: (_, n) => page([], `/${n}`) },
      /goes on after 1000 pages/,
    ],
    [
      'they are large together',
      { answer: (_, n) => page([n]), maxBytes: 100 },
      /pages are larger than fetch\.max_bytes/,
    ],
    [
      'they take long together',
      { answer: (_, n) => page([n]), pageMs: 25_000 },
      /3 pages took longer than fetch\.timeout/,
    ],
    [
      'one leads to another host',
      { paging: link, answer: () => page([1], '//evil.example/2') },
      /another host \(https:\/\/evil\.example\/2\)/,
    ],
    [
      'one leads to http',
      { paging: link, answer: () => page([1], 'http://agency.example:8080/2') },
      /another host/,
    ],
    [
      'one leads nowhere',
      { paging: link, answer: () => page([1], 'http://:x') },
      /address of the next page is not valid/,
    ],
  ])('are none where %s', async (_, attempt, message) => {
    const { texts, failure } = await pagesOf(attempt);
    expect(texts).toEqual([]);
    expect(failure).toMatchObject({ kind: 'failed' });
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toMatch(
      /^https:\/\/agency\.example\/ads\?….*the last complete snapshot stays in use\.$/,
    );
    expect(failure?.message).not.toMatch(/secret|key=k/);
  });
});

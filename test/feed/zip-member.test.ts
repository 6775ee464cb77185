import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchFeed, type FetchOutcome } from '../../src/feed/fetch/fetch-feed.js';
import type { Fetcher } from '../../src/platform/http/fetcher.js';
import { zipOf, type ZipEntry } from '../support/zip.js';
import { memorySpool } from './memory-spool.js';

const feed = `<root>${Array.from({ length: 60 }, (_, i) => `<ad><id>${i * 7919}</id></ad>`).join('')}</root>`;
const photo = { name: 'photos/1.jpg', content: Buffer.alloc(300, 1), method: 0 };

/** One fetch of this body; fails if anything but the feed is left in the spool. */
async function fetched(
  body: Buffer,
  { member, maxBytes = 100_000 }: { member?: string; maxBytes?: number } = {},
): Promise<FetchOutcome & { text?: string }> {
  const fetcher: Fetcher = {
    open: () =>
      Promise.resolve({ status: 200, headers: { 'content-type': 'text/html' }, body: Readable.from([body]) }),
  };
  const spool = memorySpool();
  const never = { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const outcome = await fetchFeed(
    { url: new URL('https://agency.example/export'), headers: {}, ...(member !== undefined && { member }) },
    { etag: null, lastModified: null, unconditional: true },
    { fetcher, spool, clock: never },
    { maxBytes, timeoutMs: 1_000, allowPrivateAddresses: [] },
  );
  const files = outcome.kind === 'fetched' ? [outcome, ...outcome.others] : [];
  expect(spool.paths()).toEqual(files.map(({ file }) => file.path));
  if (outcome.kind !== 'fetched') return outcome;
  const texts = await Promise.all(files.map(({ file }) => text(spool.read(file.path))));
  return { ...outcome, text: texts.join(' ') };
}

describe('a feed that comes as a ZIP', () => {
  it('is the file in it, whatever the server calls it', async () => {
    for (const method of [0, 8]) {
      const zip = zipOf([
        photo,
        { name: 'export/', content: '', method: 0 },
        { name: 'export/Offers.XML', content: feed, method },
      ]);
      expect(await fetched(zip)).toMatchObject({
        kind: 'fetched',
        text: feed,
        bytes: feed.length,
        bodyHash: createHash('sha256').update(feed).digest('hex'),
        lengthAnnounced: true,
      });
    }
  });

  it('may be gzipped within, and gzipped around', async () => {
    const zip = zipOf([{ name: 'feed.xml.gz', content: gzipSync(feed) }]);
    expect(await fetched(zip)).toMatchObject({ text: feed });
    expect(await fetched(gzipSync(zip))).toMatchObject({ text: feed });
  });

  it('is every file that may be a feed, or that the name matches', async () => {
    const entries = ['__MACOSX/._a.xml', '.b.xml', 'Photos.cfg', 'ads.csv', 'x/deep.xml', 'y/deep.xml'];
    const zip = zipOf(entries.map((name) => ({ name, content: `<a>${name}</a>` })));
    const named: [string | undefined, string][] = [
      [undefined, 'ads.csv</a> <a>x/deep.xml</a> <a>y/deep.xml'],
      ['*.xml', 'x/deep.xml</a> <a>y/deep.xml'],
      ['DEEP.*', 'x/deep.xml</a> <a>y/deep.xml'],
      ['y/*.xml', 'y/deep.xml'],
      ['Photos.c?g', 'Photos.cfg'],
    ];
    for (const [member, name] of named)
      expect(await fetched(zip, member === undefined ? {} : { member })).toMatchObject({
        text: `<a>${name}</a>`,
      });
  });

  const one = (entry: Partial<ZipEntry>): Buffer => zipOf([{ name: 'feed.xml', content: feed, ...entry }]);
  it.each<[string, Buffer, string, RegExp, { member?: string; maxBytes?: number }?]>([
    ['without any', zipOf([photo]), 'zip', /holds no file that may be a feed.*It holds photos\/1\.jpg/],
    [
      'without the one that is named',
      one({}),
      'zip',
      /holds no file "a\*\.xml"\. It holds feed\.xml\./,
      { member: 'a*.xml' },
    ],
    ['with nothing in it', zipOf([]), 'zip', /It holds none at all/],
    [
      'that is a workbook',
      zipOf([{ name: '[Content_Types].xml', content: '<Types/>' }]),
      'zip',
      /table as CSV/,
    ],
    ['that is locked', one({ encrypted: true }), 'zip', /locked with a password/],
    ['that is packed otherwise', one({ method: 12 }), 'zip', /unusual way \(method 12\)/],
    ['that is too large', one({}), 'too_large', /fetch\.max_bytes/, { maxBytes: 600 }],
    ['that claims to be small', one({ size: 10 }), 'damaged', /ZIP is damaged/],
    ['whose sum is wrong', one({ crc: 1 }), 'damaged', /does not have the sum/],
    [
      'that is a bomb',
      zipOf([{ name: 'feed.xml', content: Buffer.alloc(17 * 1024 * 1024) }]),
      'zip',
      /would unpack to more than 200 times/,
      { maxBytes: 2 ** 30 },
    ],
    ['that holds a web page', one({ content: '<html><body>Sign in</body></html>' }), 'html', /web page/],
    ['that holds an empty file', one({ content: '' }), 'empty', /empty file/],
  ])('%s is refused', async (_, body, code, message, options) => {
    const outcome = await fetched(body, options);
    expect(outcome).toMatchObject({ kind: 'failed', code });
    expect(outcome.kind === 'failed' && outcome.message).toMatch(message);
  });

  it('is never half a feed: cut or changed anywhere, it is whole or refused', async () => {
    const zip = zipOf([{ name: 'feed.xml', content: feed }]);
    for (let at = 4; at < zip.length; at += 3) {
      expect(await fetched(zip.subarray(0, at)), `cut at ${at}`).toMatchObject({ kind: 'failed' });
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      const outcome = await fetched(changed);
      if (outcome.kind === 'fetched') expect(outcome.text, `changed at ${at}`).toBe(feed);
    }
  });
});

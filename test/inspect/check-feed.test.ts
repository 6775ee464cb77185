import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { checkFeed, showUserAgent } from '../../src/inspect/checks/check-feed.js';
import { createFileSpool } from '../../src/platform/files/file-spool.js';
import { ManualClock, second } from '../support/manual-clock.js';
import { zipOf } from '../support/zip.js';

const source = { url: new URL('https://slow.example/feed.xml'), headers: {} };

it.each([
  [
    600,
    'warn',
    'was not fetched within 30 s, the limit of this check; a poll waits for 600 s (fetch.timeout)',
  ],
  [20, 'fail', 'took longer than 20 s, the limit of fetch.timeout'],
] as const)(
  'a host that never answers, where a poll waits for %i s, is named by the limit that counted',
  async (limit, state, sentence) => {
    const clock = new ManualClock();
    const checking = checkFeed('slow', source, null, {
      fetcher: { open: () => new Promise(() => undefined) },
      spool: createFileSpool(tmpdir()),
      clock,
      limits: { maxBytes: 1_000, timeoutMs: limit * second, allowPrivateAddresses: [] },
      showTime: String,
    });
    const ended = checking.then(() => true);
    while ((await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1, false))])) !== true)
      clock.advance(second);
    expect(await checking).toMatchObject({ state, message: expect.stringContaining(sentence) });
  },
);

it('a full disk of this machine is not laid on the feed', async () => {
  const full = Object.assign(new Error('disk'), { code: 'ENOSPC' });
  const check = await checkFeed('full', source, null, {
    fetcher: {
      open: () => Promise.resolve({ status: 200, headers: {}, body: Readable.from([Buffer.from('a')]) }),
    },
    spool: { ...createFileSpool(tmpdir()), create: () => Promise.reject(full) },
    clock: new ManualClock(),
    limits: { maxBytes: 1_000, timeoutMs: second, allowPrivateAddresses: [] },
    showTime: String,
  });
  expect(check).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('(ENOSPC). Free some space there.') as unknown,
    next: 'The fault is this machine’s disk, not the feed: repair it.',
  });
});

it('shows as whom hosts see it, and that no contact is set', () => {
  expect(showUserAgent('https://partner.example/feeds')).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(
      /^Their user agent is "feedsync\/\S+ \(\+https:\/\/partner\.example\/feeds\)"\.$/,
    ) as unknown,
  });
  expect(showUserAgent(null)).toMatchObject({ message: expect.stringContaining('fetch.contact') as unknown });
});

it('a ZIP is whole with its first file, however large the others are', async () => {
  const zip = zipOf([
    { name: 'feed.xml', content: '<root/>' },
    { name: 'photo.jpg', content: Buffer.alloc(5_000, 1), method: 0 },
  ]);
  const check = await checkFeed('zip', source, null, {
    fetcher: { open: () => Promise.resolve({ status: 200, headers: {}, body: Readable.from([zip]) }) },
    spool: createFileSpool(tmpdir()),
    clock: new ManualClock(),
    limits: { maxBytes: zip.length, timeoutMs: second, allowPrivateAddresses: [] },
    showTime: String,
  });
  expect(check).toMatchObject({ state: 'ok' });
});

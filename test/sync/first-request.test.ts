import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { FetchReply, FetchRequest } from '../../src/platform/http/fetcher.js';
import { FetchError } from '../../src/platform/http/fetcher.js';
import { createCookieJar } from '../../src/feed/fetch/cookie-jar.js';
import { feedRequest } from '../../src/feed/fetch/feed-request.js';
import { conditions, openFollowing } from '../../src/feed/fetch/follow-redirects.js';
import type { Services } from '../../src/sync/services/services.js';
import { sendFirstRequest } from '../../src/sync/calm/first-request.js';
import { ManualClock } from '../support/manual-clock.js';

const source = { url: new URL('https://user:word@agency.test/feed.xml'), headers: { 'x-key': 'k' } };
const known = { etag: '"1"', lastModified: null };
const clock = new ManualClock();

function reply(status: number, headers: Record<string, string> = {}, text = 'body'): FetchReply {
  return { status, headers, body: Readable.from([Buffer.from(text)]) };
}

/** Sends the first request to a source that answers so, one answer after the other. */
async function send(...answers: (FetchReply | Error)[]) {
  const asked: FetchRequest[] = [];
  const fetcher = {
    open: (request: FetchRequest) => {
      asked.push(request);
      const next = answers.shift();
      return next instanceof Error || next === undefined
        ? Promise.reject(next ?? new Error('asked too often'))
        : Promise.resolve(next);
    },
  };
  const limits = { fetch: { allowPrivateAddresses: [], timeoutMs: 1000, maxBytes: 1000 } };
  const answer = await sendFirstRequest(source, known, { fetcher, clock, limits } as unknown as Services);
  /** As a poll asks. */
  const poll = (validators = conditions(known)) =>
    openFollowing(feedRequest(source, validators, null), answer?.fetcher ?? fetcher, {
      ...{ allowPrivateAddresses: [], cookies: createCookieJar(), lenient: true },
      signal: new AbortController().signal,
    });
  return { asked, answer, poll };
}

it('is the request that a poll sends, and a source that confirms the file is asked once', async () => {
  const { asked, answer, poll } = await send(reply(304, { etag: 'W/"1"' }), reply(200));
  expect(answer).toBeNull();
  expect(asked).toHaveLength(1);
  await poll();
  const [first, second] = asked.map(({ url, headers, lenient }) => ({ url: url.href, headers, lenient }));
  expect(first).toEqual(second);
  expect(asked[0]?.headers).toMatchObject({ 'if-none-match': '"1"', 'x-key': 'k' });
});

it.each([
  ['another file', reply(200)],
  ['a confirmation of another file', reply(304, { etag: '"2"' })],
  ['a failure', reply(500)],
  ['nothing', reply(204)],
])('leaves %s to the poll, which does not ask again', async (_, first) => {
  const { asked, answer, poll } = await send(first);
  expect(answer).not.toBeNull();
  expect((await poll()).reply).toBe(first);
  expect(asked).toHaveLength(1);
});

it('leaves a redirect to the poll, which follows it', async () => {
  const end = reply(200);
  const { asked, poll } = await send(reply(302, { location: '/new.xml' }), end);
  expect((await poll()).reply).toBe(end);
  expect(asked.map(({ url }) => url.pathname)).toEqual(['/feed.xml', '/new.xml']);
});

it('leaves what failed to the poll', async () => {
  const { asked, poll } = await send(new FetchError('reset', 'it broke off'));
  await expect(poll()).rejects.toThrow('it broke off');
  expect(asked).toHaveLength(1);
});

it('answers no other request, and closes what no poll took', async () => {
  const [first, second] = [reply(200), reply(200)];
  const { asked, answer, poll } = await send(first, second);
  expect((await poll({})).reply).toBe(second);
  expect(asked).toHaveLength(2);
  answer?.discard();
  expect(first.body.destroyed).toBe(true);
});

it('ends the transfer when the poll does', async () => {
  const first = reply(200);
  const { answer, asked } = await send(first);
  const over = new AbortController();
  const taken = await answer!.fetcher.open({ ...asked[0]!, signal: over.signal });
  taken.body.on('error', () => undefined);
  answer!.discard();
  expect(taken.body.destroyed).toBe(false);
  over.abort();
  expect(taken.body.destroyed).toBe(true);
});

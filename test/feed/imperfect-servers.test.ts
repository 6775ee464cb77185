import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCookieJar } from '../../src/feed/fetch/cookie-jar.js';
import { userAgent } from '../../src/feed/fetch/feed-request.js';
import { fetchFeed, type FeedSource, type FetchOutcome } from '../../src/feed/fetch/fetch-feed.js';
import { refusal, webPage, type RefusedReply } from '../../src/feed/fetch/refused-reply.js';
import { createGuardedFetcher } from '../../src/platform/http/guarded-fetcher.js';
import { rawServer } from '../platform/raw-server.js';
import { memorySpool } from './memory-spool.js';

const feed = `<root>${'<property><id>1</id></property>'.repeat(50)}</root>`;

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  setCookies?: string[];
  body?: string | Buffer;
}

/** One fetch; `asked` holds the address and the cookies of each request. */
async function fetched(
  answer: (url: URL, headers: Record<string, string>) => Answer,
  source: Partial<FeedSource> = {},
): Promise<{ outcome: FetchOutcome; asked: string[] }> {
  const asked: string[] = [];
  const outcome = await fetchFeed(
    { url: new URL('https://agency.example/feed'), headers: {}, ...source },
    { etag: null, lastModified: null, unconditional: true },
    {
      fetcher: {
        async open({ url, headers }) {
          asked.push(`${url.href} ${headers.cookie ?? '-'}`);
          const { status = 200, headers: replied = {}, setCookies = [], body = '' } = answer(url, headers);
          return { status, headers: replied, setCookies, body: Readable.from([Buffer.from(body as string)]) };
        },
      },
      spool: memorySpool(),
      clock: { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>(() => undefined) },
    },
    {
      maxBytes: 100_000,
      timeoutMs: 1_000,
      allowPrivateAddresses: [],
      contact: 'https://partner.example/feeds',
    },
  );
  return { outcome, asked };
}

const messageOf = ({ outcome }: { outcome: FetchOutcome }): string =>
  outcome.kind === 'failed' ? outcome.message : '';

describe('cookies', () => {
  it('come back after a redirect to the same address, to another path, and to the site with www', async () => {
    const hops: [string, string[]][] = [
      ['/feed', ['https://agency.example/feed -', 'https://agency.example/feed sid=7']],
      ['/x/y', ['https://agency.example/feed -', 'https://agency.example/x/y sid=7']],
      [
        'https://www.agency.example/x',
        ['https://agency.example/feed -', 'https://www.agency.example/x sid=7'],
      ],
      ['https://other.example/x', ['https://agency.example/feed -', 'https://other.example/x -']],
      [
        'https://agency.example.evil.example/',
        ['https://agency.example/feed -', 'https://agency.example.evil.example/ -'],
      ],
    ];
    for (const [location, wanted] of hops) {
      let isFirst = true;
      const { asked, outcome } = await fetched(() => {
        if (!isFirst) return { body: feed };
        isFirst = false;
        return {
          status: 302,
          headers: { location },
          setCookies: ['sid=7; Path=/; Domain=agency.example; HttpOnly'],
        };
      });
      expect(outcome).toMatchObject({ kind: 'fetched' });
      expect(asked).toEqual(wanted);
    }
  });

  it('stand behind those that the feed configures', async () => {
    const source = { headers: { Cookie: 'lang=sr' } };
    const { asked } = await fetched(
      (_, { cookie }) =>
        cookie?.includes('sid') === true
          ? { body: feed }
          : { status: 307, headers: { location: '/feed' }, setCookies: ['sid=7'] },
      source,
    );
    expect(asked.at(-1)).toMatch(/ lang=sr; sid=7$/);
  });

  const header = (lines: string[], from: string, to: string): string | null => {
    const jar = createCookieJar();
    jar.take(lines, new URL(from));
    return jar.headerFor(new URL(to));
  };
  const home = 'https://a.example/f/x';
  it.each<[string, string[], string, string, string | null]>([
    ['without a path goes below its folder', ['a=1'], home, 'https://a.example/f/y', 'a=1'],
    ['without a path goes nowhere else', ['a=1'], home, 'https://a.example/g', null],
    ['is bound to whole steps of its path', ['a=1; Path=/f'], home, 'https://a.example/feed', null],
    [
      'with a date in it is one cookie',
      ['a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/'],
      home,
      home,
      'a=1',
    ],
    ['is replaced', ['a=1; Path=/', 'a=2; Path=/'], home, home, 'a=2'],
    ['is deleted', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], home, home, null],
    [
      'is deleted by a date',
      ['a=1; Path=/', 'a=x; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      home,
      home,
      null,
    ],
    ['that is secure stays on https', ['a=1; Path=/; Secure'], home, 'http://a.example/', null],
    ['of a foreign domain is dropped', ['a=1; Path=/; Domain=b.example'], home, 'https://b.example/', null],
    ['of a whole top domain is dropped', ['a=1; Path=/; Domain=example'], home, home, null],
    ['of one host stays there', ['a=1; Path=/'], home, 'https://www.a.example/', null],
    ['that no header may hold is dropped', ['a=1\u0001\r\nX: y; Path=/', 'b=2; Path=/'], home, home, 'b=2'],
    ['with an equals sign keeps it', ['a=b=c==; Path=/'], home, home, 'a=b=c=='],
  ])('%s', (_, lines, from, to, wanted) => {
    expect(header(lines, from, to)).toBe(wanted);
  });

  it('never reach another site, and never break a header', () => {
    const host = fc.constantFrom(
      'a.example',
      'www.a.example',
      'b.example',
      'x.a.example',
      'example',
      'aa.example',
    );
    fc.assert(
      fc.property(fc.array(fc.string()), host, host, (lines, from, to) => {
        const sent = header(
          lines.map((line) => `${line}; Path=/`),
          `https://${from}/`,
          `https://${to}/`,
        );
        if (from.replace(/^www\./, '') !== to.replace(/^www\./, '')) expect(sent).toBeNull();
        // eslint-disable-next-line no-control-regex -- what a header must not hold
        else expect(sent ?? '').not.toMatch(/[\x00-\x08\x0a-\x1f\x7f\u0100-\uffff]/);
      }),
    );
  });
});

describe('a plain body under a label of compression', () => {
  it('proves nothing by its length, as a proxy may have unpacked it', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': String(feed.length) };
    expect((await fetched(() => ({ headers, body: feed }))).outcome).toMatchObject({
      lengthAnnounced: false,
    });
    const packed = gzipSync(feed);
    const truly = { headers: { ...headers, 'content-length': String(packed.length) }, body: packed };
    expect((await fetched(() => truly)).outcome).toMatchObject({ lengthAnnounced: true });
  });
});

const us = userAgent('https://partner.example/feeds');
const reply: RefusedReply = {
  status: 403,
  headers: {},
  text: '',
  sent: { 'user-agent': us },
  withheldFrom: null,
  ourAddress: null,
};
const basic = { ...reply.sent, authorization: 'Basic x' };

describe('a refusal says what it is', () => {
  it.each<[string, Partial<RefusedReply>, string, RegExp]>([
    [
      'Basic, nothing sent',
      { status: 401, headers: { 'www-authenticate': 'Basic realm="a, b"' } },
      'password',
      /asks for a user name and a password.*under auth:/,
    ],
    [
      'Basic, sent',
      { status: 401, sent: basic, headers: { 'www-authenticate': 'Basic realm="x"' } },
      'password',
      /the password is wrong/,
    ],
    ['no scheme, sent', { status: 401, sent: basic }, 'password', /the password is wrong/],
    [
      'Digest',
      {
        status: 401,
        sent: basic,
        headers: { 'www-authenticate': 'Digest realm="Basic x", nonce="a", qop="auth"' },
      },
      'auth_scheme',
      /asks for Digest authentication, which feedsync does not speak/,
    ],
    [
      'NTLM',
      { status: 401, headers: { 'www-authenticate': 'Negotiate, NTLM' } },
      'auth_scheme',
      /asks for Negotiate or NTLM/,
    ],
    [
      'Digest or Basic',
      { status: 401, headers: { 'www-authenticate': 'Digest realm="x", nonce="y", Basic realm="x"' } },
      'password',
      /asks for a user name/,
    ],
    [
      'a token',
      { status: 401, headers: { 'www-authenticate': 'Bearer realm="api"' } },
      'password',
      /asks for a token \(Bearer\).*headers: Authorization/,
    ],
    [
      'withheld',
      { status: 401, withheldFrom: 'cdn.example' },
      'password',
      /another host \(cdn\.example\), to which .* not sent/,
    ],
    ['403 alone', {}, 'http_status', /allow requests with the user agent "feedsync\//],
    [
      '403 with a password',
      { sent: basic, ourAddress: '203.0.113.7' },
      'http_status',
      /were sent.*allow requests from 203\.0\.113\.7 with/,
    ],
    [
      'Cloudflare',
      { headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' } },
      'blocked',
      /\(Cloudflare\)\. A password does not help/,
    ],
    [
      'Cloudflare by its page',
      { status: 503, text: '<title>Just a moment...</title>' },
      'blocked',
      /answers 503: a shield/,
    ],
    ['Sucuri', { text: '<title>Sucuri WebSite Firewall - Access Denied</title>' }, 'blocked', /Sucuri/],
    ['Imperva', { text: '<iframe src="/_Incapsula_Resource?x">' }, 'blocked', /Imperva/],
    [
      'AWS',
      { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } },
      'blocked',
      /answers 202: a shield/,
    ],
    ['Wordfence', { status: 503, text: 'Generated by Wordfence at Fri' }, 'blocked', /Wordfence/],
    ['ModSecurity', { status: 406, text: '<title>Not Acceptable!</title>' }, 'blocked', /ModSecurity/],
    [
      'an origin behind Cloudflare',
      { status: 404, headers: { server: 'cloudflare' } },
      'http_status',
      /no feed at this address/,
    ],
  ])('%s', (_, of, code, message) => {
    const failure = refusal({ ...reply, ...of }, 0);
    expect(failure).toMatchObject({ code });
    expect(failure.message).toMatch(message);
  });

  it('and names the operator where a shield must let us through', () => {
    const { message } = refusal({ ...reply, headers: { 'cf-mitigated': 'challenge' } }, 0);
    expect(message).toMatch(
      /from the public address of this server with the user agent "feedsync\/\d+\.\d+\.\d+ \(\+https:\/\/partner\.example\/feeds\)"$/,
    );
    expect(userAgent(null)).toMatch(/^feedsync\/\d+\.\d+\.\d+$/);
  });

  it('as a page with status 200', () => {
    const page = (text: string): string => webPage({ ...reply, status: 200, text }).message;
    expect(page('<html><title>Just a moment...</title>')).toMatch(/it sends a page: a shield/);
    expect(page('<html><title>\n Prijava </title>')).toMatch(/a web page \("Prijava"\) came instead/);
    expect(
      webPage({ ...reply, status: 200, text: '<html>', headers: { 'x-datadome': 'protected' } }),
    ).toMatchObject({
      code: 'html',
    });
  });
});

describe('a refused fetch', () => {
  it('reads the page that says why, compressed or not, and keeps no file', async () => {
    const page = '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>';
    const headers = { server: 'cloudflare', 'content-encoding': 'gzip' };
    for (const body of [gzipSync(page), page])
      expect(messageOf(await fetched(() => ({ status: 403, headers, body })))).toMatch(
        /a shield.*\(Cloudflare\)/,
      );
    expect(messageOf(await fetched(() => ({ body: page })))).toMatch(/a shield.*\(Cloudflare\)/);
  });

  it('says so where the password did not follow a redirect', async () => {
    const auth = { user: 'u', password: 'p' };
    const answer = ({ host }: URL): Answer =>
      host === 'agency.example'
        ? { status: 302, headers: { location: 'https://cdn.example/f' } }
        : { status: 401 };
    expect(messageOf(await fetched(answer, { auth }))).toMatch(/another host \(cdn\.example\)/);
    expect(messageOf(await fetched(() => ({ status: 401 }), { auth }))).toMatch(/the password is wrong/);
  });
});

it('a redirect whose address holds letters of other alphabets is followed', async () => {
  const location = Buffer.from('/огласи.xml').toString('latin1');
  const { asked } = await fetched(({ pathname }) =>
    pathname === '/feed' ? { status: 302, headers: { location } } : { body: feed },
  );
  expect(asked.at(-1)).toBe('https://agency.example/%D0%BE%D0%B3%D0%BB%D0%B0%D1%81%D0%B8.xml -');
});

describe('a reply whose headers break the rules', () => {
  const chunked = `${feed.length.toString(16)}\r\n${feed}\r\n0\r\n\r\n`;
  it.each<[string, string, boolean]>([
    [
      'lone line feeds',
      `HTTP/1.1 200 OK\nContent-Type: text/xml\nContent-Length: ${feed.length}\n\n${feed}`,
      true,
    ],
    ['no reason', `HTTP/1.1 200\r\nContent-Length: ${feed.length}\r\n\r\n${feed}`, true],
    [
      'bytes above ASCII',
      `HTTP/1.1 200 OK\r\nX-Naziv: Oglašavanje\r\nContent-Length: ${feed.length}\r\n\r\n${feed}`,
      true,
    ],
    [
      'a control character',
      `HTTP/1.1 200 OK\r\nX-A: b\u0001c\r\nContent-Length: ${feed.length}\r\n\r\n${feed}`,
      true,
    ],
    [
      'a length beside chunks',
      `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
      false,
    ],
    ['an old protocol', `HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n${feed}`, false],
  ])('is read: %s', async (_, bytes, lengthAnnounced) => {
    const server = await rawServer((socket) => socket.end(bytes));
    const outcome = await fetchFeed(
      { url: new URL(server.url), headers: {} },
      { etag: null, lastModified: null, unconditional: true },
      {
        fetcher: createGuardedFetcher(),
        spool: memorySpool(),
        clock: { now: () => 0, elapsed: () => 0, sleep: () => new Promise<void>(() => undefined) },
      },
      { maxBytes: 100_000, timeoutMs: 1_000, allowPrivateAddresses: ['127.0.0.1'] },
    );
    await server.close();
    expect(outcome).toMatchObject({ kind: 'fetched', bytes: feed.length, lengthAnnounced });
  });
});

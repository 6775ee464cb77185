import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from './feed-host.js';
import { oglasi } from './small-files.js';
import { syncFeeds, type CaseFeed, type CaseOutcome } from './sync-feeds.js';

/** What a host's answers lead to. */
interface Expected {
  /** Ids that are live. */
  live: string[];
  /** What the poll says of itself. */
  poll?: RegExp;
}
interface Case extends CaseFeed {
  kind: string;
  expected: Expected;
}

const json = { 'content-type': 'application/json' };
const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `NS-${2100 + from + index}`);
const homes = (from: number, to: number): Record<string, unknown>[] =>
  ids(from, to).map((id, index) => ({
    ...{
      ListingKey: `${id}-key`,
      ListingId: id,
      StandardStatus: 'Active',
      PropertySubType: 'Apartment',
      City: 'Novi Sad',
    },
    ...{ ListPrice: 94_000 + index * 700, LivingArea: 50 + index, BedroomsTotal: 2 },
    UnparsedAddress: `Futoška ${from + index}`,
    PublicRemarks: `Quiet flat number ${from + index} close to the market and the river.`,
  }));
const page = (path: string, body: unknown, headers: Record<string, string> = {}): Reply => ({
  ...{ path, json: body, headers: { ...json, ...headers } },
});
const paged = (kind: string, replies: readonly Reply[], expected: Expected): Case => ({
  ...{ kind, mapping: 'init', files: [replies], expected },
});

const pages: Case[] = [
  paged(
    'an OData list with a link to the rest, and a count',
    [
      page('/feed?$skip=6', { '@odata.count': 7, value: homes(7, 7) }),
      page('/feed?$skip=3', {
        ...{ '@odata.count': 7, value: homes(4, 6), '@odata.nextLink': '{base}/feed?$skip=6' },
      }),
      page('/feed', { '@odata.count': 7, value: homes(1, 3), '@odata.nextLink': '{base}/feed?$skip=3' }),
    ],
    { live: ids(1, 7) },
  ),
  paged(
    'an OData list whose link is relative',
    [
      page('/feed?$skip=4', { value: homes(5, 6) }),
      page('/feed', { value: homes(1, 4), '@odata.nextLink': 'feed?$skip=4' }),
    ],
    { live: ids(1, 6) },
  ),
  paged(
    'pages by number, without a link',
    [
      page('/feed?page=3', { data: [], pagination: { page: 3, totalPages: 2, totalRecords: 7 } }),
      page('/feed?page=2', { data: homes(5, 7), pagination: { page: 2, totalPages: 2, totalRecords: 7 } }),
      page('/feed', { data: homes(1, 4), pagination: { page: 1, totalPages: 2, totalRecords: 7 } }),
    ],
    { live: ids(1, 7) },
  ),
  paged(
    'a link to the next page among links',
    [
      page('/feed?page=2', { adverts: homes(5, 6), links: { self: '{base}/feed?page=2' } }),
      page('/feed', { adverts: homes(1, 4), links: { self: '{base}/feed', next: '{base}/feed?page=2' } }),
    ],
    { live: ids(1, 6) },
  ),
  paged(
    'a link to the next page in a header',
    [
      page('/feed?page=2', homes(5, 6)),
      page('/feed', homes(1, 4), { link: '<{base}/feed?page=2>; rel="next"' }),
    ],
    { live: ids(1, 6) },
  ),
];

/** The host has no other page: what it announces is nowhere. */
const announced: Case[] = [
  paged('a total above what is there', [page('/feed', { total: 9, items: homes(1, 4) })], {
    live: [],
    poll: /^stalled: .*announces 9 records/,
  }),
  paged('a bare word that there is more', [page('/feed', { hasMore: true, items: homes(1, 4) })], {
    live: [],
    poll: /^stalled: /,
  }),
];

const body = oglasi([{}, {}, {}]);
const xml = { 'content-type': 'application/xml' };
const all = ['X1', 'X2', 'X3'];
const served = (kind: string, replies: readonly Reply[], expected: Expected, path = '/feed'): Case => ({
  ...{ kind, mapping: 'estate-sistem', files: [replies], expected, path },
});
const encoded = (kind: string, label: string | null, encode: Reply['encode'] = []): Case =>
  served(
    kind,
    [
      {
        path: '/feed',
        headers: { ...xml, ...(label !== null && { 'content-encoding': label }) },
        body,
        encode,
      },
    ],
    { live: all },
  );

const servers: Case[] = [
  served(
    'a cookie that must come back after a redirect to the same address',
    [
      { path: '/feed', when: { cookie: 'visit=4' }, headers: xml, body },
      { path: '/feed', status: 302, headers: { location: '{base}/feed', 'set-cookie': 'visit=4; Path=/' } },
    ],
    { live: all },
  ),
  served(
    'a cookie that must come back at another address',
    [
      { path: '/real', when: { cookie: 'visit=4' }, headers: xml, body },
      { path: '/feed', status: 302, headers: { location: '{base}/real', 'set-cookie': 'visit=4; Path=/' } },
    ],
    { live: all },
  ),
  encoded('plain bytes under the label gzip', 'gzip'),
  encoded('gzip under the label x-gzip', 'x-gzip', ['gzip']),
  encoded('gzip without a label', null, ['gzip']),
  encoded('gzip twice', 'gzip, gzip', ['gzip', 'gzip']),
  encoded('raw deflate', 'deflate', ['deflateRaw']),
  encoded('deflate with its head', 'deflate', ['deflate']),
  encoded('brotli', 'br', ['br']),
  encoded('a label that no one knows', 'none', []),
  served(
    'a shield that refuses programs',
    [
      { path: '/feed', when: { 'user-agent': 'Mozilla' }, headers: xml, body },
      {
        path: '/feed',
        status: 403,
        headers: { 'content-type': 'text/html', server: 'cloudflare', 'cf-mitigated': 'challenge' },
        body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>',
      },
    ],
    { live: [], poll: /^stalled: / },
  ),
  served(
    'a password that is missing',
    [{ path: '/feed', status: 401, headers: { 'www-authenticate': 'Basic realm="feeds"' } }],
    {
      live: [],
      poll: /^stalled: /,
    },
  ),
  served(
    'a scheme of passwords that is not spoken',
    [{ path: '/feed', status: 401, headers: { 'www-authenticate': 'NTLM' } }],
    {
      live: [],
      poll: /^stalled: /,
    },
  ),
  served('HTTP 1.0 without a length', [{ raw: 'HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n', body }], {
    live: all,
  }),
  served(
    'a page’s type',
    [{ path: '/feed', headers: { 'content-type': 'text/html; charset=windows-1252' }, body }],
    { live: all },
  ),
  served(
    'an attachment',
    [
      {
        path: '/feed',
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="oglasi.xml"',
        },
        body,
      },
    ],
    { live: all },
  ),
  served(
    'a blank in the address of a redirect',
    [
      { path: '/moj oglasnik', headers: xml, body },
      { path: '/feed', status: 302, headers: { location: '{base}/moj oglasnik' } },
    ],
    { live: all },
  ),
];

const groups = { pages, announced, servers };
const named = Object.entries(groups).flatMap(([group, list]) =>
  list.map((one, index) => ({ ...one, group, name: `${group}-${index}` })),
);

let outcomes: Record<string, CaseOutcome>;
beforeAll(async () => {
  outcomes = await syncFeeds(Object.fromEntries(named.map((one) => [one.name, one])));
}, 180_000);

describe.each(Object.keys(groups))('what a host serves: %s', (group) => {
  it.each(named.filter((one) => one.group === group))('$kind', ({ name, expected }) => {
    const { live, polls, refused } = outcomes[name]!;
    expect({
      refused,
      live: Object.keys(live).sort(),
      poll: `${polls[0]?.state}: ${polls[0]?.message}`,
    }).toEqual({
      refused: null,
      live: [...expected.live].sort(),
      poll: expect.stringMatching(expected.poll ?? /^done: /),
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAddress } from '../../src/feed/fetch/next-address.js';
import { signsInHeaders } from '../../src/feed/more/signs-in-headers.js';
import { openSigns, saying, signsIn, type Sign } from '../../src/feed/more/signs-of-more.js';
import type { RecordObject } from '../../src/model/record.js';
import type { FeedFormat } from '../../src/model/feed-format.js';
import { readPage } from '../../src/feed/read-page.js';
import { memorySpool } from './memory-spool.js';

/** The open signs behind four records on one page, as `at kind`. */
function open(signs: readonly Sign[], ignored: readonly string[] = []): string[] {
  return openSigns(signs, { records: 4, pages: 1, ignored, totals: true }).map(
    ({ at, kind }) => `${at} ${kind}`,
  );
}

describe('values around four records', () => {
  it.each<[string, RecordObject, string]>([
    [
      'OData 4',
      { '@odata.count': '10', '@odata.nextLink': 'https://a.example/f?$skip=4' },
      '/@odata.count total',
    ],
    ['OData 2', { d: { __count: '10', __next: '/f?$skiptoken=4' } }, '/d/__next link'],
    ['JSON:API', { links: { self: '/f', next: '/f?page=2' } }, '/links/next link'],
    ['HAL', { _links: { next: { href: '/f?page=2' } } }, '/_links/next/href link'],
    [
      'a list of links',
      {
        links: [
          { rel: 'self', href: '/f' },
          { rel: 'next', href: '/f?2' },
        ],
      },
      '/links[rel=next] link',
    ],
    ['Atom', { link: { '@rel': 'next', '@href': '/f?2' } }, '/link[rel=next] link'],
    ['Laravel', { last_page: '3', current_page: '1', next_page_url: '/f?page=2' }, '/last_page pages'],
    ['Django', { count: '57', next: 'https://a.example/f?page=2', previous: '' }, '/count total'],
    ['Spring', { last: 'false', totalPages: '3', totalElements: '9', number: '0' }, '/totalPages pages'],
    ['a token', { meta: { nextPageToken: 'CAUQAA' } }, '/meta/nextPageToken mark'],
    ['a number of the next page', { pagination: { next: '2' } }, '/pagination/next mark'],
    ['a cursor', { paging: { next: { cursor: 'abc' } } }, '/paging/next/cursor mark'],
    [
      'GraphQL',
      { data: { listings: { pageInfo: { hasNextPage: 'true' } } } },
      '/data/listings/pageInfo/hasNextPage mark',
    ],
    ['a statement', { has_more: 'true' }, '/has_more mark'],
    ['S3', { IsTruncated: 'true' }, '/IsTruncated mark'],
    ['RETS', { COUNT: { '@Records': '1964' } }, '/COUNT/@Records total'],
    ['RETS, cut by the server', { MAXROWS: {} }, '/MAXROWS mark'],
    ['Elasticsearch', { hits: { total: { value: '12', relation: 'eq' } } }, '/hits/total/value total'],
    ['Serbian', { ukupno_oglasa: '12' }, '/ukupno_oglasa total'],
    ['an attribute of the root', { '@total': '12' }, '/@total total'],
  ])('announce more: %s', (_, header, first) => {
    expect(open(signsIn(header, ['data/listings']))).toContain(first);
  });

  it.each<[string, RecordObject]>([
    ['as many as there are', { total: '4', '@odata.count': '4', total_pages: '1', count: '4' }],
    [
      'the end of the pages',
      { next: '', next_page: '0', has_more: 'false', links: { next: 'null' }, last: 'true' },
    ],
    ['the next viewing', { next_viewing: '2026-12-01', next_viewing_url: 'https://a.example/v' }],
    [
      'the next export',
      { next: '2026-12-01T10:00:00', next_update: 'https://a.example/x', next_export: '5' },
    ],
    ['a sentence', { next: 'see our web site for more' }],
    ['the next number of a database', { next_id: '90001', next_number: '77' }],
    [
      'counts of something else',
      { agency: { number: '12345' }, photos: { total: '96' }, agents: { count: '7' } },
    ],
    ['a total before the filter', { recordsTotal: '1964', recordsFiltered: '4' }],
    ['words', { total: 'all', count: 'many', pages: 'one' }],
    ['a version', { version: '12', feed_version: '3', id: '812', price_total: '95000' }],
    ['records of another kind', { featured: [{ next: '/x', total: '9' }, { has_more: 'true' }] }],
  ])('announce nothing: %s', (_, header) => {
    expect(open(signsIn(header))).toEqual([]);
  });

  it('count the records where they stand beside them, whatever the object is called', () => {
    expect(open(signsIn({ client: { total: '9' } }, ['client/ads']))).toEqual(['/client/total total']);
    expect(open(signsIn({ client: { total: '9' } }, ['ads']))).toEqual([]);
  });

  it('are left out where the configuration names them, and only there', () => {
    const signs = signsIn({ meta: { total: '9', has_more: 'true' } });
    expect(open(signs, ['meta/Total'])).toEqual(['/meta/has_more mark']);
    expect(open(signs, ['/total', '/meta'])).toHaveLength(2);
  });

  it('of a delta file count something else, but its next page is one', () => {
    const signs = signsIn({ total: '900', next: '/f?page=2' });
    const read = { records: 4, pages: 1, ignored: [], totals: false };
    expect(openSigns(signs, read).map(({ kind }) => kind)).toEqual(['link']);
  });

  it('never hide a total above what was read, however deep and whatever stands beside it', () => {
    const noise = fc.dictionary(
      fc.constantFrom('id', 'date', 'agency', 'version', 'next_viewing'),
      fc.string(),
    );
    fc.assert(
      fc.property(noise, fc.integer({ min: 5, max: 10_000 }), fc.nat(4), (beside, total, depth) => {
        const inner: RecordObject = { ...beside, total: String(total) };
        const header = Array.from({ length: depth }).reduce<RecordObject>(
          (around) => ({ meta: around }),
          inner,
        );
        expect(open(signsIn(header))).toHaveLength(1);
        expect(openSigns(signsIn(header), { records: total, pages: 1, ignored: [], totals: true })).toEqual(
          [],
        );
      }),
    );
  });
});

describe('headers of a reply', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ link: '</f?page=1>; rel="prev", </f?page=3>; rel="next"' }, ['link link']],
    [{ link: '<https://a.example/f?page=3>; title="x, y"; rel=next' }, ['link link']],
    [{ link: '</f?page=9>; rel="last next"' }, ['link link']],
    [{ link: '</style.css>; rel=preload; as=style, </next>; rel="nextone"' }, []],
    [{ 'x-total-count': '57' }, ['x-total-count total']],
    [{ 'x-wp-total': '4', 'x-wp-totalpages': '1' }, []],
    [{ 'x-wp-totalpages': '3' }, ['x-wp-totalpages pages']],
    [{ 'x-next-page': '2' }, ['x-next-page mark']],
    [{ 'x-next-page': '' }, []],
    [{ 'content-range': 'items 0-3/57' }, ['content-range total']],
    [{ 'content-range': 'bytes 0-499/1234' }, []],
    [{ 'x-pagination': '{"TotalCount":57,"TotalPages":1}' }, ['x-pagination total']],
    [{ 'x-pagination': '{"TotalCount":' }, []],
  ])('%j', (headers, wanted) => {
    expect(open(signsInHeaders(headers))).toEqual(wanted);
  });
});

/** Where the signs of a file stand. */
async function placesIn(file: string, format: FeedFormat): Promise<string[]> {
  const spool = memorySpool({ file: Buffer.from(file) });
  const { signs, problem } = await readPage(spool, 'file', { format, encoding: 'auto' }, null);
  expect(problem).toBeNull();
  return signs.map(({ at }) => at);
}
const inXml = (file: string, path: string): Promise<string[]> =>
  placesIn(file, { container: 'xml', root: 'f', records: [path], declaredCount: null });
const inJson = (file: string): Promise<string[]> =>
  placesIn(file, { container: 'json', root: [], records: ['ads'], lines: false, declaredCount: null });

describe('files', () => {
  it('announce more before their records and behind them', async () => {
    const records = '<ad><id>1</id></ad>';
    const more = '<paging><next>/f?2</next></paging>';
    expect(await inXml(`<f><list>${records}</list>${more}</f>`, 'f/list/ad')).toEqual(['/paging/next']);
    expect(await inXml(`<f>${more}<list>${records}</list></f>`, 'f/list/ad')).toEqual(['/paging/next']);
    expect(await inXml(`<f><list>${records}<next>/f?2</next></list></f>`, 'f/list/ad')).toEqual([
      '/list/next',
    ]);
    expect(
      await inXml(`<f xmlns:a="x"><ad><next>/f?2</next></ad><a:link rel="next" href="/2"/></f>`, 'f/ad'),
    ).toEqual(['/link[rel=next]']);
    expect(await inXml(`<f total="9">${records}</f>`, 'f/ad')).toEqual(['/@total']);
    expect(await inXml(`<f><ad><next>/f?2</next><total>9</total></ad></f>`, 'f/ad')).toEqual([]);
    expect(await inJson('{"ads":[{"next":"/f?2","total":9}],"next":"/f?2"}')).toEqual(['/next']);
    expect(await inJson('{"next":"/f?2","ads":[{"id":1}]}')).toEqual(['/next']);
  });
});

describe('the address of a next page', () => {
  const at = (text: string, from = 'https://u:p@a.example/f?k=1'): string => {
    const next = nextAddress(text, new URL(from), new URL('https://a.example/f'));
    return next === null ? 'itself' : 'url' in next ? next.url.href : next.refused;
  };
  it('is followed on the host of the feed, and never from https to http', () => {
    expect(at('?page=2')).toBe('https://a.example/f?page=2');
    expect(at('http://a.example/f?page=2')).toBe('https://a.example/f?page=2');
    expect(at('https://u:p@a.example/f?page=2#x')).toBe('https://a.example/f?page=2');
    expect(at('/f?k=1#top')).toBe('itself');
    expect(at('//evil.example/f')).toMatch(/another host/);
    expect(at('https://a.example:8443/f')).toMatch(/another host/);
    expect(at('ftp://a.example/f')).toMatch(/another host/);
    expect(at('http://:x')).toMatch(/not valid/);
  });

  it('is named in a sentence without its value where that is an address', () => {
    expect(saying({ at: '/next', kind: 'link', value: 'https://a.example/?token=secret' })).not.toContain(
      'secret',
    );
  });
});

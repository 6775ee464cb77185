import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { csvText } from '../../support/csv-feed.js';
import { ads, estateFeed } from '../../support/estate-feed.js';
import { hour, minute } from '../../support/manual-clock.js';
import { World, type FeedAnswer } from '../../support/world.js';
import { zipOf } from '../../support/zip.js';
import { run } from '../command-line.js';
import { ErrorBook } from './book.js';

type Tell = (heading: string, answer: Partial<FeedAnswer>) => Promise<void>;

/** Why a feed could not be used, as its run and `status` say it. */
export async function feedTexts(book: ErrorBook): Promise<void> {
  const xml = await World.create();
  try {
    book.chapter('Feeds: fetching');
    await answers(pollIn(xml, book));
    book.chapter('Feeds: XML');
    await documents(pollIn(xml, book));
    book.chapter('Feeds: removals');
    await holds(xml, book);
    book.chapter('Feeds: addresses');
    await addresses(xml, book);
  } finally {
    await xml.close();
  }
  const csv = await World.create({ mapping: 'csv-header', feed: { encoding: 'windows-1250' } });
  try {
    book.chapter('Feeds: CSV');
    await tables(pollIn(csv, book));
  } finally {
    await csv.close();
  }
}

const usual: FeedAnswer = {
  body: '',
  status: 200,
  headers: { 'content-type': 'application/xml' },
  gzip: false,
  etag: false,
};

function pollIn(world: World, book: ErrorBook): Tell {
  return async (heading, answer) => {
    Object.assign(world.feed, usual, answer);
    world.clock.advance(minute);
    const { polls } = await world.round();
    book.said(heading, polls.map(({ feed, state, message }) => `${feed}: ${state}: ${message}`).join('\n'));
  };
}

const whole = estateFeed(ads(6));

async function answers(tell: Tell): Promise<void> {
  for (const status of [401, 404, 418, 429, 500, 503]) await tell(`status ${status}`, { status, body: 'no' });
  const digest = { 'www-authenticate': 'Digest realm="export", nonce="a1", qop="auth"' };
  await tell('another kind of sign-in', { status: 401, body: 'no', headers: digest });
  await tell('a shield', { status: 403, body: 'no', headers: { 'cf-mitigated': 'challenge' } });
  await tell('access refused', { status: 403, body: 'no' });
  const zip = (...contents: string[]): Buffer =>
    zipOf(contents.map((content, index) => ({ name: `${index}.xml`, content })));
  await tell('the same listings twice in a ZIP', { body: zip(whole, whole) });
  await tell('an empty file in a ZIP', { body: zip(whole, '') });
  await tell('a web page', { body: '<!doctype html><html><body>Prijava</body></html>' });
  await tell('an empty file', { body: '' });
  await tell('a damaged body', {
    body: 'no gzip at all',
    headers: { 'content-encoding': 'gzip' },
  });
  await tell('a body that ends early', {
    body: gzipSync(whole).subarray(0, 500),
    headers: { 'content-encoding': 'gzip' },
  });
  await tell('an encoding of transfer that was not asked for', {
    body: Buffer.from('28b52ffd2000', 'hex'),
    headers: { 'content-encoding': 'zstd' },
  });
  await tell('it redirects without an address', { status: 302, body: '' });
  await tell('it redirects to another kind of address', {
    status: 302,
    body: '',
    headers: { location: 'ftp://agency.example/feed.xml' },
  });
  await tell('it redirects in a circle', {
    status: 302,
    body: '',
    headers: { location: '/feed.xml' },
  });
}

async function documents(tell: Tell): Promise<void> {
  const text = async (heading: string, body: string | Buffer): Promise<void> => tell(heading, { body });
  await text('cut inside a record', whole.slice(0, whole.length / 2));
  await text('cut between records', whole.replace('</OGLASI>', ''));
  await text('another root element', whole.replaceAll('OGLASI', 'ADS'));
  await text('something follows', `${whole}<OGLASI></OGLASI>`);
  await text('no XML', 'code;title\n1;2\n');
  await text('entities', whole.replace('<OGLASI', '<!DOCTYPE OGLASI [<!ENTITY a "b">]><OGLASI'));
  await text('a tag that closes nothing', whole.replace('</agency_id>', '</agency>'));
  await text('no records', estateFeed([]));
  await text('a total above its records', whole.replace('<OGLASI', '<OGLASI total="60"'));
  await text(
    'a next page elsewhere',
    whole.replace('</OGLASI>', '<next>https://other.example/2</next></OGLASI>'),
  );
  await text('an unknown encoding', whole.replace('utf-8', 'ebcdic-cp-us'));
  await text('UTF-16 without a mark', Buffer.from(whole, 'utf16le'));
  await text('UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(whole)]));
  await text('another encoding than its label', whole.replace('encoding="utf-8"', 'encoding="windows-1250"'));
  await text(
    'bytes that are no text, in every record',
    Buffer.from(whole.replaceAll('broj', 'šbroj').replaceAll('š', '\u00fe'), 'latin1'),
  );
}

/** A feed that shrinks, and one that is another agency’s. */
async function holds(world: World, book: ErrorBook): Promise<void> {
  const tell = pollIn(world, book);
  world.clock.advance(hour);
  Object.assign(world.feed, usual, { body: estateFeed(ads(10)) });
  await world.round();
  for (let polls = 0; polls < 3; polls++) {
    world.clock.advance(hour);
    world.feed.body = estateFeed(ads(2));
    await world.round();
  }
  book.ran('holds (eight of ten are missing)', await run(world, 'holds'));
  world.clock.advance(hour);
  await tell('other ids altogether', { body: estateFeed(ads(10, 500)) });
  book.ran('holds (other ids altogether)', await run(world, 'holds'));
}

async function addresses(world: World, book: ErrorBook): Promise<void> {
  const folder = join(world.folder, 'a-folder');
  await mkdir(folder);
  const urls: [string, string][] = [
    ['nothing listens there', 'http://127.0.0.1:1/feed.xml'],
    ['a private address', 'http://192.168.7.7/feed.xml'],
    ['a port of its own', 'http://8.8.8.8:8081/feed.xml'],
    ['a file that is not there', pathToFileURL(join(folder, 'feed.xml')).href],
    ['a folder', pathToFileURL(folder).href],
  ];
  for (const [heading, url] of urls) {
    await world.declare(([feed]) => [{ ...feed, url }]);
    await world.restart();
    await pollIn(world, book)(heading, {});
  }
}

async function tables(tell: Tell): Promise<void> {
  const whole = csvText(ads(4));
  const headers = { 'content-type': 'text/csv' };
  const text = async (heading: string, body: string): Promise<void> =>
    tell(heading, { body: iconv.encode(body, 'windows-1250'), headers });
  await text('cut inside a row', whole.slice(0, whole.length / 2));
  await text('cut inside a quoted cell', whole.slice(0, whole.lastIndexOf('pored')));
  await text('a column is missing', whole.replace('price', 'cena'));
  await text('another delimiter', csvText(ads(4), '|'));
  await text('a quote is lost in the first row', `"${whole}`);
  await text('no rows', csvText([]));
  await text('XML', estateFeed(ads(2)));
  await tell('another encoding than its label', { body: whole, headers });
}

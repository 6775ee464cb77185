import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { startSandbox } from '../../src/assemble/demo.js';
import { systemClock } from '../../src/platform/clock.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { processConfig } from '../support/real-process.js';
import { seededRandom } from '../support/seeded-random.js';

export interface HostileResult {
  name: string;
  /** Refused with a sentence, in little memory, and the honest feed beside it was published. */
  ok: boolean;
  seconds: number;
  peakMegabytes: number;
  message: string;
}

interface HostileFeed {
  name: string;
  mapping: 'estate-sistem' | 'csv-header';
  encoding?: 'gzip';
  /** Its pieces, one after the other. */
  pieces: () => Iterable<Buffer>;
  /** What must be said of it. */
  says: RegExp;
}

export const peakMegabytesMax = 256;
const megabyte = 1024 * 1024;
const honestAds = 3;

/** How large they are. `cap` is the configured `fetch.max_bytes`, for those that only end there. */
interface Sizes {
  text: number;
  levels: number;
  attributes: number;
  bomb: number;
  stream: number;
  cap: number;
}

const fullSizes: Sizes = {
  text: 500 * megabyte,
  levels: 200_000,
  attributes: 1_000_000,
  bomb: 2_000 * megabyte,
  stream: 10_000 * megabyte,
  cap: 600 * megabyte,
};

/** Those that cost time are made smaller, the rules that they break are the same. */
export const smallSizes: Sizes = {
  ...fullSizes,
  text: 40 * megabyte,
  bomb: 80 * megabyte,
  cap: 50 * megabyte,
};

/** Each at its full size, in a process of its own beside an honest feed. */
export async function hostileFeeds(): Promise<HostileResult[]> {
  const results: HostileResult[] = [];
  for (const feed of feedsOf(fullSizes)) results.push(...(await syncBeside([feed], fullSizes.cap)));
  return results;
}

/** All of them in one process, one after the other. */
export function hostileFeedsAtOnce(sizes: Sizes): Promise<HostileResult[]> {
  return syncBeside(feedsOf(sizes), sizes.cap);
}

function feedsOf({ text, levels, attributes, bomb, stream, cap }: Sizes): HostileFeed[] {
  const xml = { mapping: 'estate-sistem' } as const;
  const tooLong = /longer than \d+ bytes/;
  const tooLarge = new RegExp(`larger than ${cap} bytes`);
  return [
    { ...xml, name: 'one-text', pieces: () => around('<OGLASI><oglas><opis>', 'x', text), says: tooLong },
    { ...xml, name: 'one-comment', pieces: () => around('<OGLASI><!--', 'x', text), says: tooLong },
    {
      ...xml,
      name: 'levels',
      pieces: () => [Buffer.from(`<OGLASI>${'<a>'.repeat(levels)}`)],
      says: /nested more than 64 deep/,
    },
    {
      ...xml,
      name: 'levels-in-a-record',
      pieces: () => [
        Buffer.from(
          `<OGLASI><oglas><code>X</code>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</oglas></OGLASI>`,
        ),
      ],
      says: /1 not publishable/,
    },
    {
      ...xml,
      name: 'attributes',
      pieces: () => [
        Buffer.from(
          `<OGLASI><oglas${Array.from({ length: attributes }, (_, i) => ` a${i}=""`).join('')}/></OGLASI>`,
        ),
      ],
      says: /a tag is longer than/,
    },
    {
      name: 'columns',
      mapping: 'csv-header',
      pieces: () => [Buffer.from(`id;${'a;'.repeat(attributes)}\n1;2\n`)],
      says: /longer than 524288|more than 2000 cells/,
    },
    { ...xml, name: 'bomb', encoding: 'gzip', pieces: () => around('<OGLASI>', '\0', bomb), says: tooLarge },
    { ...xml, name: 'stream', pieces: () => around('<OGLASI>', '<oglas/>', stream), says: tooLarge },
  ];
}

/** @param bytes of the filling, which nothing closes */
function* around(start: string, filling: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(start);
  const piece = Buffer.alloc(megabyte, filling);
  for (let sent = 0; sent < bytes; sent += megabyte) yield piece;
}

async function syncBeside(feeds: readonly HostileFeed[], cap: number): Promise<HostileResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-hostile-'));
  const random = seededRandom('hostile feeds');
  const portal = await startSandbox({ port: 0, settings: {} }, { clock: systemClock, random });
  const server = await serve(feeds);
  try {
    const keys = generateKeyPair(random);
    const keyId = portal.sandbox.staff.registerKey(keys.publicKeyPem);
    const connectionId = portal.sandbox.staff.addConnection();
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const base = processConfig({ portal: portal.baseUrl, keyId, connectionId, feed: '' }) as {
      feeds: Record<string, unknown>[];
    };
    const one = (name: string, mapping: string): unknown => ({
      ...base.feeds[0],
      ...{ name, mapping, url: `${server.url}/${name}` },
    });
    const config = {
      ...base,
      fetch: { allow_private_addresses: ['127.0.0.1'], max_bytes: `${cap}B` },
      feeds: [...feeds.map(({ name, mapping }) => one(name, mapping)), one('honest', 'estate-sistem')],
    };
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    const ran = await sync(folder);
    const live = portal.sandbox.staff.listings(connectionId).filter(({ status }) => status === 'live').length;
    return feeds.map((feed) => judged(feed, ran, live));
  } finally {
    await server.close();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function judged({ name, says }: HostileFeed, ran: Synced, live: number): HostileResult {
  const { seconds, peakMegabytes } = ran;
  const message = ran.messages.get(name) ?? `nothing was said of it: ${ran.err}`;
  const ok = says.test(message) && live === honestAds && peakMegabytes < peakMegabytesMax;
  return { name, ok, seconds, peakMegabytes, message };
}

interface Synced {
  seconds: number;
  peakMegabytes: number;
  /** By feed. */
  messages: ReadonlyMap<string, string>;
  err: string;
}

/** Loaded before the program: leaves the peak of its memory behind, in kilobytes. */
const reportPeak = `data:text/javascript,${encodeURIComponent(
  'import { writeFileSync } from "node:fs"; process.on("exit", () => writeFileSync("peak", String(process.resourceUsage().maxRSS)));',
)}`;

async function sync(folder: string): Promise<Synced> {
  const started = performance.now();
  const argv = [
    '--import',
    reportPeak,
    resolve('dist/main.js'),
    'sync',
    '--json',
    '--config',
    'feedsync.json',
  ];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  await new Promise((ended) => child.on('close', ended));
  const peak = Number(await readFile(join(folder, 'peak'), 'utf8').catch(() => 'NaN'));
  const seconds = (performance.now() - started) / 1000;
  return { seconds, peakMegabytes: Math.round(peak / 1024), messages: messagesOf(out), err };
}

function messagesOf(out: string): ReadonlyMap<string, string> {
  try {
    const { feeds } = JSON.parse(out) as { feeds: { feed: string; message: string }[] };
    return new Map(feeds.map(({ feed, message }) => [feed, message]));
  } catch {
    return new Map();
  }
}

async function serve(feeds: readonly HostileFeed[]): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const feed = feeds.find(({ name }) => request.url === `/${name}`);
    if (feed === undefined) response.end(estateFeed(ads(honestAds)));
    else void send(feed, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** Until the other side has had enough. */
async function send({ encoding, pieces }: HostileFeed, response: ServerResponse): Promise<void> {
  response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding });
  const zip = encoding === undefined ? null : createGzip();
  zip?.pipe(response);
  const target = zip ?? response;
  for (const piece of pieces()) {
    if (response.destroyed) break;
    if (target.write(piece)) continue;
    await new Promise<void>((next) => {
      const go = (): void => {
        target.off('drain', go);
        response.off('close', go);
        next();
      };
      target.on('drain', go);
      response.on('close', go);
    });
  }
  target.end();
}

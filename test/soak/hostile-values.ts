import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startSandbox, type RunningSandbox } from '../../src/assemble/demo.js';
import { systemClock } from '../../src/platform/clock.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { processConfig, RealProcess } from '../support/real-process.js';
import { seededRandom } from '../support/seeded-random.js';
import { hostileFile, recordsOfFile, xmlPresets } from './hostile-files.js';
import { costlyAd, writeHostileMappings, type Written } from './hostile-writer.js';

const innocent = ['first', 'second', 'third'];
const adsOfInnocent = 3;
/** Its agency writes mappings of its own. */
const writer = 'writer';
const names = [...innocent, writer, ...xmlPresets];
/** A host holds half of the slots: the innocent feeds have one of their own. */
const hosts = { innocent: '127.0.0.2', hostile: '127.0.0.1' };
/** How often the daemon is asked whether it answers. */
const askEveryMs = 100;
const random = seededRandom('hostile values');

export interface HostileValuesResult {
  ok: boolean;
  message: string;
}

/**
 * For so many minutes a daemon reads files of hostile values under each shipped XML mapping, and is sent hostile mappings over its API,
 * beside three innocent feeds whose prices change all the time. It must live, answer, keep its loop free, suspend no feed, and publish
 * the last prices of the innocent ones.
 */
export async function hostileValuesFor(minutes: number): Promise<HostileValuesResult> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-hostile-values-'));
  const limits = { rate_limit_per_minute: 1_000_000, connection_items_per_hour: 1_000_000 };
  const portal = await startSandbox({ port: 0, settings: { limits } }, { clock: systemClock, random });
  const feeds = await serveFeeds();
  let daemon: RealProcess | null = null;
  try {
    const connections = await writeFolder(folder, portal, (feeds.server.address() as AddressInfo).port);
    const ofWriter = connections[names.indexOf(writer)] ?? '';
    const token = await makeToken(folder);
    const blocksFile = join(folder, 'loop-blocks.ndjson');
    daemon = new RealProcess(folder, ['run', '--config', 'feedsync.json'], {
      lifeMs: (minutes + 10) * 60_000,
      wrapper: ['env', `LOOP_BLOCKS_FILE=${blocksFile}`],
      node: ['--import', resolve(import.meta.dirname, 'loop-blocks.mjs')],
    });
    const address = await addressOf(daemon);
    const end = systemClock.now() + minutes * 60_000;
    const isOver = (): boolean => systemClock.now() >= end;
    const [waits, written] = await Promise.all([
      askUntil(address, isOver, () => (feeds.price += 10)),
      writeHostileMappings({ address, token, feed: writer, connection: ofWriter }, isOver),
    ]);
    const published = await publishedOf(portal, connections.slice(0, innocent.length), feeds.price);
    const { code, err } = await daemon.stop();
    daemon = null;
    const blocks = readBlocks(blocksFile);
    return judge({ minutes, files: feeds.files, waits, written, published, code, err, blocks });
  } finally {
    await daemon?.kill();
    feeds.server.closeAllConnections();
    feeds.server.close();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Feeds {
  server: Server;
  /** Of each ad of the innocent ones. */
  price: number;
  /** How many hostile files each mapping was given. */
  files: Map<string, number>;
}

async function serveFeeds(): Promise<Feeds> {
  const feeds: Feeds = { server: createServer(), price: 100_000, files: new Map() };
  const fraction = (): number => random.fraction();
  feeds.server.on('request', (request, response) => {
    const name = (request.url ?? '').slice(1);
    if (innocent.includes(name)) {
      const own = ads(adsOfInnocent, 10 * (innocent.indexOf(name) + 1));
      response.end(estateFeed(own.map((ad) => ({ ...ad, price: feeds.price }))));
      return;
    }
    feeds.files.set(name, (feeds.files.get(name) ?? 0) + 1);
    if (name === writer && (feeds.files.get(name) ?? 0) % 2 === 0) {
      response.end(estateFeed([...ads(2, 901), costlyAd]));
      return;
    }
    response.end(hostileFile(name === writer ? 'estate-sistem' : name, fraction));
  });
  await new Promise<void>((listening) => feeds.server.listen(0, '0.0.0.0', listening));
  return feeds;
}

/** @returns the connection of each feed, in the order of `names` */
async function writeFolder(folder: string, portal: RunningSandbox, port: number): Promise<string[]> {
  const connections = names.map((name) => portal.sandbox.staff.addConnection({ agency: { name } }));
  const keys = generateKeyPair(random);
  const keyId = portal.sandbox.staff.registerKey(keys.publicKeyPem);
  await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
  const base = processConfig({ portal: portal.baseUrl, keyId, connectionId: '', feed: '' }) as {
    feeds: Record<string, unknown>[];
  };
  const feeds = names.map((name, index) => ({
    ...base.feeds[0],
    name,
    url: `http://${innocent.includes(name) ? hosts.innocent : hosts.hostile}:${port}/${name}`,
    connection: connections[index],
    mapping: xmlPresets.includes(name) ? name : 'estate-sistem',
    schedule: xmlPresets.includes(name) ? '*/7 * * * * *' : '* * * * * *',
  }));
  const config = { ...base, fetch: { allow_private_addresses: Object.values(hosts) }, feeds };
  await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
  return connections;
}

async function makeToken(folder: string): Promise<string> {
  const command = async (...argv: string[]): Promise<string> => {
    const { code, out, err } = await new RealProcess(folder, [...argv, '--config', 'feedsync.json']).ended;
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}`);
    return out;
  };
  await command('users', 'add', writer, '--role', 'operator');
  const made = await command('token', 'create', writer, 'soak', '--scope', 'full', '--json');
  return (JSON.parse(made) as { token: string }).token;
}

async function addressOf(daemon: RealProcess): Promise<string> {
  const address = /"server":"(http[^"]+)"/;
  while (!address.test(daemon.err)) await systemClock.sleep(100);
  return address.exec(daemon.err)?.[1] ?? '';
}

/** @returns how long each answer took, in milliseconds */
async function askUntil(server: string, isOver: () => boolean, between: () => void): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const asked = performance.now();
    const answer = await fetch(`${server}/healthz`).catch(() => null);
    // It has ended, which its exit code reports.
    if (answer === null) break;
    await answer.text();
    waits.push(performance.now() - asked);
    if (waits.length % 20 === 0) between();
    await systemClock.sleep(askEveryMs);
  }
  return waits;
}

/** How many of the innocent ads the portal shows at this price, once it shows all or half a minute has gone. */
async function publishedOf(
  portal: RunningSandbox,
  connections: readonly string[],
  price: number,
): Promise<number> {
  const shown = (): number =>
    connections
      .flatMap((id) => portal.sandbox.staff.listings(id))
      .filter(
        ({ status, payload }) =>
          status === 'live' && (payload as { price?: { amount?: number } }).price?.amount === price,
      ).length;
  for (let tries = 0; shown() < innocent.length * adsOfInnocent && tries < 300; tries++)
    await systemClock.sleep(100);
  return shown();
}

interface Looks {
  looks: number;
  longest: number;
  longestWait: number;
}

interface Blocks {
  /** Times that the daemon's loop computed for more than 100 ms without a turn for others: when, and how long. */
  long: { at: string; ms: number }[];
  /** How often was looked, and the longest of all, computing and with waits; null where the process did not come to its end. */
  all: Looks | null;
}

function readBlocks(file: string): Blocks {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as object);
  return {
    long: all.filter((line): line is { at: string; ms: number } => 'ms' in line),
    all: all.find((line): line is Looks => 'looks' in line) ?? null,
  };
}

interface Observed {
  minutes: number;
  files: ReadonlyMap<string, number>;
  waits: readonly number[];
  written: Written;
  published: number;
  code: number | null;
  err: string;
  blocks: Blocks;
}

function judge(seen: Observed): HostileValuesResult {
  const { minutes, files, waits, written, published, code, err, blocks } = seen;
  const wanted = innocent.length * adsOfInnocent;
  const suspended = (err.match(/feed suspended/g) ?? []).length;
  const failedRuns = (err.match(/"poll failed"|job failed|does not add up/g) ?? []).length;
  const unread = xmlPresets.filter((preset) => (files.get(preset) ?? 0) < minutes);
  const slow = waits.filter((ms) => ms > 100).length;
  const faults = [
    code !== 0 && `ended with ${code ?? 'a signal'}: ${err.slice(-2_000)}`,
    suspended > 0 && `${suspended} feeds suspended`,
    failedRuns > 0 && `${failedRuns} runs failed by an exception`,
    published !== wanted && `${published} of ${wanted} innocent listings at their last price`,
    unread.length > 0 && `hardly read: ${unread.join(', ')}`,
    written.taken === 0 && 'no hostile mapping was in force',
    written.broken.length > 0 && `${written.broken.length} answers broke: ${written.broken[0] ?? ''}`,
    blocks.all === null && 'the loop was not watched to its end',
    blocks.long.length > 0 &&
      `the loop was blocked ${blocks.long.length} times: ${blocks.long.map(({ at, ms }) => `${ms} ms at ${at}`).join(', ')}`,
  ].filter((fault) => fault !== false);
  const read = [...files.values()].reduce((sum, count) => sum + count, 0);
  const message = `${minutes} minutes: ${read} files of ${recordsOfFile} records with hostile values under ${xmlPresets.length} shipped mappings and one of an agency; ${written.checks} hostile mappings checked, ${written.previews} tried, ${written.saves} saved, of which ${written.taken} were taken; ${published} of ${wanted} innocent listings at their last price, ${suspended} feeds suspended, ${failedRuns} runs failed by an exception. The loop was looked at ${blocks.all?.looks ?? 0} times, computed for more than 100 ms ${blocks.long.length} times, at most ${Math.round(blocks.all?.longest ?? NaN)} ms (with waits for processor and disk ${Math.round(blocks.all?.longestWait ?? NaN)} ms); asked ${waits.length} times, answered within 100 ms but for ${slow}, at most ${Math.round(Math.max(...waits))} ms.`;
  return {
    ok: faults.length === 0,
    message: faults.length === 0 ? message : `${message} **Faults:** ${faults.join('; ')}`,
  };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/assemble/demo.js';
import type { RecordValue } from '../../src/core/record.js';
import { systemClock } from '../../src/platform/clock.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { hostileValues, withHostileValues } from '../support/hostile-values.js';
import { processConfig, RealProcess } from '../support/real-process.js';
import { seededRandom } from '../support/seeded-random.js';
import { caseRecords } from '../mapping/preset-records.js';

const innocent = ['first', 'second', 'third'];
const recordsOfFile = 40;
/** How often the daemon is asked whether it answers. */
const askEveryMs = 100;

export interface HostileValuesResult {
  ok: boolean;
  message: string;
}

/**
 * A daemon reads a feed of hostile values beside three innocent ones, whose prices change all the time, for so many minutes. It must
 * live, answer, suspend no feed, and publish the last prices of the innocent ones.
 */
export async function hostileValuesFor(minutes: number): Promise<HostileValuesResult> {
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-hostile-values-'));
  const random = seededRandom('hostile values');
  const limits = { rate_limit_per_minute: 1_000_000, connection_items_per_hour: 1_000_000 };
  const portal = await startSandbox({ port: 0, settings: { limits } }, { clock: systemClock, random });
  let [price, files] = [100_000, 0];
  const innocentFeed = (name: string): string =>
    estateFeed(ads(3, 10 * (innocent.indexOf(name) + 1)).map((ad) => ({ ...ad, price })));
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'hostile') files += 1;
    response.end(name === 'hostile' ? hostileFeed(() => random.fraction()) : innocentFeed(name));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let daemon: RealProcess | null = null;
  try {
    const names = ['hostile', ...innocent];
    const connections = names.map((name) => portal.sandbox.staff.addConnection({ agency: { name } }));
    const keys = generateKeyPair(random);
    const keyId = portal.sandbox.staff.registerKey(keys.publicKeyPem);
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const base = processConfig({ portal: portal.baseUrl, keyId, connectionId: '', feed: '' }) as {
      feeds: Record<string, unknown>[];
    };
    const feeds = names.map((name, index) => ({
      ...base.feeds[0],
      ...{ name, url: `${url}/${name}`, connection: connections[index], schedule: '* * * * * *' },
    }));
    const config = { ...base, fetch: { allow_private_addresses: ['127.0.0.1'] }, feeds };
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    const lifeMs = (minutes + 10) * 60_000;
    daemon = new RealProcess(folder, ['run', '--config', 'feedsync.json'], { lifeMs });
    const address = /"server":"(http[^"]+)"/;
    while (!address.test(daemon.err)) await systemClock.sleep(100);
    const waits = await askUntil(
      address.exec(daemon.err)?.[1] ?? '',
      systemClock.now() + minutes * 60_000,
      () => (price += 10),
    );
    const shown = (): number =>
      connections
        .slice(1)
        .flatMap((id) => portal.sandbox.staff.listings(id))
        .filter(
          ({ status, payload }) =>
            status === 'live' && (payload as { price?: { amount?: number } }).price?.amount === price,
        ).length;
    for (let tries = 0; shown() < 3 * innocent.length && tries < 300; tries++) await systemClock.sleep(100);
    const published = shown();
    const { code, err } = await daemon.stop();
    daemon = null;
    const isSuspended = err.includes('a feed is suspended');
    const failedRuns = (err.match(/"poll failed"|job failed/g) ?? []).length;
    const slow = waits.filter((ms) => ms > 100).length;
    const ok = code === 0 && !isSuspended && failedRuns === 0 && published === 3 * innocent.length;
    return {
      ok,
      message: `${minutes} minutes, ${files} files of ${recordsOfFile} records with hostile values: ended with ${code ?? 'a signal'}, ${failedRuns} runs failed by an exception, ${isSuspended ? 'a feed' : 'no feed'} suspended, ${published} of ${3 * innocent.length} innocent listings at their last price; asked ${waits.length} times, answered within 100 ms but for ${slow}, at most ${Math.round(Math.max(...waits))} ms`,
    };
  } finally {
    await daemon?.kill();
    server.closeAllConnections();
    server.close();
    await portal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns how long each answer took, in milliseconds */
async function askUntil(server: string, end: number, between: () => void): Promise<number[]> {
  const waits: number[] = [];
  while (systemClock.now() < end) {
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

const records = caseRecords('estate-sistem');

/** Records of a shipped mapping's cases with hostile values, and each value once in a description. */
function hostileFeed(fraction: () => number): string {
  const written = Array.from({ length: recordsOfFile }, (_, index) => {
    const record = records[Math.floor(fraction() * records.length)];
    if (record === undefined) return '';
    const { value } = withHostileValues(record, fraction);
    const text = hostileValues[Math.floor(fraction() * hostileValues.length)] ?? '';
    return element(record.name, { ...value, code: `H${index}`, opis: text });
  });
  return `<OGLASI>${written.join('')}</OGLASI>`;
}

function element(name: string, value: RecordValue): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  if (typeof value === 'string') return `<${name}>${escaped(value)}</${name}>`;
  const children = Object.entries(value).filter(([key]) => /^[a-z_]\w*$/i.test(key));
  return `<${name}>${children.map(([key, one]) => element(key, one)).join('')}</${name}>`;
}

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { systemClock } from '../../src/platform/clock.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox, type Gate, type Sandbox } from '../../src/sandbox/sandbox.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { kills as killsAtRandom } from '../soak/kills.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { repetitions } from '../support/repetitions.js';

const listings = 500;
const kills = repetitions({ tests: 3, soak: 36 });
/** At any moment. */
const killsOfChance = repetitions({ tests: 5, soak: 20 });

let folder: string;
let sandbox: Sandbox;
let server: HttpServer;
let connectionId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedsync-kill-'));
  sandbox = createSandbox({
    clock: systemClock,
    random: systemRandom,
    limits: { max_batch_items: 10, rate_limit_per_minute: 100_000 },
  });
  server = await listen({ port: 0, host: '127.0.0.1', handler: (request) => sandbox.fetch(request) });
  const keys = generateKeyPair(systemRandom);
  connectionId = sandbox.staff.addConnection();
  await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
  await writeFile(join(folder, 'feed.xml'), estateFeed(ads(listings)));
  await writeFile(
    join(folder, 'feedsync.json'),
    JSON.stringify({
      portal: {
        base_url: `${server.url}/v1`,
        key_id: sandbox.staff.registerKey(keys.publicKeyPem),
        private_key_file: join(folder, 'key.pem'),
      },
      store: `sqlite:${join(folder, 'feedsync.db')}`,
      data_dir: join(folder, 'data'),
      feeds: [
        {
          name: 'agency',
          connection: connectionId,
          url: pathToFileURL(join(folder, 'feed.xml')).href,
          mapping: 'estate-sistem',
          answers: { mandate_attested: true, owner_lives_nearby: false },
          constants: { 'price.currency': 'EUR' },
        },
      ],
    }),
  );
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The shipped entry point in a process of its own. */
function startSync(): { child: ChildProcess; ended: Promise<number | null>; output: () => string } {
  const child = spawn(process.execPath, ['dist/main.js', 'sync', '--config', join(folder, 'feedsync.json')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, ended, output: () => text };
}

async function killAt(gate: Gate, arrivals: number): Promise<void> {
  const { child, ended, output } = startSync();
  const reached = await Promise.race([
    gate.someoneArrived(arrivals).then(() => true),
    ended.then(() => false),
  ]);
  if (!reached) throw new Error(`the process ended by itself:\n${output()}`);
  child.kill('SIGKILL');
  await ended;
  gate.cut();
  gate.open();
}

describe('fault 99: kill -9', () => {
  it(
    `of a sync of ${listings} listings, ${kills} times: the portal ends equal to the feed, and nothing is spent twice`,
    { timeout: 240_000 },
    async () => {
      let unread = 0;
      for (let kill = 0; kill < kills; kill++) {
        const place = kill % 3;
        const gate = sandbox.gate({ at: place === 1 ? 'after' : 'before', operation: 'push_batch' });
        if (place === 2) {
          // Between batches: the first passes, the next is never read.
          void gate.someoneArrived().then(() => gate.letPass(1));
          await killAt(gate, 2);
        } else {
          await killAt(gate, 1);
          if (place === 1) unread++;
        }
      }
      expect(unread).toBe(kills / 3);
      const before = sandbox.staff.ledger(connectionId).reduce((sum, { count }) => sum + count, 0);
      expect(before).toBeLessThan(listings);

      const last = startSync();
      expect(await last.ended, last.output()).toBe(0);
      const held = sandbox.staff.listings(connectionId);
      expect(
        held
          .filter((listing) => listing.status === 'live')
          .map((listing) => listing.externalId)
          .sort(),
      ).toEqual(ads(listings).map((ad) => ad.code));
      expect(
        held.every(
          (listing) =>
            (listing.payload?.price as { amount: number }).amount ===
            90_000 + Number(listing.externalId.slice(1)) * 100,
        ),
      ).toBe(true);
      expect(sandbox.staff.ledger(connectionId).reduce((sum, { count }) => sum + count, 0)).toBe(listings);
    },
  );
});

describe(`fault 74, fault 99: kill -9 of the daemon, ${killsOfChance} times at moments of chance`, () => {
  it(
    'leaves portal and feed equal; nothing was sent twice, and no nonce came again',
    { timeout: 240_000 },
    async () => {
      const { kills: made, ok, message } = await killsAtRandom(killsOfChance, 3);
      expect(ok, message).toBe(true);
      expect(made).toBe(killsOfChance);
      expect(message).toMatch(/[1-9]\d* removals/);
    },
  );
});

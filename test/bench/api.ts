import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import { startServer } from '../../src/assemble/server.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { systemRandom } from '../../src/platform/random.js';
import { addAccount, addToken } from '../../src/server/access/invite.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { fillStore } from './api-store.js';
import type { PartResult } from './report.js';

const p95Most = 300;
const rounds = 40;

/** What each page asks of the API. */
const pages: readonly (readonly [page: string, paths: readonly string[]])[] = [
  ['Overview', ['/situation']],
  ['Feeds', ['/feeds', '/feeds/agency-7']],
  ['Connections', ['/connections', '/connections/CONNECTION']],
  ['Runs', ['/runs?limit=50', '/runs?feed=agency-7']],
  ['Holds', ['/holds', '/holds/1']],
  [
    'Listings of all agencies',
    [
      '/listings?limit=50',
      '/listings?standing=refused&limit=50',
      '/listings?portal=needs_review&limit=50',
      '/listings?q=cara%20dusana%20501',
      ...['agency', '-agency', 'state', '-state', 'since', '-since', 'price', '-price', 'code', '-code'].map(
        (sort) => `/listings?sort=${sort}&limit=50`,
      ),
      '/listings?sort=price&standing=refused&limit=50',
      '/listings?sort=since&standing=invalid&limit=50',
      '/listings?sort=-price&standing=off&limit=50',
      '/listings?sort=price&code=photo_fetch_failed&limit=50',
      '/listings?sort=agency&code=photo_fetch_failed&limit=50',
      '/listings?sort=price&connection=CONNECTION&limit=50',
      '/listings?sort=-since&q=cara%20dusana&limit=50',
      '/listings/counts',
      '/listings/counts?q=cara%20dusana',
      '/listings/counts?code=photo_fetch_failed',
    ],
  ],
  [
    'Search',
    ['/search?q=AG7-512', '/search?q=njegoseva%20512', '/search?q=https://portal.example/oglas/L-7-512'],
  ],
  ['A listing', ['/listings/CONNECTION/7-512']],
  ['Charts', ['/charts/size?feed=agency-7', '/charts/items', '/charts/delay?feed=agency-7&days=30']],
  ['Portal and settings', ['/portal', '/settings', '/vocabulary']],
  ['Logs', ['/logs?limit=100']],
  [
    'An agency',
    ['/home?connection=CONNECTION', '/listings?connection=CONNECTION&q=njegoseva', '/feeds/agency-7/words'],
  ],
];

/** Each call of each page, over HTTP, on a store with so many feeds and listings: what 95 of 100 calls take at most. */
export async function measureApi({ feeds = 200, listingsOfFeed = 1_000 } = {}): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-bench-api-'));
  try {
    const configFile = join(folder, 'feedsync.json');
    const connections = writeConfig(configFile, folder, feeds);
    await (await open(configFile)).close();
    fillStore(join(folder, 'feedsync.db'), { feeds, listingsOfFeed, now: Date.now() });
    const app = await open(configFile);
    const server = await startServer(app, { orAnyPort: true });
    try {
      const token = await operatorToken(app);
      const ask = caller(server.url, token, connections[6] ?? '');
      const rows: Measured[] = [];
      for (const [page, paths] of pages)
        for (const path of paths) rows.push({ page, path, ...(await timed(() => ask(path))) });
      return resultOf(rows, feeds, listingsOfFeed);
    } finally {
      await server.close();
      await app.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  page: string;
  path: string;
  median: number;
  p95: number;
}

/** @returns ids of the connections, in the order of the feeds */
function writeConfig(file: string, folder: string, feeds: number): string[] {
  writeFileSync(join(folder, 'key.pem'), generateKeyPair(systemRandom).privateKeyPem, {
    mode: 0o600,
  });
  const connections = Array.from(
    { length: feeds },
    (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  );
  const config = {
    portal: {
      base_url: 'http://127.0.0.1:9/v1',
      key_id: 'px_bench',
      private_key_file: join(folder, 'key.pem'),
    },
    store: `sqlite:${join(folder, 'feedsync.db')}`,
    data_dir: join(folder, 'data'),
    mappings: 'mappings',
    server: { listen: '127.0.0.1:0' },
    feeds: connections.map((connection, index) => ({
      name: `agency-${index + 1}`,
      connection,
      url: `https://feeds.example/${index + 1}.xml`,
      mapping: 'kyero-v3',
    })),
  };
  writeFileSync(file, JSON.stringify(config));
  return connections;
}

async function open(configFile: string): Promise<App> {
  const loaded = await loadConfig(configFile, diskDeps({}));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return openApp(loaded.config, systemSeams());
}

async function operatorToken({ services }: App): Promise<string> {
  const added = await addAccount({ name: 'bench', role: 'operator', connections: [] }, 'bench', services);
  if (!added.ok) throw new Error(added.message);
  const wanted = { accountId: added.account.id, label: 'bench', scope: 'read' as const, lastsMs: null };
  const made = await addToken(wanted, 'bench', services);
  if (!made.ok) throw new Error(made.message);
  return made.token;
}

function caller(url: string, token: string, connection: string): (path: string) => Promise<void> {
  return async (path) => {
    const reply = await fetch(`${url}/api/v1${path.replace('CONNECTION', connection)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text.slice(0, 300)}`);
  };
}

/** Milliseconds; the first calls, which nobody waits for twice, do not count. */
async function timed(work: () => Promise<void>): Promise<Pick<Measured, 'median' | 'p95'>> {
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const start = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { median: at(0.5), p95: at(0.95) };
}

function resultOf(rows: readonly Measured[], feeds: number, listingsOfFeed: number): PartResult {
  const line = ({ page, path, median, p95 }: Measured): string =>
    `| ${page} | \`${path}\` | ${median.toFixed(0)} | ${p95.toFixed(0)} |`;
  const markdown = `## The console's API

${feeds} feeds with ${feeds * listingsOfFeed} listings on SQLite, one call after the other over HTTP, ${rounds} of each.
Wanted: 95 of 100 calls under ${p95Most} ms.

| page | call | median ms | p95 ms |
|---|---|---|---|
${rows.map(line).join('\n')}
`;
  const missed = rows
    .filter(({ p95 }) => !(p95 < p95Most))
    .map(({ path, p95 }) => `${path} ${p95.toFixed(0)} ms`);
  return { markdown, missed };
}

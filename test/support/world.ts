import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { formatProblem } from '../../src/config/problems.js';
import { attention, type Attention } from '../../src/inspect/attention/listed-items.js';
import { attentionContext } from '../../src/server/attention-context.js';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { createThreads, type Threads } from '../../src/platform/process/threads.js';
import type { CrashPoints } from '../../src/platform/crash-points.js';
import type { Disk } from '../../src/platform/files/disk.js';
import type { Transport } from '../../src/platform/http/transport.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type StaffListing,
} from '../../src/sandbox/sandbox.js';
import { guardLimits } from '../../src/sync/map/map-guard.js';
import { syncRound, type RoundReport } from '../../src/sync/sync-round.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { KeptThreads } from './kept-threads.js';
import { ManualClock } from './manual-clock.js';
import { placeEmptyStore } from './new-store.js';
import type { PostgresStores } from './postgres.js';
import { quickDisk } from './quick-disk.js';
import { searchSecrets, searchSecretsIn, secret } from './secrets.js';
import { seededRandom } from './seeded-random.js';

export interface WorldOptions {
  limits?: SandboxOptions['limits'];
  shuffleKeys?: boolean;
  mapping?: string;
  /** More YAML of the one feed, two spaces less than where it stands. */
  feed?: Record<string, unknown>;
  connectionStatus?: 'active' | 'certifying' | 'paused';
  crashPoints?: CrashPoints;
  /** What the daemon and commands write to. */
  disk?: Disk;
  /** How the daemon reaches the portal. */
  transport?: Transport;
  /** Where mappings run that are not known to be quick. */
  guardThreads?: Threads;
  /** The address of a store that is no file, such as one on PostgreSQL. */
  store?: string;
  /** Alters the assembled parts, at each start. */
  assembled?: (services: App['services']) => void;
  /** Settings of the sandbox. */
  sandbox?: Partial<SandboxOptions>;
  /** `portal.protocol` of the daemon alone: the sandbox keeps its own. */
  protocol?: Record<string, unknown>;
  /** Secrets by which the daemon knows the portal's webhooks. */
  webhookSecrets?: string[];
  /** More of the configuration's top level. */
  config?: Record<string, unknown>;
}

/** How the feed server answers; changed by tests at will. */
export interface FeedAnswer {
  body: Buffer | string;
  status: number;
  headers: Record<string, string>;
  gzip: boolean;
  /** An ETag from the body, and 304 where it matches. */
  etag: boolean;
}

/**
 * The real daemon's parts against the sandbox portal over HTTP, a feed over HTTP and SQLite on disk; only the clock and chance
 * are the test's own.
 */
export class World {
  /** Where worlds have their stores that ask for none; in files of SQLite without it. */
  static stores: PostgresStores | null = null;

  readonly feed: FeedAnswer = {
    body: '',
    status: 200,
    headers: { 'content-type': 'application/xml' },
    gzip: false,
    etag: true,
  };
  feedRequests: { status: number; path: string }[] = [];
  readonly #otherFeeds = new Map<string, FeedAnswer>();

  private constructor(
    readonly clock: ManualClock,
    readonly sandbox: Sandbox,
    readonly connectionId: string,
    readonly folder: string,
    readonly configFile: string,
    private readonly servers: HttpServer[],
    private readonly options: WorldOptions,
    public app: App,
  ) {}

  static async create(given: WorldOptions = {}): Promise<World> {
    const store = given.store ?? (await takeStore());
    const options = { ...given, ...(store !== undefined && { store }) };
    const clock = new ManualClock();
    const sandbox = createSandbox({
      clock,
      random: seededRandom('sandbox'),
      limits: { rate_limit_per_minute: 10_000, ...options.limits },
      ...(options.shuffleKeys !== undefined && { shuffleKeys: options.shuffleKeys }),
      ...options.sandbox,
    });
    const keys = generateKeyPair(seededRandom('key'));
    const keyId = sandbox.staff.registerKey(keys.publicKeyPem);
    const connectionId = sandbox.staff.addConnection({ status: options.connectionStatus ?? 'active' });
    const folder = await mkdtemp(join(tmpdir(), 'feedsync-world-'));
    const portalServer = await listen({
      port: 0,
      host: '127.0.0.1',
      handler: (request) => sandbox.fetch(request),
    });
    let world: World | null = null;
    const feedServer = await listen({
      port: 0,
      host: '127.0.0.1',
      handler: (request) => world?.answerFeed(request) ?? new Response(null, { status: 503 }),
    });
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const configFile = join(folder, 'feedsync.json');
    await writeFile(
      configFile,
      JSON.stringify(
        configOf({ folder, keyId, connectionId, options, portal: portalServer.url, feed: feedServer.url }),
      ),
    );
    if (options.store === undefined) await placeEmptyStore(storePath(folder));
    const app = await openWorld(configFile, clock, options);
    world = new World(
      clock,
      sandbox,
      connectionId,
      folder,
      configFile,
      [portalServer, feedServer],
      options,
      app,
    );
    return world;
  }

  get disk(): Disk {
    return this.options.disk ?? quickDisk;
  }

  /** Of the server of feeds, without a path. */
  get feedUrl(): string {
    return this.servers[1]?.url ?? '';
  }

  /** Polls, pushes and reads outcomes once. */
  round(options: { dryRun?: boolean } = {}): Promise<RoundReport> {
    return syncRound(this.app.feeds, this.app.services, options);
  }

  /** A round, so much later. */
  later(ms: number): Promise<RoundReport> {
    this.clock.advance(ms);
    return this.round();
  }

  /** What the daemon does by itself after so long: jobs as they fall due. */
  async tick(ms = 0): Promise<void> {
    this.clock.advance(ms);
    await this.app.engine.tick();
    await this.app.engine.idle();
  }

  /** How the feed server answers under another path than `/feed.xml`, with a query or for any, for further feeds. */
  at(path: string): FeedAnswer {
    const answer = this.#otherFeeds.get(path) ?? { ...this.feed };
    this.#otherFeeds.set(path, answer);
    return answer;
  }

  /** Rewrites the feeds of the configuration file; nothing of it counts before a restart or a reload. */
  async declare(change: (feeds: Record<string, unknown>[]) => Record<string, unknown>[]): Promise<void> {
    const document = JSON.parse(await readFile(this.configFile, 'utf8')) as {
      feeds: Record<string, unknown>[];
    };
    await writeFile(this.configFile, JSON.stringify({ ...document, feeds: change(document.feeds) }));
  }

  /** Writes top-level keys of the configuration file. */
  async configure(change: Record<string, unknown>): Promise<void> {
    const document = JSON.parse(await readFile(this.configFile, 'utf8')) as Record<string, unknown>;
    await writeFile(this.configFile, JSON.stringify({ ...document, ...change }));
  }

  /** What needs a person now. */
  attention(): Promise<Attention[]> {
    return attention(this.app.services.store, attentionContext(this.app.services));
  }

  /** Ids that a visitor of the portal sees. */
  live(): string[] {
    return this.listings()
      .filter((listing) => listing.status === 'live')
      .map((listing) => listing.externalId)
      .sort();
  }

  listings(): StaffListing[] {
    return this.sandbox.staff.listings(this.connectionId);
  }

  payload(externalId: string): Record<string, unknown> {
    const payload = this.listings().find((listing) => listing.externalId === externalId)?.payload;
    if (payload == null) throw new Error(`the portal holds no ${externalId}`);
    return payload;
  }

  /** Items that counted on the portal's budget. */
  spent(): number {
    return this.sandbox.staff.ledger(this.connectionId).reduce((sum, { count }) => sum + count, 0);
  }

  /** Requests of the daemon since the last call, as `METHOD /path`. */
  requests(): string[] {
    const log = this.sandbox.staff.requestLog().map(({ method, path }) => `${method} ${path}`);
    this.sandbox.staff.clearRequestLog();
    return log;
  }

  /** The process ends and starts again over the same store, or over what somebody made of it in between. */
  async restart(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.app.close();
    await meanwhile();
    this.app = await openWorld(this.configFile, this.clock, this.options);
  }

  /** Where the store's file lies, below the world's own folder. @throws where the store is no file: nothing must be removed then */
  get storeFolder(): string {
    const { store } = this.app.config;
    if (store.kind !== 'sqlite')
      throw new Error('This store is no file, so it has no folder that could be lost.');
    return dirname(store.path);
  }

  /** The disk is gone: the process starts again with an empty store. */
  async loseStore(): Promise<void> {
    const { store } = this.app.config;
    await this.app.close();
    if (store.kind === 'sqlite') await rm(dirname(store.path), { recursive: true });
    else await World.stores?.empty(store.url);
    this.app = await openWorld(this.configFile, this.clock, this.options);
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all(this.servers.map((server) => server.close()));
    try {
      for (const written of ['store', 'data']) searchSecretsIn(join(this.folder, written));
      await giveBack(this.app.config.store);
    } finally {
      await rm(this.folder, { recursive: true, force: true });
    }
  }

  private answerFeed(request: Request): Response {
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    const answer = this.#otherFeeds.get(path) ?? this.#otherFeeds.get(pathname) ?? this.feed;
    const { status, headers, gzip, etag } = answer;
    const body = gzip ? gzipSync(answer.body) : Buffer.from(answer.body);
    const tag = `"${body.length}-${hash(body)}"`;
    const isKnown = etag && status === 200 && request.headers.get('if-none-match') === tag;
    this.feedRequests.push({ status: isKnown ? 304 : status, path });
    if (isKnown) return new Response(null, { status: 304, headers: { etag: tag } });
    if (status === 204) return new Response(null, { status });
    const length: Record<string, string> =
      'content-length' in headers || 'transfer-encoding' in headers
        ? {}
        : { 'content-length': String(body.length) };
    return new Response(new Uint8Array(body), {
      status,
      headers: {
        ...length,
        ...headers,
        ...(gzip && { 'content-encoding': 'gzip' }),
        ...(etag && { etag: tag }),
      },
    });
  }
}

/** On PostgreSQL that nobody works on any more: to make another one takes longer. */
const spare: string[] = [];

async function takeStore(): Promise<string | undefined> {
  return spare.pop() ?? World.stores?.newStore();
}

async function giveBack(store: App['config']['store']): Promise<void> {
  const { stores } = World;
  if (stores === null || store.kind !== 'postgres') return;
  const rows = await stores.query(`select schema_to_xml(current_schema, true, false, '') as rows`, store.url);
  searchSecrets('the store', String(rows[0]?.rows));
  await stores.empty(store.url);
  spare.push(store.url);
}

/** Of the built program: from its sources a thread takes a second to start. */
const mapThread = new URL('../../dist/app/sync/map-thread.js', import.meta.url);
const guard = { threads: new KeptThreads(createThreads(mapThread)), ...guardLimits };

/** No two starts draw the same, at the same moment neither. */
let starts = 0;

async function openWorld(configFile: string, clock: ManualClock, options: WorldOptions): Promise<App> {
  const loaded = await loadConfig(configFile, diskDeps({}));
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  const seams = { ...systemSeams(), guard, clock, random: seededRandom(`${clock.now()} ${starts++}`) };
  const app = await openApp(loaded.config, {
    ...seams,
    ...(options.crashPoints && { crashPoints: options.crashPoints }),
    ...(options.transport && { transport: options.transport }),
    ...(options.guardThreads && { guard: { ...guard, threads: options.guardThreads } }),
    disk: options.disk ?? quickDisk,
  });
  options.assembled?.(app.services);
  if (app.stopped.length > 0) throw new Error(app.stopped.flatMap((feed) => feed.problems).join('\n'));
  return app;
}

function storePath(folder: string): string {
  return join(folder, 'store', 'feedsync.db');
}

function configOf(of: {
  folder: string;
  keyId: string;
  connectionId: string;
  options: WorldOptions;
  portal: string;
  feed: string;
}): unknown {
  return {
    portal: {
      base_url: `${of.portal}/v1`,
      key_id: of.keyId,
      private_key_file: join(of.folder, 'key.pem'),
      ...(of.options.protocol && { protocol: of.options.protocol }),
      ...(of.options.webhookSecrets && { webhook_secrets: of.options.webhookSecrets }),
    },
    store: of.options.store ?? `sqlite:${storePath(of.folder)}`,
    data_dir: join(of.folder, 'data'),
    mappings: 'mappings',
    server: { listen: '127.0.0.1:0' },
    fetch: { allow_private_addresses: ['127.0.0.1'] },
    feeds: [
      {
        name: 'agency',
        connection: of.connectionId,
        url: `${of.feed}/feed.xml`,
        mapping: of.options.mapping ?? 'estate-sistem',
        headers: { 'x-feed-key': secret('feed-header') },
        answers: { mandate_attested: true, owner_lives_nearby: false },
        constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
        ...of.options.feed,
      },
    ],
    ...of.options.config,
  };
}

function hash(body: Buffer): string {
  let sum = 0;
  for (const byte of body) sum = (Math.imul(sum, 31) + byte) >>> 0;
  return sum.toString(16);
}

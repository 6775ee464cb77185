import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSandbox, type RunningSandbox } from '../../src/assemble/demo.js';
import { systemClock, type Clock } from '../../src/platform/clock.js';
import type { Staff } from '../../src/sandbox/staff/staff.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed } from './estate-feed.js';
import { searchSecrets, searchSecretsIn, secret } from './secrets.js';
import { seededRandom } from './seeded-random.js';

/** Wherever a test goes meanwhile. */
const entryPoint = resolve('dist/main.js');

/** No process outlives this, whatever becomes of its test. */
const lifeMaxMs = 5 * 60_000;

export interface Ended {
  /** Null where it had to be killed. */
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  /** A command that runs it, such as one that limits it; the words that follow are its own. */
  wrapper?: readonly string[];
  /** Options of Node.js. */
  node?: readonly string[];
  /** It may live longer than a test does. */
  lifeMs?: number;
}

/** Options of Node.js for processes whose time passes so many times faster from now on: what they wait for takes as much less. */
export function fasterBy(times: number, from = Date.now()): readonly string[] {
  const clock = new URL('fast-clock.mjs', import.meta.url);
  clock.search = String(new URLSearchParams({ times: String(times), from: String(from) }));
  return ['--import', clock.href];
}

/** One time for processes and what the test's own process plays for them, such as their portal. It passes so many times faster. */
export interface FasterTime {
  clock: Clock;
  /** For processes: options of Node.js. */
  node: readonly string[];
}

export function fasterTime(times: number): FasterTime {
  if (times === 1) return { clock: systemClock, node: [] };
  const from = Date.now();
  return {
    clock: {
      now: () => Math.round(from + (Date.now() - from) * times),
      elapsed: () => systemClock.elapsed() * times,
      sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
    },
    node: fasterBy(times, from),
  };
}

/** A process of the built entry point, `node dist/main.js`. */
export class RealProcess {
  #out = '';
  #err = '';
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;

  constructor(
    folder: string,
    argv: readonly string[],
    { wrapper = [], node = [], lifeMs = lifeMaxMs }: RunOptions = {},
  ) {
    const [command = '', ...rest] = [...wrapper, process.execPath, ...node, entryPoint, ...argv];
    this.#child = spawn(command, rest, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: lifeMs,
      killSignal: 'SIGKILL',
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#out += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#err += chunk.toString()));
    this.ended = new Promise((settle, fail) => {
      this.#child.on('error', fail);
      this.#child.on('close', (code) => {
        try {
          searchSecrets(`what a process printed (${argv.join(' ')})`, this.#out + this.#err);
          settle({ code, out: this.#out, err: this.#err });
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** Waits until it has printed what `isEnough` wants to see, or ended. @returns all that it printed */
  async printed(isEnough: (out: string) => boolean): Promise<string> {
    const enough = new Promise<void>((settle) => {
      if (isEnough(this.#out)) settle();
      this.#child.stdout?.on('data', () => {
        if (isEnough(this.#out)) settle();
      });
    });
    await Promise.race([enough, this.ended]);
    return this.#out;
  }

  /** Ends it as a power cut would: nothing is tidied up. */
  async kill(): Promise<Ended> {
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** All that it logged so far. */
  get err(): string {
    return this.#err;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Nobody reads what it prints any more. */
  stopReading(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /** Asks it to stop, as a service manager does. */
  async stop(): Promise<Ended> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }
}

/** A folder with a configuration and a feed of three ads, and a sandbox portal of this process that it leads to. */
export class ProcessWorld {
  private constructor(
    readonly folder: string,
    readonly connectionId: string,
    private readonly portal: RunningSandbox,
    private readonly time: FasterTime,
  ) {}

  /** @param options `times`: how many times faster time passes for its portal and its processes: what they wait for takes as much less */
  static async create({ times = 1 } = {}): Promise<ProcessWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'feedsync-process-'));
    const random = seededRandom('process world');
    const limits = { rate_limit_per_minute: 10_000 };
    const time = fasterTime(times);
    const portal = await startSandbox({ port: 0, settings: { limits } }, { clock: time.clock, random });
    const keys = generateKeyPair(random);
    const keyId = portal.sandbox.staff.registerKey(keys.publicKeyPem);
    const connectionId = portal.sandbox.staff.addConnection();
    const feed = join(folder, 'feed.xml');
    await writeFile(feed, estateFeed(ads(3)));
    await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
    const config = processConfig({
      portal: portal.baseUrl,
      keyId,
      connectionId,
      feed: pathToFileURL(feed).href,
    });
    await writeFile(join(folder, 'feedsync.json'), JSON.stringify(config));
    return new ProcessWorld(folder, connectionId, portal, time);
  }

  get staff(): Staff {
    return this.portal.sandbox.staff;
  }

  start(...argv: string[]): RealProcess {
    return this.startWith({}, ...argv);
  }

  startWith(options: RunOptions, ...argv: string[]): RealProcess {
    const node = [...this.time.node, ...(options.node ?? [])];
    return new RealProcess(this.folder, [...argv, '--config', 'feedsync.json'], { ...options, node });
  }

  get sandbox(): RunningSandbox['sandbox'] {
    return this.portal.sandbox;
  }

  /** Ids that a visitor of the portal sees. */
  live(connectionIds: readonly string[] = [this.connectionId]): string[] {
    const listings = connectionIds.flatMap((id) => this.staff.listings(id));
    return listings.flatMap(({ status, externalId }) => (status === 'live' ? [externalId] : [])).sort();
  }

  /** Items that counted on the portal's budget. */
  spent(): number {
    return this.staff.ledger(this.connectionId).reduce((sum, { count }) => sum + count, 0);
  }

  async writeFeed(xml: string): Promise<void> {
    await writeFile(join(this.folder, 'feed.xml'), xml);
  }

  /** Changes the configuration; of its one feed what `feed` says. */
  async configure(change: Record<string, unknown>, feed: Record<string, unknown> = {}): Promise<void> {
    const file = join(this.folder, 'feedsync.json');
    const before = JSON.parse(await readFile(file, 'utf8')) as { feeds: Record<string, unknown>[] };
    const feeds = before.feeds.map((one) => ({ ...one, ...feed }));
    await writeFile(file, JSON.stringify({ ...before, feeds, ...change }));
  }

  /** These feeds instead of its one, each like it but for what is said. */
  async withFeeds(feeds: readonly Record<string, unknown>[]): Promise<void> {
    const file = join(this.folder, 'feedsync.json');
    const before = JSON.parse(await readFile(file, 'utf8')) as { feeds: Record<string, unknown>[] };
    const config = { ...before, feeds: feeds.map((feed) => ({ ...before.feeds[0], ...feed })) };
    await writeFile(file, JSON.stringify(config));
  }

  /** Writes a listing that no feed has, like one that the portal holds. @returns its file */
  async writeListing(externalId: string): Promise<string> {
    const [held] = this.staff.listings(this.connectionId);
    const listing = { ...held?.payload, external_id: externalId };
    await writeFile(join(this.folder, 'listing.json'), JSON.stringify(listing));
    return 'listing.json';
  }

  async close(): Promise<void> {
    await this.portal.close();
    try {
      for (const written of ['store', 'data']) searchSecretsIn(join(this.folder, written));
    } finally {
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}

/** A daemon between one feed and one portal, all of it below its own folder. */
export function processConfig(of: {
  portal: string;
  keyId: string;
  connectionId: string;
  feed: string;
}): unknown {
  return {
    portal: { base_url: of.portal, key_id: of.keyId, private_key_file: 'key.pem' },
    store: 'sqlite:./store/feedsync.db',
    data_dir: './data',
    mappings: resolve('mappings'),
    server: { listen: '127.0.0.1:0' },
    // Only when it is asked for.
    reconcile: { schedule: '0 0 1 1 *' },
    feeds: [
      {
        name: 'agency',
        connection: of.connectionId,
        url: of.feed,
        mapping: 'estate-sistem',
        headers: { 'x-feed-key': secret('feed-header') },
        answers: { mandate_attested: true, owner_lives_nearby: false },
        constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
      },
    ],
  };
}

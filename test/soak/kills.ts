import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '../../src/platform/clock.js';
import { listen, type HttpServer } from '../../src/platform/http/http-server.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { saveFeedDeaths } from '../../src/store/facts/feed-deaths.js';
import { openStore } from '../../src/store/open-store.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ad, ads, estateFeed, type Ad } from '../support/estate-feed.js';
import { seededRandom } from '../support/seeded-random.js';

export interface KillsResult {
  kills: number;
  ok: boolean;
  /** One sentence: what came of it, or the first promise that was broken. */
  message: string;
}

/** An agency that never rests: prices that never were before, new ads, and ads that leave for good. */
class RestlessAgency {
  #next = 31;
  #price = 100_000;
  #list = ads(30);

  constructor(private readonly fraction: () => number) {}

  get list(): readonly Ad[] {
    return this.#list;
  }

  work(): void {
    const edits = 1 + Math.floor(this.fraction() * 8);
    for (let edit = 0; edit < edits; edit++) {
      const at = Math.floor(this.fraction() * this.#list.length);
      const [one] = this.#list.splice(at, 1);
      if (one !== undefined) this.#list.splice(at, 0, { ...one, price: this.#price++ });
    }
    if (this.fraction() < 0.5) this.#list.push(ad(this.#next++));
    // Seldom enough that the guard does not ask: within a day fewer leave than it ever had.
    if (this.fraction() < 0.2) this.#list.splice(Math.floor(this.fraction() * this.#list.length), 1);
  }
}

/** Stands before the portal and sees what must never happen. */
class Witness {
  /** Of portal and feed, in this life of the daemon. */
  requests = 0;
  broken: string | null = null;
  items = 0;
  removed = 0;
  onRequest: () => void = () => undefined;
  readonly #effects = new Set<string>();
  readonly #nonces = new Set<string>();

  constructor(
    private readonly sandbox: Sandbox,
    private readonly agency: RestlessAgency,
  ) {}

  async portal(request: Request): Promise<Response> {
    this.count();
    const nonce = request.headers.get('px-nonce') ?? '';
    if (this.#nonces.has(nonce)) this.#tell(`the nonce ${nonce} was used twice`);
    this.#nonces.add(nonce);
    const copy = request.clone();
    const reply = await this.sandbox.fetch(request);
    if (request.method === 'POST' && reply.ok) await this.#judge(copy, reply);
    return reply;
  }

  count(): void {
    this.requests++;
    this.onRequest();
  }

  async #judge(request: Request, reply: Response): Promise<void> {
    const { pathname } = new URL(request.url);
    const removed = /\/listings\/([^/]+)\/remove$/.exec(pathname)?.[1];
    if (removed !== undefined) {
      this.removed++;
      if (this.agency.list.some(({ code }) => code === removed))
        this.#tell(`${removed} was taken off although its feed has it`);
    }
    if (!pathname.endsWith('/batches') || reply.headers.get('idempotent-replayed') === 'true') return;
    const { listings } = (await request.json()) as { listings: { external_id: string; digest: string }[] };
    for (const { external_id: id, digest } of listings) {
      this.items++;
      if (this.#effects.has(`${id} ${digest}`)) this.#tell(`${id} was sent twice with the same content`);
      this.#effects.add(`${id} ${digest}`);
    }
  }

  #tell(what: string): void {
    this.broken ??= what;
  }
}

interface Bench {
  sandbox: Sandbox;
  connectionId: string;
  agency: RestlessAgency;
  witness: Witness;
  configFile: string;
  fraction: () => number;
}

/**
 * Kills (`kill -9`) a running daemon so many times, at moments of chance, while its feed changes; each life goes on over the store of
 * the last. Then lets it finish, and compares portal and feed.
 */
export async function kills(count: number, seed: number): Promise<KillsResult> {
  const random = seededRandom(`kills ${seed}`);
  const fraction = (): number => random.fraction();
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-kills-'));
  const sandbox = createSandbox({
    clock: systemClock,
    random: systemRandom,
    limits: { max_batch_items: 3, rate_limit_per_minute: 1_000_000, connection_items_per_hour: 1_000_000 },
  });
  const agency = new RestlessAgency(fraction);
  const witness = new Witness(sandbox, agency);
  const servers = await Promise.all([
    listen({ port: 0, host: '127.0.0.1', handler: (request) => witness.portal(request) }),
    listen({ port: 0, host: '127.0.0.1', handler: () => serveFeed(agency, witness) }),
  ]);
  try {
    const connectionId = sandbox.staff.addConnection();
    const configFile = await configure(folder, { sandbox, connectionId, servers });
    const bench: Bench = { sandbox, connectionId, agency, witness, configFile, fraction };
    for (let kill = 0; kill < count; kill++) {
      const ended = await liveAndDie(bench);
      const problem = ended ?? witness.broken;
      if (problem !== null) return { kills: kill, ok: false, message: `life ${kill + 1}: ${problem}` };
      agency.work();
      await forgetDeathsOf(folder);
    }
    return { kills: count, ...(await finish(bench)) };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** These deaths say nothing of the feed, which the daemon would suspend after two in a row. */
async function forgetDeathsOf(folder: string): Promise<void> {
  const store = await openStore(`sqlite:${join(folder, 'store', 'feedsync.db')}`, { clock: systemClock });
  const feed = await store.feeds.byName('agency');
  if (feed?.life === 'paused') await store.feeds.setLife(feed.id, 'active', 'operator', systemClock.now());
  await saveFeedDeaths(store, {});
  await store.close();
}

function serveFeed(agency: RestlessAgency, witness: Witness): Response {
  witness.count();
  const body = estateFeed(agency.list);
  return new Response(body, {
    headers: { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) },
  });
}

async function configure(
  folder: string,
  of: { sandbox: Sandbox; connectionId: string; servers: HttpServer[] },
): Promise<string> {
  const keys = generateKeyPair(systemRandom);
  const [portal, feed] = of.servers;
  await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
  const configFile = join(folder, 'feedsync.json');
  const config = {
    portal: {
      base_url: `${portal?.url ?? ''}/v1`,
      key_id: of.sandbox.staff.registerKey(keys.publicKeyPem),
      private_key_file: 'key.pem',
    },
    store: 'sqlite:./store/feedsync.db',
    data_dir: './data',
    mappings: resolve('mappings'),
    server: { listen: '127.0.0.1:0' },
    reconcile: { schedule: '0 0 1 1 *' },
    fetch: { allow_private_addresses: ['127.0.0.1'] },
    feeds: [
      {
        name: 'agency',
        connection: of.connectionId,
        url: `${feed?.url ?? ''}/feed.xml`,
        mapping: 'estate-sistem',
        schedule: '* * * * * *',
        answers: { mandate_attested: true, owner_lives_nearby: false },
        constants: { 'price.currency': 'EUR' },
        removals: { after_polls: 1, min_age: '0s', max_share: 1 },
      },
    ],
  };
  await writeFile(configFile, JSON.stringify(config));
  return configFile;
}

/** One life of the daemon. @returns what is wrong, or null */
async function liveAndDie({ witness, configFile, fraction }: Bench): Promise<string | null> {
  const child = start('run', configFile);
  // So many requests, and then any moment within what one of them takes.
  const last = 1 + Math.floor(fraction() * 8);
  const moreMs = fraction() * 25;
  witness.requests = 0;
  const reached = new Promise<'reached'>((settle) => {
    witness.onRequest = () => {
      if (witness.requests >= last) settle('reached');
    };
  });
  const first = await Promise.race([reached, child.ended]);
  if (first !== 'reached') return `the daemon ended by itself with ${first.code}:\n${first.output}`;
  await systemClock.sleep(moreMs);
  child.kill();
  await child.ended;
  return null;
}

function start(command: string, configFile: string) {
  const argv = [resolve('dist/main.js'), command, '--config', configFile];
  const child = spawn(process.execPath, argv, {
    cwd: dirname(configFile),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)));
  const ended = new Promise<{ code: number | null; output: string }>((settle) =>
    child.once('close', (code) => settle({ code, output })),
  );
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** A last life that may end by itself; then portal and feed must be the same. */
async function finish(bench: Bench): Promise<Omit<KillsResult, 'kills'>> {
  const { sandbox, connectionId, agency, witness, configFile } = bench;
  const wrong = (message: string): Omit<KillsResult, 'kills'> => ({ ok: false, message });
  for (let round = 0; round < 2; round++) {
    const { code, output } = await start('sync', configFile).ended;
    if (code !== 0) return wrong(`the last sync ended with ${code}:\n${output}`);
  }
  if (witness.broken !== null) return wrong(witness.broken);
  const live = sandbox.staff.listings(connectionId).filter(({ status }) => status === 'live');
  const held = live.map(({ externalId, payload }) => `${externalId} ${amountOf(payload)}`);
  const fed = agency.list.map(({ code, price }) => `${code} ${price}`);
  const extra = held.filter((one) => !fed.includes(one));
  const missing = fed.filter((one) => !held.includes(one));
  if (extra.length + missing.length > 0)
    return wrong(`portal and feed differ: too much ${extra.join(', ')}; missing ${missing.join(', ')}`);
  const spent = sandbox.staff.ledger(connectionId).reduce((sum, entry) => sum + entry.count, 0);
  if (spent !== witness.items) return wrong(`${spent} items were spent for ${witness.items} contents`);
  return {
    ok: true,
    message: `${live.length} listings live as fed, ${spent} items for as many contents, ${witness.removed} removals`,
  };
}

function amountOf(payload: Record<string, unknown> | null): number {
  return (payload?.price as { amount: number } | undefined)?.amount ?? 0;
}

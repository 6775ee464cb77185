import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '../../src/platform/clock.js';
import { listen } from '../../src/platform/http/http-server.js';
import { systemRandom } from '../../src/platform/random.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { ads, estateFeed, type Ad } from '../support/estate-feed.js';
import type { PostgresStores } from '../support/postgres.js';
import { fasterTime } from '../support/real-process.js';
import { seededRandom } from '../support/seeded-random.js';

export interface FleetOptions {
  /** Where the fleet has its store. */
  database: PostgresStores;
  feeds: number;
  listings: number;
  workers: number;
  servers: number;
  /** How often one of them is killed or stopped for a while, or all connections to the store are cut, before all may end in peace. */
  blows: number;
  seed: number;
  /** How many times faster time passes for them and the portal: what they wait for takes as much less. */
  times?: number;
}

export interface FleetResult {
  ok: boolean;
  /** One sentence: what came of it, or the first promise that was broken. */
  message: string;
}

const itemsPerHour = 400;
const perMinute = 6_000;

/** An agency whose ads change now and then, never to what they were before. */
class Agency {
  readonly ads: Ad[];
  #price = 100_000;

  constructor(
    readonly connectionId: string,
    listings: number,
  ) {
    this.ads = ads(listings);
  }

  change(fraction: number): void {
    const at = Math.floor(fraction * this.ads.length);
    const one = this.ads[at];
    if (one !== undefined) this.ads[at] = { ...one, price: this.#price++ };
  }
}

/** Stands before the portal and sees what must never happen. */
class Witness {
  broken: string | null = null;
  items = 0;
  requests = 0;
  #underWay = new Map<string, number>();
  readonly #effects = new Set<string>();
  readonly #nonces = new Set<string>();

  constructor(private readonly sandbox: Sandbox) {}

  async portal(request: Request): Promise<Response> {
    this.requests++;
    const nonce = request.headers.get('px-nonce') ?? '';
    if (this.#nonces.has(nonce)) this.#tell(`the nonce ${nonce} was used twice`);
    this.#nonces.add(nonce);
    const { pathname } = new URL(request.url);
    const connection = /\/connections\/([^/]+)/.exec(pathname)?.[1] ?? '';
    const isWrite = request.method === 'POST';
    if (isWrite) this.#enter(connection);
    try {
      const copy = request.clone();
      const reply = await this.sandbox.fetch(request);
      if (reply.status === 429) this.#tell(`the portal had to refuse ${pathname} for want of budget`);
      if (isWrite && reply.ok) await this.#judge(connection, copy, reply);
      return reply;
    } finally {
      if (isWrite) this.#leave(connection);
    }
  }

  #enter(connection: string): void {
    const now = (this.#underWay.get(connection) ?? 0) + 1;
    this.#underWay.set(connection, now);
    if (now > 1 && connection !== '')
      this.#tell(`two processes wrote for the connection ${connection} at once`);
  }

  #leave(connection: string): void {
    this.#underWay.set(connection, (this.#underWay.get(connection) ?? 1) - 1);
  }

  async #judge(connection: string, request: Request, reply: Response): Promise<void> {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/remove')) this.#tell(`${pathname} took off what its feed has`);
    if (!pathname.endsWith('/batches') || reply.headers.get('idempotent-replayed') === 'true') return;
    const { listings } = (await request.json()) as { listings: { external_id: string; digest: string }[] };
    for (const { external_id: id, digest } of listings) {
      this.items++;
      const effect = `${connection} ${id} ${digest}`;
      if (this.#effects.has(effect))
        this.#tell(`${id} of ${connection} was sent twice with the same content`);
      this.#effects.add(effect);
    }
  }

  #tell(what: string): void {
    this.broken ??= what;
  }
}

/**
 * Several workers and servers on one store, of which now one is killed and now one stands still for a while, as their feeds change.
 * In the end the portal must show what the feeds say, each content must have been spent once, and no connection may ever have been
 * served by two at once.
 */
export async function fleet(options: FleetOptions): Promise<FleetResult> {
  const random = seededRandom(`fleet ${options.seed}`);
  const folder = await mkdtemp(join(tmpdir(), 'feedsync-fleet-'));
  const time = fasterTime(options.times ?? 1);
  const sandbox = createSandbox({
    clock: time.clock,
    random: systemRandom,
    limits: {
      max_batch_items: 5,
      rate_limit_per_minute: perMinute,
      connection_items_per_hour: itemsPerHour,
    },
  });
  const witness = new Witness(sandbox);
  const agencies = Array.from(
    { length: options.feeds },
    () => new Agency(sandbox.staff.addConnection(), options.listings),
  );
  const portal = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: (request) => witness.portal(request),
  });
  const feeds = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: async (request) => feedOf(agencies[Number(new URL(request.url).pathname.slice(1))]),
  });
  const configFile = await configure(folder, {
    sandbox,
    agencies,
    store: await options.database.newStore(),
    // The distance of polls in real time does not shrink: files that did not change would take up what faster time saves.
    pollSeconds: options.times ?? 5,
    portal: portal.url,
    feeds: feeds.url,
  });
  const crew = new Crew(configFile, time.node);
  try {
    await crew.start(options);
    await until(() => witness.items > 0 || witness.broken !== null);
    for (let blow = 0; blow < options.blows && witness.broken === null; blow++) {
      await systemClock.sleep(200 + random.fraction() * 1_800);
      for (const agency of agencies) if (random.fraction() < 0.2) agency.change(random.fraction());
      if (random.fraction() < 0.2) await options.database.cut();
      else await crew.strike(random.fraction(), random.fraction() < 0.2);
    }
    const difference = await settle(sandbox, agencies, witness);
    const ended = await crew.stop();
    return judge({ sandbox, agencies, witness, difference, ended });
  } finally {
    await crew.kill();
    await Promise.all([portal.close(), feeds.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

function feedOf(agency: Agency | undefined): Response {
  if (agency === undefined) return new Response(null, { status: 404 });
  const body = estateFeed(agency.ads);
  return new Response(body, {
    headers: { 'content-type': 'application/xml', 'content-length': String(Buffer.byteLength(body)) },
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let looks = 0; looks < 600 && !isTrue(); looks++) await systemClock.sleep(100);
}

/** Lanes of a process that stood still are free after a minute, and what failed is tried again after some. */
const stillMs = 150_000;
const lookMs = 250;

/** Waits until the portal shows what the feeds say. @returns the first difference where nothing is sent any more */
async function settle(
  sandbox: Sandbox,
  agencies: readonly Agency[],
  witness: Witness,
): Promise<string | null> {
  let { items } = witness;
  let lastDifference: string | null = null;
  for (let still = 0; still < stillMs && witness.broken === null; still += lookMs) {
    await systemClock.sleep(lookMs);
    const difference = agencies.map((agency) => differenceOf(sandbox, agency)).find((one) => one !== null);
    if (difference === undefined) return null;
    if (witness.items > items) still = 0;
    ({ items } = witness);
    lastDifference = difference;
  }
  return lastDifference;
}

function differenceOf(sandbox: Sandbox, { connectionId, ads: fed }: Agency): string | null {
  const live = sandbox.staff.listings(connectionId).filter(({ status }) => status === 'live');
  const amounts = new Map(live.map(({ externalId, payload }) => [externalId, amountOf(payload)]));
  const wrong = fed.find(({ code, price }) => amounts.get(code) !== price);
  if (wrong !== undefined)
    return `${wrong.code} of ${connectionId} shows ${amounts.get(wrong.code) ?? 'nothing'}, its feed says ${wrong.price}`;
  return live.length === fed.length ? null : `${connectionId} shows ${live.length} of ${fed.length} listings`;
}

function judge(of: {
  sandbox: Sandbox;
  agencies: readonly Agency[];
  witness: Witness;
  difference: string | null;
  ended: readonly (number | null)[];
}): FleetResult {
  const { sandbox, agencies, witness, difference, ended } = of;
  const spent = agencies.reduce(
    (sum, { connectionId }) =>
      sum + sandbox.staff.ledger(connectionId).reduce((items, { count }) => items + count, 0),
    0,
  );
  const wrong =
    witness.broken ??
    difference ??
    (spent === witness.items ? null : `${spent} items were spent for ${witness.items} contents`) ??
    (ended.every((code) => code === 0) ? null : `processes ended with ${ended.join(', ')}`);
  if (wrong !== null) return { ok: false, message: wrong };
  return {
    ok: true,
    message: `portal as fed for ${agencies.length} feeds, ${spent} items for as many contents, ${witness.requests} requests, no connection served by two at once`,
  };
}

async function configure(
  folder: string,
  of: {
    sandbox: Sandbox;
    agencies: readonly Agency[];
    store: string;
    pollSeconds: number;
    portal: string;
    feeds: string;
  },
): Promise<string> {
  const keys = generateKeyPair(systemRandom);
  await writeFile(join(folder, 'key.pem'), keys.privateKeyPem, { mode: 0o600 });
  const configFile = join(folder, 'feedsync.json');
  const config = {
    portal: {
      base_url: `${of.portal}/v1`,
      key_id: of.sandbox.staff.registerKey(keys.publicKeyPem),
      private_key_file: 'key.pem',
    },
    store: of.store,
    data_dir: './data',
    mappings: resolve('mappings'),
    server: { listen: '127.0.0.1:0' },
    reconcile: { schedule: '0 0 1 1 *' },
    fetch: { allow_private_addresses: ['127.0.0.1'] },
    feed_defaults: {
      mapping: 'estate-sistem',
      schedule: `*/${of.pollSeconds} * * * * *`,
      answers: { mandate_attested: true, owner_lives_nearby: false },
      constants: { 'price.currency': 'EUR' },
    },
    feeds: of.agencies.map(({ connectionId }, index) => ({
      name: `agency-${index}`,
      connection: connectionId,
      url: `${of.feeds}/${index}`,
    })),
  };
  await writeFile(configFile, JSON.stringify(config));
  return configFile;
}

interface Member {
  role: 'worker' | 'server';
  child: ChildProcess;
  isStarted: boolean;
  /** That it is at work. */
  started: Promise<void>;
  ended: Promise<number | null>;
}

/**
 * The processes. One that is killed is started anew, and one that found no store to begin with, as a supervisor does. None that was at
 * work ends by itself.
 */
class Crew {
  #members: Member[] = [];
  readonly #crashed: (number | null)[] = [];
  #isOver = false;

  constructor(
    private readonly configFile: string,
    private readonly clock: readonly string[],
  ) {}

  /** The first one alone: it makes the store. */
  async start({ workers, servers }: FleetOptions): Promise<void> {
    const first = this.#begin('worker');
    await Promise.race([first.started, first.ended]);
    for (let count = 1; count < workers; count++) this.#begin('worker');
    for (let count = 0; count < servers; count++) this.#begin('server');
  }

  /** @param fraction which one, by chance */
  async strike(fraction: number, standsStill: boolean): Promise<void> {
    const member = this.#members[Math.floor(fraction * this.#members.length)];
    if (member === undefined) return;
    const { exitCode, signalCode } = member.child;
    if (member.isStarted && (exitCode !== null || signalCode !== null)) this.#crashed.push(exitCode);
    if (standsStill) {
      member.child.kill('SIGSTOP');
      await systemClock.sleep(1_000);
      member.child.kill('SIGCONT');
      return;
    }
    this.#members = this.#members.filter((one) => one !== member);
    member.child.kill('SIGKILL');
    await member.ended;
    this.#begin(member.role);
  }

  async stop(): Promise<(number | null)[]> {
    this.#isOver = true;
    // A process that is not at work yet is ended by the signal itself.
    await Promise.all(this.#members.map(({ started, ended }) => Promise.race([started, ended])));
    for (const { child } of this.#members) child.kill('SIGTERM');
    return [...this.#crashed, ...(await Promise.all(this.#members.map(({ ended }) => ended)))];
  }

  async kill(): Promise<void> {
    this.#isOver = true;
    for (const { child } of this.#members) child.kill('SIGKILL');
    await Promise.all(this.#members.map(({ ended }) => ended));
  }

  #begin(role: Member['role']): Member {
    const argv = [...this.clock, resolve('dist/main.js'), 'run', '--role', role, '--config', this.configFile];
    const child = spawn(process.execPath, argv, {
      cwd: dirname(this.configFile),
      stdio: ['ignore', 'pipe', process.env.FEEDSYNC_FLEET_LOG === undefined ? 'ignore' : 'inherit'],
      timeout: 20 * 60_000,
      killSignal: 'SIGKILL',
    });
    const started = new Promise<void>((settle) => {
      child.stdout.on('data', (text: Buffer) => {
        member.isStarted ||= text.includes('feedsync keeps');
        if (member.isStarted) settle();
      });
    });
    const ended = new Promise<number | null>((settle) => child.once('close', settle));
    const member: Member = { role, child, isStarted: false, started, ended };
    this.#members.push(member);
    void ended.then(() => {
      if (member.isStarted || this.#isOver || !this.#members.includes(member)) return;
      this.#members = this.#members.filter((one) => one !== member);
      this.#begin(role);
    });
    return member;
  }
}

function amountOf(payload: Record<string, unknown> | null): number {
  return (payload?.price as { amount: number } | undefined)?.amount ?? 0;
}

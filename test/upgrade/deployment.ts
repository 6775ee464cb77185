import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { App, Seams } from '../../src/assemble.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { formatProblem } from '../../src/config/problems.js';
import { FetchError, type FetchReply, type FetchRequest } from '../../src/platform/http/fetcher.js';
import type { HttpServer } from '../../src/platform/http/http-server.js';
import { silentLog, type Log } from '../../src/platform/log/log.js';
import type { Mail, MailOutcome } from '../../src/platform/mailer.js';
import {
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../src/platform/http/transport.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { seededRandom as seededSandbox } from '../../src/platform/random.js';
import { ManualClock } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import type { Release } from './release.js';

export const configName = 'feedsync.yaml';
const portalName = 'portal.db';
const timeName = 'time.txt';
const hookHost = 'hooks.vendor.example';
/** Whose tokens and passwords stand in the configuration. */
const env = { SMTP_PASSWORD: 'mail-password', PRIMER_PASSWORD: 'feed-password' };

export interface DeploymentOptions {
  /** In the place of what the release itself has, for each process. */
  newSeams?: () => Partial<Seams>;
  log?: Log;
}

export interface ApiReply {
  status: number;
  document: unknown;
}

/**
 * A folder in which a release runs, with all that it reaches: configuration, mappings, key and store, and beside them the portal
 * (a sandbox with its state in a file), the files of the agencies' servers and the time. Names without a host that exists lead to
 * parts of this process; nothing in the folder names the folder.
 */
export class Deployment {
  readonly clock: ManualClock;
  readonly mails: Mail[] = [];
  readonly events: { at: number; body: string }[] = [];
  /** Requests of the daemon that are no reading: `PUT /v1/…`, with their bodies, and the key under which they are tried again. */
  readonly changes: { at: number; request: string; body: string; key: string | null }[] = [];
  /** What the mail server does. */
  mail: 'takes' | 'is busy' = 'takes';
  /** The reply to the next request that fits is lost, after the portal did what it says or before. */
  lose: { request: RegExp; when: 'before' | 'after' } | null = null;
  app!: App;
  server!: HttpServer;
  sandbox!: Sandbox;
  #starts = 0;
  #state: ReturnType<Release['openStateFile']> | null = null;
  readonly #former = process.cwd();

  private constructor(
    readonly release: Release,
    readonly folder: string,
    start: number,
    private readonly options: DeploymentOptions,
  ) {
    this.clock = new ManualClock(start);
  }

  /** The portal and the time are there; the daemon is not started. This process works in the folder until `close`. */
  static async at(release: Release, folder: string, options: DeploymentOptions = {}): Promise<Deployment> {
    const time = Number(await readFile(join(folder, timeName), 'utf8'));
    const deployment = new Deployment(release, resolve(folder), time, options);
    process.chdir(folder);
    deployment.#openPortal();
    return deployment;
  }

  #openPortal(): void {
    this.#state = this.release.openStateFile(portalName);
    this.sandbox = this.release.createSandbox({
      clock: this.clock,
      // A sandbox goes on drawing where it stopped.
      random: seededSandbox(1),
      limits: { rate_limit_per_minute: 10_000 },
      allowRemoteWebhooks: true,
      transport: { send: (request) => this.#deliver(request) },
      stateFile: this.#state,
    });
  }

  get isToLose(): boolean {
    return this.lose !== null;
  }

  async start(): Promise<void> {
    const loaded = await this.release.loadConfig(configName, this.release.diskDeps(env));
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    this.app = await this.release.openApp(loaded.config, this.seams(this.options.log ?? silentLog));
    const { stopped } = this.app;
    if (stopped.length > 0) throw new Error(stopped.flatMap((feed) => feed.problems).join('\n'));
    this.server = await this.release.startServer(this.app, { at: { host: '127.0.0.1', port: 0 } });
  }

  async stop(): Promise<void> {
    await this.server.close();
    await this.app.close();
  }

  /** Ends the portal too, with its state and the time in the folder. */
  async close(): Promise<void> {
    this.sandbox.save();
    this.#state?.close();
    await writeFile(timeName, `${this.clock.now()}\n`);
    process.chdir(this.#former);
  }

  seams(log: Log): Seams {
    return {
      ...this.release.systemSeams(log),
      clock: this.clock,
      random: seededRandom(`${this.clock.now()} ${this.#starts++}`),
      transport: { send: (request) => this.#send(request) },
      fetcher: { open: (request) => this.#fetch(request) },
      mailer: {
        send: (mail) => Promise.resolve(this.#take(mail)),
        check: () => Promise.resolve({ ok: true }),
      },
      watcher: { watch: () => () => undefined },
      ...this.options.newSeams?.(),
    };
  }

  /** So much time goes by, and the daemon does what is due after each step. */
  async work(ms: number, step = 5 * 60_000): Promise<void> {
    for (let gone = 0; gone < ms; gone += step) {
      this.clock.advance(Math.min(step, ms - gone));
      await this.tick();
    }
  }

  async tick(): Promise<void> {
    await this.app.engine.tick();
    await this.app.engine.idle();
    await this.sandbox.time.tick();
  }

  /** Runs a command line; no daemon is there. @param lasts it runs until it is asked to stop, which is when it has printed */
  async command(
    argv: readonly string[],
    { lasts = false } = {},
  ): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' };
    let stop = (): void => undefined;
    const terminal: Terminal = {
      env,
      user: 'tester',
      out: (text) => {
        said.out += text;
        if (lasts) stop();
      },
      err: (text) => void (said.err += text),
      createLog: () => silentLog,
      machine: this.seams(silentLog),
      createSeams: (log) => this.seams(log),
      onStop: (listener) => {
        stop = listener;
        return () => undefined;
      },
      onReload: () => () => undefined,
    };
    const code = await this.release.runCli([...argv, '--config', configName], terminal);
    return { code, ...said };
  }

  /** A request to the API, with the kept token of this label. */
  async api(label: string, method: string, path: string, body?: unknown): Promise<ApiReply> {
    const token = await readFile(`token-${label}.txt`, 'utf8');
    const reply = await fetch(`${this.server.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.trim()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = (await reply.text()).replaceAll(this.folder, '{folder}');
    return { status: reply.status, document: JSON.parse(text) };
  }

  async #send(request: TransportRequest): Promise<TransportReply> {
    const { method, url } = request;
    const { host, pathname } = new URL(url);
    const what = `${method} ${pathname}`;
    const body = Buffer.from(request.body ?? []).toString();
    if (host === hookHost) {
      this.events.push({ at: this.clock.now(), body });
      return { status: 204, headers: {}, body: new Uint8Array() };
    }
    const [, key = null] =
      Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'idempotency-key') ?? [];
    if (method !== 'GET') this.changes.push({ at: this.clock.now(), request: what, body, key });
    const lost = this.lose?.request.test(what) === true ? this.lose.when : null;
    if (lost !== null) this.lose = null;
    if (lost === 'before') throw new TransportError('lost', 'socket hang up');
    const reply = await this.#answer(request);
    if (lost === 'after') throw new TransportError('lost', 'socket hang up');
    return reply;
  }

  async #answer({ method, url, headers, body }: TransportRequest): Promise<TransportReply> {
    const response = await this.sandbox.fetch(
      new Request(url, { method, headers, ...(body !== null && { body: Buffer.from(body) }) }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  /** A webhook of the portal. */
  async #deliver({ method, url, headers, body }: TransportRequest): Promise<TransportReply> {
    const { pathname } = new URL(url);
    const reply = await fetch(`${this.server.url}${pathname}`, {
      method,
      headers,
      ...(body !== null && { body: Buffer.from(body) }),
    });
    return {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: new Uint8Array(await reply.arrayBuffer()),
    };
  }

  async #fetch({ url, headers }: FetchRequest): Promise<FetchReply> {
    const path = join(this.folder, 'feeds', url.pathname);
    const body = await readFile(path).catch(() => null);
    if (body === null) throw new FetchError('connect', 'connection refused');
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: Readable.from([]) };
    const type = url.pathname.endsWith('.csv') ? 'text/csv' : 'application/xml';
    const { size } = await stat(path);
    const own = { etag, 'content-type': type, 'content-length': String(size) };
    return { status: 200, headers: own, body: Readable.from([body]) };
  }

  #take(mail: Mail): MailOutcome {
    if (this.mail === 'is busy') return { ok: false, permanent: false, reason: '421 try again later' };
    this.mails.push(mail);
    return { ok: true };
  }
}

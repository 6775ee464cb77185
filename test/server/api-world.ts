import { scryptSync } from 'node:crypto';
import { startServer } from '../../src/assemble/server.js';
import type { HttpServer } from '../../src/platform/http/http-server.js';
import { addAccount, addToken, invite } from '../../src/server/access/invite.js';
import type { AccountRecord, AccountRole, TokenScope } from '../../src/store/store.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { World } from '../support/world.js';
import { Conformity } from './api-conformity.js';

export const password = 'correct horse battery';

/** The stored form of `password`, with the least work factors that it can name. */
const cheap = { N: 2, r: 8, p: 1 };
const salt = Buffer.from('salt');
const cheapHash = [
  ...['scrypt', cheap.N, cheap.r, cheap.p, salt.toString('base64url')],
  scryptSync(password, salt, 32, cheap).toString('base64url'),
].join('$');

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Asks with a cookie, as a browser does, or with a token. Throws where an answer is not as the API's document says. */
export class Caller {
  /** Of the session. */
  cookie: string | null = null;
  /** By which the browser is known at its next sign-in. */
  browser: string | null = null;
  token: string | null = null;

  constructor(private readonly api: ApiWorld) {}

  async ask(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<Reply> {
    const own: Record<string, string> = { origin: this.api.server.url, 'sec-fetch-site': 'same-origin' };
    const cookies = [this.cookie, this.browser].filter((each) => each !== null);
    if (cookies.length > 0) own.cookie = cookies.join('; ');
    if (this.token !== null) own.authorization = `Bearer ${this.token}`;
    if (body !== undefined) own['content-type'] = 'application/json';
    const reply = await fetch(`${this.api.server.url}/api/v1${path}`, {
      method,
      headers: Object.fromEntries(Object.entries({ ...own, ...headers }).filter(([, value]) => value !== '')),
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      if (/^(__Host-)?feedsync-browser=/.test(pair)) this.browser = pair;
      else this.cookie = pair;
    }
    const { status } = reply;
    const text = await reply.text();
    if (method !== 'HEAD') {
      const type = reply.headers.get('content-type') ?? '';
      const problem = (await Conformity.of()).problemOf({ method, path, status, type, text });
      if (problem !== null) throw new Error(problem);
    }
    return { status, text, headers: reply.headers };
  }

  async get<T = Record<string, unknown>>(path: string): Promise<T> {
    return JSON.parse((await this.ask('GET', path)).text) as T;
  }
}

/** Two agencies, A with three ads (A0001 …) and B with two (A0101 …), and the server before them. */
export class ApiWorld {
  private constructor(
    readonly world: World,
    readonly a: string,
    readonly b: string,
    public server: HttpServer,
  ) {}

  static async create(): Promise<ApiWorld> {
    const world = await World.create();
    world.feed.body = estateFeed(ads(3));
    const b = world.sandbox.staff.addConnection({ agency: { name: 'B nekretnine' } });
    world.at('/b.xml').body = estateFeed(ads(2, 101));
    await world.declare((feeds) => [
      ...feeds,
      ...feeds.map((feed) => ({
        ...feed,
        name: 'agency-b',
        connection: b,
        url: String(feed.url).replace('/feed.xml', '/b.xml'),
      })),
    ]);
    await world.restart();
    await world.round();
    world.app.config.server.port = 0;
    return new ApiWorld(world, world.connectionId, b, await startServer(world.app));
  }

  get services(): World['app']['services'] {
    return this.world.app.services;
  }

  /** A connection that waits for its code: an agency clicked Connect. */
  pending(agency: { name: string; register_number: string | null }): { code: string; id: string } {
    const { code, connectionId: id } = this.world.sandbox.staff.issueCode({ agency });
    return { id, code };
  }

  /** The process ends and starts again; whoever was signed in still is. */
  async restart(): Promise<void> {
    await this.server.close();
    await this.world.restart();
    this.world.app.config.server.port = 0;
    this.server = await startServer(this.world.app);
  }

  caller(): Caller {
    return new Caller(this);
  }

  /** An account that was invited, and the secret of its link. */
  async invited(name: string, role: AccountRole, connections: string[] = []): Promise<string> {
    const account = await this.#added(name, role, connections);
    return (await invite(account, 'test', this.services)).secret;
  }

  /** A caller with a session, whose password is checked at once: the product's own hash takes a fifth of a second. */
  async signedIn(name: string, role: AccountRole, connections: string[] = []): Promise<Caller> {
    const { id } = await this.#added(name, role, connections);
    const by = { revokesTokens: false, now: this.world.clock.now() };
    await this.services.store.access.changePassword(id, cheapHash, by);
    const caller = this.caller();
    const { status, text } = await caller.ask('POST', '/session', { body: { name, password } });
    if (status !== 200) throw new Error(text);
    return caller;
  }

  async #added(name: string, role: AccountRole, connections: string[]): Promise<AccountRecord> {
    const added = await addAccount({ name, role, connections }, 'test', this.services);
    if (!added.ok) throw new Error(added.message);
    return added.account;
  }

  async withToken(name: string, scope: TokenScope): Promise<Caller> {
    const account = await this.services.store.access.accountNamed(name);
    if (account === null) throw new Error(`nobody is called ${name}`);
    const caller = this.caller();
    const wanted = { accountId: account.id, label: scope, scope, lastsMs: null };
    const added = await addToken(wanted, 'test', this.services);
    if (!added.ok) throw new Error(added.message);
    caller.token = added.token;
    return caller;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.world.app.engine.idle();
    await this.world.close();
  }
}

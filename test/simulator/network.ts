import { Readable } from 'node:stream';
import {
  FetchError,
  type Fetcher,
  type FetchReply,
  type FetchRequest,
} from '../../src/platform/http/fetcher.js';
import {
  TransportError,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../../src/platform/http/transport.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import type { Agency, Told } from './agency.js';
import type { Dice } from './dice.js';
import type { Planted } from './planted.js';
import { hour, minute, second, type SimTime } from './sim-time.js';
import type { Spell } from './spells.js';
import type { Witness } from './witness.js';

/** What the daemon reaches: the portal and the agencies' servers, over a line on which anything may go wrong. */
export interface World {
  readonly dice: Dice;
  readonly time: SimTime;
  readonly sandbox: Sandbox;
  readonly agencies: readonly Agency[];
  readonly witness: Witness;
  readonly planted: Planted;
  /** Share of requests that meet a fault. */
  trouble: number;
  /** One trouble that lasts. */
  spell: Spell | null;
  /** Something may happen elsewhere while a request is on its way. */
  meanwhile(): Promise<void>;
  note(what: string): void;
}

/** One life of a process, and its line to the world. */
export interface Life {
  readonly name: string;
  readonly dead: boolean;
  /** Whether others may do by now what it was at, as it could not say for long that it lives. */
  readonly mayHaveLostLanes: boolean;
  /** What it sent is on its way for so long, whatever becomes of the process. */
  travel(ms: number): Promise<void>;
  /** A reply has come to where the process is: it takes it when it can. */
  arrive(): Promise<void>;
  /** What is waited for does not come, however long. @returns when it comes all the same, if it ever does: long after its time */
  hang(what: string): Promise<void>;
  /** The process dies here; what it still does reaches nobody. */
  die(where: string): Promise<never>;
  /** From when a request leaves to when its reply is taken. */
  sends(path: string): () => void;
}

/** Of its own for each who waits: one that all share would keep every dead life in memory. */
export const never = (): Promise<never> => new Promise(() => undefined);

export function createSimTransport(world: World, life: Life): Transport {
  return {
    async send(request) {
      if (life.dead) return never();
      const { pathname } = new URL(request.url);
      const end = life.sends(pathname);
      try {
        return await carry(request, world, life);
      } finally {
        await life.arrive();
        end();
      }
    },
  };
}

async function carry(request: TransportRequest, world: World, life: Life): Promise<TransportReply> {
  world.witness.leaves(request);
  await life.travel(world.dice.between(20, 900));
  if (world.dice.chance(0.05)) await world.meanwhile();
  const drawn = world.dice.chance(world.trouble) ? drawFault(world.dice) : 'none';
  const fault = world.spell?.portal?.(request) ?? drawn;
  const { pathname } = new URL(request.url);
  if (fault !== 'none') {
    const name = typeof fault === 'string' ? fault : `answers ${fault.status}`;
    world.note(`${request.method} ${pathname}: ${name}`);
    world.witness.doubt(pathname);
    world.planted.portalAnswered(pathname, name);
  }
  return typeof fault === 'string' ? answer(fault, request, world, life) : fault;
}

export type PortalFault = ReturnType<typeof drawFault>;

const drawFault = (dice: Dice) =>
  dice.weighted({
    refused: 3,
    lost_before: 3,
    lost_after: 6,
    late: 2,
    error: 4,
    too_many: 2,
    cut_reply: 3,
    login_page: 1,
    slow: 3,
    never: 1,
    never_told: 1,
    die_before: 2,
    die_after: 3,
  });

async function answer(
  fault: PortalFault | 'none',
  request: TransportRequest,
  world: World,
  life: Life,
): Promise<TransportReply> {
  const { dice } = world;
  switch (fault) {
    case 'none':
      return serve(request, world);
    case 'refused':
      throw new TransportError('refused', 'connect ECONNREFUSED');
    case 'lost_before':
      await life.travel(dice.between(0, 60) * second);
      throw new TransportError('lost', 'socket hang up');
    case 'lost_after':
      await serve(request, world);
      await life.travel(dice.between(0, 60) * second);
      throw new TransportError('lost', 'socket hang up');
    case 'late':
      // The line keeps it for a while: it arrives when the daemon has given it up already.
      world.witness.later(() => serve(request, world).then(() => undefined), dice.between(5, 200) * second);
      throw new TransportError('lost', 'timeout');
    case 'error':
      return plain(dice.pick([500, 502, 503, 504]), { 'retry-after': dice.pick(['3', '120', 'soon']) });
    case 'too_many':
      return plain(429, { 'retry-after': String(dice.between(1, 90)) });
    case 'cut_reply': {
      const reply = await serve(request, world);
      return { ...reply, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) };
    }
    case 'login_page':
      return { ...plain(200), body: Buffer.from('<!doctype html><title>Log in</title>') };
    case 'slow':
      await life.travel(dice.between(5, 50) * second);
      return serve(request, world);
    case 'never':
      await life.hang(`${request.method} ${new URL(request.url).pathname}`);
      throw new TransportError('lost', 'socket hang up');
    case 'never_told': {
      const reply = await serve(request, world);
      await life.hang(`the reply to ${request.method} ${new URL(request.url).pathname}`);
      return reply;
    }
    case 'die_before':
      return life.die(`before ${request.method}`);
    case 'die_after':
      await serve(request, world);
      return life.die(`after ${request.method}`);
  }
}

const plain = (status: number, headers: Record<string, string> = {}): TransportReply =>
  errorReply(status, { code: 'fault', message: 'A simulated fault.' }, headers);

export function errorReply(
  status: number,
  error: { code: string; message: string; details?: unknown[] },
  headers: Record<string, string> = {},
): TransportReply {
  const body = Buffer.from(JSON.stringify({ error }));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

async function serve(request: TransportRequest, world: World): Promise<TransportReply> {
  const { method, url, headers, body } = request;
  return world.witness.watch(request, async () => {
    const response = await world.sandbox.fetch(
      new Request(url, { method, headers, ...(body !== null && { body: Buffer.from(body) }) }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  });
}

export function createSimFetcher(world: World, life: Life): Fetcher {
  return {
    async open(request) {
      if (life.dead) return never();
      const { dice } = world;
      await life.travel(dice.between(50, 3000));
      const agency = world.agencies.find(({ url }) => url === request.url.href);
      if (agency === undefined) throw new FetchError('dns', 'there is no such host');
      agency.askedAt = world.time.now;
      const lasts = (one: { until: number } | null): boolean =>
        one !== null && world.time.now < one.until && world.trouble > 0;
      const chance = dice.chance(world.trouble) ? faultOf(agency, dice) : 'none';
      const lasting = lasts(agency.cached) ? 'stale' : lasts(agency.partly) ? 'cut_unannounced' : chance;
      const drawn = chance === 'none' ? lasting : chance;
      const fault = (world.spell?.target === agency ? world.spell.feed : null) ?? drawn;
      if (drawn === 'throws') agency.throwsUntil = world.time.now + dice.between(1, 90) * minute;
      const throws = fault === 'throws' || (world.trouble > 0 && world.time.now < agency.throwsUntil);
      world.planted.feedAnswered(agency, throws ? 'throws' : fault);
      if (throws) throw new TypeError(unforeseen);
      if (fault !== 'none') world.note(`GET ${agency.name}: ${fault}`);
      const isHanging = fault === 'hangs' && agency.exports.length > 0;
      if (isHanging) await life.travel(11 * minute);
      await life.arrive();
      if (fault === 'dies') return life.die(`at the file of ${agency.name}`);
      if (fault !== 'never') return feedAnswer(fault, agency, request, { world, life });
      await life.hang(`the file of ${agency.name}`);
      return reply(200, agency.exports.at(-1)?.body ?? '', xml);
    },
  };
}

const drawFeedFault = (dice: Dice) =>
  dice.weighted({
    connect: 3,
    error: 3,
    missing: 1,
    cut: 4,
    cut_unannounced: 4,
    stale: 5,
    login_page: 2,
    empty: 1,
    foreign: 1,
    hangs: 1,
    never: 1,
    endless: 2,
    throws: 1,
    busy: 2,
  });

/** Where people write the contents, half of the faults are parts and old copies of their files. */
function faultOf({ isWritten }: Agency, dice: Dice): ReturnType<typeof drawFeedFault> {
  return isWritten && dice.chance(0.5) ? dice.pick(['cut_unannounced', 'stale']) : drawFeedFault(dice);
}

/** `dies`: the process does, each time. */
export type FeedFault = ReturnType<typeof drawFeedFault> | 'dies';
/** A whole file that is not the newest is none that the daemon can see. */
export type VisibleFault = Exclude<FeedFault, 'stale' | 'foreign'>;

function feedAnswer(
  fault: Exclude<FeedFault, 'dies'> | 'none',
  agency: Agency,
  request: FetchRequest,
  { world, life }: { world: World; life: Life },
): FetchReply {
  const { dice } = world;
  const latest = agency.exports.at(-1);
  if (latest === undefined) return reply(404, 'nothing here yet');
  switch (fault) {
    case 'none':
      return whole(latest, agency, request, life);
    case 'connect':
      throw new FetchError('connect', 'connection refused');
    case 'error':
      return reply(dice.pick([500, 502, 403]), 'error');
    case 'busy':
      return reply(503, 'busy', { 'retry-after': dice.pick(['30', '999999', 'later']) });
    case 'missing':
      return reply(404, 'gone');
    case 'cut':
      return cutAnnounced(latest.body, dice);
    case 'cut_unannounced': {
      if (agency.isWritten) return reply(200, partOf(latest.body, agency, world), xml);
      const bytes = Buffer.from(latest.body);
      return {
        status: 200,
        headers: xml,
        body: Readable.from([bytes.subarray(0, dice.between(1, bytes.length - 8))]),
      };
    }
    case 'stale':
      // Without a number in the file, nobody can tell an older file of changes from a newer one.
      return whole(agency.kind === 'delta' ? latest : staleOf(agency, world), agency, request, life);
    case 'login_page':
      return reply(200, '<!doctype html><title>Log in</title>', { 'content-type': 'text/html' });
    case 'empty':
      return reply(200, '');
    case 'foreign': {
      const other = world.agencies.find(
        (one) => one !== agency && agency.kind === 'full' && one.kind === 'full',
      );
      return whole(other?.exports.at(-1) ?? latest, agency, request, life);
    }
    case 'endless':
      return { status: 200, headers: xml, body: Readable.from(halfAndNoEnd(latest.body, agency, life)) };
    case 'never':
    case 'throws':
      throw new Error(`${fault} is no answer`);
    case 'hangs':
      throw new FetchError('timeout', 'nothing came');
  }
}

/** Where files say when they were made, a cache may serve an old one for hours. */
function staleOf(agency: Agency, { dice, time }: World): { body: string; told: Told } {
  if (!agency.isWritten) return dice.pick(agency.exports);
  const older = agency.exports.length > 1 ? agency.exports.slice(0, -1) : agency.exports;
  if (agency.cached === null || time.now >= agency.cached.until)
    // Long enough for two polls: the first one waits with a file that was there before.
    agency.cached = { file: dice.pick(older), until: time.now + dice.between(3, 8) * hour };
  return agency.cached.file;
}

/** A whole document without its last records, which announces all of them. */
function partOf(body: string, agency: Agency, { dice, time }: World): string {
  if (agency.partly === null || time.now >= agency.partly.until)
    agency.partly = { lacks: dice.between(1, 3), until: time.now + dice.between(2, 6) * hour };
  const records = body.match(/<ad>.*?<\/ad>/gs) ?? [];
  const [head = ''] = body.split('<ad>', 1);
  return `${head}${records.slice(0, -agency.partly.lacks).join('\n')}\n</feed>\n`;
}

const xml = { 'content-type': 'application/xml' };

function reply(status: number, body: string, headers: Record<string, string> = {}): FetchReply {
  return {
    status,
    headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
    body: Readable.from([Buffer.from(body)]),
  };
}

function whole(
  { body, told }: { body: string; told: Told },
  agency: Agency,
  { headers }: FetchRequest,
  { name }: Life,
): FetchReply {
  const etag = `"${agency.index}-${body.length}-${hash(body)}"`;
  agency.tell(told, name);
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: Readable.from([]) };
  return reply(200, body, { ...xml, etag });
}

function cutAnnounced(text: string, dice: Dice): FetchReply {
  const bytes = Buffer.from(text);
  const part = bytes.subarray(0, dice.between(0, bytes.length - 1));
  async function* pieces(): AsyncGenerator<Buffer> {
    if (part.length > 0) yield part;
    await Promise.resolve();
    throw new FetchError('reset', 'the connection ended before the announced length');
  }
  return {
    status: 200,
    headers: { ...xml, 'content-length': String(bytes.length) },
    body: Readable.from(pieces()),
  };
}

/** The second half does not come, or long after its time. */
async function* halfAndNoEnd(text: string, { name }: Agency, life: Life): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  yield bytes.subarray(0, Math.ceil(bytes.length / 2));
  await life.hang(`the end of the file of ${name}`);
  yield bytes.subarray(Math.ceil(bytes.length / 2));
}

/** The message of an error that no code foresees. */
export const unforeseen = 'an error that no code foresees';

function hash(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) >>> 0;
  return sum;
}

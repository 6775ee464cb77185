import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Clock } from '../../src/platform/clock.js';
import { systemRandom } from '../../src/platform/random.js';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type StateFile,
} from '../../src/sandbox/sandbox.js';
import { nonconformity } from './conformity.js';

/** A partner written from the spec on node:crypto alone: it shares no code with the daemon or with what the sandbox verifies by. */
export class Partner {
  readonly key: KeyObject;
  readonly publicKeyPem: string;
  keyId = '';
  /** Off where a fault answers what the document does not tell. */
  holdsRepliesToDocument = true;

  constructor(
    public portal: { fetch: (request: Request) => Promise<Response> },
    private readonly clock: Clock,
    private readonly origin = 'http://sandbox.test',
  ) {
    const pair = generateKeyPairSync('ed25519');
    this.key = pair.privateKey;
    this.publicKeyPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    return this.deliver(method, path, text, { ...this.sign(method, path, text), ...headers });
  }

  /** Sends exactly these headers. */
  async deliver(
    method: string,
    path: string,
    text: string,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const init = text === '' ? { method, headers } : { method, headers, body: text };
    const response = await this.portal.fetch(new Request(`${this.origin}/v1${path}`, init));
    const reply = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    // What a fault spoiled on purpose is beyond the document: 5xx and replies that are no JSON.
    if (isJson && response.status < 500 && this.holdsRepliesToDocument) {
      const problem = nonconformity(
        method,
        new URL(path, 'http://x').pathname,
        response.status,
        JSON.parse(reply),
      );
      if (problem !== null) throw new Error(problem);
    }
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(reply) : reply) as Reply,
    };
  }

  sign(method: string, path: string, text: string): Record<string, string> {
    const { host, pathname, searchParams } = new URL(`${this.origin}/v1${path}`);
    const escape = (part: string): string =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    const query = [...searchParams]
      .map(([name, value]) => `${escape(name)}=${escape(value)}`)
      .sort()
      .join('&');
    const timestamp = String(Math.floor(this.clock.now() / 1000));
    const nonce = randomBytes(18).toString('base64url');
    const digest = `sha-256=:${createHash('sha256').update(text).digest('base64')}:`;
    const base = ['PX-SIG-1', method, host, pathname, query, timestamp, nonce, digest].join('\n');
    return {
      'PX-Key-Id': this.keyId,
      'PX-Timestamp': timestamp,
      'PX-Nonce': nonce,
      'Content-Digest': digest,
      'PX-Signature': `v1=${sign(null, Buffer.from(base), this.key).toString('base64url')}`,
    };
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Reply;
}

/** Everything that some reply holds; a test names what its reply should. */
export interface Reply {
  error: { code: string; message: string; details: Detail[] & Record<string, unknown> };
  request_id: string;
  connection: Connection;
  connections: Connection[];
  item: Item;
  results: Item[];
  batch: { id: string; status: string; counts: Record<string, number>; items: Item[] };
  listings: (Record<string, unknown> & { external_id: string; status: string })[];
  next_cursor: string | null;
  places: Place[];
  place: Place;
  version: string;
  categories: Word[];
  heating: Word[];
  amenities: Word[];
}

export interface Detail {
  pointer: string;
  code: string;
}

export interface Item {
  position: number;
  external_id: string;
  result: string;
  listing_id: string | null;
  public_url: string | null;
  failure_code: string | null;
  details: Detail[] | null;
  warnings: Detail[];
}

interface Connection {
  id: string;
  status: string;
  environment: string;
  agency: Record<string, unknown>;
  counts: Record<string, number>;
  paused: unknown;
}

interface Place {
  id: string;
  type: string;
  name_sr: string;
  official_code: string;
  city_id: string | null;
  city_name_sr: string | null;
}

interface Word {
  key: string;
  label_en: string;
  label_sr: string;
}

/** Time stands still until it is moved. */
export class TestClock implements Clock {
  #now = Date.parse('2026-03-02T08:00:00Z');

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += ms;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

export interface Bench {
  sandbox: Sandbox;
  clock: TestClock;
  partner: Partner;
  /** An active connection of the partner. */
  connection: string;
  /** Keys and ids as this sandbox calls them. */
  words: { apartment: string; premises: string; plot: string; central: string; place: string };
}

export async function createBench(
  options: Partial<SandboxOptions> & { stateFile?: StateFile } = {},
): Promise<Bench> {
  const clock = new TestClock();
  const sandbox = createSandbox({ clock, random: systemRandom, ...options });
  const partner = new Partner(sandbox, clock);
  partner.keyId = sandbox.staff.registerKey(partner.publicKeyPem, 'sandbox');
  const connection = sandbox.staff.addConnection();
  return { sandbox, clock, partner, connection, words: await readWords(partner) };
}

async function readWords(partner: Partner): Promise<Bench['words']> {
  const { body: vocabulary } = await partner.get('/vocabularies');
  const { body: places } = await partner.get('/places?q=Novi%20Sad&type=city');
  const key = (list: Word[], label: string): string => list.find((entry) => entry.label_sr === label)!.key;
  return {
    apartment: key(vocabulary.categories, 'Stan'),
    premises: key(vocabulary.categories, 'Poslovni prostor'),
    plot: key(vocabulary.categories, 'Plac'),
    central: key(vocabulary.heating, 'Centralno grejanje'),
    place: places.places[0]!.id,
  };
}

/** A valid sale. */
export function sale(bench: Bench, externalId: string, changes: Record<string, unknown> = {}): object {
  return {
    external_id: externalId,
    transaction: 'sale',
    category: bench.words.apartment,
    state: 'active',
    title: { sr: `Dvosoban stan ${externalId}` },
    description: { sr: 'Svetao stan sa terasom, blizu parka i škole.' },
    price: { amount: 120_000, currency: 'EUR' },
    location: { place_id: bench.words.place, address_line: 'Bulevar oslobođenja 1' },
    structure: { area_sqm: 54.5, rooms: 2, heating: bench.words.central },
    legal: { mandate_attested: true },
    source: { updated_at: '2026-03-01T10:00:00+01:00' },
    ...changes,
  };
}

/** A valid rental. */
export function rental(bench: Bench, externalId: string, changes: Record<string, unknown> = {}): object {
  const common: Record<string, unknown> = { ...sale(bench, externalId) };
  delete common.price;
  return {
    ...common,
    transaction: 'rent',
    rent: { amount: 400, currency: 'EUR', type: 'long_term', owner_lives_nearby: false },
    structure: { area_sqm: 54.5 },
    house_rules: {},
    ...changes,
  };
}

import { systemRandom } from '../../../src/platform/random.js';
import { listen } from '../../../src/platform/http/http-server.js';
import {
  createSandbox,
  type NewConnection,
  type Sandbox,
  type SandboxOptions,
} from '../../../src/sandbox/sandbox.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SpecClient, type SpecDetail, type SpecItem, type SpecReply } from '../spec-client.js';

export type Payload = Record<string, unknown>;

/** A sandbox on a socket, a client of its own, and what is asked of them again and again. */
export interface Service {
  sandbox: Sandbox;
  clock: ManualClock;
  client: SpecClient;
  origin: string;
  words: Words;
  /** A new connection [active]. */
  connect(options?: NewConnection): string;
  /** A client of another app. */
  stranger(environment?: 'sandbox' | 'live'): SpecClient;
  sale(id: string, changes?: Payload): Payload;
  rental(id: string, changes?: Payload): Payload;
  put(connection: string, payload: Payload): Promise<SpecReply>;
  /** PUT that must answer 202: its item. */
  push(connection: string, payload: Payload): Promise<SpecItem>;
  view(connection: string, query?: string): Promise<SpecReply['body']['listings']>;
  /** What POST /validate says of one listing: `result`, or `code pointer` of each detail. */
  verdict(payload: unknown, connection?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Keys and ids as this sandbox calls them, found by their labels. */
export interface Words {
  apartment: string;
  premises: string;
  plot: string;
  heating: string[];
  amenities: string[];
  city: string;
  municipality: string;
}

export const nobody = '00000000-0000-4000-8000-000000000000';
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** @param options limits stand for all of them [high enough never to be met] */
export async function startService(options: Partial<SandboxOptions> = {}): Promise<Service> {
  const clock = new ManualClock();
  const limits = options.limits ?? { rate_limit_per_minute: 100_000, connection_items_per_hour: 10_000 };
  const sandbox = createSandbox({ clock, random: systemRandom, ...options, limits });
  const server = await listen({ host: '127.0.0.1', port: 0, handler: (request) => sandbox.fetch(request) });
  const clients: SpecClient[] = [];
  const newClient = (environment: 'sandbox' | 'live', appId?: string): SpecClient => {
    const client = new SpecClient(server.url, () => clock.now());
    client.keyId = sandbox.staff.registerKey(client.publicKey, environment, appId);
    clients.push(client);
    return client;
  };
  const client = newClient('sandbox');
  const words = await readWords(client);
  const payloads = payloadsOf(words);
  const put: Service['put'] = (connection, payload) =>
    client.put(`/connections/${connection}/listings/${String(payload.external_id)}`, payload);
  return {
    sandbox,
    clock,
    client,
    origin: server.url,
    words,
    ...payloads,
    put,
    connect: (connection) => sandbox.staff.addConnection(connection),
    stranger: (environment = 'sandbox') => newClient(environment, sandbox.staff.addApp({ environment })),
    async push(connection, payload) {
      const reply = await put(connection, payload);
      if (reply.status !== 202)
        throw new Error(`PUT answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body.item;
    },
    view: async (connection, query = '') =>
      (await client.get(`/connections/${connection}/listings${query}`)).body.listings,
    async verdict(payload, connection) {
      const named = connection === undefined ? {} : { connection_id: connection };
      const { body } = await client.post('/validate', { listing: payload, ...named });
      return told(body.results[0]!);
    },
    async close() {
      clients.forEach((each) => each.close());
      await server.close();
    },
  };
}

/** An item's result, or what is wrong with it. */
export function told(item: SpecItem): string[] {
  if (item.result !== 'rejected') return [item.result];
  return (item.details ?? []).map(
    ({ pointer, code }) => `${code} ${pointer.replace(/^\/listing(s\/\d+)?/, '')}`,
  );
}

/** Status and code of a reply, and the pointers of its details with their codes. */
export function refusal({ status, body }: SpecReply): string {
  const { code, details } = body.error;
  const list: SpecDetail[] = Array.isArray(details) ? details : [];
  return [status, code, ...list.map((each) => `${each.code} ${each.pointer}`)].join(' ').trim();
}

async function readWords(client: SpecClient): Promise<Words> {
  const document = (await client.get('/vocabularies')).body as unknown as Record<
    string,
    { key: string; label_en: string }[]
  >;
  const keyOf = (label: string): string =>
    document.categories!.find(({ label_en }) => label_en === label)!.key;
  const place = async (query: string): Promise<string> =>
    (await client.get(`/places?${query}`)).body.places[0]!.id;
  return {
    apartment: keyOf('Apartment'),
    premises: keyOf('Business premises'),
    plot: keyOf('Building plot'),
    heating: document.heating!.map(({ key }) => key),
    amenities: document.amenities!.map(({ key }) => key),
    city: await place('q=Novi%20Sad&type=city'),
    municipality: await place('q=Novi%20Sad&type=municipality'),
  };
}

function payloadsOf(words: Words): Pick<Service, 'sale' | 'rental'> {
  const common = (id: string): Payload => ({
    external_id: id,
    category: words.apartment,
    state: 'active',
    title: { sr: 'Dvosoban stan kod parka' },
    description: { sr: 'Svetao stan sa terasom, blizu parka i škole.' },
    location: { place_id: words.city, address_line: 'Bulevar oslobođenja 1' },
    structure: { area_sqm: 54 },
    legal: { mandate_attested: true },
    source: { updated_at: '2026-01-10T10:00:00+01:00' },
  });
  return {
    sale: (id, changes = {}) => ({
      ...common(id),
      transaction: 'sale',
      price: { amount: 120_000, currency: 'EUR' },
      ...changes,
    }),
    rental: (id, changes = {}) => ({
      ...common(id),
      transaction: 'rent',
      rent: { amount: 400, currency: 'EUR', type: 'long_term', owner_lives_nearby: false },
      house_rules: {},
      ...changes,
    }),
  };
}

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { PortalReady } from './sandbox-portal.js';

/** What the client is to send next: so many requests, one item each or a batch of them. */
export interface Round {
  kind: 'put' | 'batch';
  requests: number;
}

export interface RoundDone {
  seconds: number;
  /** Processor seconds of this process: what the client's own signing costs. */
  cpuSeconds: number;
}

const listings = 100;
const senders = 8;

/** A partner with keep-alive connections, written on node:crypto and node:http: it signs as any client does. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const agent = new Agent({ keepAlive: true, maxSockets: senders });
let portal: PortalReady;
let words = { category: '', place: '' };
let sent = 0;

process.on('message', (message: PortalReady | Round) => void answer(message));
process.on('disconnect', () => process.exit());
process.send?.(publicKey.export({ type: 'spki', format: 'pem' }).toString());

async function answer(message: PortalReady | Round): Promise<void> {
  if ('origin' in message) {
    portal = message;
    words = await readWords();
    process.send?.('ready');
  } else process.send?.(await play(message));
}

async function play({ kind, requests }: Round): Promise<RoundDone> {
  const start = performance.now();
  const before = process.cpuUsage();
  let left = requests;
  const sender = async (): Promise<void> => {
    while (left-- > 0) await (kind === 'put' ? put() : pushBatch());
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** The same hundred listings again and again, each time with another price and date. */
async function put(): Promise<void> {
  const listing = listingOf(sent++);
  const path = `/v1/connections/${portal.connection}/listings/${listing.external_id}`;
  const reply = await send('PUT', path, listing, 202);
  if (!reply.includes('"result":"accepted"')) throw new Error(`Not accepted: ${reply}`);
}

async function pushBatch(): Promise<void> {
  const batch = Array.from({ length: listings }, () => listingOf(sent++));
  await send('POST', `/v1/connections/${portal.connection}/batches`, { listings: batch }, 202, {
    'Idempotency-Key': randomBytes(12).toString('hex'),
  });
}

function listingOf(number: number) {
  return {
    external_id: `BENCH-${number % listings}`,
    transaction: 'sale',
    category: words.category,
    state: 'active',
    title: { sr: 'Trosoban stan kod parka', en: 'Three-room flat by the park' },
    description: { sr: 'Svetao stan sa terasom, blizu parka i škole. '.repeat(12) },
    price: { amount: 90_000 + number, currency: 'EUR' },
    location: { place_id: words.place, address_line: `Bulevar oslobođenja ${1 + (number % 90)}` },
    structure: { area_sqm: 54.5, rooms: 3, floor: 2, total_floors: 5, year_built: 1986, elevator: true },
    legal: { mandate_attested: true },
    photos: Array.from({ length: 12 }, (_, photo) => ({
      url: `https://img.agency.example/${number}/${photo}.jpg`,
    })),
    source: { updated_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString() },
  };
}

async function readWords(): Promise<typeof words> {
  const vocabulary = JSON.parse(await send('GET', '/v1/vocabularies', null, 200)) as {
    categories: { key: string }[];
  };
  const { places } = JSON.parse(await send('GET', '/v1/places?limit=1', null, 200)) as {
    places: { id: string }[];
  };
  return { category: vocabulary.categories[0]?.key ?? '', place: places[0]?.id ?? '' };
}

function send(
  method: string,
  target: string,
  body: object | null,
  wanted: number,
  extra: Record<string, string> = {},
): Promise<string> {
  const bytes = Buffer.from(body === null ? '' : JSON.stringify(body));
  const { hostname, port } = new URL(portal.origin);
  const headers = { ...signed(method, target, bytes), ...extra, 'Content-Length': bytes.length };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: target, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (incoming.statusCode === wanted) resolve(text);
        else reject(new Error(`${method} ${target} answered ${incoming.statusCode}: ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function signed(method: string, target: string, body: Buffer): Record<string, string> {
  const [path = '', query = ''] = target.split('?');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString('base64url');
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const { host } = new URL(portal.origin);
  const base = ['PX-SIG-1', method, host, path, query, timestamp, nonce, digest].join('\n');
  return {
    'Content-Type': 'application/json',
    'PX-Key-Id': portal.keyId,
    'PX-Timestamp': timestamp,
    'PX-Nonce': nonce,
    'Content-Digest': digest,
    'PX-Signature': `v1=${sign(null, Buffer.from(base), privateKey).toString('base64url')}`,
  };
}

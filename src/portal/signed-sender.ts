import { notSendableCode } from '../model/wait-cause.js';
import type { Clock } from '../platform/clock.js';
import type { Random } from '../platform/random.js';
import { TransportError, type Transport, type TransportReply } from '../platform/http/transport.js';
import { canonicalQuery, type QueryPairs } from '../wire/canonical-query.js';
import { privateKeySeed } from '../wire/keys.js';
import type { Protocol } from '../wire/protocol.js';
import { pingSchema } from '../wire/replies.js';
import { signRequest } from '../wire/sign.js';
import { classifyFailure, classifyReply, type ReplyReader } from './classify.js';
import { clockOffsetMs } from './clock-offset.js';
import { createVersionCheck } from './missing-version.js';
import type { PortalReply } from './portal-reply.js';
import type { RequestParking } from './request-parking.js';
import { httpDate } from './retry-after.js';

export interface SenderOptions {
  /** With the version segment: `https://portal.example/v1`. */
  baseUrl: string;
  keyId: string;
  /** PKCS#8 PEM of an Ed25519 key. */
  privateKeyPem: string;
  protocol: Protocol;
  transport: Transport;
  clock: Clock;
  random: Random;
  timeoutMs: number;
  /** Which requests wait alone; without it each is sent. */
  parking?: RequestParking;
  /** Told of every request that went out, second tries included: the request budget counts these. */
  onRequest?: (request: SentRequest) => void;
}

export interface SentRequest {
  method: string;
  /** Path with names for its ids: `/connections/{id}/batches`. */
  route: string;
  /** Null where no reply came. */
  status: number | null;
  /** When its reply came, or was given up; epoch milliseconds by our clock. */
  at: number;
}

export interface PortalRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  route: string;
  /** Encoded path below the base URL. */
  path: string;
  query?: QueryPairs;
  body?: Uint8Array;
  headers?: Record<string, string>;
}

/** Signs, sends and classifies; keeps what is known of the portal's clock. */
export interface SignedSender {
  send<T>(request: PortalRequest, reader: ReplyReader<T>): Promise<PortalReply<T>>;
  /** The portal's clock minus ours, as last seen; milliseconds. */
  clockOffset(): number;
  /** Until when timestamps are corrected after a 401 that the clock explained; null when they are not. */
  correctedUntil(): number | null;
}

const skewMsMax = 5000;
const correctionMs = 15 * 60_000;
const replyBytesMax = 64 * 1024 * 1024;

/** @throws Error with a sentence for a person when the key or the base URL cannot be used */
export function createSignedSender(options: SenderOptions): SignedSender {
  const { clock, protocol, parking } = options;
  const seed = privateKeySeed(options.privateKeyPem);
  const base = readBaseUrl(options.baseUrl);
  let measuredOffset = 0;
  const correction = createCorrection(clock);
  const withVersion = createVersionCheck(base);

  const sendOnce = (request: PortalRequest): Promise<Attempt> =>
    attempt(request, { ...options, base, seed, offset: correction.active()?.offset ?? 0 });

  /** The portal may close a kept connection while a request is on its way there: what only reads is asked once more at once. */
  async function sendFresh(request: PortalRequest): Promise<Attempt> {
    const first = await sendOnce(request);
    if (first.kind === 'reply' || request.method !== 'GET') return first;
    const wasStale = first.error instanceof TransportError && first.error.wasStale;
    return wasStale ? sendOnce(request) : first;
  }

  /** A 401 that our clock explains gets one more try with the portal's time (RULES R93). */
  async function sendCorrected(request: PortalRequest): Promise<Attempt> {
    const first = await sendFresh(request);
    if (first.kind === 'failure' || first.reply.status !== 401 || first.offset === null) return first;
    const used = correction.active()?.offset ?? 0;
    if (Math.abs(first.offset - used) <= skewMsMax) return first;
    correction.begin(first.offset);
    return sendOnce(request);
  }

  async function sendOpenly<T>(request: PortalRequest, reader: ReplyReader<T>): Promise<PortalReply<T>> {
    const last = await sendCorrected(request);
    if (last.kind === 'failure') return classifyFailure(last.error);
    const answer = classifyReply(last.reply, reader, { protocol, receivedAt: last.receivedAt });
    if (answer.kind === 'ok' && last.offset !== null) measuredOffset = last.offset;
    return answer;
  }

  const sendPing = () => sendOpenly(ping, { schema: pingSchema });

  return {
    async send(request, reader) {
      if (hasDotSegment(request.path)) return notSendable(clock.now());
      const send = () =>
        withVersion({
          readsOnly: request.method === 'GET',
          send: () => sendOpenly(request, reader),
          ping: request.path === ping.path ? null : sendPing,
        });
      return parking === undefined
        ? send()
        : parking.around(nameOf(request), {
            send,
            isKeyTaken: async () => (await sendPing()).kind === 'ok',
          });
    },
    clockOffset: () => correction.active()?.offset ?? measuredOffset,
    correctedUntil: () => correction.active()?.until ?? null,
  };
}

/** Signs a request by the given clock offset and sends it once. */
async function attempt(
  request: PortalRequest,
  sender: SenderOptions & { base: string; seed: Uint8Array; offset: number },
): Promise<Attempt> {
  const { base, seed, offset, clock, keyId, protocol, timeoutMs } = sender;
  const { method, route } = request;
  const url = urlOf(base, request);
  const body = request.body ?? null;
  const sentAt = clock.now();
  const signedAt = sentAt + offset;
  const nonce = sender.random.bytes(nonceBytes);
  const timestamp = Math.floor(signedAt / 1000);
  const signed = signRequest({ method, url, body, keyId, seed, timestamp, nonce }, protocol);
  const type = body === null ? {} : { 'Content-Type': 'application/json' };
  const headers = { Accept: 'application/json', ...type, ...request.headers, ...signed };
  try {
    const reply = await sender.transport.send({ method, url, headers, body, timeoutMs, replyBytesMax });
    const receivedAt = clock.now();
    sender.onRequest?.({ method, route, status: reply.status, at: receivedAt });
    return { kind: 'reply', reply, receivedAt, signedAt, offset: offsetOf(reply, sentAt, receivedAt) };
  } catch (error) {
    sender.onRequest?.({ method, route, status: null, at: clock.now() });
    return { kind: 'failure', error };
  }
}

interface Correction {
  offset: number;
  /** Epoch milliseconds. */
  until: number;
}

/** For a while timestamps are the portal's, where ours were refused. */
function createCorrection(clock: Clock): {
  active: () => Correction | null;
  begin: (offset: number) => void;
} {
  let last: Correction | null = null;
  return {
    active: () => (last !== null && clock.now() < last.until ? last : null),
    begin: (offset) => (last = { offset, until: clock.now() + correctionMs }),
  };
}

const nonceBytes = 24;
const ping: PortalRequest = { method: 'GET', route: '/ping', path: '/ping' };

function nameOf({ method, path }: PortalRequest): string {
  return `${method} ${path}`;
}

/**
 * URL parsers on the way take `.` and `..` for directories, in escapes too (`%2E%2E`), and there is no other spelling of them: the
 * request would arrive at another path than the signed one.
 */
function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

function notSendable(now: number): PortalReply<never> {
  return {
    kind: 'refused',
    status: 0,
    code: notSendableCode,
    message:
      'an id of . or .. cannot stand in the address of a request: on its way it would be read as a directory',
    details: null,
    requestId: null,
    retryAfterMs: null,
    scope: 'not_sendable',
    receivedAt: now,
  };
}

type Attempt =
  | { kind: 'reply'; reply: TransportReply; receivedAt: number; signedAt: number; offset: number | null }
  | { kind: 'failure'; error: unknown };

function offsetOf(reply: TransportReply, sentAt: number, receivedAt: number): number | null {
  // A cache's Date is the time at which the copy was made.
  const date = reply.headers.age === undefined ? httpDate(reply.headers.date) : null;
  return date === null ? null : clockOffsetMs(date, sentAt, receivedAt);
}

/** Written once here, signed and sent as it is. */
function urlOf(base: string, request: PortalRequest): string {
  const query = canonicalQuery(request.query ?? []);
  return `${base}${request.path}${query === '' ? '' : `?${query}`}`;
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === null || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new Error('The portal base_url must be an http(s) address without credentials, query or fragment.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

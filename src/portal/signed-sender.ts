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

/** The portal, the key and the parts that a sender uses. */
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
  /** Total time limit of one attempt. */
  timeoutMs: number;
  /** Parks requests that are refused like a bad key; absent: every request is sent. */
  parking?: RequestParking;
  /** Called for every attempt, including repeated ones, because each counts against the request budget. */
  onRequest?: (request: SentRequest) => void;
}

/** One attempt, for the request budget and statistics. */
export interface SentRequest {
  method: string;
  /** The path with names in place of ids: `/connections/{id}/batches`. */
  route: string;
  /** Null without a reply. */
  status: number | null;
  /** When the reply arrived or the attempt failed; epoch milliseconds by our clock. */
  at: number;
}

/** A request before it is signed. */
export interface PortalRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path with names in place of ids. */
  route: string;
  /** Encoded path below the base URL. */
  path: string;
  query?: QueryPairs;
  body?: Uint8Array;
  headers?: Record<string, string>;
}

/** Signs requests, sends them and classifies their replies. Measures the offset of the portal's clock. */
export interface SignedSender {
  send<T>(request: PortalRequest, reader: ReplyReader<T>): Promise<PortalReply<T>>;
  /** See `PortalClient.clockOffset`. */
  clockOffset(): number;
  /** Until when requests are signed with the portal's time, after a 401 that our clock explained; null: with our time. */
  correctedUntil(): number | null;
}

/** A clock offset above this explains a 401: the request is signed again with the portal's time. */
const skewMsMax = 5000;
/** How long requests are signed with the portal's time after such a 401. */
const correctionMs = 15 * 60_000;
const replyBytesMax = 64 * 1024 * 1024;

/** @throws Error whose message tells the user why the private key or the base URL cannot be used */
export function createSignedSender(options: SenderOptions): SignedSender {
  const { clock, protocol, parking } = options;
  const seed = privateKeySeed(options.privateKeyPem);
  const base = readBaseUrl(options.baseUrl);
  let measuredOffset = 0;
  const correction = createCorrection(clock);
  const withVersion = createVersionCheck(base);

  const sendOnce = (request: PortalRequest): Promise<Attempt> =>
    attempt(request, { ...options, base, seed, offset: correction.active()?.offset ?? 0 });

  /** Repeats a GET at once if it failed because the portal had just closed the kept-alive connection. */
  async function sendFresh(request: PortalRequest): Promise<Attempt> {
    const first = await sendOnce(request);
    if (first.kind === 'reply' || request.method !== 'GET') return first;
    const wasStale = first.error instanceof TransportError && first.error.wasStale;
    return wasStale ? sendOnce(request) : first;
  }

  /** Repeats a request once, signed with the portal's time, if our clock explains a 401 (RULES R121). */
  async function sendCorrected(request: PortalRequest): Promise<Attempt> {
    const first = await sendFresh(request);
    if (first.kind === 'failure' || first.reply.status !== 401 || first.offset === null) return first;
    const used = correction.active()?.offset ?? 0;
    if (Math.abs(first.offset - used) <= skewMsMax) return first;
    correction.begin(first.offset);
    return sendOnce(request);
  }

  async function sendAndRead<T>(request: PortalRequest, reader: ReplyReader<T>): Promise<PortalReply<T>> {
    const last = await sendCorrected(request);
    if (last.kind === 'failure') return classifyFailure(last.error);
    const answer = classifyReply(last.reply, reader, { protocol, receivedAt: last.receivedAt });
    if (answer.kind === 'ok' && last.offset !== null) measuredOffset = last.offset;
    return answer;
  }

  const sendPing = () => sendAndRead(ping, { schema: pingSchema });

  return {
    async send(request, reader) {
      if (hasDotSegment(request.path)) return notSendable(clock.now());
      const send = () =>
        withVersion({
          readsOnly: request.method === 'GET',
          send: () => sendAndRead(request, reader),
          ping: request.path === ping.path ? null : sendPing,
        });
      return parking === undefined
        ? send()
        : parking.around(`${request.method} ${request.path}`, {
            send,
            isKeyTaken: async () => (await sendPing()).kind === 'ok',
          });
    },
    clockOffset: () => correction.active()?.offset ?? measuredOffset,
    correctedUntil: () => correction.active()?.until ?? null,
  };
}

/** Signs a request and sends it once. @param sender `offset`: milliseconds added to our clock for the timestamp */
async function attempt(
  request: PortalRequest,
  sender: SenderOptions & { base: string; seed: Uint8Array; offset: number },
): Promise<Attempt> {
  const { base, seed, offset, clock, keyId, protocol, timeoutMs } = sender;
  const { method, route } = request;
  const url = urlOf(base, request);
  const body = request.body ?? null;
  const sentAt = clock.now();
  const nonce = sender.random.bytes(nonceBytes);
  const timestamp = Math.floor((sentAt + offset) / 1000);
  const signed = signRequest({ method, url, body, keyId, seed, timestamp, nonce }, protocol);
  const type = body === null ? {} : { 'Content-Type': 'application/json' };
  const headers = { Accept: 'application/json', ...type, ...request.headers, ...signed };
  try {
    const reply = await sender.transport.send({ method, url, headers, body, timeoutMs, replyBytesMax });
    const receivedAt = clock.now();
    sender.onRequest?.({ method, route, status: reply.status, at: receivedAt });
    return { kind: 'reply', reply, receivedAt, offset: offsetOf(reply, sentAt, receivedAt) };
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

/** Holds the clock correction that is in effect for `correctionMs` after the portal refused our timestamp. */
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

/**
 * Whether a segment of the path is `.` or `..`. URL parsers resolve these as directories, even percent-encoded (`%2E%2E`), so the request
 * would arrive at another path than the signed one. There is no encoding that avoids this.
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
  | { kind: 'reply'; reply: TransportReply; receivedAt: number; offset: number | null }
  | { kind: 'failure'; error: unknown };

function offsetOf(reply: TransportReply, sentAt: number, receivedAt: number): number | null {
  // With an Age header, the reply comes from a cache, and its Date is the time of the cached copy.
  const date = reply.headers.age === undefined ? httpDate(reply.headers.date) : null;
  return date === null ? null : clockOffsetMs(date, sentAt, receivedAt);
}

/** The URL of a request, which is signed and sent in exactly this form. */
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

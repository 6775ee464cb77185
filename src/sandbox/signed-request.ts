import {
  contentDigest,
  readSignatureHeaders,
  receivedBase,
  verifySignature,
  type SignatureHeaders,
} from '../wire/sign.js';
import type { AppKey } from './state/model.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { debugHeader, signingHelp } from './signing-help.js';
import { secondsUntilRoom, spend } from './state/spend-window.js';
import { stateOf, type State } from './state/state.js';

/** A request exactly as it arrived, without any normalisation. */
export interface SignedRequest {
  method: string;
  /** Host and port that the client addressed. */
  host: string;
  path: string;
  query: string;
  headers: Headers;
  body: Uint8Array;
}

/**
 * Checks a request's signature, app and rate. Order of the checks: headers present → well formed → key known → not revoked → timestamp →
 * body digest → signature → nonce unused → app not suspended → rate. A refused request changes nothing in the state: its nonce stays
 * unused, and it does not count against the rate.
 * @returns the key that signed the request
 * @throws Refusal
 */
export function authenticate(request: SignedRequest, state: State): AppKey {
  const headers = readHeaders(request, state);
  const key = state.keys.get(headers.keyId);
  if (!key) throw refused('key_unknown', `No key has the id ${headers.keyId}.`);
  if (key.revoked) throw refused('key_revoked', `The key ${key.id} was revoked.`);
  const own = stateOf(key.app, state);
  const now = own.wall();
  checkTimestamp(headers.timestamp, now, state.settings.timestampSkewSeconds);
  if (contentDigest(request.body) !== headers.digest) {
    throw refused('content_digest_mismatch', 'Content-Digest is not the SHA-256 of the body that arrived.');
  }
  const { method, host, path, query } = request;
  const target = { method, host, path, query };
  if (!verifySignature(headers, target, key.publicKey, state.protocol)) {
    const { header_prefix: prefix } = state.protocol;
    const theirs = request.headers.get(prefix + debugHeader);
    const help = signingHelp(receivedBase(headers, target, state.protocol), theirs, prefix);
    throw refused('signature_invalid', 'The signature does not match the request.', { ...help });
  }
  if (isRemembered(key, headers.nonce, now)) throw refused('nonce_replayed', 'This nonce was used before.');
  if (key.app.suspended) throw new Refusal(403, 'app_suspended', `The app ${key.app.name} is suspended.`);
  spendRequest(key, own.now(), own);
  key.nonces.set(headers.nonce, (headers.timestamp + state.settings.timestampSkewSeconds) * 1000);
  return key;
}

const malformedCodes = [
  ['key-id', 'key_unknown'],
  ['timestamp', 'timestamp_malformed'],
  ['nonce', 'nonce_malformed'],
  ['content-digest', 'content_digest_malformed'],
  ['signature', 'signature_malformed'],
] as const;

function readHeaders(request: SignedRequest, state: State): SignatureHeaders {
  const answer = readSignatureHeaders(Object.fromEntries(request.headers), state.protocol);
  if (answer.ok) return answer.headers;
  const { header, problem } = answer;
  if (problem === 'missing') {
    throw refused('header_missing', `The header ${header} is missing.`, { header });
  }
  const code =
    malformedCodes.find(([name]) => header.toLowerCase().endsWith(name))?.[1] ?? 'signature_malformed';
  throw refused(code, `The header ${header} is not written as the specification says.`, { header });
}

function checkTimestamp(seconds: number, now: number, skewSeconds: number): void {
  const offBy = Math.round(seconds - now / 1000);
  if (Math.abs(offBy) <= skewSeconds) return;
  const message = `The timestamp is ${Math.abs(offBy)} s ${offBy < 0 ? 'behind' : 'ahead of'} the portal's clock; at most ${skewSeconds} s are allowed.`;
  throw refused('timestamp_skewed', message, { server_time: new Date(now).toISOString() });
}

/**
 * Whether the nonce was used before. A nonce is remembered as long as the timestamp of its request would be accepted. After that it is
 * forgotten, once the nonces of all earlier requests are forgotten. Refused requests are not remembered, because they had no effect that a
 * replay could repeat; so the rate limit bounds the memory.
 */
function isRemembered(key: AppKey, nonce: string, now: number): boolean {
  for (const [known, until] of key.nonces) {
    if (until >= now - 1000) break;
    key.nonces.delete(known);
  }
  return key.nonces.has(nonce);
}

function spendRequest(key: AppKey, now: number, state: State): void {
  const limit = state.limits.rate_limit_per_minute;
  const windowSeconds = state.protocol.rate_window_seconds;
  const wait = secondsUntilRoom(key.requests, 1, { limit, windowSeconds }, now);
  if (wait > 0) {
    const message = `More than ${limit} requests in a minute with this key.`;
    throw tooManyRequests('rate_limit_exceeded', message, wait);
  }
  spend(key.requests, 1, { now, windowSeconds });
}

function refused(code: string, message: string, details?: Record<string, unknown>): Refusal {
  return new Refusal(401, code, message, details);
}

import { contentDigest, readSignatureHeaders, verifySignature, type SignatureHeaders } from '../wire/sign.js';
import type { AppKey } from './model.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { secondsUntilRoom, spend } from './spend-window.js';
import type { State } from './state.js';

/** The request as it arrived: nothing normalised. */
export interface SignedRequest {
  method: string;
  /** Absolute, with the host that the client addressed. */
  url: URL;
  headers: Headers;
  body: Uint8Array;
}

/**
 * Who sent this, in the documented order of checks: headers present → well formed → key known → not revoked → timestamp →
 * body digest → signature → nonce not seen → app not suspended → rate. Nothing is remembered of a request whose signature does not fit.
 * @throws Refusal
 */
export function authenticate(request: SignedRequest, state: State): AppKey {
  const now = state.now();
  const headers = readHeaders(request, state);
  const key = state.keys.get(headers.keyId);
  if (!key) throw refused('key_unknown', `No key has the id ${headers.keyId}.`);
  if (key.revoked) throw refused('key_revoked', `The key ${key.id} was revoked.`);
  checkTimestamp(headers.timestamp, now, state.settings.timestampSkewSeconds);
  if (contentDigest(request.body) !== headers.digest) {
    throw refused('content_digest_mismatch', 'Content-Digest is not the SHA-256 of the body that arrived.');
  }
  const { pathname: path, search, host } = request.url;
  const target = { method: request.method, host, path, query: search.slice(1) };
  if (!verifySignature(headers, target, key.publicKey, state.protocol)) {
    throw refused('signature_invalid', 'The signature does not match the request.');
  }
  rememberNonce(key, headers.nonce, now, state.settings.timestampSkewSeconds);
  if (key.app.suspended) throw new Refusal(403, 'app_suspended', `The app ${key.app.name} is suspended.`);
  spendRequest(key, now, state);
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

/** Highest number of nonces remembered per key; the rate limit keeps honest clients far below it. */
const noncesMax = 100_000;

/** A nonce need only be known while a timestamp sent with it would still pass. */
function rememberNonce(key: AppKey, nonce: string, now: number, skewSeconds: number): void {
  for (const [known, until] of key.nonces) {
    if (until > now && key.nonces.size < noncesMax) break;
    key.nonces.delete(known);
  }
  if (key.nonces.has(nonce)) throw refused('nonce_replayed', 'This nonce was used before.');
  key.nonces.set(nonce, now + (2 * skewSeconds + 1) * 1000);
}

function spendRequest(key: AppKey, now: number, state: State): void {
  const limit = state.limits.rate_limit_per_minute;
  const wait = secondsUntilRoom(
    key.requests,
    1,
    { limit, windowSeconds: state.protocol.rate_window_seconds },
    now,
  );
  if (wait > 0) {
    throw tooManyRequests(
      'rate_limit_exceeded',
      `More than ${limit} requests in a minute with this key.`,
      wait,
    );
  }
  spend(key.requests, 1, now);
}

function refused(code: string, message: string, details?: Record<string, unknown>): Refusal {
  return new Refusal(401, code, message, details);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Protocol } from './protocol.js';

/** A webhook as it was received. */
export interface SignedWebhook {
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The body bytes exactly as received. */
  body: Uint8Array;
}

/** `id` identifies the event and is the same at every delivery. `id` and `sentAtMs` are null if the protocol has no header for them. */
export type WebhookVerdict =
  { ok: true; id: string | null; sentAtMs: number | null } | { ok: false; reason: string };

/**
 * Verifies a webhook, by default as Standard Webhooks defines it. One of its signatures must match one of the secrets, so that both sides can
 * rotate secrets. All comparisons are made, each in constant time.
 * @param now portal time, epoch milliseconds
 */
export function verifyWebhook(
  { headers, body }: SignedWebhook,
  secrets: readonly string[],
  protocol: Protocol,
  now: number,
): WebhookVerdict {
  const names = webhookHeaders(protocol);
  const id = names.id === null ? null : headers[names.id];
  const timestamp = names.timestamp === null ? null : headers[names.timestamp];
  const signatures = headers[names.signature];
  if (id === undefined || id === '') return refused(`the header ${names.id ?? ''} is missing`);
  if (timestamp === undefined || timestamp === '')
    return refused(`the header ${names.timestamp ?? ''} is missing`);
  if (signatures === undefined) return refused(`the header ${names.signature} is missing`);

  const sentAtMs = timestamp === null ? null : Number(timestamp) * 1000;
  if (timestamp !== null && !/^\d{1,11}$/.test(timestamp))
    return refused('its timestamp is no number of seconds');
  if (sentAtMs !== null && Math.abs(now - sentAtMs) > protocol.webhook_tolerance_seconds * 1000)
    return refused(
      `its timestamp is more than ${protocol.webhook_tolerance_seconds} s away from the portal’s time`,
    );

  const given = signaturesOf(signatures, protocol);
  const right = webhookSignatures({ id, timestamp, body }, secrets, protocol);
  const matches = right.map((one) => given.map((other) => isSame(one, other)));
  return matches.flat().includes(true)
    ? { ok: true, id, sentAtMs }
    : refused('no signature of it fits a secret');
}

/** The signature under each usable secret. */
export function webhookSignatures(
  message: { id: string | null; timestamp: string | null; body: Uint8Array },
  secrets: readonly string[],
  protocol: Protocol,
): Buffer[] {
  const content = signedContent(message, protocol.webhook_signed_content);
  return secrets
    .map((secret) => secretKey(secret, protocol))
    .filter((key) => key.length > 0)
    .map((key) => createHmac(protocol.webhook_hash, key).update(content).digest());
}

/** Names of the headers, in lower case. */
export function webhookHeaders(protocol: Protocol): {
  id: string | null;
  timestamp: string | null;
  signature: string;
} {
  return {
    id: protocol.webhook_id_header?.toLowerCase() ?? null,
    timestamp: protocol.webhook_timestamp_header?.toLowerCase() ?? null,
    signature: protocol.webhook_signature_header.toLowerCase(),
  };
}

/** The bytes that the signature covers: the layout with its placeholders replaced. The body is inserted as bytes, not as text. */
function signedContent(
  { id, timestamp, body }: { id: string | null; timestamp: string | null; body: Uint8Array },
  layout: string,
): Buffer {
  const parts = layout.split(/(\{(?:id|timestamp|body)\})/).map((part) => {
    if (part === '{body}') return body;
    if (part === '{id}') return Buffer.from(id ?? '');
    return Buffer.from(part === '{timestamp}' ? (timestamp ?? '') : part);
  });
  return Buffer.concat(parts);
}

/** The decoded signatures of the header that have the configured prefix. Entries that cannot be decoded are left out. */
function signaturesOf(header: string, protocol: Protocol): Buffer[] {
  const { webhook_signature_prefix: prefix, webhook_signature_encoding: encoding } = protocol;
  return header
    .split(' ')
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => decoded(entry.slice(prefix.length), encoding))
    .filter((signature) => signature !== null);
}

/** Null for a text that is not the canonical encoding of its bytes, which Node would decode leniently. */
function decoded(text: string, encoding: 'base64' | 'hex'): Buffer | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : null;
}

function secretKey(secret: string, protocol: Protocol): Buffer {
  const { webhook_secret_prefix: prefix, webhook_secret_encoding: encoding } = protocol;
  const text = prefix !== '' && secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  return Buffer.from(text, encoding);
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(reason: string): WebhookVerdict {
  return { ok: false, reason };
}

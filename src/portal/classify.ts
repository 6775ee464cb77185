import type { z } from 'zod';
import { TransportError, type TransportReply } from '../platform/http/transport.js';
import type { Protocol } from '../wire/protocol.js';
import { errorEnvelopeSchema, type ErrorEnvelope } from '../wire/replies.js';
import type { PortalReply, RefusalScope } from './portal-reply.js';
import { httpDate, retryAfterMs } from './retry-after.js';

/** How a reply of one operation is read. */
export interface ReplyReader<T> {
  /** Reads the parsed JSON of a 2xx. */
  schema: z.ZodType<T>;
  /** What the request named, as the reply must name it: a reply about something else answers another request. */
  about?: { id: string; of: (body: T) => string };
  /** Whether a 2xx without a body is read as `{}`, for operations whose reply is not specified. */
  mayBeEmpty?: boolean;
  /** What a 304 stands for, where the request was conditional. */
  notModified?: T;
  /** Adds what stands in headers (lower-case names). */
  withHeaders?: (body: T, headers: Readonly<Record<string, string>>) => T;
}

/**
 * Classifies a reply once, at the edge. Anything that does not prove the contrary is `unknown`: a 2xx that cannot be read (a login page,
 * cut JSON), a 5xx, a redirect, and a refusal without the portal's envelope, which some proxy may have written.
 */
export function classifyReply<T>(
  reply: TransportReply,
  reader: ReplyReader<T>,
  context: { protocol: Protocol; receivedAt: number },
): PortalReply<T> {
  const { status } = reply;
  const { receivedAt } = context;
  if (status === 304 && reader.notModified !== undefined) {
    return { kind: 'ok', status, body: reader.notModified, replayed: false, receivedAt };
  }
  if (status >= 200 && status < 300) return readSuccess(reply, reader, receivedAt);
  if (status >= 400 && status < 500) return readRefusal(reply, context);
  const reason =
    status >= 500
      ? `The portal answered with a server error (${status}).`
      : `The portal answered with status ${status}, which this operation does not have; redirects are not followed.`;
  return unknown(reply, reason, context);
}

/** What a failed transfer means. Texts of the transport name hosts at most, never headers or bodies. */
export function classifyFailure(error: unknown): PortalReply<never> {
  if (!(error instanceof TransportError)) throw error;
  if (error.effect === 'refused') {
    return { kind: 'unreachable', reason: `The portal could not be reached: ${error.message}` };
  }
  return {
    kind: 'unknown',
    reason: `The portal's reply was lost: ${error.message}`,
    status: null,
    retryAfterMs: null,
  };
}

function readSuccess<T>(reply: TransportReply, reader: ReplyReader<T>, receivedAt: number): PortalReply<T> {
  const { status } = reply;
  const isEmpty = reader.mayBeEmpty === true && reply.body.length === 0;
  const json = isEmpty ? {} : parseJson(reply.body);
  if (json === undefined) {
    const reason = `The portal answered ${status}, but its reply is not complete JSON.`;
    return { kind: 'unknown', reason, status, retryAfterMs: null };
  }
  const read = reader.schema.safeParse(json);
  if (!read.success) {
    const where = read.error.issues[0]?.path.map(String).join('.') ?? '';
    const reason = `The portal answered ${status}, but its reply has an unexpected shape${where === '' ? '' : ` at ${where}`}.`;
    return { kind: 'unknown', reason, status, retryAfterMs: null };
  }
  const { about } = reader;
  if (about !== undefined && about.of(read.data) !== about.id) {
    const reason = `The portal answered ${status}, but its reply is about another id than was asked for.`;
    return { kind: 'unknown', reason, status, retryAfterMs: null };
  }
  const replayed = reply.headers['idempotent-replayed']?.trim().toLowerCase() === 'true';
  const body = reader.withHeaders?.(read.data, reply.headers) ?? read.data;
  return { kind: 'ok', status, body, replayed, receivedAt };
}

function readRefusal(
  reply: TransportReply,
  context: { protocol: Protocol; receivedAt: number },
): PortalReply<never> {
  const { status } = reply;
  const { protocol, receivedAt } = context;
  const envelope = readEnvelope(reply);
  const scope = scopeOf(status, envelope?.error.code ?? null, protocol);
  if (scope === null) {
    return unknown(reply, `Status ${status} came without the portal's error envelope.`, context);
  }
  return {
    kind: 'refused',
    status,
    code: envelope?.error.code ?? `http_${status}`,
    message: envelope?.error.message ?? '',
    details: envelope?.error.details ?? null,
    requestId:
      envelope?.request_id ?? reply.headers[`${protocol.header_prefix}request-id`.toLowerCase()] ?? null,
    retryAfterMs: refusalWaitMs(reply, scope, context),
    scope,
    receivedAt,
  };
}

/** @param code null where the reply has no envelope: then only key and rate refusals are believed, by their status */
function scopeOf(status: number, code: string | null, protocol: Protocol): RefusalScope | null {
  if (protocol.key_refusal_statuses.includes(status)) return 'key_auth';
  if (status === 429) return code === 'connection_item_limit' ? 'connection_items' : 'key_rate';
  // A body that is refused for its size was not read: a proxy's word counts as the portal's.
  if (status === 413) return 'too_large';
  // A request that timed out on the portal's side may have been read all the same.
  if (code === null || status === 408) return null;
  if (code === 'connection_not_active') return 'connection_state';
  if (code === 'idempotency_in_progress') return 'in_progress';
  return status === 404 ? 'not_found' : 'request';
}

function refusalWaitMs(
  reply: TransportReply,
  scope: RefusalScope,
  context: { protocol: Protocol; receivedAt: number },
): number | null {
  const { protocol } = context;
  const window = scope === 'key_rate' ? protocol.rate_window_seconds : protocol.item_window_seconds;
  const wait = headerWaitMs(reply, context.receivedAt, window);
  return wait ?? (scope === 'key_rate' ? protocol.key_pause_seconds * 1000 : null);
}

function headerWaitMs(reply: TransportReply, receivedAt: number, windowSeconds: number): number | null {
  const now = httpDate(reply.headers.date) ?? receivedAt;
  return retryAfterMs(reply.headers['retry-after'], now, windowSeconds * 1000);
}

function unknown(
  reply: TransportReply,
  reason: string,
  context: { protocol: Protocol; receivedAt: number },
): PortalReply<never> {
  const wait = headerWaitMs(reply, context.receivedAt, context.protocol.item_window_seconds);
  return { kind: 'unknown', reason, status: reply.status, retryAfterMs: wait };
}

function readEnvelope(reply: TransportReply): ErrorEnvelope | null {
  const read = errorEnvelopeSchema.safeParse(parseJson(reply.body));
  return read.success ? read.data : null;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

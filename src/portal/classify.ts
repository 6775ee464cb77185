import type { z } from 'zod';
import { TransportError, type TransportReply } from '../platform/http/transport.js';
import type { Protocol } from '../wire/protocol.js';
import { errorEnvelopeSchema, type ErrorEnvelope } from '../wire/replies.js';
import { unknownReply, type PortalReply, type RefusalScope } from './portal-reply.js';
import { httpDate, retryAfterMs } from './retry-after.js';

/** How the replies of one operation are read. */
export interface ReplyReader<T> {
  /** Parses the JSON of a 2xx. */
  schema: z.ZodType<T>;
  /** The id in the request, and where the reply must repeat it. A reply with another id belongs to another request. */
  about?: { id: string; of: (body: T) => string };
  /** Reads a 2xx without a body as `{}`. For operations whose reply the specification leaves open. */
  mayBeEmpty?: boolean;
  /** The body that a 304 stands for; absent if the request was not conditional. */
  notModified?: T;
  /** Adds values from headers to the body. @param headers with lower-case names */
  withHeaders?: (body: T, headers: Readonly<Record<string, string>>) => T;
}

/**
 * Classifies a reply. A reply that proves neither success nor refusal is `unknown`: a 2xx that cannot be read (a login page, truncated
 * JSON), a 5xx, a redirect, and a refusal without the portal's error envelope, which a proxy may have sent.
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

/**
 * Classifies a request that got no reply. The reason is safe to log: a transport's message has host names, never headers or bodies.
 * @throws the error itself if it is no TransportError
 */
export function classifyFailure(error: unknown): PortalReply<never> {
  if (!(error instanceof TransportError)) throw error;
  if (error.effect === 'refused') {
    return { kind: 'unreachable', reason: `The portal could not be reached: ${error.message}` };
  }
  return unknownReply(`The portal's reply was lost: ${error.message}`);
}

function readSuccess<T>(reply: TransportReply, reader: ReplyReader<T>, receivedAt: number): PortalReply<T> {
  const { status } = reply;
  const isEmpty = reader.mayBeEmpty === true && reply.body.length === 0;
  const json = isEmpty ? {} : parseJson(reply.body);
  const unreadable = (why: string): PortalReply<never> =>
    unknownReply(`The portal answered ${status}, but its reply ${why}.`, status);
  if (json === undefined) return unreadable('is not complete JSON');
  const read = reader.schema.safeParse(json);
  if (!read.success) {
    const where = read.error.issues[0]?.path.map(String).join('.') ?? '';
    return unreadable(`has an unexpected shape${where === '' ? '' : ` at ${where}`}`);
  }
  const { about } = reader;
  if (about !== undefined && about.of(read.data) !== about.id)
    return unreadable('is about another id than was asked for');
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

/**
 * Whom a refusal with this status and code stops; null if the reply proves no refusal.
 * @param code null without an error envelope: then only the statuses of key refusals, 429 and 413 prove a refusal
 */
function scopeOf(status: number, code: string | null, protocol: Protocol): RefusalScope | null {
  if (protocol.key_refusal_statuses.includes(status)) return 'key_auth';
  if (status === 429) return code === 'connection_item_limit' ? 'connection_items' : 'key_rate';
  // A body that was refused for its size has had no effect, even if a proxy refused it.
  if (status === 413) return 'too_large';
  // After a 408, the portal may still have applied the request.
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

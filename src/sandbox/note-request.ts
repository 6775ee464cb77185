import { sentTarget } from '../platform/http/http-server.js';
import type { Detail } from '../wire/error-codes.js';
import { valueAt } from '../wire/payload.js';
import type { OperationReply, RequestNote } from './operation.js';
import type { LogEntry } from './request-log.js';
import type { State } from './state/state.js';

/**
 * Adds a request and its reply to the request log and to the coverage.
 * @param sent `operation` null: the path is none; `fault`: kind of the fault that answered
 */
export function noteRequest(
  sent: Sent & { operation: string | null; requestId: string; fault: string | null },
  note: RequestNote,
  reply: Reply,
  state: State,
): void {
  const { request, operation, requestId, fault } = sent;
  const { path, query } = sentTarget(request);
  const keyId = request.headers.get(`${state.protocol.header_prefix}Key-Id`);
  const appId = state.keys.get(keyId ?? '')?.app.id ?? null;
  const refusal = refusalOf(reply, sent);
  state.coverage.record(appId, operation, reply.body, state.now());
  state.log.add({
    at: state.now(),
    requestId,
    appId,
    keyId: keyId?.slice(0, 128) ?? null,
    method: request.method,
    path,
    query: (query === '' ? '' : `?${query}`).slice(0, 2048),
    operation,
    status: reply.status,
    ...note,
    replayed: reply.headers?.['Idempotent-Replayed'] === 'true',
    errorCode: refusal?.code ?? null,
    refusal: refusal && { message: refusal.message, details: refusal.details, sent: refusal.sent },
    fault,
  });
}

interface Sent {
  request: Request;
  body: Uint8Array;
}

/** Status null: the connection was cut. */
type Reply = Pick<OperationReply, 'body' | 'headers'> & { status: number | null };

/** Most details of one refusal that the log keeps. */
const detailsMax = 20;

function refusalOf(
  { body }: Reply,
  sent: Sent,
): (NonNullable<LogEntry['refusal']> & { code: string }) | null {
  const { error } = (body ?? {}) as { error?: { code: string; message: string; details?: unknown } };
  if (!error) return null;
  const { code, message } = error;
  if (!Array.isArray(error.details)) {
    return { code, message, details: (error.details ?? null) as Record<string, unknown> | null, sent: [] };
  }
  const details = (error.details as Detail[]).slice(0, detailsMax);
  return { code, message, details, sent: sentAt(details, sent) };
}

const valueCharactersMax = 200;

/** For each detail, the value at its pointer in the body or, without a body, in the query, as JSON. A pointer to a missing value is left out. */
function sentAt(details: readonly Detail[], { request, body }: Sent): { pointer: string; value: string }[] {
  const document = body.length > 0 ? parsed(body) : Object.fromEntries(new URL(request.url).searchParams);
  return details.flatMap(({ pointer }) => {
    const value = pointer === '' ? undefined : valueAt(document, namesOf(pointer));
    if (value === undefined) return [];
    const text = JSON.stringify(value);
    const shown = text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text;
    return [{ pointer, value: shown }];
  });
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}

/** The key path of a JSON pointer (RFC 6901). */
function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

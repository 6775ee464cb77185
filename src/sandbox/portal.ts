import { createHash } from 'node:crypto';
import { messageOf } from '../platform/code-of.js';
import { sentTarget } from '../platform/http/http-server.js';
import { runDueBatches } from './state/batches.js';
import { guessHeader, guessOf } from './guesses.js';
import type { AppKey } from './state/model.js';
import { noteRequest } from './note-request.js';
import { takesBody, type Operation, type OperationReply, type RequestNote } from './operation.js';
import { operationAt } from './operations.js';
import { Refusal, invalid } from './refusal.js';
import { authenticate } from './signed-request.js';
import { stateOf, type State } from './state/state.js';

/** The partner API: checks signatures, routes requests, reads strict JSON, writes error envelopes and logs each request. */
export function createPortal(state: State): { fetch: (request: Request) => Promise<Response> } {
  return { fetch: (request) => answer(request, state) };
}

/** Answers one request. Order of checks: body size, signature, app and rate; path; JSON of the body; then those of the operation. */
async function answer(request: Request, state: State): Promise<Response> {
  const requestId = state.uuid();
  const note: RequestNote = { connectionId: null, items: null, idempotencyKey: null };
  const { method, headers } = request;
  const { path, query } = sentTarget(request);
  const { basePath } = state.settings;
  const found = path.startsWith(basePath) ? operationAt(method, path.slice(basePath.length)) : null;
  const name = found?.operation.name ?? null;
  let body: Uint8Array = new Uint8Array(0);
  let reply: OperationReply;
  try {
    body = await readBytes(request, state.settings.bodyBytesMax);
    runDueBatches(state);
    const { host } = new URL(request.url);
    const key = authenticate({ method, host, path, query, headers, body }, state);
    if (found === null) throw new Refusal(404, 'not_found', 'The API has no such operation.');
    reply = run(found, { key, path, query, headers, body, note }, stateOf(key.app, state));
  } catch (error) {
    reply = refusalReply(error instanceof Refusal ? error : internalError(error), requestId);
  }
  noteRequest({ request, body, operation: name, requestId, fault: null }, note, reply, state);
  return respond(reply, requestId, name, state);
}

interface Sent {
  key: AppKey;
  path: string;
  query: string;
  headers: Headers;
  body: Uint8Array;
  note: RequestNote;
}

function run(
  { operation, params }: { operation: Operation; params: Record<string, string> },
  { key, path, query, headers, body, note }: Sent,
  state: State,
): OperationReply {
  const hasBody = takesBody(operation);
  if (!hasBody && body.length > 0) {
    throw invalid('', 'unknown_field', `${operation.method} takes no body.`);
  }
  const fingerprint = createHash('sha256').update(`${operation.name} ${path}\n`).update(body).digest('hex');
  return operation.run(
    {
      app: key.app,
      keyId: key.id,
      params,
      query: new URLSearchParams(query),
      headers,
      body: hasBody ? readJsonObject(body) : {},
      fingerprint,
      note,
    },
    state,
  );
}

function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'body_invalid', 'The body is not JSON in UTF-8.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'body_invalid', 'The body is not a JSON object.');
  }
  return value as Record<string, unknown>;
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  // Reading a body at once costs a quarter of reading its stream. HTTP ends a body at its Content-Length, so the body cannot be longer than
  // announced.
  const announced = Number(request.headers.get('content-length') ?? NaN);
  if (announced <= bytesMax) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bytesMax) throw new Refusal(413, 'body_too_large', `The body is over ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The 500 reply to an error of the sandbox itself. The error's message is included, so that a user can report it. */
function internalError(error: unknown): Refusal {
  return new Refusal(500, 'internal_error', `The sandbox failed: ${messageOf(error)}`);
}

function refusalReply(refusal: Refusal, requestId: string): OperationReply {
  const { status, code, message, details, headers } = refusal;
  const error = details === undefined ? { code, message } : { code, message, details };
  return { status, body: { error, request_id: requestId }, headers };
}

function respond(
  { status, body, headers }: OperationReply,
  requestId: string,
  operation: string | null,
  state: State,
): Response {
  const prefix = state.protocol.header_prefix;
  const { error }: { error?: { code?: string } } = body ?? {};
  const guess = guessOf({ operation, status, code: error?.code ?? null }, state);
  return new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      [`${prefix}Request-Id`]: requestId,
      ...(guess === null ? {} : { [prefix + guessHeader]: guess }),
      ...headers,
    },
  });
}

import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { runDueBatches } from './batches.js';
import { guessHeader, guessOf } from './guesses.js';
import type { AppKey } from './model.js';
import { noteRequest } from './note-request.js';
import type { Operation, OperationReply, RequestNote } from './operation.js';
import { operations } from './operations.js';
import { Refusal, invalid } from './refusal.js';
import { authenticate } from './signed-request.js';
import { stateOf, type State } from './state.js';

/** The API itself: signature, routing, strict JSON, the error envelope, and a line in the request log. */
export function createPortal(state: State): { fetch: (request: Request) => Promise<Response> } {
  const app = new Hono();
  for (const operation of operations) {
    app.on(operation.method, state.settings.basePath + operation.path, (context) =>
      answer(context, operation, state),
    );
  }
  app.all('*', (context) => answer(context, null, state));
  return { fetch: async (request) => app.fetch(request) };
}

/** Order of checks: the signed request, the path, the body's JSON; then those of the operation. */
async function answer(context: Context, operation: Operation | null, state: State): Promise<Response> {
  const requestId = state.uuid();
  const note: RequestNote = { connectionId: null, items: null, idempotencyKey: null };
  const request = context.req.raw;
  let body: Uint8Array = new Uint8Array(0);
  let reply: OperationReply;
  try {
    body = await readBytes(request, state.settings.bodyBytesMax);
    runDueBatches(state);
    const url = new URL(request.url);
    const key = authenticate({ method: request.method, url, headers: request.headers, body }, state);
    reply = run(context, operation, { key, url, body, note }, stateOf(key.app, state));
  } catch (error) {
    reply = refusalReply(error instanceof Refusal ? error : internalError(error), requestId);
  }
  const sent = { request, body, operation: operation?.name ?? null, requestId, fault: null };
  noteRequest(sent, note, reply, state);
  return respond(reply, requestId, operation, state);
}

function run(
  context: Context,
  operation: Operation | null,
  sent: { key: AppKey; url: URL; body: Uint8Array; note: RequestNote },
  state: State,
): OperationReply {
  const { key, url, body, note } = sent;
  if (!operation) throw new Refusal(404, 'not_found', 'The API has no such operation.');
  if (!operation.takesBody && body.length > 0) {
    throw invalid('', 'unknown_field', `${operation.method} takes no body.`);
  }
  const fingerprint = createHash('sha256')
    .update(`${operation.name} ${url.pathname}\n`)
    .update(body)
    .digest('hex');
  return operation.run(
    {
      app: key.app,
      keyId: key.id,
      params: context.req.param(),
      query: url.searchParams,
      headers: context.req.raw.headers,
      body: operation.takesBody ? readJsonObject(body) : {},
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
  // Read at once, it costs a quarter of what a stream does; nobody sends more than what is announced.
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

/** A fault of the sandbox's own: its message helps whoever reports it. */
function internalError(error: unknown): Refusal {
  const cause = error instanceof Error ? error.message : String(error);
  return new Refusal(500, 'internal_error', `The sandbox failed: ${cause}`);
}

function refusalReply(refusal: Refusal, requestId: string): OperationReply {
  const { status, code, message, details, headers } = refusal;
  const error = details === undefined ? { code, message } : { code, message, details };
  return { status, body: { error, request_id: requestId }, headers };
}

function respond(
  { status, body, headers }: OperationReply,
  requestId: string,
  operation: Operation | null,
  state: State,
): Response {
  const prefix = state.protocol.header_prefix;
  const code = (body as { error?: { code?: string } } | null)?.error?.code ?? null;
  const guess = guessOf({ operation: operation?.name ?? null, status, code }, state);
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

import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { joinedHeaders } from './headers.js';
import { TransportError, type Transport, type TransportReply, type TransportRequest } from './transport.js';

/** setTimeout fires at once beyond this. */
const timerMsMax = 2 ** 31 - 1;

/** The portal's connections, kept alive between requests; `close` drops the idle ones. */
export function createHttpTransport(): Transport & { close(): void } {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true });
  return {
    send: (request) => send(request, http, https),
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

async function send(request: TransportRequest, http: HttpAgent, https: HttpsAgent): Promise<TransportReply> {
  const target = parseTarget(request.url);
  let outgoing: ClientRequest;
  try {
    const options = requestOptions(request, target);
    outgoing = target.secure
      ? httpsRequest({ ...options, agent: https })
      : httpRequest({ ...options, agent: http });
  } catch {
    throw new TransportError('refused', `The request to ${target.authority} could not be written as HTTP.`);
  }
  const progress = watch(outgoing, target.secure);
  const timer = setTimeout(
    () => outgoing.destroy(new Error('deadline')),
    Math.min(request.timeoutMs, timerMsMax),
  );
  try {
    const reply = await response(outgoing, request.body);
    const body = await readBody(reply, request.replyBytesMax);
    return { status: reply.statusCode ?? 0, headers: joinedHeaders(reply.rawHeaders), body };
  } catch (error) {
    outgoing.destroy();
    throw transportError(target.authority, progress, error);
  } finally {
    clearTimeout(timer);
  }
}

interface Target {
  secure: boolean;
  authority: string;
  hostname: string;
  port: number;
  /** As written: a signature covers these very bytes. */
  path: string;
}

function parseTarget(url: string): Target {
  const match = /^(https?):\/\/([^/?#]+)([^#]*)$/i.exec(url);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (match === null || parsed === null)
    throw new TransportError('refused', 'The portal has no usable http or https address.');
  const secure = parsed.protocol === 'https:';
  const rest = match[3] ?? '';
  return {
    secure,
    authority: parsed.host,
    hostname: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

function requestOptions(request: TransportRequest, target: Target): RequestOptions {
  const length = request.body === null ? {} : { 'content-length': String(request.body.byteLength) };
  return {
    method: request.method,
    host: target.hostname,
    port: target.port,
    path: target.path,
    headers: { host: target.authority, ...length, ...request.headers },
  };
}

interface Progress {
  /** The request may have left. */
  sent: boolean;
  /** On a connection that an earlier request left open. */
  reused: boolean;
  answered: boolean;
}

/**
 * How far a request came. It may have left from the moment the connection stands: on a kept-alive socket that is at once, so
 * that a reset there is never mistaken for a refusal.
 */
function watch(outgoing: ClientRequest, secure: boolean): Progress {
  const progress = { sent: false, reused: false, answered: false };
  outgoing.on('socket', (socket) => {
    progress.reused = outgoing.reusedSocket;
    if (outgoing.reusedSocket || !socket.connecting) progress.sent = true;
    else socket.once(secure ? 'secureConnect' : 'connect', () => (progress.sent = true));
  });
  outgoing.on('response', () => (progress.answered = true));
  return progress;
}

function response(outgoing: ClientRequest, body: Uint8Array | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    if (body === null) outgoing.end();
    else outgoing.end(body);
  });
}

class ReplyTooLong extends Error {}

async function readBody(reply: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new ReplyTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const closedByPeer: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

function transportError(authority: string, progress: Progress, error: unknown): TransportError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time';
  if (!progress.sent)
    return new TransportError('refused', `${authority} could not be reached (${code}); nothing was sent.`);
  if (error instanceof ReplyTooLong)
    return new TransportError(
      'lost',
      `${authority} answered with more than was asked for; the reply was dropped.`,
    );
  return new TransportError(
    'lost',
    `The reply of ${authority} was lost (${code}); the request may have been carried out.`,
    progress.reused && !progress.answered && closedByPeer.has(code),
  );
}

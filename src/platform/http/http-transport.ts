import type { Readable } from 'node:stream';
import { systemClock, type Clock } from '../clock.js';
import { codeOf } from '../code-of.js';
import { exchange, ExchangeError, notBegun, type ExchangeProgress, type ExchangeTarget } from './exchange.js';
import { KeptAgents } from './kept-agents.js';
import { TransportError, type Transport, type TransportReply, type TransportRequest } from './transport.js';
import { TooLate, within } from '../within.js';

/**
 * A transport to the portal with kept-alive connections; `close` closes them.
 * @param elapsed the time in which connections age: the machine's, whatever the clock of deadlines is
 */
export function createHttpTransport(
  clock: Clock = systemClock,
  elapsed: () => number = () => systemClock.elapsed(),
): Transport & { close(): void } {
  const agents = new KeptAgents(elapsed);
  return {
    send: (request) => send(request, agents, clock),
    close: () => agents.close(),
  };
}

async function send(request: TransportRequest, agents: KeptAgents, clock: Clock): Promise<TransportReply> {
  const { authority, ...target } = parseTarget(request.url);
  const { method, body, timeoutMs, replyBytesMax } = request;
  const length = body === null ? {} : { 'content-length': String(body.byteLength) };
  const headers = { host: authority, ...length, ...request.headers };
  const progress = notBegun();
  agents.closeOld();
  try {
    return await within(clock, timeoutMs, async (deadline) => {
      const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
      const reply = await exchange({ method, target, headers, body, agents, signal }, progress);
      agents.note(reply.headers['keep-alive']);
      return { ...reply, body: await readBody(reply.body, replyBytesMax) };
    });
  } catch (error) {
    throw transportError(authority, error, progress);
  }
}

interface Target extends ExchangeTarget {
  authority: string;
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
    // As written, because a signature covers exactly these bytes.
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

class ReplyTooLong extends Error {}

async function readBody(reply: Readable, bytesMax: number): Promise<Uint8Array> {
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

function transportError(authority: string, error: unknown, progress: ExchangeProgress): TransportError {
  const isFault = error instanceof ExchangeError;
  if (isFault && error.fault === 'unwritable')
    return new TransportError('refused', `The request to ${authority} could not be written as HTTP.`);
  if (progress.stage !== 'sent') {
    const code = isFault ? error.code : 'no answer in time';
    return new TransportError('refused', `${authority} could not be reached (${code}); nothing was sent.`);
  }
  const wasStale = isFault && progress.reused && !progress.answered && closedByPeer.has(error.code);
  const what = `${authority} ${whyLost(error, progress)}`;
  return new TransportError('lost', `${what}; the request may have been executed.`, wasStale);
}

function whyLost(error: unknown, { answered }: ExchangeProgress): string {
  if (error instanceof ReplyTooLong) return 'sent a reply over the size limit, which was dropped';
  if (error instanceof TooLate) return answered ? 'did not end its reply in time' : 'gave no answer in time';
  if (!(error instanceof ExchangeError)) return `broke off its reply (${codeOf(error)})`;
  const { fault, code } = error;
  if (fault === 'not_http') return `answered with something that is not HTTP (${code})`;
  if (fault === 'switched') return 'answered 101, an unrequested change of protocol';
  if (fault === 'interim') return `kept sending interim responses (${code}), and no reply`;
  return `closed the connection before it answered (${code})`;
}

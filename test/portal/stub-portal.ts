import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../src/platform/clock.js';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { systemRandom } from '../../src/platform/random.js';
import { createPortalClient, type PortalClient, type SentRequest } from '../../src/portal/client.js';
import { generateKeyPair, publicKeyBytes } from '../../src/wire/keys.js';
import { defaultProtocol as protocol } from '../../src/wire/protocol.js';
import { contentDigest, readSignatureHeaders, verifySignature } from '../../src/wire/sign.js';

export interface SeenRequest {
  method: string;
  /** Path and query exactly as sent. */
  target: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Whether the signature fits what arrived. */
  signed: boolean;
}

/** What the stub does with a request: a plain answer, or anything with the raw response. */
export type Answer =
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((response: ServerResponse) => void);

export interface StubPortal {
  client: PortalClient;
  /** Another client of the same key and time, as after a restart. */
  reborn(): PortalClient;
  seen: SeenRequest[];
  /** As told to `onRequest`. */
  counted: SentRequest[];
  /** Answers in order; the last one stays. */
  answer(...answers: Answer[]): void;
  /** The client's time, epoch milliseconds. */
  time: { ours: number };
  close(): Promise<void>;
}

/** A local HTTP server with answers on command, and a client of it. */
export async function startStubPortal(
  options: { timeoutMs?: number; basePath?: string } = {},
): Promise<StubPortal> {
  const keys = generateKeyPair(systemRandom);
  const seen: SeenRequest[] = [];
  const counted: SentRequest[] = [];
  let answers: Answer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push(describeRequest(request, Buffer.concat(chunks), publicKeyBytes(keys.publicKey)));
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next !== undefined) give(response, next);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const time = { ours: Date.parse('2026-11-20T10:00:00Z') };
  const clock: Clock = { now: () => time.ours, elapsed: () => time.ours, sleep: async () => undefined };
  const transport = createHttpTransport();
  const reborn = (): PortalClient =>
    createPortalClient({
      baseUrl: `http://127.0.0.1:${port}${options.basePath ?? '/v1/'}`,
      keyId: 'px_sandbox_1',
      privateKeyPem: keys.privateKeyPem,
      protocol,
      transport,
      clock,
      random: systemRandom,
      timeoutMs: options.timeoutMs ?? 10_000,
      onRequest: (request) => counted.push(request),
    });
  return {
    client: reborn(),
    reborn,
    seen,
    counted,
    answer: (...given) => void (answers = given),
    time,
    async close() {
      transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function describeRequest(request: IncomingMessage, body: Buffer, publicKey: Uint8Array): SeenRequest {
  const target = request.url ?? '';
  const [path = '', query = ''] = target.split('?');
  const method = request.method ?? '';
  const read = readSignatureHeaders(request.headers, protocol);
  const signed =
    read.ok &&
    read.headers.digest === contentDigest(body) &&
    verifySignature(
      read.headers,
      { method, host: request.headers.host ?? '', path, query },
      publicKey,
      protocol,
    );
  return { method, target, headers: request.headers, body: body.toString('utf8'), signed };
}

function give(response: ServerResponse, answer: Answer): void {
  if (typeof answer === 'function') {
    answer(response);
    return;
  }
  response.sendDate = false;
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
  response.end(answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
}

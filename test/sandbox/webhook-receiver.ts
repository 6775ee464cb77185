import { createHmac } from 'node:crypto';
import { TransportError, type Transport, type TransportRequest } from '../../src/platform/http/transport.js';

export interface Received {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  headers: Record<string, string>;
  body: string;
  url: string;
}

/** What listens at the other end of the sandbox's webhooks, without a socket: it keeps what came, and answers as it is told. */
export class Receiver implements Transport {
  readonly received: Received[] = [];
  /** Status of the next answers; `reset` is none. */
  answers: (number | 'reset')[] = [];
  otherwise: number | 'reset' = 204;
  headers: Record<string, string> = {};

  async send(request: TransportRequest): ReturnType<Transport['send']> {
    const body = Buffer.from(request.body ?? []).toString('utf8');
    const event = JSON.parse(body) as Pick<Received, 'id' | 'type' | 'timestamp' | 'data'>;
    this.received.push({ ...event, headers: request.headers, body, url: request.url });
    const status = this.answers.shift() ?? this.otherwise;
    if (status === 'reset') throw new TransportError('lost', 'The reply was lost.');
    return { status, headers: this.headers, body: new Uint8Array() };
  }

  types(): string[] {
    return this.received.map(({ type }) => type);
  }

  /** Of what came since the last call. */
  take(): Received[] {
    return this.received.splice(0);
  }
}

/** Standard Webhooks, written from its text on node:crypto alone. */
export function isSignedWith(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(right);
}

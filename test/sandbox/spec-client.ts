import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { Agent, request } from 'node:http';

/** A reply as it came over the wire; `body` is parsed where it is JSON, else the text. */
export interface SpecReply {
  status: number;
  headers: Record<string, string | undefined>;
  body: SpecBody;
}

/** Everything that some reply holds; a test names what its reply should. */
export interface SpecBody extends Record<string, unknown> {
  error: { code: string; message: string; details: SpecDetail[] & Record<string, unknown> };
  request_id: string;
  connection: Record<string, unknown> & { id: string; status: string; counts: Record<string, number> };
  connections: { id: string; status: string }[];
  item: SpecItem;
  results: SpecItem[];
  batch: Record<string, unknown> & {
    id: string;
    status: string;
    counts: Record<string, number>;
    items: SpecItem[];
  };
  listings: (Record<string, unknown> & { external_id: string; status: string })[];
  next_cursor: string | null;
  places: SpecPlace[];
  place: SpecPlace;
}

export interface SpecDetail {
  pointer: string;
  code: string;
  message: string;
}

export interface SpecItem extends Record<string, unknown> {
  external_id: string;
  result: string;
  failure_code: string | null;
  details: SpecDetail[] | null;
  warnings: SpecDetail[];
}

export interface SpecPlace extends Record<string, unknown> {
  id: string;
  name_sr: string;
  official_code: string;
}

type Headers = Record<string, string>;

/**
 * A partner written from the specification alone, on node:crypto and node:http: it shares no code with what it is held against.
 * Paths go out exactly as they are given.
 */
export class SpecClient {
  readonly key: KeyObject;
  /** SPKI, PEM. */
  readonly publicKey: string;
  keyId = '';
  /** A connection per request: none is ever found closed by a server that waited too long. */
  readonly #agent = new Agent({ keepAlive: false });

  /** @param origin `http://host:port` @param now epoch milliseconds */
  constructor(
    private readonly origin: string,
    private readonly now: () => number,
  ) {
    const pair = generateKeyPairSync('ed25519');
    this.key = pair.privateKey;
    this.publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  get(path: string, headers: Headers = {}): Promise<SpecReply> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Headers = {}): Promise<SpecReply> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Headers = {}): Promise<SpecReply> {
    return this.send('PUT', path, body, headers);
  }

  delete(path: string): Promise<SpecReply> {
    return this.send('DELETE', path);
  }

  /** @param body a text goes out as it is, anything else as JSON */
  send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<SpecReply> {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    return this.deliver(method, path, text, { ...this.sign(method, path, text), ...headers });
  }

  /** The five headers. */
  sign(method: string, path: string, text: string | Buffer, nonce = randomBytes(16)): Headers {
    const [pathname = '', query = ''] = `/v1${path}`.split('?');
    const parts = {
      timestamp: String(Math.floor(this.now() / 1000)),
      nonce: nonce.toString('base64url'),
      digest: `sha-256=:${createHash('sha256').update(text).digest('base64')}:`,
    };
    const base = [
      'PX-SIG-1',
      method,
      new URL(this.origin).host,
      pathname,
      canonical(query),
      parts.timestamp,
      parts.nonce,
      parts.digest,
    ];
    return {
      'PX-Key-Id': this.keyId,
      'PX-Timestamp': parts.timestamp,
      'PX-Nonce': parts.nonce,
      'Content-Digest': parts.digest,
      'PX-Signature': `v1=${sign(null, Buffer.from(base.join('\n')), this.key).toString('base64url')}`,
    };
  }

  /** Sends exactly these headers. */
  deliver(method: string, path: string, body: string | Buffer, headers: Headers): Promise<SpecReply> {
    const { hostname, port } = new URL(this.origin);
    const sent = Buffer.from(body);
    const content =
      sent.length > 0 ? { 'Content-Type': 'application/json', 'Content-Length': sent.length } : {};
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          method,
          path: `/v1${path}`,
          headers: { ...content, ...headers },
          agent: this.#agent,
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            const replyHeaders = incoming.headers as SpecReply['headers'];
            resolve({
              status: incoming.statusCode ?? 0,
              headers: replyHeaders,
              body: read(chunks, replyHeaders),
            });
          });
          incoming.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(sent);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sorted by encoded name, then value. */
function canonical(query: string): string {
  const escape = (part: string): string =>
    encodeURIComponent(part).replaceAll(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')].map((part) => escape(decodeURIComponent(part))) as [string, string];
    })
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function read(chunks: Buffer[], headers: SpecReply['headers']): SpecBody {
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  return (isJson ? JSON.parse(text) : text) as SpecBody;
}

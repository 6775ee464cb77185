import type { Readable } from 'node:stream';

/** One hop of a feed fetch. Redirects are not followed, bodies are not inflated. */
export interface FetchRequest {
  /** `GET` if left out. */
  method?: 'GET' | 'HEAD';
  url: URL;
  headers: Record<string, string>;
  /** Hosts, addresses or CIDR blocks that are allowed although they are not public. */
  allowPrivateAddresses: readonly string[];
  /** Reads a reply whose headers break the rules of HTTP. Each request has a connection of its own, so no reply can be taken for another's. */
  lenient?: boolean;
  /** The address of this process's own server. It is never fetched from, even if it is allowed. */
  own?: OwnAddress;
  /** Aborts the hop at any point, including the body. */
  signal: AbortSignal;
}

/** The address of the console, the metrics and the webhook receiver. */
export interface OwnAddress {
  port: number;
  /** Host and port of the public URL; null: the same as the listening address. */
  publicHost: string | null;
}

export interface FetchReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The Set-Cookie headers, one each; left out: none. */
  setCookies?: readonly string[];
  /** Our address on the connection; left out: not known. */
  localAddress?: string;
  /** The body as sent. Emits an error if the transfer does not end as announced. Must be consumed or destroyed. */
  body: Readable;
}

/** Why a hop failed. The message is a readable clause; `code` is stable. */
export class FetchError extends Error {
  constructor(
    readonly code:
      'address_refused' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'stopped',
    message: string,
  ) {
    super(message);
    this.name = 'FetchError';
  }
}

/** Opens feed URLs. Every address is checked before a socket is opened, and sockets connect only to checked addresses. */
export interface Fetcher {
  /** @throws FetchError */
  open(request: FetchRequest): Promise<FetchReply>;
}

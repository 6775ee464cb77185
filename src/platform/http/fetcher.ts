import type { Readable } from 'node:stream';

/** One hop of a feed fetch: no redirect is followed here, nothing is inflated. */
export interface FetchRequest {
  url: URL;
  headers: Record<string, string>;
  /** Hosts, addresses or CIDRs that may be reached although they are not public. */
  allowPrivateAddresses: readonly string[];
  /** Where this process itself answers: never read from, whatever is allowed. */
  own?: OwnAddress;
  /** Ends the hop at whatever point it is, the reading of the body included. */
  signal: AbortSignal;
}

/** The console, the metrics and the webhook receiver. */
export interface OwnAddress {
  port: number;
  /** Host and port of the address under which people reach it, as a URL writes them; null where that is where it listens. */
  publicHost: string | null;
}

export interface FetchReply {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body as sent; errors when the transfer ends other than announced. Must be consumed or destroyed. */
  body: Readable;
}

/** Why a hop could not be made, for a person; `code` is stable. */
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

/** Opens feed URLs. Every address is checked before a socket is opened, and only the checked address is connected to. */
export interface Fetcher {
  /** @throws FetchError */
  open(request: FetchRequest): Promise<FetchReply>;
}

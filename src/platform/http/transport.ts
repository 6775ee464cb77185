/** One signed request to the portal, and its whole reply. */
export interface TransportRequest {
  method: string;
  /** Absolute; sent exactly as written, never normalised again. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Total deadline: connect, headers and body. */
  timeoutMs: number;
  /** A longer reply body is an error. */
  replyBytesMax: number;
  /** Cuts the request off, be it before its first byte or in the midst of its reply. */
  signal?: AbortSignal;
}

export interface TransportReply {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * `refused`: the request never left (DNS, connect, TLS): certainly no effect.
 * `lost`: it may have been read and applied; nobody knows (reset, timeout, truncated or oversized reply).
 */
export class TransportError extends Error {
  constructor(
    readonly effect: 'refused' | 'lost',
    message: string,
    /** A connection kept from an earlier request was closed before any reply: most likely it had been given up already. */
    readonly wasStale = false,
  ) {
    super(message);
    this.name = 'TransportError';
  }
}

/** Carries requests to the portal. Follows no redirect and retries nothing. */
export interface Transport {
  /** @throws TransportError */
  send(request: TransportRequest): Promise<TransportReply>;
}

/** One signed request to the portal. */
export interface TransportRequest {
  method: string;
  /** Absolute; sent exactly as written, never normalised. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** Total deadline: connect, headers and body. */
  timeoutMs: number;
  /** A longer reply body is an error. */
  replyBytesMax: number;
  /** Aborts the request at any point, from before its first byte to within the reply. */
  signal?: AbortSignal;
}

export interface TransportReply {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * A request without a usable reply.
 * `refused`: the request was never sent (DNS, connect, TLS), so it had no effect.
 * `lost`: whether the portal applied the request is unknown (reset, timeout, truncated or oversized reply).
 */
export class TransportError extends Error {
  constructor(
    readonly effect: 'refused' | 'lost',
    message: string,
    /** A kept-alive connection was closed before any reply: the peer had most likely closed it while idle. */
    readonly wasStale = false,
  ) {
    super(message);
    this.name = 'TransportError';
  }
}

/** Sends requests to the portal. Does not follow redirects, does not retry. */
export interface Transport {
  /** @throws TransportError */
  send(request: TransportRequest): Promise<TransportReply>;
}

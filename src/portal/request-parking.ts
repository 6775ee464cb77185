import type { PortalReply } from './portal-reply.js';

/**
 * Parks requests that the portal refuses with the reply for a bad key, although a ping proves that it accepts the key. The cause is a proxy
 * that rewrites the path of these requests, or misreads an id in it. A parked request is not sent for a while; the key and all other requests
 * are not affected.
 */
export interface RequestParking {
  /**
   * Sends the request, unless it is parked. A refusal of the key counts only if a ping is refused too; otherwise the request is parked.
   * @param request `METHOD /path`
   */
  around<T>(
    request: string,
    by: { send: () => Promise<PortalReply<T>>; isKeyTaken: () => Promise<boolean> },
  ): Promise<PortalReply<T>>;
}

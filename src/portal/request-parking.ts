import type { PortalReply } from './portal-reply.js';

/**
 * Requests that the portal refuses although it takes the key: a proxy rewrites their path, or an id in it is read as something else.
 * Each waits alone, and the key and all other requests go on.
 */
export interface RequestParking {
  /**
   * Sends the request, unless it waits. A refusal of the key is believed only where a ping is refused too.
   * @param request `METHOD /path`
   */
  around<T>(
    request: string,
    by: { send: () => Promise<PortalReply<T>>; isKeyTaken: () => Promise<boolean> },
  ): Promise<PortalReply<T>>;
}

import type { PortalReply } from './portal-reply.js';

/** A request to be checked. */
export interface Sending<T> {
  /** Whether the request changes nothing at the portal. */
  readsOnly: boolean;
  send: () => Promise<PortalReply<T>>;
  /** Sends a ping; null if the request is a ping itself. */
  ping: (() => Promise<PortalReply<unknown>>) | null;
}

/**
 * Recognises a base address without the API's version. There the portal answers every request with a 404 or a web page, and a 404 could be
 * mistaken for "this connection or listing does not exist". Until a request has succeeded, such a reply is verified by a ping: if the ping
 * fails in the same way, the address is wrong. Without a ping, the reply itself counts. A base that ends with a version is never checked.
 * @param base without a trailing slash
 * @returns sends a request and replaces its reply if the address is wrong
 */
export function createVersionCheck(base: string): <T>(sending: Sending<T>) => Promise<PortalReply<T>> {
  let isProven = /\/v\d+$/.test(base);
  return async ({ readsOnly, send, ping }) => {
    const reply = await send();
    if (reply.kind === 'ok') isProven = true;
    if (isProven || !isOfNoApi(reply)) return reply;
    const pinged = ping === null ? reply : await ping();
    if (pinged.kind === 'ok') isProven = true;
    if (!isOfNoApi(pinged)) return reply;
    const reason = `${base} is not the address of the portal’s API: portal.base_url lacks the version. Write ${base}/v1.`;
    // A reply that is not the API's may come from a proxy that passed the change on to the portal.
    if (reply.kind === 'unknown' && !readsOnly) return { ...reply, reason };
    return { kind: 'unreachable', reason };
  };
}

/** Whether the reply may come from an address without the API: a 404, or a reply that is not the API's, except 408 and 5xx. */
function isOfNoApi(reply: PortalReply<unknown>): boolean {
  if (reply.kind === 'refused') return reply.scope === 'not_found';
  return reply.kind === 'unknown' && reply.status !== null && reply.status < 500 && reply.status !== 408;
}

import type { PortalReply } from './portal-reply.js';

export interface Sending<T> {
  /** A request with no effect that it could leave behind. */
  readsOnly: boolean;
  send: () => Promise<PortalReply<T>>;
  /** Null where the request is the ping itself. */
  ping: (() => Promise<PortalReply<unknown>>) | null;
}

/**
 * Names a base address that lacks the API's version. The API answers there with a 404 and a website with a page, to every request: read as
 * a reply of the API, a 404 would say that a connection or a listing does not exist. A ping decides, until a request succeeds.
 * @param base without a slash at its end
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
    // Without the API's envelope, whatever answered may have passed a change on.
    if (reply.kind === 'unknown' && !readsOnly) return { ...reply, reason };
    return { kind: 'unreachable', reason };
  };
}

/** The API's 404 for an operation that it does not have, or a reply that the API did not write. */
function isOfNoApi(reply: PortalReply<unknown>): boolean {
  if (reply.kind === 'refused') return reply.scope === 'not_found';
  return reply.kind === 'unknown' && reply.status !== null && reply.status < 500 && reply.status !== 408;
}

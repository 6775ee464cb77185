import type { PortalReply } from './portal-reply.js';

/** Far more than any list has: a portal that invents cursors without end is stopped. */
const pagesMax = 10_000;

/**
 * Reads a list to its end. All or nothing: a page that fails is the answer for the whole, and so is a cursor that was seen before.
 * @param what for the sentence: "The reconcile view"
 */
export async function readAllPages<P extends { next_cursor: string | null }>(
  what: string,
  readPage: (cursor: string | null) => Promise<PortalReply<P>>,
): Promise<PortalReply<P[]>> {
  const pages: P[] = [];
  const seen = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const reply = await readPage(cursor);
    if (reply.kind !== 'ok') return reply;
    pages.push(reply.body);
    cursor = reply.body.next_cursor;
    if (cursor === null) return { ...reply, body: pages };
    if (seen.has(cursor) || pages.length >= pagesMax) {
      return incomplete(`${what} does not end: the portal gave the same cursor again, or too many pages.`);
    }
    seen.add(cursor);
  }
}

/** A list that was read but cannot be trusted as a whole. */
export function incomplete(reason: string): PortalReply<never> {
  return { kind: 'unknown', reason, status: null, retryAfterMs: null };
}

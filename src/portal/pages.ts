import { unknownReply, type PortalReply } from './portal-reply.js';

/** Reading ends after this many pages, in case the portal returns new cursors without end. No list has nearly as many. */
const pagesMax = 10_000;

/**
 * Reads all pages of a list, or none: the reply to a page that fails is returned for the whole list, and a repeated cursor gives `unknown`.
 * @param what name of the list, for the reason: "The reconcile view"
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
      return unknownReply(`${what} does not end: the portal gave the same cursor again, or too many pages.`);
    }
    seen.add(cursor);
  }
}

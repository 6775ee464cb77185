import type { ViewPage, ViewRecord } from '../wire/replies.js';
import { createOperations } from './operations.js';
import { readAllPages } from './pages.js';
import type { PortalClient } from './portal-client.js';
import { unknownReply, type PortalReply } from './portal-reply.js';
import { createSignedSender, type SenderOptions } from './signed-sender.js';

export type { PortalClient } from './portal-client.js';
export type { PortalRefusal, PortalReply } from './portal-reply.js';
export type { SentRequest } from './signed-sender.js';

/** A client of the portal's API. @throws Error whose message tells the user why the private key or the base URL cannot be used */
export function createPortalClient(options: SenderOptions): PortalClient {
  const sender = createSignedSender(options);
  const operations = createOperations(sender, options.protocol);
  return {
    ...operations,
    async listConnections() {
      const reply = await readAllPages('The list of connections', (cursor) =>
        operations.connectionsPage(cursor),
      );
      return mapBody(reply, (pages) => pages.flatMap((page) => page.connections));
    },
    async view(connectionId) {
      const read = (cursor: string | null) => operations.viewPage(connectionId, cursor);
      const reply = await readAllPages('The reconcile view', read);
      return reply.kind === 'ok' ? wholeView(reply, reply.body) : reply;
    },
    async places(filter) {
      const reply = await readAllPages('The place directory', (cursor) =>
        operations.placesPage(filter, cursor),
      );
      return mapBody(reply, (pages) => pages.flatMap((page) => page.places));
    },
    clockOffset: () => sender.clockOffset(),
    portalTime: () => options.clock.now() + sender.clockOffset(),
    clockCorrectedUntil: () => sender.correctedUntil(),
  };
}

/** All records of the view. If an id occurs twice, or the total differs between pages, the view changed during reading: then `unknown`. */
function wholeView(
  reply: Extract<PortalReply<ViewPage[]>, { kind: 'ok' }>,
  pages: readonly ViewPage[],
): PortalReply<ViewRecord[]> {
  const records = pages.flatMap((page) => page.records);
  if (new Set(records.map((record) => record.external_id)).size !== records.length) {
    return unknownReply('The reconcile view changed while it was read: a listing stands on it twice.');
  }
  if (new Set(pages.map((page) => page.total)).size > 1) {
    return unknownReply(
      'The reconcile view changed while it was read: its total is not the same on every page.',
    );
  }
  return { ...reply, body: records };
}

function mapBody<T, U>(reply: PortalReply<T>, map: (body: T) => U): PortalReply<U> {
  return reply.kind === 'ok' ? { ...reply, body: map(reply.body) } : reply;
}

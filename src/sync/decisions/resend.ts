import type { ConnectionId, ExternalId, FeedId } from '../../model/ids.js';
import { failureCodes, warningCodes } from '../../wire/error-codes.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';

export interface Resend {
  /** A failure or warning code. */
  code: string;
  connectionId: ConnectionId | null;
  feedId: FeedId | null;
  /** Omitted: every listing with the code. */
  externalId?: ExternalId | undefined;
}

/**
 * Queues every listing that the portal refused or warned about with one code, after the operator resolved a cause that is not in the feed.
 * A connection, a feed or an external id limits this to its own listings.
 */
export async function resend(
  { code, connectionId, feedId, externalId }: Resend,
  { store, clock }: Services,
): Promise<RequestResult> {
  const connections = (await store.connections.all()).filter(
    ({ id }) => connectionId === null || id === connectionId,
  );
  let queued = 0;
  for (const { id } of connections) {
    const refused = await store.listings.refused(id, { codes: [code] });
    const warned = await store.listings.warned(id, [code]);
    const chosen = [...refused, ...warned].filter(
      (row) =>
        (feedId === null || row.feedId === feedId) &&
        (externalId === undefined || row.externalId === externalId),
    );
    const ids = [...new Set(chosen.map((row) => row.externalId))];
    queued += await store.outbox.sendAgain(id, ids, 'own_change', clock.now());
  }
  const known: readonly string[] = [...failureCodes, ...warningCodes];
  if (queued > 0 || known.includes(code))
    return { ok: true, message: `${queued} listings with ${code} are sent again`, listings: queued };
  return {
    ok: false,
    message: `No listing has the code ${code}, and the portal’s specification has none of this name. Write one of: ${known.join(', ')}.`,
  };
}

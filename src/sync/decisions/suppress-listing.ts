import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';

export interface Suppress {
  connectionId: ConnectionId;
  externalId: ExternalId;
  reason: string;
  /** Null: until a user lifts the suppression. */
  until: number | null;
  author: string;
}

/** Removes one listing and keeps it from being published, although its feed has it (RULES R45). */
export async function suppressListing(request: Suppress, { store, clock }: Services): Promise<RequestResult> {
  const { connectionId, externalId } = request;
  const listing = await store.listings.get(connectionId, externalId);
  if (listing === null)
    return refused(
      `There is no listing ${externalId} on connection ${connectionId}. \`feedsync listings --text\` finds its id.`,
    );
  if (listing.owner === 'manual')
    return refused(
      `${externalId} was added manually, and no feed has it: \`feedsync remove ${externalId}\` removes it.`,
    );
  if (listing.owner === 'foreign')
    return refused(
      `${externalId} is on the portal, but no feed here has it: \`feedsync remove ${externalId}\` removes it.`,
    );
  await store.suppressions.add({ ...request, at: clock.now() });
  return { ok: true, message: `${externalId} is removed and suppressed until that is lifted` };
}

export async function unsuppressListing(
  { connectionId, externalId, author }: Pick<Suppress, 'connectionId' | 'externalId' | 'author'>,
  { store, clock }: Services,
): Promise<RequestResult> {
  const lifted = await store.suppressions.lift(connectionId, externalId, author, clock.now());
  if (!lifted)
    return refused(
      `${externalId} is not suppressed on connection ${connectionId}; \`feedsync explain ${externalId}\` shows its state.`,
    );
  return { ok: true, message: `${externalId} is no longer suppressed: its feed’s next poll decides` };
}

/** Lifts suppressions whose time is over. */
export async function endSuppressions({ store, clock }: Services): Promise<number> {
  const ended = await store.suppressions.ended(clock.now());
  for (const { connectionId, externalId, author } of ended)
    await store.suppressions.lift(connectionId, externalId, author, clock.now());
  return ended.length;
}

function refused(message: string): RequestResult {
  return { ok: false, message: `${message} Nothing was changed.` };
}

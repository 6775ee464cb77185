import type { Done } from './done.js';
import type { Services } from './services.js';

export interface Suppress {
  connectionId: string;
  externalId: string;
  reason: string;
  /** Null: until a person lifts it. */
  until: number | null;
  author: string;
}

/** Removes one listing by a person's decision, and keeps it removed although its feed has it (RULES R34). */
export async function suppressListing(wish: Suppress, { store, clock }: Services): Promise<Done> {
  const { connectionId, externalId } = wish;
  const listing = await store.listings.get(connectionId, externalId);
  if (listing === null)
    return refused(
      `There is no listing ${externalId} on connection ${connectionId}. \`feedsync listings --text\` finds its id.`,
    );
  if (listing.owner === 'manual')
    return refused(
      `${externalId} was put by hand, and no feed has it: \`feedsync remove ${externalId}\` takes it off.`,
    );
  if (listing.owner === 'foreign')
    return refused(
      `${externalId} is on the portal, but no feed here has it: \`feedsync remove ${externalId}\` takes it off.`,
    );
  await store.suppressions.add({ ...wish, at: clock.now() });
  return { ok: true, message: `${externalId} is taken off and kept off until that is lifted` };
}

export async function unsuppressListing(
  { connectionId, externalId, author }: Pick<Suppress, 'connectionId' | 'externalId' | 'author'>,
  { store, clock }: Services,
): Promise<Done> {
  const lifted = await store.suppressions.lift(connectionId, externalId, author, clock.now());
  if (!lifted)
    return refused(
      `${externalId} is not suppressed on connection ${connectionId}; \`feedsync explain ${externalId}\` says where it stands.`,
    );
  return { ok: true, message: `${externalId} is no longer kept off: its feed’s next poll decides` };
}

/** Lifts those whose time is over. */
export async function endSuppressions({ store, clock }: Services): Promise<number> {
  const ended = await store.suppressions.ended(clock.now());
  for (const { connectionId, externalId, author } of ended)
    await store.suppressions.lift(connectionId, externalId, author, clock.now());
  return ended.length;
}

function refused(message: string): Done {
  return { ok: false, message: `${message} Nothing was changed.` };
}

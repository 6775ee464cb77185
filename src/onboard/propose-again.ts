import type { FeedConfig } from '../config/feed-schema.js';
import { createReference } from '../core/content/places.js';
import type { KeptProposal } from '../core/setup/agency-reading.js';
import { proposeFrom } from '../inspect/init/index.js';
import { liveListings } from '../store/facts/usual-values.js';
import { lastSnapshot } from '../inspect/mapping-trial/map-snapshot.js';
import type { FeedRecord } from '../model/feed.js';
import type { Services } from '../sync/services/services.js';
import { keptProposal } from './reading/kept-proposal.js';

/**
 * Proposes a mapping for the last file of a feed that has one already, from its records alone: presets do not take part.
 * @param feed null: it is no longer in the configuration
 * @returns a message if nothing can be proposed
 */
export async function proposeAgain(
  row: FeedRecord,
  feed: FeedConfig | null,
  { store, spool, protocol }: Pick<Services, 'store' | 'spool' | 'protocol'>,
): Promise<KeptProposal | string> {
  if (feed === null) return `The feed ${row.name} is no longer in the configuration.`;
  const known = await store.reference.known();
  if (known === null) return 'The portal’s words and places are not known yet.';
  const file = (await lastSnapshot(row, store))?.parts[0];
  if (file === undefined)
    return `No file of feed ${row.name} is kept, so there is nothing to propose a mapping for.`;
  const [{ vocabulary }, { places }] = [known.vocabulary, known.places];
  const live = await liveListings(store, row.id);
  const portal = { reference: createReference(vocabulary, places), vocabulary, places, protocol, live };
  const proposal = await proposeFrom(spool, file.path, { name: row.name, portal });
  return proposal.ok ? keptProposal(proposal) : `No mapping can be proposed. ${proposal.reason}`;
}

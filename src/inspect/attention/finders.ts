import type { AttentionKind } from '../../model/attention-kinds.js';
import { isClosed } from '../../store/facts/closed-items.js';
import { awaitedMappings, mappingBases, mappingGains } from './bases.js';
import { feedsBehind, listingsBehind } from './behind.js';
import { adoptions, sentBack, stoppedConnections } from './connections.js';
import { askedPartners, newWords, unansweredFacts, unknownWords, unreadableFeeds } from './content.js';
import type { Facts } from './facts.js';
import { failingFeeds, stalledFeeds, suspendedFeeds } from './feeds.js';
import { openHolds } from './holds.js';
import { allAgencies, type AttentionItem, type FoundItem } from './item.js';
import { failingJobs } from './jobs.js';
import { foreignListings, invalidListings, missingListings, refusedListings, takenDown } from './listings.js';
import { clocksSetBack } from './clock.js';
import { unwritableFolders } from './disk.js';
import { lostVocabulary, stoppedKeys } from './portal.js';
import { askedOfSeveral } from './shared-questions.js';
import { sharedSignIns } from './sign-ins.js';
import { keptBackEntries, notShownListings, refusedRequests, tooLargeBatches } from './waits.js';

/**
 * All attention items, in listing order. A new kind needs a finder here, an entry in `kinds.ts`, and its texts in
 * `texts/overview-words.ts`.
 */
const finders: readonly {
  kinds: readonly AttentionKind[];
  find: (facts: Facts) => Promise<FoundItem[]>;
}[] = [
  { kinds: ['clock'], find: clocksSetBack },
  { kinds: ['disk'], find: unwritableFolders },
  { kinds: ['key'], find: stoppedKeys },
  { kinds: ['vocabulary'], find: lostVocabulary },
  { kinds: ['feed_suspended'], find: suspendedFeeds },
  { kinds: ['mapping_awaited'], find: awaitedMappings },
  { kinds: ['mapping_suspended', 'mapping_copied'], find: mappingBases },
  { kinds: ['feed_failed'], find: failingFeeds },
  { kinds: ['feed_stalled'], find: stalledFeeds },
  { kinds: ['feed_unreadable'], find: unreadableFeeds },
  { kinds: ['feed_behind'], find: feedsBehind },
  { kinds: ['listings_behind'], find: listingsBehind },
  { kinds: ['job_failed'], find: failingJobs },
  { kinds: ['proxy_not_trusted'], find: sharedSignIns },
  { kinds: ['hold', 'host_shrunk'], find: openHolds },
  { kinds: ['missing'], find: missingListings },
  { kinds: ['shared_question'], find: askedOfSeveral },
  { kinds: ['unanswered_fact'], find: unansweredFacts },
  { kinds: ['partner_asked'], find: askedPartners },
  { kinds: ['new_word'], find: newWords },
  { kinds: ['unknown_word'], find: unknownWords },
  {
    kinds: ['connection_paused', 'connection_revoked', 'connection_not_found'],
    find: stoppedConnections,
  },
  { kinds: ['connection_sent_back'], find: sentBack },
  { kinds: ['connection_adopting'], find: adoptions },
  { kinds: ['foreign'], find: foreignListings },
  { kinds: ['taken_down'], find: takenDown },
  { kinds: ['not_shown'], find: notShownListings },
  { kinds: ['plan_full', 'item_refused', 'request_refused'], find: keptBackEntries },
  { kinds: ['request_refused'], find: refusedRequests },
  { kinds: ['batch_too_large'], find: tooLargeBatches },
  { kinds: ['refused'], find: refusedListings },
  { kinds: ['invalid'], find: invalidListings },
  { kinds: ['mapping_gain'], find: mappingGains },
];

/** The items of the wanted kinds, each with its agency. Facts that only other kinds need are not read. */
export async function findAttention(
  facts: Facts,
  wanted: (kind: AttentionKind) => boolean,
): Promise<AttentionItem[]> {
  const all: FoundItem[] = [];
  for (const { kinds, find } of finders)
    if (kinds.some(wanted)) all.push(...(await find(facts)).filter(({ kind }) => wanted(kind)));
  const found = await withoutClosed(all, facts);
  const agencyOf = await facts.agencyOf();
  return found.map((item) => {
    const { connectionId, owner } = item;
    return { ...item, agency: connectionId === null ? (owner ?? allAgencies) : agencyOf(connectionId) };
  });
}

/** Without what staff closed (RULES R187). Words that are closed as new ones are no task of their agency either. */
async function withoutClosed(found: readonly FoundItem[], facts: Facts): Promise<FoundItem[]> {
  const closed = await facts.closedItems();
  if (closed.length === 0) return [...found];
  const words = found.some(({ kind }) => kind === 'unknown_word') ? await newWords(facts) : [];
  const closedWords = words.filter((item) => isClosed(item, closed));
  return found.flatMap((item) => {
    if (isClosed(item, closed)) return [];
    if (item.kind !== 'unknown_word') return item;
    const count = item.count - (closedWords.find(({ feedId }) => feedId === item.feedId)?.count ?? 0);
    return count > 0 ? { ...item, count } : [];
  });
}

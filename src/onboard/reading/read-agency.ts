import type { FeedConfig } from '../../config/feed-schema.js';
import { readStoreFeed } from '../../config/store-feed.js';
import type { AgencyReading, KeptProposal } from '../../core/setup/agency-reading.js';
import { changedFeed, storeFeed } from '../../effective/merge.js';
import type { Millis } from '../../model/millis.js';
import { bounded } from '../../platform/bounded.js';
import { currentFence } from '../../platform/fence.js';
import { firstLine } from '../../platform/library.js';
import type { SetupRecord } from '../../store/store.js';
import { setupLimit } from '../../sync/job-limits.js';
import { loadReference } from '../../sync/reference/load-reference.js';
import type { AgencyRead } from '../../sync/services/setup-services.js';
import { sentences } from '../../texts/setup/setup-problems.js';
import { hasAddress, withFoundMapping } from './find-mapping.js';
import { mappingOf, UnreadFeed, type SetupContext } from './setup-context.js';
import { takeFile } from './take-file.js';
import { tryFile } from './try-file.js';

type OwnChanges = Parameters<typeof changedFeed>[1];
type FailedReading = Extract<AgencyReading, { ok: false }>;

/** Reads an agency's feed. A reading that stalls has failed. */
export async function readInTime(agency: SetupRecord, context: SetupContext): Promise<AgencyRead> {
  const { clock } = context.services;
  try {
    return await bounded(setupLimit, clock, () => readAgency(agency, context), { keepsFiles: false });
  } catch (error) {
    currentFence()?.check();
    const { keptFile, feed } = agency;
    const exception = firstLine(error);
    const problem = { detail: exception, ...sentences.readingFailed };
    return { reading: failed({ problem }, agency, clock.now()), keptFile, feed, exception };
  }
}

async function readAgency(agency: SetupRecord, context: SetupContext): Promise<AgencyRead> {
  const { clock } = context.services;
  let keptFile = agency.keptFile;
  let document = agency.feed;
  try {
    if (!hasAddress(document)) throw new UnreadFeed(sentences.noAddress);
    const reference = await loadReference(context.services);
    if (reference === null) throw new UnreadFeed(sentences.noWords);
    const changes = await changesOf(agency, context);
    if (!('mapping' in document))
      document = hasOwnText(changes)
        ? withOwnMapping(agency)
        : await withFoundMapping(agency, reference, context);
    const read = { ...agency, feed: document };
    const feed = feedOf(read, changes, context);
    const mapping = await mappingOf(feed, context);
    if (keptFile === null || !agency.readFromKept) keptFile = await takeFile(feed, mapping, context);
    const result = await tryFile(keptFile, { feed, mapping, agency: read, reference }, context);
    const reading = { ok: true as const, readAt: clock.now(), result, ...proposalOf(agency) };
    return { reading, keptFile, feed: document };
  } catch (error) {
    const isUnread = error instanceof UnreadFeed;
    const exception = isUnread ? null : firstLine(error);
    const problem = { detail: exception, ...(isUnread ? error.sentence : sentences.readingFailed) };
    const proposal = isUnread ? error.proposal : null;
    return {
      reading: failed({ problem, proposal }, agency, clock.now()),
      keptFile,
      feed: document,
      exception,
    };
  }
}

/** @param proposal the one of this reading; null: the one before stays */
function failed(
  { problem, proposal = null }: Pick<FailedReading, 'problem'> & { proposal?: KeptProposal | null },
  agency: SetupRecord,
  readAt: Millis,
): FailedReading {
  return { ok: false, readAt, problem, ...(proposal === null ? proposalOf(agency) : { proposal }) };
}

function proposalOf({ reading }: SetupRecord): Pick<AgencyReading, 'proposal'> {
  return reading?.proposal === undefined ? {} : { proposal: reading.proposal };
}

/** The feed with the answers that were given during setup. */
function feedOf(agency: SetupRecord, changes: OwnChanges, context: SetupContext): FeedConfig {
  const read = readStoreFeed(storeFeed({ ...agency, connectionId: null }), context.config.inherited);
  if (!read.ok) throw new UnreadFeed(sentences.badFeed(read.problems.join('; ')));
  const feed = changedFeed(read.feed, changes);
  if (typeof feed === 'string') throw new UnreadFeed(sentences.badFeed(feed));
  return feed;
}

/** The oldest change first, as they are applied. */
async function changesOf({ name }: SetupRecord, { services }: SetupContext): Promise<OwnChanges> {
  const all = await services.store.feedChanges.list({ feed: name, connectionId: null });
  return all.filter(({ undoneAt }) => undoneAt === null).reverse();
}

/** Whether the feed has a mapping of its own, which was written here. */
function hasOwnText(changes: OwnChanges): boolean {
  return typeof changes.findLast(({ kind }) => kind === 'mapping')?.value === 'string';
}

/** The feed with a mapping of its own, which has its name, and with what the proposal says of the file. */
function withOwnMapping({ name, feed, reading }: SetupRecord): Record<string, unknown> {
  const { encoding = 'auto', kind = 'full' } = reading?.proposal ?? {};
  return {
    ...(encoding !== 'auto' && { encoding }),
    ...(kind === 'delta' && { kind }),
    ...feed,
    mapping: name,
  };
}

import { readStoreFeed } from '../../config/store-feed.js';
import { feedSource } from '../../effective/feeds.js';
import { readPresets } from '../../effective/mapping-files.js';
import { discardFile, fetchFeed } from '../../feed/fetch/fetch-feed.js';
import type { UnpackedFile } from '../../feed/zip/zip-member.js';
import { largestOf, proposeFrom } from '../../inspect/init/index.js';
import { liveListings } from '../../store/facts/usual-values.js';
import type { SetupRecord } from '../../store/store.js';
import type { LoadedReference } from '../../sync/reference/load-reference.js';
import { sentences } from '../../texts/setup/setup-problems.js';
import { keptProposal } from './kept-proposal.js';
import { problemOfFetch, UnreadFeed, type SetupContext } from './setup-context.js';

/** Whether the feed of an agency names where its file is. */
export function hasAddress(document: Readonly<Record<string, unknown>>): boolean {
  return 'url' in document || 'urls' in document;
}

/** A feed whose mapping is detected when it is read has none yet. */
export function withSomeMapping(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { mapping: 'unknown', ...document };
}

/**
 * The feed with the preset that knows the file's format.
 * @throws UnreadFeed with a proposal, if none does: the operator looks at it and takes it over
 */
export async function withFoundMapping(
  { name, feed }: SetupRecord,
  reference: LoadedReference,
  { config, services, source: origin }: SetupContext,
): Promise<Record<string, unknown>> {
  const stored = { name, connectionId: null, document: withSomeMapping(feed) };
  const read = readStoreFeed(stored, config.inherited);
  if (!read.ok) throw new UnreadFeed(sentences.badFeed(read.problems.join('; ')));
  const { fetcher, spool, clock, limits, protocol } = services;
  const source = feedSource(read.feed, read.feed.urls[0] ?? '');
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetched = await fetchFeed(source, whole, { fetcher, spool, clock }, limits.fetch);
  if (fetched.kind !== 'fetched') throw new UnreadFeed(problemOfFetch(fetched, { source: origin }));
  try {
    const presets = await readPresets(config.mappings);
    const { vocabulary, places } = reference;
    const live = await liveListings(services.store, null);
    const portal = { reference, vocabulary, places: places ?? [], protocol, live };
    const zip = [fetched, ...fetched.others];
    const { file } = largestOf<UnpackedFile>(fetched, fetched.others);
    const proposal = await proposeFrom(spool, file.path, { name, presets, portal, zip });
    if (!proposal.ok) throw new UnreadFeed(sentences.notUnderstood(proposal.reason));
    if (proposal.preset === null)
      throw new UnreadFeed({ ...sentences.preparing, detail: proposal.format.about }, keptProposal(proposal));
    const { preset: mapping, encoding } = proposal;
    return { ...(encoding !== 'auto' && { encoding }), ...feed, mapping };
  } finally {
    await discardFile(fetched);
  }
}

import type { FeedConfig } from '../../config/feed-schema.js';
import { feedToRead } from '../../effective/feeds.js';
import { announcedMore } from '../../feed/more/announced-more.js';
import { readPage } from '../../feed/read-page.js';
import { joinParts } from '../../model/snapshot-parts.js';
import type { BorrowedFile, Spool, SpooledFile } from '../../platform/files/spool.js';
import type { KeptFile } from '../../store/store.js';
import type { Feed } from '../../sync/services/services.js';
import { fetchSource, type FetchedSource } from '../../sync/snapshot/fetch-source.js';
import { withoutSecrets } from '../../sync/snapshot/without-secrets.js';
import { sentences } from '../../texts/setup/setup-problems.js';
import {
  problemOfFetch,
  UnreadFeed,
  type FeedMapping,
  type FileSource,
  type SetupContext,
} from './setup-context.js';

/** Fetches like a poll, under the same limits. The addresses of this machine and its network stay blocked. */
export async function takeFile(
  feed: FeedConfig,
  mapping: FeedMapping,
  { services, source }: SetupContext,
): Promise<KeptFile> {
  const readable = feedToRead(feed, mapping);
  const whole = { etag: null, lastModified: null, unconditional: true };
  const fetched = await fetchSource(readable, whole, { parts: null, snapshot: null }, services);
  if (fetched.kind !== 'fetched') throw new UnreadFeed(problemOfFetch(fetched, { source }));
  const missing = await partOf(readable, fetched, services.spool);
  if (missing !== null) {
    for (const file of fetched.files) await file.discard();
    throw new UnreadFeed(source.problem('part', missing));
  }
  const files = await withoutSecrets(readable, fetched.files, services);
  if (typeof files === 'string') throw new UnreadFeed(sentences.notUnderstood(files));
  try {
    return await keepFiles(files, { feed, fetched, fetchedAt: services.clock.now(), source });
  } catch (error) {
    for (const file of files) await file.discard();
    throw error;
  }
}

/** Why the fetched files are a part of the feed only; null if nothing more is announced. Broken files are found when they are mapped. */
async function partOf(feed: Feed, { files, arrivals }: FetchedSource, spool: Spool): Promise<string | null> {
  const { encoding, ignoreMore: ignored, kind } = feed;
  const read = [];
  for (const { path } of files)
    read.push(await readPage(spool, path, { format: feed.mapping.format, encoding }, null));
  return announcedMore(arrivals, read, { totals: kind === 'full', ignored });
}

/** Replaces the former files under the same paths, so that a crash leaves no copy that nothing refers to. */
async function keepFiles(
  files: readonly (SpooledFile | BorrowedFile)[],
  {
    feed,
    fetched,
    fetchedAt,
    source,
  }: { feed: FeedConfig; fetched: FetchedSource; fetchedAt: number; source: FileSource },
): Promise<KeptFile> {
  const parts = [];
  for (const [index, file] of files.entries()) {
    const path = `${source.folder}/${feed.name}/${index}`;
    if ('secure' in file && !(await file.secure(true)))
      throw new UnreadFeed(source.problem('cut', 'the file was being written while it was read'));
    await file.keep(path);
    parts.push({ path, given: fetched.given[index] ?? null });
  }
  return { path: joinParts(parts), fetchedAt, bytes: fetched.bytes };
}

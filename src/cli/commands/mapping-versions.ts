import { openReader, type Seams } from '../../assemble.js';
import { versionsInFolder } from '../../effective/mappings.js';
import type { Config } from '../../config/schema.js';
import { shownVersions } from '../../core/setup/kept-copies.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { StoreView } from '../context.js';

/** A preset that a feed runs on, and the version that the folder of mappings has. */
export interface MappingVersion extends Omit<KeptMapping, 'text'> {
  /** Null where its file is gone. */
  offered: number | null;
  /** Of a base that a text may not extend any more: it does not move to another version. */
  isCopy: boolean;
}

export async function mappingVersions({ store, config }: StoreView): Promise<MappingVersion[]> {
  const kept = shownVersions(await store.mappings.versions());
  const offered = await versionsInFolder(
    config.mappings,
    kept.map(({ name }) => name),
  );
  return kept.map((mapping) => ({ ...mapping, offered: offered.get(mapping.name) ?? null }));
}

export function otherVersionLines(
  { id, name: feed }: Pick<FeedRecord, 'id' | 'name'>,
  mappings: readonly MappingVersion[],
): string[] {
  return mappings
    .filter(({ feedId, isCopy }) => feedId === id && !isCopy)
    .filter(({ version, offered }) => offered !== null && offered !== version)
    .map((mapping) => {
      const { message, next } = otherVersionAdvice(feed, mapping);
      return `${message} ${next}`;
    });
}

/** What doctor and status say of a feed that stays on the version that it was started with. */
export function otherVersionAdvice(
  feed: string,
  { name, version, offered }: Pick<MappingVersion, 'name' | 'version' | 'offered'>,
): { message: string; next: string } {
  return {
    message: `${feed} stays on version ${version} of ${name}, with which it was started; the folder of mappings has version ${offered ?? '?'}.`,
    next: `\`feedsync mapping upgrade --feed ${feed} --dry-run\` shows what that one changes.`,
  };
}

/** By feed; none where there is no store yet, or where it cannot be read. */
export async function keptMappings(
  config: Config,
  seams: Seams,
): Promise<ReadonlyMap<string, KeptMapping[]>> {
  const kept = new Map<string, KeptMapping[]>();
  const store = await openReader(config, seams).catch(() => null);
  if (store === null) return kept;
  try {
    for (const { name } of config.feeds) {
      const row = await store.feeds.byName(name);
      if (row !== null) kept.set(name, await store.mappings.ofFeed(row.id));
    }
    return kept;
  } finally {
    await store.close();
  }
}

import { openReader } from '../../assemble/reader.js';
import type { OfferedPreset } from '../../effective/mapping-files.js';
import { offeredPresets, otherVersions } from '../../effective/preset-versions.js';
import type { Config } from '../../config/schema.js';
import { shownVersions } from '../../core/setup/kept-copies.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { Clock } from '../../platform/clock.js';
import type { StoreView } from '../context.js';

/** A preset that a feed uses, and the one that its name stands for now. */
export interface MappingVersion extends Omit<KeptMapping, 'text'> {
  /** Null if its file is gone. */
  offered: OfferedPreset | null;
  /** A copy of a base that may no longer be extended; it does not move to another version. */
  isCopy: boolean;
}

export async function mappingVersions({ store, config }: StoreView): Promise<MappingVersion[]> {
  const kept = shownVersions(await store.mappings.versions());
  const offered = await offeredPresets(
    config.mappings,
    kept.map(({ name }) => name),
  );
  return kept.map((mapping) => ({ ...mapping, offered: offered.get(mapping.name) ?? null }));
}

export function otherVersionLines(
  { id, name: feed }: Pick<FeedRecord, 'id' | 'name'>,
  mappings: readonly MappingVersion[],
): string[] {
  const own = mappings.filter(({ feedId, isCopy }) => feedId === id && !isCopy);
  return otherVersions(own).map((mapping) => {
    const { message, next } = otherVersionAdvice(feed, mapping);
    return `${message} ${next}`;
  });
}

/** What doctor and status report for a feed whose preset's name stands for another file now. */
export function otherVersionAdvice(
  feed: string,
  preset: Pick<MappingVersion, 'name' | 'version' | 'offered'>,
): { message: string; next: string } {
  const place = preset.offered?.origin === 'package' ? 'the feedsync package' : 'the mappings folder';
  return {
    message: `${feed} stays on version ${preset.version} of ${preset.name}, with which it was started; ${place} has ${offeredVersion(preset)}.`,
    next: `\`feedsync mapping upgrade --feed ${feed} --dry-run\` shows what the upgrade changes.`,
  };
}

export function offeredVersion({ version, offered }: Pick<MappingVersion, 'version' | 'offered'>): string {
  return `${offered?.version === version ? 'another file of ' : ''}version ${offered?.version ?? '?'}`;
}

/** By feed; empty if there is no store yet, or if it cannot be read. */
export async function keptMappings(
  config: Config,
  clock: Clock,
): Promise<ReadonlyMap<string, KeptMapping[]>> {
  const kept = new Map<string, KeptMapping[]>();
  const store = await openReader(config, clock).catch(() => null);
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

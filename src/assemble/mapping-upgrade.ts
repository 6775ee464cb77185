import type { FeedConfig } from '../config/feed-schema.js';
import type { Config } from '../config/schema.js';
import { hash } from 'node:crypto';
import type { OfferedPreset, PresetInUse } from '../effective/mapping-files.js';
import { readMapping } from '../effective/mappings.js';
import { otherVersions } from '../effective/preset-versions.js';
import type { Trial } from '../inspect/mapping-trial/try-mapping.js';
import type { FeedRecord, KeptMapping } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { tryOnLastFile, type TrialSetting } from './inspect.js';

/** A preset of a feed, and the one that its name stands for now. */
export type MappingMove = Omit<KeptMapping, 'text' | 'feedId'> & { offered: OfferedPreset | null };

/** What moving a feed to the present versions of its presets would change; tried before the feed is moved. */
export interface MappingUpgrade {
  /** Empty: the feed has the newest versions. */
  moves: MappingMove[];
  /** Every listing that would change. A sentence if it cannot be tried; null without a move. */
  trial: Trial | string | null;
}

/**
 * Tries the present versions of a feed's presets on its last file, and changes nothing.
 * @returns the problems by which the newest version cannot be used with the feed's own settings
 */
export async function tryUpgrade(
  row: FeedRecord,
  feed: FeedConfig,
  setting: { config: Config; store: Store; seams: TrialSetting['seams'] },
): Promise<MappingUpgrade | { problems: string[] }> {
  const { config, store } = setting;
  const kept = await store.mappings.ofFeed(row.id);
  const running = await readMapping(config, feed, kept, { row });
  const newest = await readMapping(config, feed, [], { row });
  if (!newest.ok) return { problems: newest.problems };
  const moves = running.ok ? otherVersions(running.presets) : keptMoves(kept, newest.presets);
  if (moves.length === 0) return { moves, trial: null };
  const trial = await tryOnLastFile(row, feed, newest, { ...setting, listingsMax: 0, listsChanges: true });
  return { moves, trial };
}

/** The stored version can no longer be used; moving the feed repairs it. */
function keptMoves(kept: readonly KeptMapping[], presets: readonly PresetInUse[]): MappingMove[] {
  return otherVersions(
    kept.map((preset) => ({
      ...preset,
      offered: presets.find(({ name }) => name === preset.name)?.offered ?? null,
    })),
  );
}

/** Names what an upgrade was shown as: another one where a preset's name stands for another file by then. */
export function shownMoves(moves: readonly MappingMove[]): string {
  const lines = moves.map(
    ({ name, version, origin, offered }) =>
      `${name} ${version} ${origin} ${offered?.version ?? ''} ${offered?.origin ?? ''}`,
  );
  return hash('sha256', lines.sort().join('\n'), 'base64url').slice(0, 16);
}

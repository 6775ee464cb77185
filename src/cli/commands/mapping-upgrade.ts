import type { FeedId } from '../../model/ids.js';
import { otherVersions, readMapping, type OfferedPreset } from '../../effective/mappings.js';
import { tryOnLastFile } from '../../assemble/inspect.js';
import type { Config } from '../../config/schema.js';
import type { KeptMapping } from '../../model/feed.js';
import type { Trial } from '../../inspect/mapping-trial/try-mapping.js';
import type { Answer } from '../answer.js';
import { viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { feedToTry } from './mapping-preview.js';
import { offeredVersion } from './mapping-versions.js';
import { costText, trialJson } from '../print/trial-text.js';

interface UpgradeOptions {
  feed: string;
  dryRun?: boolean;
}

type Move = Omit<KeptMapping, 'text' | 'feedId'> & { offered: OfferedPreset | null };

/** What moving a feed would change; tried before the feed is moved. */
interface Upgrade {
  config: Config;
  moves: Move[];
  /** A sentence if it cannot be tried. */
  trial: Trial | string;
}

/** `mapping upgrade`: moves a feed from the stored version of its mapping to the version that the name of the mapping stands for now. */
export async function upgradeMapping(
  context: Context,
  _args: readonly string[],
  { feed, dryRun = false }: UpgradeOptions,
): Promise<Answer> {
  const { config, moves, trial } = await viewStore(context, (view) => tryUpgrade(feed, context, view));
  const versions = moves.map((move) => ({
    mapping: move.name,
    from: move.version,
    to: move.offered?.version ?? null,
  }));
  const document = { feed, moves: versions, ...(typeof trial === 'string' ? {} : trialJson(trial)) };
  if (moves.length === 0)
    return {
      text: `Feed ${feed} already has the newest version of its mapping.`,
      json: { ...document, moved: false },
    };
  const what = moves.map(
    (move) => `${feed}: ${move.name} version ${move.version} → ${offeredVersion(move)}.`,
  );
  const cost = typeof trial === 'string' ? trial : costText(trial.cost);
  if (dryRun)
    return {
      text: [...what, '', cost, '', 'Nothing was changed. Without --dry-run the feed is moved.'].join('\n'),
      json: { ...document, moved: false },
    };
  const done = await executeRequest(
    context,
    config,
    { kind: 'upgrade_mapping', payload: { feed } },
    'feedsync status',
  );
  return {
    text: [...what, '', cost, '', done.text].join('\n'),
    json: { ...document, moved: done.json?.pending !== true, ...done.json },
  };
}

/** @throws CliError 2 if the newer version cannot be used with the feed's own settings, and the errors of `feedToTry` */
async function tryUpgrade(name: string, context: Context, view: StoreView): Promise<Upgrade> {
  const { config, written, store } = view;
  const { row, feed } = feedToTry(name, view);
  const running = await readMapping(config, feed, await store.mappings.ofFeed(row.id), { row });
  const newest = await readMapping(config, feed, [], { row });
  if (!newest.ok)
    throw new CliError(
      2,
      `The newest version cannot be used for feed ${name}; the feed stays as it is. Correct these problems first:\n${newest.problems.join('\n')}`,
      { problems: newest.problems },
    );
  const moves = running.ok ? otherVersions(running.presets) : await keptMoves(row.id, newest.presets, view);
  if (moves.length === 0) return { config: written, moves, trial: '' };
  const seams = context.seams();
  try {
    const setting = { config, store, seams, listingsMax: 0 };
    return { config: written, moves, trial: await tryOnLastFile(row, feed, newest, setting) };
  } finally {
    await seams.threads?.close();
    await seams.guard?.threads.close();
  }
}

/** The stored version can no longer be used; moving the feed repairs it. */
async function keptMoves(
  feedId: FeedId,
  presets: readonly (OfferedPreset & { name: string })[],
  { store }: StoreView,
): Promise<Move[]> {
  const kept = await store.mappings.ofFeed(feedId);
  const withOffer = kept.map((preset) => ({
    ...preset,
    offered: presets.find(({ name }) => name === preset.name) ?? null,
  }));
  return otherVersions(withOffer);
}

import { tryUpgrade, type MappingMove } from '../../assemble/mapping-upgrade.js';
import type { Config } from '../../config/schema.js';
import type { Trial } from '../../inspect/mapping-trial/try-mapping.js';
import type { Answer } from '../answer.js';
import { viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { feedToTry } from './mapping-preview.js';
import { offeredVersion } from './mapping-versions.js';
import { changesText, costText, trialJson } from '../print/trial-text.js';

interface UpgradeOptions {
  feed?: string;
  dryRun?: boolean;
}

/** What moving a feed would change; tried before the feed is moved. */
interface Upgrade {
  feed: string;
  config: Config;
  moves: MappingMove[];
  /** A sentence if it cannot be tried. */
  trial: Trial | string;
}

/**
 * `mapping upgrade`: moves a feed from the stored version of its mapping to the version that the name of the mapping stands for now. With
 * `--dry-run`, shows what that changes, of all feeds if none is named.
 */
export async function upgradeMapping(
  context: Context,
  _args: readonly string[],
  { feed, dryRun = false }: UpgradeOptions,
): Promise<Answer> {
  if (feed === undefined) return tryAll(context, dryRun);
  const upgrade = await viewStore(context, (view) => tryFeedUpgrade(feed, context, view));
  const { config, moves } = upgrade;
  const document = documentOf(upgrade);
  if (moves.length === 0)
    return {
      text: `Feed ${feed} already has the newest version of its mapping.`,
      json: { ...document, moved: false },
    };
  const text = textOf(upgrade);
  if (dryRun)
    return {
      text: [text, '', 'Nothing was changed. Without --dry-run the feed is moved.'].join('\n'),
      json: { ...document, moved: false },
    };
  const done = await executeRequest(
    context,
    config,
    { kind: 'upgrade_mapping', payload: { feed } },
    'feedsync status',
  );
  return {
    text: [text, '', done.text].join('\n'),
    json: { ...document, moved: done.json?.pending !== true, ...done.json },
  };
}

/** @throws CliError 2 without `--dry-run`: moving every feed at once is not offered */
async function tryAll(context: Context, dryRun: boolean): Promise<Answer> {
  if (!dryRun)
    throw new CliError(
      2,
      'Name the feed to move: --feed FEED. With --dry-run and no feed, all feeds are shown.',
    );
  const upgrades = await viewStore(context, async (view) => {
    const found: Upgrade[] = [];
    for (const { name } of view.config.feeds) {
      const isRead = view.feeds.some((row) => row.name === name && row.life !== 'retired');
      if (isRead) found.push(await tryFeedUpgrade(name, context, view));
    }
    return found.filter(({ moves }) => moves.length > 0);
  });
  const nothing = 'Every feed has the newest version of its mapping.';
  const end = 'Nothing was changed. With --feed FEED and without --dry-run the feed is moved.';
  return {
    text: upgrades.length === 0 ? nothing : [...upgrades.map(textOf), end].join('\n\n'),
    json: { feeds: upgrades.map(documentOf), moved: false },
  };
}

function textOf({ feed, moves, trial }: Upgrade): string {
  const what = moves.map(
    (move) => `${feed}: ${move.name} version ${move.version} → ${offeredVersion(move)}.`,
  );
  if (typeof trial === 'string') return [...what, '', trial].join('\n');
  const changes = changesText(trial.cost);
  return [...what, ...(changes === '' ? [] : ['', changes]), '', costText(trial.cost)].join('\n');
}

function documentOf({ feed, moves, trial }: Upgrade): Record<string, unknown> {
  const versions = moves.map((move) => ({
    mapping: move.name,
    from: move.version,
    to: move.offered?.version ?? null,
  }));
  if (typeof trial === 'string') return { feed, moves: versions };
  const listings = trial.cost.changes.map(({ externalId, ...change }) => ({
    external_id: externalId,
    ...change,
  }));
  return { feed, moves: versions, ...trialJson(trial), listings };
}

/** @throws CliError 2 if the newer version cannot be used with the feed's own settings, and the errors of `feedToTry` */
async function tryFeedUpgrade(name: string, context: Context, view: StoreView): Promise<Upgrade> {
  const { config, written, store } = view;
  const { row, feed } = feedToTry(name, view);
  const seams = await context.seams();
  try {
    const found = await tryUpgrade(row, feed, { config, store, seams });
    if ('problems' in found)
      throw new CliError(
        2,
        `The newest version cannot be used for feed ${name}; the feed stays as it is. Correct these problems first:\n${found.problems.join('\n')}`,
        { problems: found.problems },
      );
    return { feed: name, config: written, moves: found.moves, trial: found.trial ?? '' };
  } finally {
    await seams.threads?.close();
    await seams.guard?.threads.close();
  }
}

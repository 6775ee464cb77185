import type { Command } from 'commander';
import { feedDocument, nextPollOf } from '../../documents/feed.js';
import type { LifeChange } from '../../sync/decisions/change-feed-life.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { exportFeeds } from './feeds-export.js';
import {
  currentStatus,
  readConfig,
  settledConfig,
  unknownFeed,
  viewStore,
  type Context,
} from '../context.js';
import { executeRequest } from '../execute-request.js';
import { table } from '../print/table.js';

export function addFeedCommands(program: Command, bind: Bind): void {
  const group = program.command('feeds').description('the feeds');
  group
    .command('list', { isDefault: true })
    .description('the feeds, those that are gone included, and how each lives')
    .action(bind(feeds));
  group
    .command('export')
    .description('their answers, constants, words and suppressions as YAML')
    .option('--feed <name>', 'only of this feed')
    .action(bind(exportFeeds));
  const changes: [LifeChange, string][] = [
    ['pause', 'poll a feed no more until it is resumed; its listings stay as they are'],
    ['resume', 'poll a paused or retired feed again'],
    ['retire', 'poll a feed no more for good, and ask what shall become of its listings'],
  ];
  for (const [kind, description] of changes)
    program
      .command(kind)
      .description(description)
      .argument('<feed>', 'its name')
      .action(bind((context, args) => changeLife(context, kind, args)));
}

async function feeds(context: Context): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, config, times } = view;
    const broken = config.unread.map(({ name, file }) => `${name ?? 'a feed'}: ${file} cannot be used`);
    const open = await store.holds.open({});
    const { feeds: found } = await currentStatus(view);
    const shown = found.map((status) => ({
      status,
      holds: open.filter(({ feedId }) => feedId === status.feed.id).length,
    }));
    const headings = ['feed', 'life', 'connection', 'mapping', 'holds', 'last complete poll', 'next poll'];
    const lines = shown.map(({ status: { feed }, holds }) => {
      const next = nextPollOf(feed);
      const lastComplete = times.aged(feed.lastCompleteAt);
      return [
        ...[feed.name, feed.life, feed.connectionId, feed.mapping, holds],
        ...[lastComplete, next === null ? null : times.aged(next)],
      ];
    });
    return {
      text: [table(headings, lines, 'No feed is known yet.'), ...broken].join('\n'),
      json: {
        feeds: shown.map(({ status, holds }) => ({ ...feedDocument(status), holds })),
        unread: config.unread,
      },
    };
  });
}

async function changeLife(
  context: Context,
  kind: LifeChange,
  [feed = '']: readonly string[],
): Promise<Answer> {
  const { config } = await readConfig(context);
  const known = await knownFeeds(context);
  const { feeds } = await settledConfig(config, context);
  const names = [...known, ...feeds.map(({ name }) => name)];
  if (!names.includes(feed))
    throw unknownFeed(
      feed,
      [...new Set(names)].map((name) => ({ name })),
    );
  const pending = `it will ${kind} feed ${feed} by itself. \`feedsync feeds\` shows when that is done.`;
  return executeRequest(context, config, { kind, payload: { feed } }, pending);
}

/** A feed that the configuration names first may be paused before it is ever polled. */
async function knownFeeds(context: Context): Promise<string[]> {
  return viewStore(context, async ({ feeds: rows }) => rows.map((row) => row.name)).catch(() => []);
}

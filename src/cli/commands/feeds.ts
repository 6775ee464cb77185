import type { Command } from 'commander';
import { mappingGains } from '../../store/facts/mapping-gains.js';
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

export function addCommands(program: Command, bind: Bind): void {
  const group = program
    .command('feeds')
    .summary('Show and export feeds')
    .description('Show and export feeds. Without a command, list them.');
  group
    .command('list', { isDefault: true })
    .description('List the feeds and their states; includes feeds that are gone')
    .action(bind(feeds));
  group
    .command('export')
    .summary('Print what was stated about the feeds as YAML')
    .description('Print answers, constants, tables and suppressions of the feeds as YAML.')
    .option('--feed <name>', 'Only this feed')
    .action(bind(exportFeeds));
  const changes: [LifeChange, string, string][] = [
    [
      'pause',
      'Stop polling a feed',
      'Stop polling a feed until it is resumed. Its listings stay as they are.',
    ],
    ['resume', 'Poll a paused or retired feed again', 'Poll a paused or retired feed again.'],
    [
      'retire',
      'Stop polling a feed for good',
      'Stop polling a feed for good. A hold asks what to do with its listings.',
    ],
  ];
  for (const [kind, summary, description] of changes)
    program
      .command(kind)
      .summary(summary)
      .description(description)
      .argument('<feed>', 'Name of the feed')
      .action(bind((context, args) => changeLife(context, kind, args)));
}

async function feeds(context: Context): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, config, times } = view;
    const broken = config.unread.map(({ name, file }) => `${name ?? 'a feed'}: ${file} cannot be used`);
    const open = await store.holds.open({});
    const { feeds: found } = await currentStatus(view);
    const gains = await mappingGains(view.store);
    const shown = found.map((status) => ({
      status,
      holds: open.filter(({ feedId }) => feedId === status.feed.id).length,
    }));
    const headings = [
      ...['feed', 'life', 'connection', 'mapping', 'holds', 'in doubt'],
      ...['last complete poll', 'next poll'],
    ];
    const lines = shown.map(({ status: { feed, inDoubt }, holds }) => {
      const next = nextPollOf(feed);
      const lastComplete = times.aged(feed.lastCompleteAt);
      return [
        ...[feed.name, feed.life, feed.connectionId, feed.mapping, holds, inDoubt],
        ...[lastComplete, next === null ? null : times.aged(next)],
      ];
    });
    return {
      text: [table(headings, lines, 'No feeds yet.'), ...broken].join('\n'),
      json: {
        feeds: shown.map(({ status, holds }) => ({ ...feedDocument(status, gains), holds })),
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
  return executeRequest(context, config, { kind, payload: { feed } }, 'feedsync feeds');
}

/** Empty if the store cannot be read: a configured feed can be paused before its first poll. */
async function knownFeeds(context: Context): Promise<string[]> {
  return viewStore(context, async ({ feeds: rows }) => rows.map((row) => row.name)).catch(() => []);
}

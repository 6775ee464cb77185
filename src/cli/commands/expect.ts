import { InvalidArgumentError, type Command } from 'commander';
import { DateTime } from 'luxon';
import { callLibrary } from '../../platform/library.js';
import type { Answer } from '../answer.js';
import { wholeNumber, type Bind } from '../bind.js';
import { readConfig, unknownFeed, viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { executeRequest } from '../execute-request.js';
import { count } from '../print/text.js';
import { maybeIso } from '../print/times.js';

interface ExpectOptions {
  feed: string;
  removals?: number;
  until?: string;
  cancel?: boolean;
}

export function addExpectCommands(program: Command, bind: Bind): void {
  program
    .command('expect')
    .description(
      'announce that listings will leave a feed, so that their removal needs no decision; or show what is',
    )
    .requiredOption('--feed <name>', 'the feed')
    .option('--removals <n>', 'at most so many listings', wholeNumber)
    .option('--until <date>', 'the last day on which they may leave, such as 2026-12-31', isoDay)
    .option('--cancel', 'they are not expected any more')
    .action(bind(expect));
}

function isoDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !dayOf(text).isValid)
    throw new InvalidArgumentError('Write a day such as 2026-12-31.');
  return text;
}

function dayOf(text: string, zone?: string): DateTime {
  return callLibrary('luxon', () => DateTime.fromISO(text, { zone }));
}

async function expect(context: Context, _args: readonly string[], options: ExpectOptions): Promise<Answer> {
  const { feed, removals, until, cancel } = options;
  const { config } = await readConfig(context);
  if (removals === undefined && until === undefined && cancel !== true) return show(context, feed);
  const isWhole = removals !== undefined && removals > 0 && until !== undefined;
  if (cancel === true ? removals !== undefined || until !== undefined : !isWhole)
    throw new CliError(
      2,
      'What is expected is a number and a day: write --removals 60 --until 2026-12-31, or --cancel alone.',
    );
  await viewStore(context, (view) => Promise.resolve(known(feed, view)));
  const announced =
    cancel === true
      ? null
      : {
          removals,
          until: dayOf(until ?? '', config.timezone)
            .endOf('day')
            .toMillis(),
        };
  const pending = `it will note that by itself. \`feedsync expect --feed ${feed}\` shows when that is done.`;
  return executeRequest(context, config, { kind: 'expect', payload: { feed, announced } }, pending);
}

async function show(context: Context, feed: string): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, now, times } = view;
    const open = await store.expectations.open(known(feed, view), now);
    if (open === null)
      return { text: `No removals of feed ${feed} are announced.`, json: { feed, expectation: null } };
    const { removals, used, until, author, at } = open;
    return {
      text: `Up to ${count(removals, 'listing')} may leave feed ${feed} without a question until ${times.local(until)}; ${used} have. Announced ${times.aged(at)} by ${author}.`,
      json: {
        feed,
        expectation: { removals, used, until: maybeIso(until), author, announced_at: maybeIso(at) },
      },
    };
  });
}

function known(feed: string, { feeds }: StoreView): number {
  const row = feeds.find(({ name }) => name === feed);
  if (row === undefined) throw unknownFeed(feed, feeds);
  return row.id;
}

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

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('expect')
    .summary('Announce removals, so that they need no decision')
    .description(
      'Announce that listings will leave a feed, so that their removal needs no decision. Without --removals, --until and --cancel, show what is announced.',
    )
    .requiredOption('--feed <name>', 'Feed that the listings leave')
    .option('--removals <n>', 'Largest number of listings', wholeNumber)
    .option('--until <date>', 'Last day, such as 2026-12-31', isoDay)
    .option('--cancel', 'Withdraw the announcement')
    .action(bind(expect));
}

/** A day of an option, such as 2026-12-31. @throws InvalidArgumentError for anything else */
export function isoDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !dayOf(text).isValid)
    throw new InvalidArgumentError('Write a day such as 2026-12-31.');
  return text;
}

/** The day of an option in the configured time zone. */
export function dayOf(text: string, zone?: string): DateTime {
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
      'Write both a number and a day, such as --removals 60 --until 2026-12-31, or --cancel alone.',
    );
  await viewStore(context, (view) => Promise.resolve(knownFeedId(feed, view)));
  const announced =
    cancel === true
      ? null
      : {
          removals,
          until: dayOf(until ?? '', config.timezone)
            .endOf('day')
            .toMillis(),
        };
  return executeRequest(
    context,
    config,
    { kind: 'expect', payload: { feed, announced } },
    `feedsync expect --feed ${feed}`,
  );
}

async function show(context: Context, feed: string): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, now, times } = view;
    const open = await store.expectations.open(knownFeedId(feed, view), now);
    if (open === null)
      return { text: `No removals are announced for feed ${feed}.`, json: { feed, expectation: null } };
    const { removals, used, until, author, at } = open;
    return {
      text: `Up to ${count(removals, 'listing')} may leave feed ${feed} without a decision until ${times.local(until)}; ${used} have left. Announced ${times.aged(at)} by ${author}.`,
      json: {
        feed,
        expectation: { removals, used, until: maybeIso(until), author, announced_at: maybeIso(at) },
      },
    };
  });
}

function knownFeedId(feed: string, { feeds }: StoreView): number {
  const row = feeds.find(({ name }) => name === feed);
  if (row === undefined) throw unknownFeed(feed, feeds);
  return row.id;
}

import type { Command } from 'commander';
import { AssemblyError, lockPath, openApp, storeUrl } from '../assemble.js';
import { attention } from '../inspect/attention.js';
import { isLocked } from '../platform/process-lock.js';
import type { HoldLine, HoldRow } from '../store/rows.js';
import { openStore } from '../store/open-store.js';
import type { IntentRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { decideHold, expectAbove, type DecisionResult } from '../sync/decide-hold.js';
import type { Answer } from './answer.js';
import { wholeNumber, type Bind } from './bind.js';
import { readConfig, viewStore, type Context, type StoreView } from './context.js';
import { CliError } from './exit.js';
import { count, indent, oneLine } from './text.js';
import { isoTime } from './times.js';

/** How long the daemon is given to carry out a decision while somebody watches. */
const watchMs = 10_000;
const lookEveryMs = 250;
const titlesShown = 5;

interface DecideOptions {
  expect?: number;
}

export function addHoldCommands(program: Command, bind: Bind): void {
  program
    .command('holds')
    .description('what waits for a person’s decision')
    .option('--all', 'decided and closed ones too')
    .action(bind(holds));
  program
    .command('approve')
    .description('take off exactly the listings that a hold shows, less those that came back')
    .argument('<hold>', 'its number')
    .option('--expect <n>', `how many listings it showed; required above ${expectAbove}`, wholeNumber)
    .action(
      bind<DecideOptions>((context, args, { expect }) => decide(context, 'approve', args, expect ?? null)),
    );
  program
    .command('reject')
    .description('keep the listings of a hold on the portal')
    .argument('<hold>', 'its number')
    .action(bind((context, args) => decide(context, 'reject', args, null)));
}

interface Shown {
  hold: HoldRow;
  lines: HoldLine[];
}

async function holds(
  context: Context,
  _args: readonly string[],
  options: { all?: boolean },
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store } = view;
    const rows = options.all === true ? await store.holds.all() : await store.holds.open({});
    const shown: Shown[] = [];
    for (const { id } of rows) {
      const found = await store.holds.get(id);
      if (found !== null) shown.push(found);
    }
    return {
      text:
        shown.length === 0
          ? 'Nothing waits for a decision.'
          : shown.map((one) => describe(one, view)).join('\n\n'),
      json: { holds: shown.map((one) => document(one, view)) },
      attention: await attention(store),
      needsPerson: true,
    };
  });
}

function describe({ hold, lines }: Shown, { times, feedName }: StoreView): string {
  const feed = feedName(hold.feedId) ?? `connection ${hold.connectionId}`;
  const titles = lines
    .slice(0, titlesShown)
    .map(
      (line) =>
        `${line.externalId}  ${oneLine(line.title ?? '', 70)}  (last seen ${times.aged(line.lastSeenAt)})`,
    );
  const more =
    lines.length > titlesShown ? [`… and ${lines.length - titlesShown} more (--json lists them)`] : [];
  const expect = hold.lineCount > expectAbove ? ` --expect ${hold.lineCount}` : '';
  const decision =
    hold.state === 'open'
      ? `You decide: \`feedsync approve ${hold.id}${expect}\` takes them off, \`feedsync reject ${hold.id}\` keeps them. Nothing is decided by time.`
      : `${hold.state} ${times.aged(hold.decidedAt)}${hold.decidedBy === null ? '' : ` by ${hold.decidedBy}`}`;
  return [
    `Hold ${hold.id}: ${hold.kind} of ${feed}, ${count(hold.lineCount, 'listing')}, since ${times.aged(hold.openedAt)}`,
    ...[hold.reason, ...titles, ...more, decision].map((line) => indent(line)),
  ].join('\n');
}

function document({ hold, lines }: Shown, { feedName }: StoreView): Record<string, unknown> {
  return {
    id: hold.id,
    kind: hold.kind,
    state: hold.state,
    revision: hold.revision,
    feed: feedName(hold.feedId),
    connection: hold.connectionId,
    count: hold.lineCount,
    opened_at: isoTime(hold.openedAt),
    decided_at: isoTime(hold.decidedAt),
    decided_by: hold.decidedBy,
    reason: hold.reason,
    listings: lines.map(({ externalId, title, lastSeenAt, reason }) => ({
      external_id: externalId,
      title,
      last_seen_at: isoTime(lastSeenAt),
      reason,
    })),
  };
}

/** Decides by itself where no daemon runs; else asks the daemon, and waits a little for its answer (SEMANTICS 9). */
async function decide(
  context: Context,
  kind: IntentRow['kind'],
  [text = '']: readonly string[],
  expect: number | null,
): Promise<Answer> {
  if (!/^\d{1,9}$/.test(text))
    throw new CliError(2, `"${text}" is no hold. Write its number, which \`feedsync holds\` shows.`);
  const { config } = await readConfig(context);
  const decision = { holdId: Number(text), kind, expect, author: context.terminal.user };
  if (!isLocked(lockPath(config))) {
    const app = await openApp(config, context.seams()).catch((error: unknown) => {
      // Somebody took the lock in between: then it is asked.
      if (error instanceof AssemblyError && error.code === 'locked') return null;
      throw error;
    });
    if (app !== null) {
      try {
        return toAnswer(
          await decideHold(decision, app.services),
          'The next `feedsync run` or `sync` sends that.',
        );
      } finally {
        await app.close();
      }
    }
  }
  const seams = context.seams();
  const store = await openStore(storeUrl(config), { clock: seams.clock });
  try {
    return await askDaemon(decision, store, seams.clock);
  } finally {
    await store.close();
  }
}

async function askDaemon(
  { holdId, kind, expect, author }: Parameters<typeof decideHold>[0],
  store: Store,
  clock: Parameters<typeof openStore>[1]['clock'],
): Promise<Answer> {
  const id = await store.intents.add({ kind, payload: { holdId, expect }, author, now: clock.now() });
  for (let waited = 0; waited < watchMs; waited += lookEveryMs) {
    const intent = await store.intents.get(id);
    if (intent?.result != null) return toAnswer(JSON.parse(intent.result) as DecisionResult, '');
    await clock.sleep(lookEveryMs);
  }
  return {
    text: `The daemon is busy; it will ${kind} hold ${holdId} by itself. \`feedsync holds --all\` shows when that is done.`,
    json: { ok: true, pending: true, message: `the daemon will ${kind} hold ${holdId}` },
  };
}

function toAnswer(result: DecisionResult, next: string): Answer {
  if (!result.ok) throw new CliError(1, result.message);
  return {
    text: `${result.message}. ${next}`.trim(),
    json: { ok: true, pending: false, message: result.message, listings: result.listings },
  };
}

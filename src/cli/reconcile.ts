import type { Command } from 'commander';
import { AssemblyError, lockPath, openApp, storeUrl, type App } from '../assemble.js';
import type { Config } from '../config/schema.js';
import { attention } from '../inspect/attention.js';
import { isLocked } from '../platform/process-lock.js';
import { openStore } from '../store/open-store.js';
import type { RunRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { reconcile } from '../sync/reconcile.js';
import type { ReconcileReport } from '../sync/reports.js';
import type { Answer } from './answer.js';
import type { Bind } from './bind.js';
import { readConfig, type Context } from './context.js';
import { CliError } from './exit.js';
import { indent } from './text.js';

interface ReconcileOptions {
  connection?: string;
  dryRun?: boolean;
}

/** How long a daemon is given while somebody watches: it may be polling. */
const watchMs = 60_000;
const lookEveryMs = 500;
const listedMost = 20;
const runsLookedAt = 100;

export function addReconcileCommands(program: Command, bind: Bind): void {
  program
    .command('reconcile')
    .description('the nightly comparison with the portal, now')
    .option('--connection <id>', 'only this connection')
    .option('--dry-run', 'show what would be done, and change nothing')
    .action(bind(run));
}

async function run(
  context: Context,
  _args: readonly string[],
  { connection, dryRun = false }: ReconcileOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const app = await openAlone(config, context);
  if (app === null) return besideDaemon(config, context, { connection, dryRun });
  try {
    const reports: ReconcileReport[] = [];
    for (const id of await connectionIds(app.services.store, connection))
      reports.push(await reconcile(id, app.services, { dryRun }));
    return {
      text: reports.map((report) => describe(report, dryRun)).join('\n') || nothingToCompare,
      json: { dry_run: dryRun, connections: reports.map(documentOf) },
      failed: reports.some(({ state }) => state === 'stalled' || state === 'failed'),
      attention: await attention(app.services.store),
      needsPerson: true,
    };
  } finally {
    await app.close();
  }
}

const nothingToCompare =
  'There is no connection yet; `feedsync sync` makes those of the configuration known.';

/** Null where another process works on the store. */
async function openAlone(config: Config, context: Context): Promise<App | null> {
  if (isLocked(lockPath(config))) return null;
  return openApp(config, context.seams()).catch((error: unknown) => {
    if (error instanceof AssemblyError && error.code === 'locked') return null;
    throw error;
  });
}

/** The daemon compares, in the connection's own lane; its runs say how it went (SEMANTICS 9). */
async function besideDaemon(
  config: Config,
  context: Context,
  { connection, dryRun }: { connection: string | undefined; dryRun: boolean },
): Promise<Answer> {
  if (dryRun)
    throw new CliError(
      1,
      'A feedsync process works on this store, and a dry run would have to read beside it: nothing was done. Stop that process to see what would be done, or run `feedsync reconcile` to let it be done.',
    );
  const { clock } = context.seams();
  const store = await openStore(storeUrl(config), { clock });
  try {
    const ids = await connectionIds(store, connection);
    const [last] = await store.runs.list({ kind: 'reconcile', limit: 1 });
    const author = context.terminal.user;
    for (const connectionId of ids)
      await store.intents.add({ kind: 'reconcile', payload: { connectionId }, author, now: clock.now() });
    for (let waited = 0; waited < watchMs; waited += lookEveryMs) {
      const ended = await endedRuns(ids, last?.id ?? 0, store);
      if (ended.length === ids.length) return await fromRuns(ended, store);
      await clock.sleep(lookEveryMs);
    }
  } finally {
    await store.close();
  }
  const message = 'The daemon is busy; it will reconcile by itself. `feedsync runs` shows when that is done.';
  return { text: message, json: { pending: true, message } };
}

async function endedRuns(ids: readonly string[], after: number, store: Store): Promise<RunRow[]> {
  const runs = await store.runs.list({ kind: 'reconcile', limit: runsLookedAt });
  return ids.flatMap((id) => {
    const ended = runs.find((row) => row.connectionId === id && row.id > after && row.endedAt !== null);
    return ended === undefined ? [] : [ended];
  });
}

async function fromRuns(runs: readonly RunRow[], store: Store): Promise<Answer> {
  return {
    text: runs
      .map(({ connectionId, state, message }) => line(connectionId ?? '', state, message ?? ''))
      .join('\n'),
    json: {
      dry_run: false,
      connections: runs.map(({ connectionId: connection, state, message, balance }) => ({
        connection,
        state,
        message,
        balance,
      })),
    },
    failed: runs.some(({ state }) => state === 'stalled' || state === 'failed'),
    attention: await attention(store),
    needsPerson: true,
  };
}

/** @throws CliError 2 where the store knows no such connection */
async function connectionIds(store: Store, wanted: string | undefined): Promise<string[]> {
  const ids = (await store.connections.all()).map((row) => row.id);
  if (wanted === undefined) return ids;
  if (ids.includes(wanted)) return [wanted];
  const known = ids.length === 0 ? 'there is none yet' : ids.join(', ');
  throw new CliError(
    2,
    `There is no connection "${wanted}". Write one of these after --connection: ${known}.`,
  );
}

function describe(report: ReconcileReport, dryRun: boolean): string {
  const { archived, foreign, drift, held, holdId, holdReason } = report;
  const details = [
    ...archived.map(({ externalId, title }) => named(dryRun ? 'take off' : 'taken off', externalId, title)),
    ...foreign.map(({ externalId }) => named('known to nothing here', externalId, null)),
    ...drift.map(({ externalId, title, kind, action }) =>
      named(
        `${kind === 'missing' ? 'missing there' : 'different there'} (${words(action)})`,
        externalId,
        title,
      ),
    ),
  ];
  const hold =
    held === 0
      ? []
      : [`${held} held, because ${holdReason ?? ''}${holdId === null ? '' : ` (hold ${holdId})`}`];
  const more =
    details.length > listedMost ? [`… and ${details.length - listedMost} more (--json lists them)`] : [];
  return [
    line(report.connectionId, report.state, report.message),
    ...[...hold, ...details.slice(0, listedMost), ...more].map((text) => indent(text)),
  ].join('\n');
}

function documentOf(report: ReconcileReport): Record<string, unknown> {
  const { connectionId, holdId, holdReason, archived, foreign, drift, ...rest } = report;
  const listing = (one: { externalId: string; title: string | null }) => ({
    external_id: one.externalId,
    title: one.title,
  });
  return {
    connection: connectionId,
    ...rest,
    archived: archived.map(listing),
    foreign: foreign.map(listing),
    drift: drift.map(({ kind, action, ...one }) => ({ ...listing(one), kind, action })),
    hold: holdId === null ? null : { id: holdId, reason: holdReason },
  };
}

function line(connectionId: string, state: string, message: string): string {
  return `connection ${connectionId}: ${state}: ${message}`;
}

function named(what: string, externalId: string, title: string | null): string {
  return `${what}  ${externalId}${title === null ? '' : `  ${title}`}`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

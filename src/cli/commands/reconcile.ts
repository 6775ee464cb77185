import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Command } from 'commander';
import type { Store } from '../../store/store.js';
import { reconcile } from '../../sync/reconcile/reconcile.js';
import type { ReconcileReport } from '../../sync/reports.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import { askRounds } from '../ask-round.js';
import { exitsForAttention, type Bind } from '../bind.js';
import { readConfig, type Context } from '../context.js';
import { besideDaemon, openAlone } from '../daemon.js';
import { CliError } from '../exit.js';
import { indent } from '../print/text.js';

interface ReconcileOptions {
  connection?: string;
  dryRun?: boolean;
}

const listedMost = 20;

export function addCommands(program: Command, bind: Bind): void {
  exitsForAttention(program.command('reconcile'))
    .summary('Run the nightly comparison with the portal now')
    .description(
      `Run the nightly comparison with the portal now: resend listings that differ, remove listings that are removed here, and hold unknown ones.

While the daemon runs, it does the work and this command prints the result. Exits with 1 if a comparison fails or stalls.`,
    )
    .option('--connection <id>', 'Only this connection')
    .option('--dry-run', 'Print the plan and change nothing')
    .action(bind(run));
}

async function run(
  context: Context,
  _args: readonly string[],
  { connection, dryRun = false }: ReconcileOptions,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { clock, disk } = context.machine;
  const now = clock.now();
  const app = await openAlone(config, context);
  if (app === null)
    return besideDaemon(config, context, async (store) => {
      const payloads = (await connectionIds(store, connection)).map((id) => ({ connectionId: id, dryRun }));
      const asked = await askRounds('reconcile', payloads, { store, config, context });
      return 'pending' in asked ? asked.pending : answer(asked.reports, dryRun, { store, config, now, disk });
    });
  try {
    const { store } = app.services;
    const reports: ReconcileReport[] = [];
    for (const id of await connectionIds(store, connection))
      reports.push(await reconcile(id, app.services, { dryRun }));
    return await answer(reports, dryRun, { store, config, now, disk });
  } finally {
    await app.close();
  }
}

async function answer(
  reports: readonly ReconcileReport[],
  dryRun: boolean,
  of: Parameters<typeof attentionIn>[0],
): Promise<Answer> {
  return {
    text: reports.map((report) => describe(report, dryRun)).join('\n') || nothingToCompare,
    json: { dry_run: dryRun, connections: reports.map(documentOf) },
    failed: reports.some(({ state }) => state === 'stalled' || state === 'failed'),
    attention: await attentionIn(of),
  };
}

const nothingToCompare = 'No connection yet. `feedsync sync` adds the connections of the configuration.';

/** @throws CliError 2 if the store has no such connection */
async function connectionIds(store: Store, wanted: string | undefined): Promise<string[]> {
  const ids = (await store.connections.all()).map((row) => row.id);
  if (wanted === undefined) return ids;
  if (ids.includes(wanted)) return [wanted];
  const known = ids.length === 0 ? 'none yet' : ids.join(', ');
  throw new CliError(2, `There is no connection "${wanted}". Known connections: ${known}.`);
}

function describe(report: ReconcileReport, dryRun: boolean): string {
  const { archived, foreign, drift, held, holdId, holdReason } = report;
  const details = [
    ...archived.map(({ externalId, title }) => named(dryRun ? 'remove' : 'removed', externalId, title)),
    ...foreign.map(({ externalId }) => named('unknown here', externalId, null)),
    ...drift.map(({ externalId, title, kind, action }) =>
      named(
        `${kind === 'missing' ? 'missing at the portal' : 'different at the portal'} (${words(action)})`,
        externalId,
        title,
      ),
    ),
  ];
  const hold =
    held === 0 ? [] : [`${held} held: ${holdReason ?? ''}${holdId === null ? '' : ` (hold ${holdId})`}`];
  const more =
    details.length > listedMost ? [`… and ${details.length - listedMost} more (--json lists them)`] : [];
  return [
    line(report.connectionId, report.state, report.message),
    ...[...hold, ...details.slice(0, listedMost), ...more].map((text) => indent(text)),
  ].join('\n');
}

function documentOf(report: ReconcileReport): Record<string, unknown> {
  const { connectionId, holdId, holdReason, archived, foreign, drift, ...rest } = report;
  const listing = (one: { externalId: ExternalId; title: string | null }) => ({
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

function line(connectionId: ConnectionId, state: string, message: string): string {
  return `connection ${connectionId}: ${state}: ${message}`;
}

function named(what: string, externalId: ExternalId, title: string | null): string {
  return `${what}  ${externalId}${title === null ? '' : `  ${title}`}`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

import type { Config } from '../config/schema.js';
import type { RequestedRound, RoundAnswer } from '../sync/requested-rounds.js';
import type { Store } from '../store/store.js';
import type { ReconcileReport } from '../sync/reports.js';
import type { RoundReport } from '../sync/sync-round.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { askDaemon } from './daemon.js';
import { CliError } from './exit.js';

/**
 * How long the command waits for the daemon to finish a round: the first round of a large feed takes long. After Ctrl+C the daemon continues the
 * round.
 */
const watchMs = 30 * 60_000;

type PayloadOf<Kind> = Extract<RequestedRound, { kind: Kind }>['payload'];

interface ReportOf {
  sync: RoundReport;
  reconcile: ReconcileReport;
}

/**
 * Requests rounds from the daemon and waits for their reports.
 * @returns `pending` with the answer to print if the reports did not arrive in time; the daemon continues
 * @throws CliError if the daemon ended or refused
 */
export async function askRounds<Kind extends RequestedRound['kind']>(
  kind: Kind,
  payloads: readonly PayloadOf<Kind>[],
  on: { store: Store; config: Config; context: Context },
): Promise<{ reports: ReportOf[Kind][] } | { pending: Answer }> {
  const rounds = payloads.map((payload) => ({ kind, payload }));
  const asked = await askDaemon<RoundAnswer<ReportOf[Kind]>>(rounds, on, watchMs);
  if (asked.kind === 'busy') {
    const message =
      'The daemon is still working on this and will finish it. `feedsync runs` shows when it is done.';
    return { pending: { text: message, json: { pending: true, message } } };
  }
  if (asked.kind === 'ended')
    throw new CliError(
      1,
      'The daemon ended before this was done. It continues at its next start; run the command again to do it now.',
    );
  const refused = asked.answers.find((answer) => !answer.ok);
  if (refused?.ok === false) throw new CliError(1, refused.message);
  return { reports: asked.answers.flatMap((answer) => (answer.ok ? [answer.report] : [])) };
}

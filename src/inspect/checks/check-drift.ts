import type { ConnectionId } from '../../model/ids.js';
import type { Store } from '../../store/store.js';
import { hasViewDigests } from '../../store/facts/view-digests.js';
import { ok, warn, type Check } from './check.js';

/** Checks that the portal and the store agreed in the last comparison. */
export async function checkDrift(
  connectionId: ConnectionId,
  store: Store,
  showTime: (at: number) => string,
): Promise<Check> {
  const about = `drift of ${connectionId}`;
  const runs = await store.runs.list({ kind: 'reconcile', limit: runsExamined });
  const last = runs.find((run) => run.connectionId === connectionId && run.endedAt !== null);
  const hasDigests = await hasViewDigests(connectionId, store);
  if (last === undefined || hasDigests === null)
    return ok(
      about,
      'It was not compared with the portal yet: the daemon does it every night, `feedsync reconcile` now.',
    );
  const when = showTime(last.startedAt);
  const reach = hasDigests
    ? 'by presence and content'
    : 'by presence only, because the portal’s list has no digests: different content there is not detected';
  const found = [
    counted(last.balance.repaired, 'sent again'),
    counted(last.balance.takenDown, 'taken down there'),
    counted(last.balance.drifting, 'different there after three repairs'),
  ].filter((part) => part !== null);
  if (last.state === 'stalled' || last.state === 'failed')
    return warn(about, `The comparison of ${when} was not finished: ${last.message ?? ''}`, seeRuns);
  if (found.length === 0) return ok(about, `Compared ${when} ${reach}: no drift.`);
  return warn(about, `Compared ${when} ${reach}: ${found.join(', ')}.`, seeRuns);
}

const runsExamined = 200;
const seeRuns =
  '`feedsync runs --kind reconcile` shows every comparison, `feedsync explain` one listing’s timeline.';

function counted(count: number | undefined, what: string): string | null {
  return count === undefined || count === 0 ? null : `${count} listing${count === 1 ? '' : 's'} ${what}`;
}

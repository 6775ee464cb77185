import type { SourceId } from '../../model/ids.js';
import { addBalances } from '../../core/schedule/balance.js';
import type { RawSelection } from '../../store/store.js';
import { commitRecords } from './commit-records.js';
import { settleContentHold } from '../content/settle-content.js';
import { settlePoll } from './settle-poll.js';
import { openKept } from './kept-records.js';
import type { LoadedReference } from '../reference/load-reference.js';
import { stalled, type Poll, type PollEnd } from './poll.js';
import { readFrom, readRecords } from './read-records.js';
import type { Reading } from './reading.js';
import type { PollReport } from '../reports.js';
import { retryAfterNewContext } from '../push/retry-refused.js';
import type { Feed, Services } from '../services/services.js';
import { settleAbsences } from '../removals/settle-absences.js';
import { outOfBalance, settleBalance } from './settle-balance.js';
import { startPoll, type PollStart } from './start-poll.js';
import { wholeOfKept } from './compare-known.js';
import { committedOnDisk } from '../snapshot/take-snapshot.js';

/**
 * Maps the kept records of a delta feed again after its mapping or vocabulary changed, because no file repeats them. A feed that was a full
 * one has none yet: its committed file is mapped. Also maps kept records that must be read again. Nothing becomes absent in this
 * (RULES R91).
 * @returns null if there is nothing to map
 */
export async function remapKept(
  feed: Feed,
  services: Services,
  how: Pick<PollStart, 'dryRun' | 'isRemap'>,
): Promise<PollReport | null> {
  // No run is opened yet: most polls find nothing to do here.
  const known = await startPoll(feed, services, { dryRun: true });
  // The earlier of two kept versions decided about the listings, so it is mapped before the newer one, which decided nothing.
  const earlier = await remap(known, 'overtaken', services, how);
  if (earlier !== null && earlier.state !== 'done') return earlier;
  const report = await remap(known, 'newest', services, how);
  return report === null ? earlier : joinReports(earlier, report);
}

/** The later report of one poll, with the plan of the earlier one added. */
export function joinReports(earlier: PollReport | null, later: PollReport): PollReport {
  if (earlier === null) return later;
  return {
    ...later,
    message: `${earlier.message}; then ${later.message}`,
    planned: [...earlier.planned, ...later.planned],
    newWords: earlier.newWords + later.newWords,
  };
}

/** One report of the two addresses of a feed. If one of them could not be read, the report says so. */
export function joinParts(full: PollReport, changes: PollReport): PollReport {
  const isFailed = full.state === 'stalled' || full.state === 'failed';
  const [a, b] = [full.absences, changes.absences];
  return {
    ...(isFailed ? full : changes),
    message: `${full.message}; changes: ${changes.message}`,
    balance: addBalances(full.balance, changes.balance),
    planned: [...full.planned, ...changes.planned],
    absences: {
      inGrace: a.inGrace + b.inGrace,
      held: b.held,
      pinned: a.pinned + b.pinned,
      deactivated: a.deactivated + b.deactivated,
      removals: [...a.removals, ...b.removals],
      returned: a.returned + b.returned,
      transferred: a.transferred + b.transferred,
      holdId: b.holdId ?? a.holdId,
      holdReason: b.holdReason ?? a.holdReason,
    },
    newWords: full.newWords + changes.newWords,
  };
}

async function remap(
  { feed, row, context, reference }: Poll,
  which: RawSelection['which'],
  services: Services,
  how: Pick<PollStart, 'dryRun' | 'isRemap'>,
): Promise<PollReport | null> {
  if (reference === null) return null;
  const hasNewContext = row.context !== context;
  const selection = { which, forgotten: !hasNewContext };
  const { rawRecords } = services.store;
  const isSwitched = which === 'newest' && hasNewContext && !(await rawRecords.any(feed.id));
  const source = isSwitched ? await committedOnDisk(row, services) : null;
  if (source === null && (await rawRecords.places(feed.id, selection)).length === 0) return null;
  const poll = await startPoll(feed, services, how);
  // The stored context stays the former one until all kept records are mapped, so that the next poll starts again after an interruption.
  const isLast = which === 'newest';
  return settlePoll(isLast ? poll : { ...poll, context: row.context }, async () => {
    const reading =
      source === null
        ? await readKept(poll, selection, reference)
        : await readRecords(poll, source, reference);
    return typeof reading === 'string' ? stalled(reading) : settle(poll, reading);
  });
}

/** @returns what the kept records yield, or a message why they cannot be mapped */
async function readKept(
  poll: Poll,
  which: RawSelection,
  reference: LoadedReference,
): Promise<Reading | string> {
  const { feed, services } = poll;
  const { store, clock } = services;
  const met = new Map<number, string>();
  const places = await store.rawRecords.places(feed.id, which);
  const origin = {
    ownChange: true,
    fetchedAt: clock.now(),
    keepsRaw: false,
    onNews: () => undefined,
    pieces: places.map((place) => (contextOf: Parameters<typeof openKept>[1]) => {
      const remember = (record: { ordinal: number; sourceId: SourceId }): void =>
        void met.set(record.ordinal, record.sourceId);
      return Promise.resolve(openKept({ feedId: feed.id, which, place }, contextOf, remember, store));
    }),
  };
  const reading = await readFrom(origin, poll, reference);
  const { completeness, reason } = reading.end;
  if (completeness === 'incomplete') return reason ?? 'the kept records could not be read';
  const renamed = [...met].filter(([ordinal]) => !reading.seen.has(ordinal)).map(([, sourceId]) => sourceId);
  if (renamed.length > 0) return otherIds(feed, renamed);
  return { ...reading, willBeRead: which.which === 'overtaken' };
}

/** Listings under ids of the former mapping would stay for ever: no delta file reports that they are gone. */
function otherIds({ mapping }: Feed, [first = '', ...others]: readonly string[]): string {
  const count = others.length + 1;
  return `under the changed mapping ${mapping.name}, ${count} kept records have another id or belong to another feed (record ${first}, for example), and a delta feed never reports that the old ids are gone. Nothing was changed: restore source_id and the feed's where, or declare a new feed for the new ids.`;
}

async function settle(poll: Poll, reading: Reading): Promise<PollEnd> {
  const { feed, row, balance, services, dryRun } = poll;
  const { store } = services;
  if (reading.end.completeness === 'incomplete')
    return stalled(reading.end.reason ?? 'the last file could not be read');
  services.crashPoints.reach('records.staged');
  const whole = await wholeOfKept(feed, reading, services);
  const changes = { ...reading, whole, facts: { ...reading.facts, kind: 'delta' as const } };
  const planned = await commitRecords(feed, changes, balance, services, dryRun, poll.watch);
  if (!poll.dryRun) await retryAfterNewContext(poll.row, poll.context, poll.services);
  const presence = {
    seen: reading.seen,
    fileKind: poll.isRemap ? 'kept' : 'delta',
    weak: false,
    doubt: null,
    unidentified: 0,
  } as const;
  const absences = await settleAbsences(feed, presence, balance, services, dryRun);
  const message = `${balance.seen} kept records were read again, ${balance.queued} to send`;
  if (dryRun) return { state: 'done', message, planned, absences, reading: changes };
  await settleBalance(feed, changes, balance, services);
  await settleContentHold(feed, services, whole.isFirstDoubted);
  const failed = outOfBalance(balance);
  if (failed !== null) return failed;
  const snapshot =
    row.committedSnapshotId === null ? null : await store.snapshots.get(row.committedSnapshotId);
  return { state: 'done', message, planned, absences, reading: changes, snapshot, unproven: true };
}

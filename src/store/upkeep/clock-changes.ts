import { sql, type RawBuilder } from 'kysely';
import { clockChange, markEveryMs, noChange, type ClockMark } from '../../core/schedule/clock-change.js';
import { clockSlackMs } from '../../core/schedule/due.js';
import type { ClockStore, NotedClockChange } from '../contract/clock.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { readMeta, writeMeta } from '../database/meta.js';
import type { Millis } from '../../model/millis.js';
import type { Tables } from '../database/tables.js';
import { unsettledStates } from '../outbox/entries.js';

const markKey = 'clock.mark';
const changeKey = 'clock.change';

/**
 * A spend may lie this far in the future, not further: a request whose reply was lost counts from the latest time at which it may arrive.
 */
const spendAheadMs = 5 * 60_000;

/**
 * Corrects stored times when the system clock was set. Three kinds of times are corrected: times of spends (by `ledgerMs`), times at which
 * something is due, and times at which something happened. Times that people chose stay: the end of a pin, suppression, announcement or token.
 */
export function createClockChanges({ db, write }: Database): ClockStore {
  return {
    mark: () => storedMark(db),
    lastChange: async () => {
      const text = await readMeta(db, changeKey);
      return text === null ? null : (JSON.parse(text) as NotedClockChange);
    },
    bound: (now) => write((writer) => boundDueTimes(writer, now)),
    follow: (now) =>
      write(async (writer) => {
        const before = await storedMark(writer);
        const change = before === null ? await firstChange(writer, now) : clockChange(before, now);
        const isDone = change === noChange;
        const isFresh = before?.steady.id === now.steady.id && now.at - before.at < markEveryMs;
        if (isDone && isFresh) return change;
        await writeMeta(writer, markKey, JSON.stringify(now));
        if (isDone) return change;
        const { setByMs, ledgerMs, isExact } = change;
        await moveSpends(writer, ledgerMs, now.at);
        if (isExact || setByMs < 0) await moveAbsences(writer, setByMs);
        if (setByMs < 0) {
          await moveDueTimes(writer, setByMs, now.at);
          await endAtNow(writer, now.at);
        }
        if (setByMs !== 0) {
          const noted: NotedClockChange = { at: now.at, byMs: setByMs, isExact };
          await writeMeta(writer, changeKey, JSON.stringify(noted));
        }
        return change;
      }),
  };
}

async function storedMark(reader: Reader): Promise<ClockMark | null> {
  const text = await readMeta(reader, markKey);
  return text === null ? null : (JSON.parse(text) as ClockMark);
}

/**
 * The change if the store has no mark yet, because an earlier release wrote it: the start or end of the newest run is the latest known time
 * before.
 */
async function firstChange(reader: Reader, now: ClockMark): Promise<ReturnType<typeof clockChange>> {
  const { started, ended } = await reader
    .selectFrom('run')
    .select((eb) => [
      eb.fn.max<Millis | null>('startedAt').as('started'),
      eb.fn.max<Millis | null>('endedAt').as('ended'),
    ])
    .executeTakeFirstOrThrow();
  const at = Math.max(started ?? 0, ended ?? 0);
  return at > now.at ? clockChange({ at, steady: unknownClock }, now) : noChange;
}

const unknownClock = { id: '', ms: 0, countsSleep: false };

async function moveSpends(writer: Writer, ms: number, now: Millis): Promise<void> {
  await writer
    .updateTable('spend')
    .set((eb) => ({ at: eb('at', '+', ms) }))
    .where('at', 'is not', null)
    .execute();
  await writer
    .updateTable('spend')
    .set({ at: now })
    .where('at', '>', now + spendAheadMs)
    .execute();
}

/** Moves the start of absences and of unsettled batches with the clock, so that their duration stays true. */
async function moveAbsences(writer: Writer, ms: number): Promise<void> {
  await writer
    .updateTable('listing')
    .set((eb) => ({ graceSince: eb('graceSince', '+', ms) }))
    .where('graceSince', 'is not', null)
    .execute();
  await writer
    .updateTable('batch')
    .set((eb) => ({ createdAt: eb('createdAt', '+', ms) }))
    .where('state', 'in', unsettledStates)
    .execute();
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Columns with a due time, each with the longest delay in milliseconds that is ever written to it. Null: the delay depends on a schedule, and
 * `isScheduleDue` checks it.
 */
const due = {
  feed: { nextPollAt: null },
  connection: { nextPushAt: dayMs, outcomesDueAt: dayMs, nextReconcileAt: null },
  outbox: { notBefore: dayMs },
  parkedRequest: { nextAt: dayMs },
  agency: { readAskedAt: hourMs },
  notice: { nextTryAt: 6 * hourMs },
  batch: { nextAttemptAt: dayMs },
  listing: { retryAt: dayMs },
  lease: { until: hourMs },
} as const satisfies Columns<number | null>;

type Columns<T> = { [Table in keyof Tables]?: { [Column in keyof Tables[Table]]?: T } };

/** Moves due times that lie ahead with the clock. Due times in the past stay: they are due now in any case. */
async function moveDueTimes(writer: Writer, ms: number, now: Millis): Promise<void> {
  for (const [table, columns] of Object.entries(due))
    for (const column of Object.keys(columns))
      await setWhereLater(writer, { table, column, than: now }, sql`${sql.ref(column)} + ${ms}`);
}

async function boundDueTimes(writer: Writer, now: Millis): Promise<void> {
  for (const [table, columns] of Object.entries(due))
    for (const [column, aheadMs] of Object.entries<number | null>(columns))
      if (aheadMs !== null)
        await setWhereLater(writer, { table, column, than: now + aheadMs + clockSlackMs }, sql`${now}`);
}

/** Columns with times of events by this machine's clock, which code compares with now. The last push is not among them: it has the portal's time. */
const happened = {
  connection: ['readAt', 'viewReadAt'],
  feed: ['lastPollAt', 'lastCompleteAt', 'stalledSince', 'lastFullFetchAt'],
  snapshot: ['fetchedAt'],
  listing: ['graceSince', 'offSince', 'lastSeenAt', 'firstSentAt', 'refusedAt'],
  outbox: ['queuedAt'],
  batch: ['createdAt'],
  hold: ['openedAt', 'decidedAt', 'remindedAt'],
  vocabulary: ['readAt'],
  photo: ['checkedAt'],
  session: ['createdAt', 'seenAt'],
  signInFailure: ['at'],
} as const satisfies { [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

/** Sets times of events that lie in the future to now: they were written while the clock was ahead. */
async function endAtNow(writer: Writer, now: Millis): Promise<void> {
  for (const [table, columns] of Object.entries(happened))
    for (const column of columns) await setWhereLater(writer, { table, column, than: now }, sql`${now}`);
}

async function setWhereLater(
  writer: Writer,
  { table, column, than }: { table: string; column: string; than: Millis },
  value: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.ref(column);
  await sql`update ${sql.table(table)} set ${name} = ${value} where ${name} > ${than}`.execute(writer);
}

import { sql, type RawBuilder } from 'kysely';
import { clockChange, markEveryMs, noChange, type ClockMark } from '../../core/schedule/clock-change.js';
import { clockSlackMs } from '../../core/schedule/due.js';
import type { ClockStore, NotedClockChange } from '../contract/clock.js';
import type { Database, Reader, Writer } from '../database/database.js';
import { readMeta, writeMeta } from './meta.js';
import type { Millis } from '../../model/millis.js';
import type { Tables } from '../database/tables.js';
import { unsettledStates } from '../outbox/entries.js';

const markKey = 'clock.mark';
const changeKey = 'clock.change';

/** A request whose reply was lost counts from when it may arrive at the latest: no spend lies further ahead. */
const spendAheadMs = 5 * 60_000;

/**
 * The one place that follows changes of the clock. Three kinds of times are stored: what was spent (`ledgerMs`), when something is due, and
 * when something happened. Dates that people chose (the end of a pin, a suppression, an announcement, a token) stay as they are.
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

/** A store that an earlier release wrote has no mark: its newest run says what time it was. */
async function firstChange(reader: Reader, now: ClockMark): Promise<ReturnType<typeof clockChange>> {
  const { started, ended } = await reader
    .selectFrom('run')
    .select((eb) => [
      eb.fn.max<number | string | null>('startedAt').as('started'),
      eb.fn.max<number | string | null>('endedAt').as('ended'),
    ])
    .executeTakeFirstOrThrow();
  const at = Math.max(Number(started ?? 0), Number(ended ?? 0));
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

/** An absence, and the age of a batch's key, last as long as time goes by, whatever the clock reads. */
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
 * When something is due, with the longest distance at which it is ever put; null where only the schedule of a feed or of the comparison
 * knows it, which `isScheduleDue` judges.
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

/** Stays as far ahead as it was. What lies in the past is due, and is done once. */
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

/** When something happened by our clock, where code compares it with now. The last push is dated by the portal’s clock, and stays. */
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

/** What was written while the clock was ahead happened at the latest now. */
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

import type { Delivery } from '../../model/feed-format.js';
import type { FeedId } from '../../model/ids.js';
import { crossesOver, shareNamed, type StateCounts } from '../../core/listing/state-share.js';
import { headerAgency, isOtherAgency, type HeaderAgency } from '../../core/listing/other-feed.js';
import type { Hold } from '../../model/hold.js';
import type { Store } from '../../store/store.js';
import type { FileHeaders } from '../snapshot/file-facts.js';
import type { Feed, Services } from '../services/services.js';

/**
 * Why the listings that a poll is the first to miss are held at once, whatever the guard would decide. `scope`: the configuration changed
 * and may read less than before. `lost_ids`: records lost their ids and may be the missing listings (RULES R71).
 */
export type AbsenceDoubt = 'scope' | 'lost_ids';

export const doubtSentences: Readonly<Record<AbsenceDoubt, string>> = {
  scope:
    'the configuration of the feed changed: it reads another source (url, urls, changes_url, auth, headers) or selects other records (where), and configuration alone removes nothing',
  lost_ids: 'records of the feed lost their ids since the last file and may be these listings',
};

/** What is read of a file besides its listings. */
interface ReadFile {
  /** Number of readable records without an id. */
  nameless: number;
  /** Its new records, and how many records of the feed it has. */
  states: StateCounts;
  ownRecords: number;
  end: FileHeaders;
}

/** Facts about the file that was committed last. */
interface LastFile {
  scope: string;
  /** Null if the release that committed the file did not store the number yet. */
  nameless: number | null;
  /** The member of the ZIP that was read; absent for other files. */
  member?: string;
  /** The sheets of the workbook that were read, as the mapping names them; absent where it names none. */
  sheet?: string;
  /** The share of its records with a word for their state (`shareNamed`); absent if the mapping reads no state, or no file showed it since that is stored. */
  named?: number;
  /** What its header says about the agency; absent if it says nothing, or if an older release committed the file. */
  agency?: HeaderAgency;
}

/**
 * The doubt for which the hold was raised, for as long as the hold is open: until its listings are present again or a user decides. Null if
 * there is no hold, or if the hold has another cause.
 */
export function doubtOfHold(hold: Hold | null): AbsenceDoubt | null {
  const { cause = null } = hold ?? {};
  return cause === 'scope' || cause === 'lost_ids' ? cause : null;
}

export async function doubtOfAbsences(
  { id, scope }: Feed,
  { nameless }: Pick<ReadFile, 'nameless'>,
  { store }: Pick<Services, 'store'>,
): Promise<AbsenceDoubt | null> {
  const last = await lastFile(id, store);
  if (last === null) return null;
  if (last.scope !== scope) return 'scope';
  return last.nameless !== null && nameless > last.nameless ? 'lost_ids' : null;
}

/** Whether the feed's next file is the first one under a changed scope. False until a file was committed under the former one. */
export async function isRereadFromStart(
  { id, scope }: Pick<Feed, 'id' | 'scope'>,
  store: Store,
): Promise<boolean> {
  const last = await lastFile(id, store);
  return last !== null && last.scope !== scope;
}

/** Records the committed file. Call it after the file's absences were judged. @param reading null: the source confirmed the last file, possibly under a changed scope */
export async function noteFile(
  { id, scope, mapping }: Feed,
  reading: ReadFile | null,
  { store }: Pick<Services, 'store'>,
): Promise<void> {
  const last = await lastFile(id, store);
  const { member, sheet } = mapping.format;
  const nameless = reading?.nameless ?? last?.nameless ?? null;
  const named = (mapping.readsStates && reading !== null ? shareIn(reading) : null) ?? last?.named;
  const agency = reading === null ? last?.agency : (agencyOf(mapping, reading) ?? undefined);
  const now: LastFile = {
    ...{ scope, nameless },
    ...(member !== undefined && { member }),
    ...(sheet !== undefined && { sheet }),
    ...(named !== undefined && { named }),
    ...(agency !== undefined && { agency }),
  };
  const text = JSON.stringify(now);
  if (last === null || JSON.stringify(last) !== text) await store.meta.set(keyOf(id), text);
}

/**
 * Whether the file says by an empty cell for the state what the feed said by a word until now, or the reverse. Judged by a file of which most
 * records are new: what software changes, it changes in all of them.
 * @returns the share of records with a word, before and now; null: it did not cross over
 */
export async function crossedOver(
  { id, mapping }: Pick<Feed, 'id' | 'mapping'>,
  reading: Pick<ReadFile, 'states' | 'ownRecords'>,
  { store }: Pick<Services, 'store'>,
): Promise<{ before: number; now: number } | null> {
  if (!mapping.readsStates) return null;
  const now = shareIn(reading);
  const before = now === null ? undefined : (await lastFile(id, store))?.named;
  if (now === null || before === undefined || !crossesOver(before, reading.states)) return null;
  return { before, now };
}

/** The share of records with a word for their state (`shareNamed`); null: too few records were read to know it. */
function shareIn({ states, ownRecords }: Pick<ReadFile, 'states' | 'ownRecords'>): number | null {
  const { named, leaving, empty, asked } = states;
  const share = (named + leaving + empty + asked) * 2 > ownRecords ? shareNamed(states) : null;
  return share === null ? null : Math.round(share * 100) / 100;
}

/** Whether the header of the file names another agency than that of the file that was committed last. */
export async function namesOtherAgency(
  { id, mapping }: Pick<Feed, 'id' | 'mapping'>,
  reading: Pick<ReadFile, 'end'>,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  return isOtherAgency((await lastFile(id, store))?.agency ?? null, agencyOf(mapping, reading));
}

/** A table's header names columns and no agency. */
function agencyOf({ format }: Feed['mapping'], { end }: Pick<ReadFile, 'end'>): HeaderAgency | null {
  return format.container === 'csv' ? null : headerAgency(end.headers);
}

/** Whether the file that was committed last was the same member of its ZIP, and the same sheet of its workbook, as the format names. */
export async function wasReadAs(
  feedId: FeedId,
  { member, sheet }: Delivery,
  store: Pick<Store, 'meta'>,
): Promise<boolean> {
  const last = await lastFile(feedId, store);
  return last?.member === member && last?.sheet === sheet;
}

async function lastFile(feedId: FeedId, { meta }: Pick<Store, 'meta'>): Promise<LastFile | null> {
  const text = await meta.get(keyOf(feedId));
  return text === null ? null : (JSON.parse(text) as LastFile);
}

function keyOf(feedId: FeedId): string {
  return `feed.scope ${feedId}`;
}

import type { RecordKind, RemoveReason } from '../../model/outcome.js';

/** A payload field: how many listings had a value in it before, and how many of these have none now. */
export interface LostField {
  /** `photos`, `description.en` … */
  field: string;
  had: number;
  lost: number;
}

/** Records with one mark ("not to be published") in the former file: their number, and how many of them have the mark no longer. */
export interface MarkTally {
  had: number;
  lost: number;
}

/**
 * The mark by which a record states that it is not to be published: `remove sold`, `ignore `, …; null: the record has no such mark. A mapped
 * record has none, or the `inactiveMark`.
 */
export function markOf(kind: RecordKind | null, removeReason: RemoveReason | null): string | null {
  return kind === 'ignore' || kind === 'remove' ? `${kind} ${removeReason ?? ''}` : null;
}

/** The mark of a record whose listing is inactive: it is reserved or switched off. */
export const inactiveMark = 'inactive';

/** Whether more records lost a mark than on an ordinary day, when a few return to the market. */
export function mayBeLost(lost: number, listings: number): boolean {
  return lost >= Math.max(hadMin, listings * marksShare);
}

/**
 * Whether a feed stopped using a mark. All its marked records would then be published, or shown to visitors again.
 * @param listings the feed's number of listings
 */
export function areMarksLost(mark: string, { had, lost }: MarkTally, listings: number): boolean {
  const share = mark === inactiveMark ? shownAgainShare : lostShare;
  return mayBeLost(lost, listings) && lost >= had * share;
}

/**
 * Few listings are no evidence. A field does not count as lost if fewer listings than this had it before; a mark does not if fewer records
 * than this lost it.
 */
const hadMin = 5;
/** A mark does not count as lost if fewer than this share of a feed's listings lost it. */
const marksShare = 0.01;
/** A field or mark counts as lost only if at least this share of its listings lost it. A few may keep it, because several people edit a feed. */
const lostShare = 0.95;
/** Reservations end one by one. The mark counts as lost if at least this share of the reserved listings is shown again in one file. */
const shownAgainShare = 0.5;
/** Fields that are not compared: every payload has them, or other checks cover them. */
const passedOver: ReadonlySet<string> = new Set(['external_id', 'source', 'state', 'transaction']);

/** Counts, listing by listing, the fields that had a value before and those of them that have none now. */
export class FieldTally {
  readonly #counts = new Map<string, { had: number; lost: number }>();

  compare(former: Payload, now: Payload): void {
    const present = new Set(fieldsOf(now));
    for (const field of fieldsOf(former)) {
      const count = this.#counts.get(field) ?? { had: 0, lost: 0 };
      this.#counts.set(field, count);
      count.had++;
      if (!present.has(field)) count.lost++;
    }
  }

  /** Largest number of listings that lost one and the same field. */
  get most(): number {
    return Math.max(0, ...[...this.#counts.values()].map(({ lost }) => lost));
  }

  /**
   * Fields in which most listings had a value and almost none has one now: a column or an element was probably renamed, and the mapping no
   * longer finds it.
   * @param listings number of listings present before and now, unchanged ones included
   */
  lostByMost(listings: number): LostField[] {
    return [...this.#counts]
      .map(([field, counts]) => ({ field, ...counts }))
      .filter(({ had, lost }) => had >= hadMin && lost >= had * lostShare && lost * 2 > listings);
  }
}

type Payload = Readonly<Record<string, unknown>>;

/** Names of the fields with a value; the members of an object count one by one: `description.en`. */
function fieldsOf(payload: Payload): string[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    if (passedOver.has(name) || isEmpty(value)) return [];
    if (typeof value !== 'object' || Array.isArray(value)) return name;
    return Object.entries(value as Payload).flatMap(([part, inner]) =>
      isEmpty(inner) ? [] : `${name}.${part}`,
    );
  });
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

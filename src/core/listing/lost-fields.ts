import type { RecordKind, RemoveReason } from '../../model/outcome.js';

/** A field of the listing payload that listings had before, and how many of these have it no more. */
export interface LostField {
  /** `photos`, `description.en` … */
  field: string;
  had: number;
  lost: number;
}

/** How many records of a file said in one way that they are not to be published, and how many of these do not any more. */
export interface MarkTally {
  had: number;
  lost: number;
}

/** In which way a record says that it is not for the portal: sold, rented, ignored; null: it does not. */
export function markOf(kind: RecordKind | null, removeReason: RemoveReason | null): string | null {
  return kind === 'ignore' || kind === 'remove' ? `${kind} ${removeReason ?? ''}` : null;
}

/** Whether more records lost a mark than on an ordinary day, on which some are on offer again. */
export function mayBeLost(lost: number, listings: number): boolean {
  return lost >= Math.max(hadMin, listings * marksShare);
}

/**
 * Whether a feed no longer says in this way what is sold or not for the portal: it would all be published.
 * @param listings how many the feed has
 */
export function areMarksLost({ had, lost }: MarkTally, listings: number): boolean {
  return mayBeLost(lost, listings) && lost >= had * lostShare;
}

/** Fewer prove nothing. */
const hadMin = 5;
/** Of a feed's listings. */
const marksShare = 0.01;
/** A few may keep it: a feed has more than one hand. */
const lostShare = 0.95;
/** What stands in every payload, or is decided with others. */
const passedOver: ReadonlySet<string> = new Set(['external_id', 'source', 'state', 'transaction']);

/** Counts, listing by listing, which fields were there before and which of them are gone. */
export class FieldTally {
  readonly #counts = new Map<string, { had: number; lost: number }>();

  compare(former: Payload, now: Payload): void {
    const there = new Set(fieldsOf(now));
    for (const field of fieldsOf(former)) {
      const count = this.#counts.get(field) ?? { had: 0, lost: 0 };
      this.#counts.set(field, count);
      count.had++;
      if (!there.has(field)) count.lost++;
    }
  }

  /** How many listings lost the field that most lost. */
  get most(): number {
    return Math.max(0, ...[...this.#counts.values()].map(({ lost }) => lost));
  }

  /**
   * Fields that most listings of a feed had and almost none has any more: a column or an element was renamed, and what it says is not
   * understood.
   * @param listings how many the feed has before and now, those that did not change included
   */
  lostByMost(listings: number): LostField[] {
    return [...this.#counts]
      .map(([field, counts]) => ({ field, ...counts }))
      .filter(({ had, lost }) => had >= hadMin && lost >= had * lostShare && lost * 2 > listings);
  }
}

type Payload = Readonly<Record<string, unknown>>;

/** Those that hold something, an object's one by one. */
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

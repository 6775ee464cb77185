import type {
  Confirmation,
  ContentField,
  Doubt,
  Offer,
  OpenDoubt,
  PastValue,
  ValueDoubt,
} from '../../../model/content.js';
import type { Millis } from '../../../model/millis.js';
import { otherProperty } from './other-property.js';
import { isBase, replacedValues } from './past-values.js';
import {
  areaOf,
  offerOf,
  priceOf,
  readPrice,
  valueOf,
  withFieldOf,
  withValue,
  type Payload,
  type Price,
} from './payload-values.js';
import { inEur } from './value-doubts.js';

/** A listing as its record describes it now, with everything that is known about its values. */
export interface GuardInput {
  /** The payload as the mapping made it. */
  mapped: Payload;
  /** The payload that was last let through and is live or on its way; null: the listing is new or was removed. */
  cleared: Payload | null;
  /** `valueDoubts` of `mapped`. */
  valueDoubts: readonly ValueDoubt[];
  /** The record's word for its state, where no table knows it. */
  unknownState: string | null;
  /** Values of the listing in the last 90 days. */
  history: readonly PastValue[];
  confirmations: readonly Confirmation[];
  /** The factor by which most prices of the feed's file changed at once; null: they did not. */
  commonFactor: number | null;
  /** The listing's open doubts that its file gave it as a whole; missing: none. Its record alone does not show them. */
  standing?: readonly Pick<OpenDoubt, 'offer' | 'value'>[];
  rsdPerEur: number;
  now: Millis;
}

export interface Guarded {
  /**
   * What may go live: `mapped`, or a copy in which doubtful values are those of `cleared`; `cleared` itself where another offer or property
   * is suspected. Null: the listing is new and waits.
   */
  wanted: Payload | null;
  /** What is live as far as it stands: without values whose confirmation was taken back. */
  cleared: Payload | null;
  /** Taken-back confirmations that `cleared` is without. Each is undone once: what goes live later is not its value. */
  undone: readonly Confirmation[];
  doubts: Doubt[];
  /** Values of `cleared` that `wanted` replaces. */
  replaced: PastValue[];
}

/** A price that is this many times another is a jump. */
const jumpFactor = 5;
/** How long a value that was replaced remains a base for jumps. */
const baseMs = 7 * 86_400_000;
/** Two factors are alike when they differ by at most this share. */
const likeness = 0.05;

/**
 * Decides which values of a listing may go live (RULES R80). Pure: the same input gives the same result, whatever mapping made the
 * payload. Only the doubtful value waits. Where it belongs to what looks like another offer or another property under the same id, the
 * whole change waits. A state that takes the listing out of view never waits.
 */
export function guardContent(input: GuardInput): Guarded {
  const { mapped } = input;
  const { cleared, undone } = withoutTakenBack(input);
  const judge = new Judge({ ...input, cleared });
  const doubts = judge.doubts();
  const isPriceDoubtful = doubts.some(({ field }) => field === 'price');
  const isOther = cleared !== null && isPriceDoubtful && isOtherListing(cleared, mapped);
  const wanted = isOther ? withStateOf(cleared, mapped) : letThrough(mapped, cleared, judge.held);
  return {
    wanted,
    cleared,
    undone,
    doubts: isOther ? doubts.map(asOtherProperty) : doubts,
    replaced: input.cleared === null || wanted === null ? [] : replacedValues(input.cleared, wanted, input),
  };
}

/** `cleared` with the values that stood before confirmations which were taken back and not undone yet. */
function withoutTakenBack({ cleared, confirmations }: GuardInput): Pick<Guarded, 'cleared' | 'undone'> {
  const undone: Confirmation[] = [];
  let payload = cleared;
  for (const confirmation of confirmations) {
    const { field, offer, value, before, takenBackAt } = confirmation;
    if (payload === null || takenBackAt === null || before === null || offer !== offerOf(payload)) continue;
    undone.push(confirmation);
    const isLive = field === 'state' || valueOf(payload, field) === value;
    if (isLive) payload = withValue(payload, field, before);
  }
  return { cleared: payload, undone };
}

function letThrough(
  mapped: Payload,
  cleared: Payload | null,
  held: ReadonlySet<ContentField>,
): Payload | null {
  if (held.size === 0) return mapped;
  if (cleared === null && (held.has('price') || held.has('state'))) return null;
  let wanted = mapped;
  for (const field of held) wanted = withFieldOf(wanted, field, cleared ?? {});
  return wanted;
}

function isOtherListing(cleared: Payload, mapped: Payload): boolean {
  return offerOf(cleared) !== offerOf(mapped) || otherProperty(cleared, mapped).length > 0;
}

/** Leaving public view never waits for a doubt. */
function withStateOf(cleared: Payload, { state }: Payload): Payload {
  return state === 'inactive' ? { ...cleared, state } : cleared;
}

function asOtherProperty(doubt: Doubt): Doubt {
  return doubt.field === 'price' ? { ...doubt, causes: ['other_property', ...doubt.causes] } : doubt;
}

/** Collects the doubts of one listing. */
class Judge {
  /** Fields whose value waits. */
  readonly held = new Set<ContentField>();
  readonly #offer: Offer;
  readonly #doubted = new Map<ContentField, Doubt>();

  constructor(private readonly input: GuardInput) {
    this.#offer = offerOf(input.mapped);
  }

  doubts(): Doubt[] {
    this.#state();
    this.#currency();
    for (const doubt of this.input.valueDoubts) this.#value(doubt);
    this.#jump();
    this.#areaJump();
    this.#takenBack();
    return [...this.#doubted.values()];
  }

  #state(): void {
    const { unknownState } = this.input;
    if (unknownState !== null) this.#doubt('unknown_state', ['state'], [], unknownState);
  }

  #value({ rule, fields, causes }: ValueDoubt): void {
    this.#doubt(rule, fields, causes);
  }

  #currency(): void {
    const [former, price] = [this.#clearedPrice(), priceOf(this.input.mapped)];
    if (former === null || price === null) return;
    if (former.amount === price.amount && former.currency !== price.currency)
      this.#doubt('currency_only', ['price'], []);
  }

  #jump(): void {
    const price = priceOf(this.input.mapped);
    if (price === null) return;
    const { rsdPerEur } = this.input;
    const eur = inEur(price, rsdPerEur);
    const bases = this.#bases().map((base) => inEur(base, rsdPerEur));
    if (
      bases.length > 0 &&
      (eur >= jumpFactor * Math.min(...bases) || eur * jumpFactor <= Math.max(...bases))
    )
      this.#doubt('jump', ['price'], []);
    if (this.#changedWithMost(eur)) this.#doubt('jump', ['price'], ['most_prices']);
  }

  /**
   * Whether the price changed as most prices of the file do now, or is still closer to the price that waits since they did than to the
   * live one. A record that changes alone no longer shows what its file showed.
   */
  #changedWithMost(eur: number): boolean {
    const { rsdPerEur, commonFactor, standing = [] } = this.input;
    const former = this.#clearedPrice();
    if (former === null) return false;
    const live = inEur(former, rsdPerEur);
    if (commonFactor !== null && isAlike(eur / live, commonFactor)) return true;
    return standing.some(({ offer, value }) => {
      const waiting = offer === this.#offer ? readPrice(value) : null;
      return waiting !== null && distance(eur, inEur(waiting, rsdPerEur)) < distance(eur, live);
    });
  }

  /** A value whose confirmation was taken back waits, though no rule may name it by now. */
  #takenBack(): void {
    for (const [field, rule] of [
      ['price', 'jump'],
      ['area', 'area'],
    ] as const) {
      const value = valueOf(this.input.mapped, field);
      if (value !== null && this.#isTakenBack(field, value)) this.#doubt(rule, [field], []);
    }
  }

  /** No home grows to five times its size, or shrinks to a fifth. Another property under the same id may have any size. */
  #areaJump(): void {
    const { cleared, mapped } = this.input;
    if (cleared === null || isOtherListing(cleared, mapped)) return;
    const [former, area] = [areaOf(cleared), areaOf(mapped)];
    if (former === null || area === null || former <= 0) return;
    if (area >= jumpFactor * former || area * jumpFactor <= former) this.#doubt('area', ['area'], []);
  }

  /**
   * One doubt for each field: of several, the first is the most telling. A doubt of several fields is a question about the first of them,
   * so that only its confirmation answers for all.
   */
  #doubt(rule: Doubt['rule'], fields: readonly ContentField[], causes: Doubt['causes'], word?: string): void {
    const open = fields.flatMap((field) => {
      const value = word ?? valueOf(this.input.mapped, field);
      return value === null || this.#isKnown(field, value) ? [] : [{ field, value }];
    });
    const [first] = open;
    if (first === undefined) return;
    if (this.#isConfirmed(first.field, first.value)) return;
    for (const { field, value } of open) if (!this.#isConfirmed(field, value)) this.held.add(field);
    const former = this.#doubted.get(first.field);
    if (former === undefined) this.#doubted.set(first.field, { rule, ...first, causes });
    else if (causes.includes('most_prices'))
      this.#doubted.set(first.field, { ...former, causes: [...former.causes, 'most_prices'] });
  }

  /**
   * A price or an area that is live, on its way, or was live in the last 90 days is never in doubt, unless its confirmation was taken back.
   */
  #isKnown(field: ContentField, value: string): boolean {
    if (field === 'state' || this.#isTakenBack(field, value)) return false;
    const { cleared, history } = this.input;
    const isLive =
      cleared !== null &&
      (field !== 'price' || offerOf(cleared) === this.#offer) &&
      valueOf(cleared, field) === value;
    return isLive || history.some((past) => past.value === value && this.#isOf(past, field));
  }

  #isConfirmed(field: ContentField, value: string): boolean {
    return this.input.confirmations.some(
      (one) => one.takenBackAt === null && one.value === value && this.#isOf(one, field),
    );
  }

  #isTakenBack(field: ContentField, value: string): boolean {
    return this.input.confirmations.some(
      (one) => one.takenBackAt !== null && one.value === value && this.#isOf(one, field),
    );
  }

  #isOf(of: { field: ContentField; offer: Offer }, field: ContentField): boolean {
    return of.field === field && of.offer === this.#offer;
  }

  #clearedPrice(): Price | null {
    const { cleared } = this.input;
    return cleared !== null && offerOf(cleared) === this.#offer ? priceOf(cleared) : null;
  }

  /** Prices of the same offer that were live in the last 7 days and were neither in doubt nor confirmed. */
  #bases(): Price[] {
    const { history, now, cleared } = this.input;
    const former = this.#clearedPrice();
    const present =
      former !== null && cleared !== null && isBase(cleared, 'price', this.input) ? [former] : [];
    const past = history
      .filter((value) => this.#isOf(value, 'price') && value.isBase)
      .filter(({ until }) => until !== null && until > now - baseMs)
      .flatMap(({ value }) => readPrice(value) ?? []);
    return [...present, ...past];
  }
}

function isAlike(factor: number, common: number): boolean {
  return Math.abs(factor / common - 1) <= likeness;
}

/** How far two amounts are apart, as the logarithm of their ratio. */
function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

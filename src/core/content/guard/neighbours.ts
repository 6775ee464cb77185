import type { Measure, ValueDoubt } from '../../../model/content.js';
import { likelierReading } from './likelier-reading.js';
import { namedFigures, type NamedFigures } from './named-figures.js';
import type { Payload } from './payload-values.js';
import { groupOf, measureOf, UsualTally, type Currencies, type UsualValues } from './usual-values.js';
import type { ContentProfile } from './value-doubts.js';

/** Listings with which others are compared. */
export interface KnownListings {
  /** What is usual among them. */
  usual: UsualValues;
  /** Of those that are the feed's. */
  currencies: Currencies;
}

export const noListings: KnownListings = {
  usual: new Map(),
  currencies: { sale: new Map(), rent: new Map() },
};

/** What is known of some listings, by their payloads. */
export function knownOf(
  payloads: Iterable<Payload>,
  profile: Pick<ContentProfile, 'kinds' | 'rsdPerEur'>,
): KnownListings {
  const tally = new UsualTally();
  for (const payload of payloads) {
    const measure = measureOf(payload, profile);
    if (measure !== null) tally.add(measure);
  }
  return tally.known();
}

/** A group with fewer live listings is judged by the file if the file has more. */
const fewListings = 50;
/** Fewer prices of a feed say nothing about its currency. */
const pricesMin = 5;

/** What new listings of a feed are compared with: listings that are live, and where few are, the others of the file (RULES R82). */
export class Neighbours {
  readonly #usual: UsualValues;

  constructor(
    private readonly live: KnownListings,
    private readonly ofFile: KnownListings,
    private readonly rsdPerEur: number,
  ) {
    this.#usual = usualAmong(live.usual, ofFile.usual);
  }

  /** @param figures of the listing's texts */
  doubtOf(measure: Measure, figures: () => NamedFigures): ValueDoubt | null {
    const { rsdPerEur } = this;
    return likelierReading(measure, figures, {
      ...{ usual: this.#usual, rsdPerEur },
      currencies: this.#currenciesBeside(measure),
    });
  }

  /** Whether so many of its kind are live that they alone say what is usual. */
  areManyLive(measure: Pick<Measure, 'kind' | 'offer'>): boolean {
    return (this.live.usual.get(groupOf(measure))?.count ?? 0) >= fewListings;
  }

  /** As `doubtOf`, of a listing's payload. Empty: it is in no doubt. */
  doubtsOf(payload: Payload, profile: Pick<ContentProfile, 'kinds' | 'rsdPerEur'>): ValueDoubt[] {
    const measure = measureOf(payload, profile);
    if (measure === null) return [];
    const doubt = this.doubtOf(measure, () => namedFigures(payload, profile.rsdPerEur));
    return doubt === null ? [] : [doubt];
  }

  #currenciesBeside({ offer, currency }: Measure): ReadonlyMap<string, number> {
    const live = this.live.currencies[offer];
    if (countOf(live) >= pricesMin) return live;
    const others = new Map(this.ofFile.currencies[offer]);
    others.set(currency, Math.max(0, (others.get(currency) ?? 0) - 1));
    return countOf(others) >= pricesMin ? others : new Map();
  }
}

function countOf(currencies: ReadonlyMap<string, number>): number {
  return [...currencies.values()].reduce((sum, count) => sum + count, 0);
}

function usualAmong(live: UsualValues, ofFile: UsualValues): UsualValues {
  const merged = new Map(live);
  for (const [group, usual] of ofFile) {
    const known = live.get(group);
    const isBetter = known === undefined || (known.count < fewListings && known.count < usual.count);
    if (isBetter) merged.set(group, usual);
  }
  return merged;
}

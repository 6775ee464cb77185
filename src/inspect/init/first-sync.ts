import { serbianBands } from '../../core/content/guard/bands.js';
import { knownOf, Neighbours, noListings, type KnownListings } from '../../core/content/guard/neighbours.js';
import { valueDoubts, type ContentProfile } from '../../core/content/guard/value-doubts.js';
import { areMost } from '../../core/listing/price-jump.js';
import { contentProfile } from '../../mapping/check/content-profile.js';
import type { ContentRule, ValueDoubt } from '../../model/content.js';
import { doubtCode, type Issue, type MappedListing, type MappedRecord } from '../../model/outcome.js';
import type { Vocabulary } from '../../model/reference.js';
import { valueIssue } from '../../texts/content-words.js';
import { offerOf, valueOf, type Payload } from '../../core/content/guard/payload-values.js';
import { defaultProtocol, type Protocol } from '../../wire/protocol.js';
import { publishingFaults, withTitleField, type PublishingRules } from '../../wire/publishing-faults.js';
import { businessCategories, vocabularyKeys } from '../../wire/vocabulary.js';

/** Fewer doubts of one rule do not make the whole file wait. */
const doubtsMin = 3;

/** The portal, as far as it judges listings. */
export interface JudgingPortal {
  /** Null: the portal's words are not known. */
  vocabulary: Vocabulary | null;
  /** Left out: as the specification has it. */
  protocol?: Protocol;
  /** Listings that are live; left out: none is known. */
  live?: KnownListings;
}

/** By what the first `sync` judges listings. */
export interface FirstRules {
  rules: PublishingRules;
  profile: ContentProfile;
  neighbours: Neighbours;
}

/**
 * The rules for a file of which these payloads are a sample. Null while the portal's words are not known: stand-ins for them break its
 * rules.
 */
export function firstRules(
  { vocabulary, protocol = defaultProtocol, live = noListings }: JudgingPortal,
  sample: Iterable<Payload>,
): FirstRules | null {
  if (vocabulary === null) return null;
  const profile = contentProfile(vocabulary, serbianBands);
  return {
    rules: {
      protocol,
      vocabulary: vocabularyKeys(vocabulary),
      businessCategories: businessCategories(vocabulary, protocol),
    },
    profile,
    neighbours: new Neighbours(live, knownOf(sample, profile), profile.rsdPerEur),
  };
}

/** What the first `sync` will do with mapped listings: the portal's rules, and the content guard. */
export class FirstSync {
  readonly #doubted = new Map<ContentRule, number>();
  #listings = 0;

  /** @param rules null: payloads are not judged */
  constructor(private readonly rules: FirstRules | null) {}

  /**
   * Why a listing of a record is not sent; empty: it is. Questions are left out: they count as answered.
   * @param open pointers of the questions of its record
   */
  whyNot(
    { payload }: MappedListing,
    { issues, unknownState }: Pick<MappedRecord, 'issues' | 'unknownState'>,
    open: ReadonlySet<string>,
  ): Issue[] {
    if (payload === null) return [];
    const faults = this.#faults(payload, open);
    if (faults.length > 0) return faults;
    this.#listings += 1;
    const offer = offerOf(payload);
    const held = this.#doubts(payload, issues).flatMap(({ rule, fields: [field], causes }) =>
      field === 'price'
        ? valueIssue({ rule, field, causes, offer, value: valueOf(payload, field) ?? '' })
        : [],
    );
    if (unknownState === null) return held;
    const state = { rule: 'unknown_state', field: 'state', causes: [], offer, value: unknownState } as const;
    return [valueIssue(state), ...held];
  }

  #faults(payload: Record<string, unknown>, open: ReadonlySet<string>): Issue[] {
    if (this.rules === null) return [];
    const { rules } = this.rules;
    return publishingFaults(withTitleField(payload, rules.protocol), rules)
      .filter(({ pointer }) => !open.has(pointer))
      .map((fault): Issue => ({ severity: 'error', ...fault }));
  }

  #doubts(payload: Record<string, unknown>, issues: readonly Issue[]): ValueDoubt[] {
    if (this.rules === null) return [];
    const { profile, neighbours } = this.rules;
    const doubts = valueDoubts(payload, profile, issues);
    for (const { rule } of doubts) this.#doubted.set(rule, (this.#doubted.get(rule) ?? 0) + 1);
    return [...doubts, ...neighbours.doubtsOf(payload, profile)];
  }

  /** The code of the doubt that most listings have, so that the whole file waits for one answer; null: there is none. */
  wholeFile(): Issue['code'] | null {
    const [most] = [...this.#doubted].filter(
      ([, count]) => count >= doubtsMin && areMost(count, this.#listings),
    );
    return most === undefined ? null : doubtCode(most[0]);
  }
}

import { serbianBands } from '../../src/core/content/guard/bands.js';
import { guardContent } from '../../src/core/content/guard/guard-content.js';
import { isBase } from '../../src/core/content/guard/past-values.js';
import { valueOf } from '../../src/core/content/guard/payload-values.js';
import { namedFigures } from '../../src/core/content/guard/named-figures.js';
import { Neighbours, noListings, type KnownListings } from '../../src/core/content/guard/neighbours.js';
import {
  measureOf,
  UsualTally,
  type Currencies,
  type UsualValues,
} from '../../src/core/content/guard/usual-values.js';
import { valueDoubts, type ContentProfile } from '../../src/core/content/guard/value-doubts.js';
import { priceJump } from '../../src/core/listing/price-jump.js';
import { mayBeSwapped, SwapTally } from '../../src/core/listing/swapped-rows.js';
import type { Confirmation, Measure, OpenDoubt, PastValue, ValueDoubt } from '../../src/model/content.js';
import { rsdPerEur, sheetErrors, type Agency, type PlantedError, type Written } from './market.js';
import { eurOf, payloadOf, showsError, type Payload } from './payload.js';
import { quarter, type PollOfAgency, type QuarterOptions } from './quarter.js';
import {
  emptyResult,
  ErrorTally,
  QuestionTally,
  type MarketResult,
  type Needless,
  type Stands,
} from './tally.js';

/** How long a person takes to confirm a right value, in days. */
const answerDays = 1;
const dayMs = 86_400_000;
/** What is usual is reckoned again when so many times as many listings are known. */
const grown = 1.2;

const profile: ContentProfile = {
  bands: serbianBands,
  kinds: new Map(
    (['flat', 'house', 'land', 'premises', 'garage', 'room'] as const).map((kind) => [kind, kind]),
  ),
  rsdPerEur,
};

/** Runs the guard over a generated quarter, and compares each decision with the truth. */
export function watchMarket(options: QuarterOptions): MarketResult {
  const result = emptyResult();
  const errors = new ErrorTally(result.kinds);
  const watches = new Map<string, AgencyWatch>();
  const live = new LiveListings(watches);
  for (const poll of quarter(options)) {
    const { name } = poll.agency;
    const watch = watches.get(name) ?? new AgencyWatch(poll.agency, result, errors);
    watches.set(name, watch);
    watch.poll(poll, live.known(name, poll.day));
  }
  result.listings = [...watches.values()].reduce((sum, { size }) => sum + size, 0);
  return result;
}

/** What is usual among all live listings, reckoned each day, and when many have come. */
class LiveListings {
  #usual: UsualValues = noListings.usual;
  #currencies = new Map<string, Currencies>();
  #day = -1;
  #count = 0;

  constructor(private readonly watches: ReadonlyMap<string, AgencyWatch>) {}

  known(agency: string, day: number): KnownListings {
    const count = [...this.watches.values()].reduce((sum, { size }) => sum + size, 0);
    if (day > this.#day || count > grown * this.#count) this.#reckon(count);
    this.#day = day;
    return { usual: this.#usual, currencies: this.#currencies.get(agency) ?? noListings.currencies };
  }

  #reckon(count: number): void {
    const all = new UsualTally();
    for (const [agency, watch] of this.watches) {
      const own = new UsualTally();
      for (const measure of watch.measures()) {
        all.add(measure);
        own.add(measure);
      }
      this.#currencies.set(agency, own.currencies());
    }
    this.#usual = all.values();
    this.#count = count;
  }
}

interface Known {
  cleared: Payload | null;
  /** Of `cleared`. */
  measure: Measure | null;
  /** The error that is live. */
  error: PlantedError | null;
  history: PastValue[];
  confirmations: Confirmation[];
  doubts: OpenDoubt[];
}

/** The feed of one agency as the daemon keeps it. */
class AgencyWatch {
  readonly #listings = new Map<string, Known>();
  readonly #questions = new QuestionTally();
  /** What the file changed since the last plan that was taken over. */
  readonly #changed = new Set<string>();
  readonly #gone = new Set<string>();
  #isHeld = false;

  constructor(
    private readonly agency: Agency,
    private readonly result: MarketResult,
    private readonly errors: ErrorTally,
  ) {
    result.agencies.set(agency.name, { size: 0, needless: 0 });
  }

  get size(): number {
    return this.#listings.size;
  }

  /** Of what is live. */
  *measures(): Generator<Measure> {
    for (const { measure } of this.#listings.values()) if (measure !== null) yield measure;
  }

  poll({ day, changed, gone }: Omit<PollOfAgency, 'agency'>, live: KnownListings): void {
    const now = day * dayMs;
    for (const one of changed) {
      if (one.error !== null) this.errors.planted(one.error, this.#stands(one));
      this.#changed.add(one.home.id);
    }
    for (const id of gone) this.#gone.add(id);
    if (this.#isWholeHeld(changed)) return;
    for (const id of this.#gone) this.#listings.delete(id);
    const news = [...this.#changed].flatMap((id) => this.agency.homes.get(id) ?? []);
    const again = this.#answered(now).filter(({ home }) => !this.#changed.has(home.id));
    const factor = this.#commonFactor(news);
    const neighbours = new Neighbours(live, this.#fresh(news), rsdPerEur);
    for (const one of news) this.#judge(one, { now, factor, neighbours, isNews: true });
    for (const one of again) this.#judge(one, { now, factor, neighbours, isNews: false });
    this.#changed.clear();
    this.#gone.clear();
    if (news.length + again.length > 0 || gone.length > 0) this.#count();
  }

  /** On what an error meets. After an answer, or where it was live before, nothing but the bands may hold a value. */
  #stands(one: Written): Stands {
    const known = this.#listings.get(one.home.id);
    const cleared = known?.cleared ?? null;
    if (known === undefined || cleared === null) return 'onNew';
    const mapped = payloadOf(one);
    const isAnswered = (['price', 'area'] as const).some(
      (field) =>
        !isBase(cleared, field, known) ||
        known.history.some((past) => past.field === field && past.value === valueOf(mapped, field)),
    );
    return isAnswered ? 'afterAnswer' : 'onLive';
  }

  /** Whether one column of the file looks sorted: nothing of it is taken over then. */
  #isWholeHeld(changed: readonly Written[]): boolean {
    const { agency, result } = this;
    const isSheet = changed.some(({ error }) => (sheetErrors as readonly unknown[]).includes(error?.kind));
    if (isSheet) result.sheets.planted++;
    const wasHeld = this.#isHeld;
    this.#isHeld = this.#isSwapped();
    if (!this.#isHeld) return false;
    result.rightDelayed += changed.filter(({ error }) => error === null).length;
    if (isSheet) result.sheets.held++;
    if (wasHeld) return true;
    result.questions++;
    const isNeedless = [...agency.homes.values()].every(({ error }) => error === null);
    if (isNeedless) this.#needless('the whole file looks sorted', 'plan');
    return true;
  }

  #isSwapped(): boolean {
    const shared = [...this.agency.homes.keys()].filter((id) => this.#listings.has(id)).length;
    if (!mayBeSwapped(this.#changed.size, shared)) return false;
    const tally = new SwapTally();
    for (const id of this.#changed) {
      const [cleared, one] = [this.#listings.get(id)?.cleared, this.agency.homes.get(id)];
      if (cleared && one) tally.compare(cleared, payloadOf(one));
    }
    return tally.swap(shared) !== null;
  }

  /** Right values that someone confirms by now. Their records are mapped again. */
  #answered(now: number): Written[] {
    const again: Written[] = [];
    for (const [id, one] of this.agency.homes) {
      const known = this.#listings.get(id);
      if (known === undefined || known.doubts.length === 0 || one.error !== null) continue;
      const mapped = payloadOf(one);
      const due = known.doubts.filter(
        ({ field, value, openedAt }) =>
          openedAt + answerDays * dayMs <= now && valueOf(mapped, field) === value,
      );
      if (due.length === 0) continue;
      for (const { field, offer, value, live: before } of due)
        known.confirmations.push({ field, offer, value, by: 'agency', at: now, before, takenBackAt: null });
      again.push(one);
    }
    return again;
  }

  #commonFactor(changed: readonly Written[]): number | null {
    const changes = changed.flatMap((one) => {
      const cleared = this.#listings.get(one.home.id)?.cleared ?? null;
      const to = eurOf(payloadOf(one));
      const from = cleared === null ? to : eurOf(cleared);
      return from === to ? [] : [{ externalId: one.home.id, from, to }];
    });
    return priceJump(changes, this.agency.homes.size)?.factor ?? null;
  }

  /** The new listings of the file. */
  #fresh(news: readonly Written[]): KnownListings {
    const tally = new UsualTally();
    for (const one of news) {
      const isNew = (this.#listings.get(one.home.id)?.cleared ?? null) === null;
      const measure = isNew ? measureOf(payloadOf(one), profile) : null;
      if (measure !== null) tally.add(measure);
    }
    return { usual: tally.values(), currencies: tally.currencies() };
  }

  #judge(
    one: Written,
    {
      now,
      factor,
      neighbours,
      isNews,
    }: { now: number; factor: number | null; neighbours: Neighbours; isNews: boolean },
  ): void {
    const { home, error } = one;
    const known = this.#listings.get(home.id) ?? {
      ...{ cleared: null, measure: null, error: null, history: [], confirmations: [], doubts: [] },
    };
    const mapped = payloadOf(one);
    const { wanted, doubts, replaced } = guardContent({
      ...{ mapped, cleared: known.cleared, unknownState: null, commonFactor: factor, rsdPerEur, now },
      valueDoubts: [
        ...valueDoubts(mapped, profile),
        ...(known.cleared === null ? unlikely(mapped, neighbours) : []),
      ],
      history: known.history,
      confirmations: known.confirmations,
    });
    const isLive = error !== null && wanted !== null && showsError(one, wanted);
    if (isLive) this.errors.live(error);
    if (isNews && error === null) {
      this.result.right++;
      if (doubts.length > 0) this.result.rightHeld++;
    }
    this.#listings.set(home.id, {
      cleared: wanted ?? known.cleared,
      measure: wanted === null ? known.measure : measureOf(wanted, profile),
      error: isLive ? error : doubts.length > 0 ? known.error : null,
      history: [...known.history, ...replaced],
      confirmations: known.confirmations,
      doubts: doubts.map((doubt) => openDoubt(doubt, one, known, now)),
    });
  }

  /** Counts questions that were not open before. */
  #count(): void {
    const { agency, result } = this;
    const doubts = [...agency.homes.keys()].flatMap((id) => this.#listings.get(id)?.doubts ?? []);
    for (const asked of this.#questions.update(doubts)) {
      result.questions++;
      const [first] = asked;
      const isRight = asked.every(({ externalId }) => agency.homes.get(externalId)?.error === null);
      if (isRight && first !== undefined) this.#needless(this.#why(first), first.rule);
    }
    const counted = result.agencies.get(agency.name);
    if (counted !== undefined) counted.size = Math.max(counted.size, agency.homes.size);
  }

  #why({ externalId, causes, field, live }: OpenDoubt): Needless {
    const known = this.#listings.get(externalId);
    if (causes.includes('other_property')) return 'its id names another property now';
    if (known?.error) return 'it corrects an error that was live';
    const isAfter = known?.confirmations.some((one) => one.field === field && one.value === live);
    return isAfter ? 'it follows a confirmed value' : 'it is unusual';
  }

  #needless(why: Needless, rule: string): void {
    const { needless, agencies } = this.result;
    const key = `${rule} | ${why}`;
    needless.set(key, (needless.get(key) ?? 0) + 1);
    const counted = agencies.get(this.agency.name);
    if (counted !== undefined) counted.needless++;
  }
}

function unlikely(mapped: Payload, neighbours: Neighbours): ValueDoubt[] {
  const measure = measureOf(mapped, profile);
  const doubt = measure && neighbours.doubtOf(measure, () => namedFigures(mapped, rsdPerEur));
  return doubt === null ? [] : [doubt];
}

function openDoubt(
  doubt: Pick<OpenDoubt, 'rule' | 'field' | 'value' | 'causes'>,
  { home }: Written,
  known: Known,
  now: number,
): OpenDoubt {
  const before = known.doubts.find(({ field, value }) => field === doubt.field && value === doubt.value);
  return {
    ...doubt,
    ...{ externalId: home.id, sourceId: home.id, feedId: 1, connectionId: 'c', ordinal: 0, title: null },
    ...{ rejectedUntil: null, confirmedAt: null },
    live: known.cleared === null ? null : valueOf(known.cleared, doubt.field),
    offer: home.rent ? 'rent' : 'sale',
    openedAt: before?.openedAt ?? now,
  };
}

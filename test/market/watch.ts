import { serbianBands } from '../../src/core/content/guard/bands.js';
import { guardContent } from '../../src/core/content/guard/guard-content.js';
import { contentQuestions } from '../../src/core/content/guard/questions.js';
import { valueDoubts, type ContentProfile } from '../../src/core/content/guard/value-doubts.js';
import { priceJump } from '../../src/core/listing/price-jump.js';
import type { Confirmation, OpenDoubt, PastValue } from '../../src/model/content.js';
import { errorKinds, rsdPerEur, type ErrorKind, type Written } from './market.js';
import { quarter, type PollOfAgency, type QuarterOptions } from './quarter.js';

type Payload = Record<string, unknown>;

/** The result for one kind of planted errors. */
export interface KindResult {
  planted: number;
  live: number;
  /** Of a factor of 8 or more on a listing that was live. */
  large: number;
  largeLive: number;
}

export interface MarketResult {
  listings: number;
  /** Right values that were written, new or changed. */
  right: number;
  /** Right values that waited for an answer. */
  rightHeld: number;
  /** Questions in which every value was right, by agency. */
  needless: Map<string, number>;
  questions: number;
  kinds: Record<ErrorKind, KindResult>;
}

/** How long a person takes to confirm a right value, in days. */
const answerDays = 1;
const dayMs = 86_400_000;

const profile: ContentProfile = {
  bands: serbianBands,
  kinds: new Map(
    (['flat', 'house', 'land', 'premises', 'garage', 'room'] as const).map((kind) => [kind, kind]),
  ),
  rsdPerEur,
};

/** Runs the guard over a generated quarter, and compares each decision with the truth. */
export function watchMarket(options: QuarterOptions): MarketResult {
  const watch = new Watch();
  for (const poll of quarter(options)) watch.poll(poll);
  return watch.result;
}

interface Known {
  cleared: Payload | null;
  history: PastValue[];
  confirmations: Confirmation[];
  doubts: OpenDoubt[];
}

class Watch {
  readonly #listings = new Map<string, Known>();
  /** Questions that are open, by agency. */
  readonly #open = new Map<string, Set<string>>();
  readonly result: MarketResult = {
    ...{ listings: 0, right: 0, rightHeld: 0, questions: 0 },
    needless: new Map(),
    kinds: Object.fromEntries(
      errorKinds.map((kind) => [kind, { planted: 0, live: 0, large: 0, largeLive: 0 }]),
    ) as MarketResult['kinds'],
  };

  poll({ agency, day, changed, gone }: PollOfAgency): void {
    const now = day * dayMs;
    for (const id of gone) this.#listings.delete(id);
    const again = this.#answered(agency.homes, now);
    const factor = this.#commonFactor(changed, agency.homes.size);
    const list = [...changed, ...again.filter(({ home }) => !changed.some((one) => one.home.id === home.id))];
    for (const one of list) this.#judge(one, { now, factor, isNews: changed.includes(one) });
    if (list.length > 0) this.#count(agency.name, agency.homes);
  }

  /** Right values that someone confirms by now. Their records are mapped again. */
  #answered(homes: ReadonlyMap<string, Written>, now: number): Written[] {
    const again: Written[] = [];
    for (const [id, one] of homes) {
      const known = this.#listings.get(id);
      const due = known?.doubts.filter(({ openedAt }) => openedAt + answerDays * dayMs <= now) ?? [];
      if (known === undefined || due.length === 0 || one.error !== null) continue;
      for (const { field, offer, value, live } of due)
        known.confirmations.push({
          field,
          offer,
          value,
          by: 'agency',
          at: now,
          before: live,
          takenBackAt: null,
        });
      again.push(one);
    }
    return again;
  }

  #commonFactor(changed: readonly Written[], priced: number): number | null {
    const changes = changed.flatMap(({ home, amount, currency }) => {
      const cleared = this.#listings.get(home.id)?.cleared;
      const from = cleared === null || cleared === undefined ? null : amountOf(cleared);
      const to = currency === 'RSD' ? amount / rsdPerEur : amount;
      return from === null || from === to ? [] : [{ externalId: home.id, from, to }];
    });
    return priceJump(changes, priced)?.factor ?? null;
  }

  #judge(
    one: Written,
    { now, factor, isNews }: { now: number; factor: number | null; isNews: boolean },
  ): void {
    const { home } = one;
    const known = this.#listings.get(home.id) ?? {
      ...{ cleared: null, history: [], confirmations: [], doubts: [] },
    };
    const mapped = payloadOf(one);
    const { wanted, doubts, replaced } = guardContent({
      ...{ mapped, cleared: known.cleared, unknownState: null, commonFactor: factor, rsdPerEur, now },
      valueDoubts: valueDoubts(mapped, profile),
      history: known.history,
      confirmations: known.confirmations,
    });
    const open = doubts.map((doubt) => openDoubt(doubt, one, known, now));
    if (isNews) this.#tally(one, wanted, doubts.length);
    const cleared = wanted ?? known.cleared;
    const history = [...known.history, ...replaced];
    this.#listings.set(home.id, { cleared, history, confirmations: known.confirmations, doubts: open });
  }

  #tally(one: Written, wanted: Payload | null, doubts: number): void {
    const { error } = one;
    if (error === null) {
      this.result.right++;
      if (doubts > 0) this.result.rightHeld++;
      return;
    }
    const isLive = wanted !== null && isWritten(one, wanted);
    const kind = this.result.kinds[error.kind];
    kind.planted++;
    if (isLive) kind.live++;
    if (error.factor < 8 || !error.onUpdate) return;
    kind.large++;
    if (isLive) kind.largeLive++;
  }

  /** Counts questions that were not open before. */
  #count(agency: string, homes: ReadonlyMap<string, Written>): void {
    const doubts = [...homes.keys()].flatMap((id) => this.#listings.get(id)?.doubts ?? []);
    const before = this.#open.get(agency) ?? new Set();
    const open = new Set<string>();
    for (const { rule, doubts: asked } of contentQuestions(doubts)) {
      const key = asked.length > 2 ? rule : `${rule} ${asked[0]?.externalId ?? ''} ${asked[0]?.value ?? ''}`;
      open.add(key);
      if (before.has(key)) continue;
      this.result.questions++;
      const isNeedless = asked.every(({ externalId }) => homes.get(externalId)?.error === null);
      if (isNeedless) this.result.needless.set(agency, (this.result.needless.get(agency) ?? 0) + 1);
    }
    this.#open.set(agency, open);
    this.result.listings = this.#listings.size;
  }
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
    ...{ live: null, rejectedUntil: null, confirmedAt: null },
    offer: home.rent ? 'rent' : 'sale',
    openedAt: before?.openedAt ?? now,
  };
}

function payloadOf({ home, amount, currency, area }: Written): Payload {
  return {
    transaction: home.rent ? 'rent' : 'sale',
    category: home.kind,
    state: 'active',
    title: { sr: `Nekretnina ${home.property}` },
    description: { sr: 'Opis nekretnine.' },
    location: { place_id: `place-${home.property % 40}`, address_line: `Ulica ${home.property}` },
    structure: { area_sqm: area },
    [home.rent ? 'rent' : 'price']: { amount, currency, ...(home.rent && { type: 'long_term' }) },
  };
}

function amountOf(payload: Payload): number | null {
  const { amount, currency } = (payload.price ?? payload.rent) as { amount: number; currency: string };
  return currency === 'RSD' ? amount / rsdPerEur : amount;
}

/** Whether the value with the error is what goes live. */
function isWritten({ amount, currency, area, error }: Written, wanted: Payload): boolean {
  if (error?.kind === 'area_without_comma')
    return (wanted.structure as { area_sqm?: number }).area_sqm === area;
  const part = (wanted.price ?? wanted.rent) as { amount?: number; currency?: string };
  return part.amount === amount && part.currency === currency;
}

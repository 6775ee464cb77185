import type { Ad } from '../ads.js';
import type { AskedQuestion, Outcome } from '../drive/agency.js';
import { fieldAsked } from '../drive/answers.js';
import type { PortalListing } from '../drive/tree.js';
import type { Field } from '../fields.js';
import type { Layout } from '../layout.js';
import { differences, type Difference } from './compare.js';
import { seenOf, type Seen } from './payload.js';

/** How one layout fared. */
export interface Score {
  name: string;
  group: Layout['group'];
  /** Ads that are to be live; 0 where all must wait. */
  expected: number;
  /** Of those, on the portal. */
  accepted: number;
  /** Where no listing may be published: how that went; null: they are to be live. */
  waits: 'rightly' | 'without the reason' | 'published' | null;
  /** Listings of which the agency had its partner asked, and those of them that wait for this reason. */
  parked: readonly [rightly: number, all: number];
  /** Live listings with at least one wrong value, and by field. */
  wrong: number;
  wrongByField: Record<string, number>;
  /** Values that the records of live listings say, those of them that the listings lack, and the latter by field. */
  said: number;
  missing: number;
  missingByField: Record<string, number>;
  /** Facts of the agency that stand in no feed, such as its mandate: answered once, whatever the file. */
  facts: string[];
  /** Questions about the file. */
  questions: string[];
  /** Questions about fields that a reader of the file knows. */
  needless: string[];
  /** Fields that no reader can know, with the listings that no question is about. */
  unasked: string[];
  unanswered: string[];
  /** Right values that were held until the agency confirmed them. */
  confirmed: number;
  /** What `init` counted as ready. */
  ready: number | null;
  /** Why listings wait, most of them first. */
  reasons: string[];
  /** A few differences in words. */
  samples: string[];
  failure: string | null;
}

const liveStates = ['live', 'accepted', 'needs_review', 'in_review'];

/** Compares what is on the portal with the truth. @param ads that are in the file */
export function score(layout: Layout, ads: readonly Ad[], outcome: Outcome): Score {
  const isLive = ({ status, payload }: PortalListing): boolean =>
    liveStates.includes(status) && payload !== null && payload.state !== 'inactive';
  const seen = outcome.listings.filter(isLive).map((listing) => seenOf(listing, outcome.cities));
  const pairs = pairUp(seen, ads, layout);
  const parked = parkedOf(layout, ads);
  const isParked = (ad: Ad | null): boolean => ad !== null && parked.has(ad);
  const open = ads.filter(({ isSold }) => !isSold);
  const wanted = open.filter((ad) => !isParked(ad));
  const live = pairs.filter(({ ad }) => ad === null || (!ad.isSold && !isParked(ad)));
  const found = pairs.map(({ ad, seen: one }) => differencesOf(one, ad, { layout, isParked: isParked(ad) }));
  const all = found.flat();
  const wrongOnes = found.filter((list) => list.some(({ kind }) => kind === 'wrong')).length;
  const said = pairs.reduce(
    (sum, { ad }) => sum + (ad === null ? 0 : Object.keys(layout.facts(ad)).length),
    0,
  );
  return {
    ...{ name: layout.name, group: layout.group },
    expected: layout.waits === null ? wanted.length : 0,
    accepted: new Set(live.map(({ ad }) => ad)).size,
    waits: waitsOf(layout, seen.length, outcome),
    parked: [parkedRightly(outcome, open.filter(isParked).length), open.filter(isParked).length],
    wrong: wrongOnes,
    wrongByField: countsOf(all, 'wrong'),
    ...{ said, missing: all.filter(({ kind }) => kind === 'missing').length },
    missingByField: countsOf(all, 'missing'),
    facts: outcome.questions.filter(isFact).map(({ name }) => name),
    questions: outcome.questions.filter((one) => !isFact(one)).map(({ name }) => name),
    needless: outcome.questions.filter((one) => isNeedless(one, layout, ads)).map(({ name }) => name),
    unasked: unaskedOf(layout, open, outcome.questions),
    unanswered: outcome.unanswered,
    confirmed: outcome.confirmed,
    ready: outcome.ready,
    reasons: [...outcome.reasons]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${reason} × ${count}`),
    samples: samplesOf(all),
    failure: outcome.failure,
  };
}

function waitsOf({ waits }: Layout, published: number, { reasons }: Outcome): Score['waits'] {
  if (waits === null) return null;
  if (published > 0) return 'published';
  return [...reasons.keys()].some((reason) => waits.test(reason)) ? 'rightly' : 'without the reason';
}

/** The ads of which a field is undecidable that the agency has its partner asked about. */
function parkedOf(layout: Layout, ads: readonly Ad[]): ReadonlySet<Ad> {
  const { asksPartner } = layout.feed(ads);
  const isOpen = (ad: Ad): boolean =>
    asksPartner.some((field) => layout.facts(ad)[field]?.isDecidable === false);
  return new Set(ads.filter(isOpen));
}

function parkedRightly({ reasons }: Outcome, all: number): number {
  const asked = [...reasons].filter(([reason]) => reason.startsWith('partner_asked'));
  return Math.min(all, Math.max(0, ...asked.map(([, count]) => count)));
}

interface Pair {
  seen: Seen;
  /** Null: no ad is like it. */
  ad: Ad | null;
}

/** Finds each listing's ad: by a token in its photos, else by its id, else by the values that both have. */
function pairUp(seen: readonly Seen[], ads: readonly Ad[], layout: Layout): Pair[] {
  const byToken = new Map(ads.map((ad) => [ad.token, ad]));
  return seen.map((one) => {
    const tokens = new Set((one.photos ?? []).flatMap((url) => /\/([0-9a-f]{7})[./]/.exec(url)?.[1] ?? []));
    const [token] = tokens;
    const known = tokens.size === 1 && token !== undefined ? byToken.get(token) : undefined;
    return { seen: one, ad: known ?? nearest(one, ads, layout) };
  });
}

function nearest(seen: Seen, ads: readonly Ad[], layout: Layout): Ad | null {
  const source = { tongue: layout.tongue, isWhole: layout.isWhole };
  let best: Ad | null = null;
  let most = 2;
  for (const ad of ads) {
    const [facts, texts] = [layout.facts(ad), layout.texts(ad)];
    const agree = (['amount', 'title', 'text', 'street', 'area', 'plot', 'lat', 'updated'] as const).filter(
      (field) =>
        facts[field] !== undefined &&
        differences({ [field]: seen[field] }, ad, { [field]: facts[field] }, { ...source, texts }).length ===
          0,
    ).length;
    const [code, own] = [String(seen.code), String(facts.code?.value ?? '\0')];
    const points = agree + (code === own ? 18 : code.includes(own) ? 9 : 0);
    if (points > most) [best, most] = [ad, points];
  }
  return best;
}

function differencesOf(
  seen: Seen,
  ad: Ad | null,
  { layout, isParked }: { layout: Layout; isParked: boolean },
): Difference[] {
  if (ad === null) return [{ field: 'code', kind: 'wrong', words: 'no ad is like this listing' }];
  if (isParked) return [{ field: 'code', kind: 'wrong', words: 'live, and the partner has not answered' }];
  const sold: Difference[] = ad.isSold
    ? [{ field: 'state', kind: 'wrong', words: 'state: sold or not to be published, and live' }]
    : [];
  return [
    ...sold,
    ...differences(seen, ad, layout.facts(ad), {
      ...{ tongue: layout.tongue, texts: layout.texts(ad), isWhole: layout.isWhole },
    }),
  ];
}

function countsOf(all: readonly Difference[], wanted: Difference['kind']): Record<string, number> {
  const counts: Partial<Record<Field, number>> = {};
  for (const { field, kind } of all) if (kind === wanted) counts[field] = (counts[field] ?? 0) + 1;
  return counts;
}

/** One for each field and kind of difference. */
function samplesOf(all: readonly Difference[]): string[] {
  return [...new Map(all.map((one) => [`${one.kind} ${one.field}`, `${one.kind} ${one.words}`])).values()];
}

/** Whether the question is about a fact of the agency that stands in no feed. */
function isFact({ name }: AskedQuestion): boolean {
  return fieldAsked(name) === null;
}

/** The undecidable fields that are not asked of as many listings as need the answer. */
function unaskedOf(layout: Layout, wanted: readonly Ad[], questions: readonly AskedQuestion[]): string[] {
  return layout.undecidable.flatMap((field) => {
    const open = wanted.filter((ad) => layout.facts(ad)[field]?.isDecidable === false).length;
    const about = questions.filter(({ name }) => fieldAsked(name) === field);
    const asked = about.reduce((sum, { listings }) => sum + listings, 0);
    return asked >= open ? [] : [asked === 0 ? field : `${field} of ${open - asked}`];
  });
}

/** Whether the answer stands in the file, for all listings that the question is about. */
function isNeedless({ name }: AskedQuestion, layout: Layout, ads: readonly Ad[]): boolean {
  const field = fieldAsked(name);
  return field !== null && ads.every((ad) => layout.facts(ad)[field]?.isDecidable === true);
}

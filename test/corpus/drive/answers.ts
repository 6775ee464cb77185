import type { Ad, Kind } from '../ads.js';
import type { Field, Value } from '../fields.js';
import type { FeedFacts, Layout } from '../layout.js';

/** A word that `unmapped` prints. */
export interface AskedWord {
  /** Payload path. */
  field: string;
  word: string;
  table: string | null;
}

/** A key of the portal for each kind, as the sandbox's vocabulary names them. */
export const categories: Readonly<Record<Kind, readonly string[]>> = {
  apartment: ['apartment', 'studio', 'penthouse', 'duplex', 'attic'],
  house: ['house', 'terraced_house', 'villa', 'cottage', 'farm'],
  plot: ['building_plot', 'farmland'],
  shop: ['shop', 'premises', 'office'],
  garage: ['garage'],
};

/** Keys of the portal that mean the same, the usual one first. */
export const heatings: Readonly<Record<string, readonly string[]>> = {
  central: ['central'],
  own: ['own_boiler'],
  gas: ['gas', 'own_gas_boiler', 'central_gas'],
  electric: ['storage_heater', 'radiators', 'air_conditioner'],
};

/** The field that a question is about; null: a fact that stands in no feed. */
export function fieldAsked(name: string): Field | null {
  const match = asked.find(([pattern]) => pattern.test(name));
  return match === undefined ? null : match[1];
}

const asked: readonly (readonly [RegExp, Field | null])[] = [
  [/mandate|owner_lives|rent\.type/, null],
  [/period/, 'period'],
  [/currency/, 'currency'],
  [/transaction|offer/, 'offer'],
  [/category|kind/, 'kind'],
  [/plot|land|hvat|jutro|lanac/, 'plot'],
  [/area|sq/, 'area'],
  [/state/, 'state'],
  [/place|city|location/, 'city'],
  [/updated/, 'updated'],
  [/heating/, 'heating'],
];

/** The answer that parks the listings and has the partner asked. */
const askPartner = 'ask_partner';

/** The agency's answer to a question of `init`, as a value of its configuration; null: the agency cannot answer for all listings at once. */
export function answerTo(name: string, facts: FeedFacts): string | number | boolean | null {
  if (name.includes('mandate')) return facts.mandate;
  if (name.includes('owner_lives')) return facts.ownerNearby;
  if (name.includes('rent.type')) return facts.lease;
  const field = fieldAsked(name);
  if (field !== null && facts.asksPartner.includes(field)) return askPartner;
  if (name.includes('jutro')) return facts.jutro;
  if (name.includes('lanac')) return facts.lanac;
  if (field === 'period') return facts.period;
  if (field === 'currency') return ['EUR', 'RSD'].includes(facts.currency) ? facts.currency : null;
  if (field === 'offer') return facts.offer;
  if (field === 'kind') return facts.kind === null ? null : (categories[facts.kind][0] ?? null);
  if (field === 'city') return facts.city;
  if (field === 'area') return facts.areaUnit;
  if (field === 'plot') return facts.plotUnit;
  return null;
}

/**
 * What a word of the file means, found in the records that hold it. Undefined: the records that hold it differ, or none does, so that the
 * agency cannot name one meaning. Null: it means nothing that the portal has.
 */
export function meaningOf(
  { field, word }: AskedWord,
  layout: Layout,
  ads: readonly Ad[],
): string | boolean | null | undefined {
  const asked = fieldAsked(field);
  // What stands where the field is said counts first: `1` is a kind in one column and a number of baths in another.
  const own = asked === null ? [] : holdersOf(word, ads, (ad) => layout.texts(ad, asked));
  const holders = own.length > 0 ? own : holdersOf(word, ads, (ad) => layout.texts(ad));
  const truths = new Set(holders.map((ad) => JSON.stringify(targetOf(field, layout, ad))));
  if (truths.size !== 1) return undefined;
  return JSON.parse([...truths][0] ?? 'null') as string | boolean | null;
}

function holdersOf(word: string, ads: readonly Ad[], textsOf: (ad: Ad) => readonly string[]): Ad[] {
  const whole = folded(word);
  const parts = word
    .split(',')
    .map(folded)
    .filter((part) => part !== '');
  return ads.filter((ad) => {
    const texts = textsOf(ad).map(folded);
    return (
      texts.includes(whole) ||
      parts.every((part) => texts.some((text) => text === part || text.split(/\s*[,;/|]\s*/).includes(part)))
    );
  });
}

function targetOf(field: string, layout: Layout, ad: Ad): string | boolean | null {
  const value = (name: Field): Value | null => layout.facts(ad)[name]?.value ?? null;
  const text = (name: Field): string | null => {
    const truth = value(name);
    return typeof truth === 'string' ? truth : null;
  };
  if (/place|location/.test(field)) return text('city');
  if (field.includes('category')) return text('kind') === null ? null : (categories[ad.kind][0] ?? null);
  if (/transaction|offer/.test(field)) return text('offer');
  if (field.includes('heating')) return heatings[text('heating') ?? '']?.[0] ?? null;
  if (field.includes('state')) return text('state') === 'sold' ? 'sold' : 'active';
  if (field.includes('currency')) return text('currency');
  const flag = (['lift', 'terrace', 'parking'] as const).find((one) =>
    ({ lift: /elevator/, terrace: /terrace|balcony/, parking: /parking/ })[one].test(field),
  );
  const truth = flag === undefined ? null : value(flag);
  return typeof truth === 'boolean' ? truth : null;
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

import type { Ad } from './ads.js';
import { codeOf, dinarsPerEuro, photosOf, pictureOf, trueValue, type Field } from './fields.js';
import type { Cell, Column, Decoy } from './layout.js';
import { pick, quarterOf, townOf, type Tongue } from './tongues/tongue.js';

/** How a number is written: `plain` 54.5, `comma` 54,5, `grouped` 95.000 and 54,5. */
export type NumberStyle = 'plain' | 'comma' | 'grouped';

export function written(value: number | null, style: NumberStyle = 'plain', unit = ''): string | null {
  if (value === null) return null;
  const [whole = '', decimals] = String(value).split('.');
  const figure = style === 'grouped' ? whole.replaceAll(/\B(?=(\d{3})+$)/g, '.') : whole;
  const point = style === 'plain' ? '.' : ',';
  return `${figure}${decimals === undefined ? '' : point + decimals}${unit}`;
}

export type DateStyle = 'iso' | 'iso-day' | 'local' | 'local-dot' | 'space';

export function dated(date: Date, style: DateStyle): string {
  const iso = date.toISOString();
  const local = `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
  return {
    iso: `${iso.slice(0, 19)}+00:00`,
    'iso-day': iso.slice(0, 10),
    local,
    'local-dot': `${local}.`,
    space: `${iso.slice(0, 10)} ${iso.slice(11, 19)}`,
  }[style];
}

/** The ads of a small agency, about one in seven. */
export function fewAds({ index }: Ad): boolean {
  return index % 7 === 3;
}

/** A column that says fields of the listing. */
export function saying(name: string, says: Field | readonly Field[], write: Column['write']): Column {
  return { name, says: typeof says === 'string' ? [says] : says, write };
}

/** A column that says nothing that the portal asks for. */
export function decoy(name: string, kind: Decoy, write: Column['write']): Column {
  return { name, says: [], decoy: kind, write };
}

/** A column that is neither: the agency's own number, a phone. */
export function filler(name: string, write: Column['write']): Column {
  return { name, says: [], write };
}

/** Makers of the usual columns, in the words of a language. */
export function columnsIn(tongue: Tongue) {
  const value = (field: Field, ad: Ad): Cell => {
    const truth = trueValue(field, ad, tongue);
    return truth instanceof Date ? dated(truth, 'iso') : truth;
  };
  const plain = (field: Field) => (name: string) => saying(name, field, (ad) => value(field, ad));
  const flag =
    (field: Field) =>
    (name: string, words: readonly [Cell, Cell] = tongue.flags) =>
      saying(name, field, (ad) => {
        const truth = trueValue(field, ad, tongue);
        return truth === null ? null : truth === true ? words[0] : words[1];
      });
  const figure =
    (field: Field) =>
    (name: string, style: NumberStyle = 'plain', unit = '') =>
      saying(name, field, (ad) => written(trueValue(field, ad, tongue) as number | null, style, unit));
  return {
    ...{ code: plain('code'), title: plain('title'), text: plain('text'), street: plain('street') },
    ...{ rooms: figure('rooms'), bedrooms: figure('bedrooms'), bathrooms: figure('bathrooms') },
    ...{ floor: figure('floor'), floors: figure('floors'), year: figure('year') },
    ...{ area: figure('area'), lat: figure('lat'), lng: figure('lng'), plot: figure('plot') },
    ...{ lift: flag('lift'), terrace: flag('terrace'), parking: flag('parking') },
    offer: (name: string, words = tongue.offers) => saying(name, 'offer', ({ offer }) => words[offer]),
    kind: (name: string, words = tongue.kinds) => saying(name, 'kind', ({ kind }) => words[kind]),
    amount: (name: string, style: NumberStyle = 'plain', unit = '') =>
      saying(name, 'amount', ({ euros }) => written(euros, style, unit)),
    /** The amount in a column or with a unit that names the euro. */
    euros: (name: string, style: NumberStyle = 'plain', unit = '') =>
      saying(name, ['amount', 'currency'], ({ euros }) => written(euros, style, unit)),
    currency: (name: string, word = 'EUR') => saying(name, 'currency', () => word),
    heating: (name: string, words = tongue.heatings) =>
      saying(name, 'heating', ({ heating }) => (heating === null ? null : words[heating])),
    town: (name: string, write = (town: string) => town) =>
      saying(name, 'city', (ad) => write(townOf(ad, tongue).name)),
    within: (name: string) => filler(name, (ad) => townOf(ad, tongue).within),
    quarter: (name: string) => saying(name, 'quarter', (ad) => quarterOf(ad, tongue)),
    photos: (name: string) => saying(name, 'photos', (ad) => photosOf(ad)),
    state: (name: string, words = tongue.states) =>
      saying(name, 'state', ({ isSold }) => words[isSold ? 1 : 0]),
    updated: (name: string, style: DateStyle = 'iso') =>
      saying(name, 'updated', ({ updated }) => dated(updated, style)),
    // What is easily taken for something else.
    created: (name: string, style: DateStyle = 'iso') =>
      decoy(name, 'created', ({ created }) => dated(created, style)),
    perArea: (name: string, style: NumberStyle = 'plain', unit = '') =>
      decoy(name, 'per area', ({ euros, area, plot }) =>
        written(Math.round((euros / (area ?? plot ?? 1)) * 10) / 10, style, unit),
      ),
    plotOfHouse: (name: string, style: NumberStyle = 'plain', unit = '') => ({
      ...saying(name, 'plot', ({ plot }: Ad) => written(plot, style, unit)),
      decoy: 'plot' as const,
    }),
    deposit: (name: string) =>
      decoy(name, 'deposit', ({ offer, euros }) => (offer === 'rent' ? String(euros) : null)),
    tax: (name: string) => decoy(name, 'tax', ({ euros }) => String(Math.max(20, Math.round(euros / 400)))),
    advertiser: (name: string, words = tongue.owners) =>
      decoy(name, 'advertiser', ({ index }) => pick(words, index % 5 === 3 ? 1 : 0)),
    plan: (name: string) => decoy(name, 'plan', (ad) => pictureOf(ad, 'tlocrt')),
    qr: (name: string) => decoy(name, 'qr', (ad) => pictureOf(ad, 'qr')),
    logo: (name: string) => decoy(name, 'logo', (ad) => pictureOf(ad, 'logo')),
    portrait: (name: string) => decoy(name, 'agent', (ad) => pictureOf(ad, 'agent')),
    agent: (name: string) => decoy(name, 'agent', ({ index }) => pick(agents, index)),
    dinars: (name: string, style: NumberStyle = 'plain', unit = '') =>
      decoy(name, 'second currency', ({ euros }) => written(euros * dinarsPerEuro, style, unit)),
    note: (name: string) => decoy(name, 'note', ({ index }) => (index % 3 === 0 ? tongue.note : null)),
    /** The area with walls, or with terraces and cellar: not the one that people compare. */
    grossArea: (name: string, style: NumberStyle = 'plain', unit = '') =>
      decoy(name, 'gross area', ({ area }) =>
        written(area === null ? null : Math.round(area * 1.17), style, unit),
      ),
    terraceArea: (name: string, style: NumberStyle = 'plain', unit = '') =>
      decoy(name, 'terrace area', ({ terrace, index }) =>
        terrace === true ? written(4 + (index % 9), style, unit) : null,
      ),
    photoCount: (name: string) => decoy(name, 'count', ({ photos }) => String(photos)),
    views: (name: string) => decoy(name, 'count', ({ index }) => String(40 + ((index * 71) % 900))),
    oldPrice: (name: string, style: NumberStyle = 'plain', unit = '') =>
      decoy(name, 'old price', ({ euros, index }) =>
        index % 4 === 0 ? written(Math.round(euros * 1.1), style, unit) : null,
      ),
    commission: (name: string) => decoy(name, 'commission', () => '2'),
    phone: (name: string) => filler(name, ({ index }) => `011/${300 + (index % 40)}-${1000 + index}`),
    own: (name: string) => filler(name, (ad) => `${codeOf(ad).slice(1)}/${ad.created.getUTCFullYear()}`),
  };
}

/** Columns `slika1`, `slika2` and so on. */
export function photoColumns(name: string, count: number): Column[] {
  return Array.from({ length: count }, (_, index) =>
    saying(`${name}${index + 1}`, 'photos', (ad) => photosOf(ad)[index] ?? null),
  );
}

const agents = ['Jelena Marković', 'Petar Ilić', 'Ana Kovač', 'Marko Babić'] as const;

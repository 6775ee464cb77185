import type { Ad } from './ads.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf, type Tongue } from './tongues/tongue.js';

/** What a record can say about a listing. */
export const fields = [
  ...(['code', 'offer', 'kind', 'amount', 'currency', 'area', 'plot', 'rooms', 'bedrooms'] as const),
  ...(['bathrooms', 'floor', 'floors', 'year', 'heating', 'lift', 'terrace', 'parking'] as const),
  ...([
    'title',
    'text',
    'city',
    'quarter',
    'street',
    'lat',
    'lng',
    'photos',
    'state',
    'updated',
    'period',
  ] as const),
] as const;
export type Field = (typeof fields)[number];

export type Value = string | number | boolean | Date | readonly string[];

/** The id under which the agency's software knows the ad. */
export function codeOf(ad: Ad): string {
  return `N${10_000 + ad.index * 37}`;
}

/** The rate of the columns in dinars. */
export const dinarsPerEuro = 117;

const photoHost = 'https://slike.agencija-primer.rs';

/** Addresses of an ad's photos in their order. Each holds the ad's token. */
export function photosOf(ad: Ad): string[] {
  return Array.from({ length: ad.photos }, (_, index) => `${photoHost}/oglasi/${ad.token}/${index + 1}.jpg`);
}

/** Address of a picture that is no photo of the property. */
export function pictureOf(ad: Ad, folder: 'tlocrt' | 'qr' | 'logo' | 'agent'): string {
  return `${photoHost}/${folder}/${ad.token}.png`;
}

/** The true value; null where the ad has none. Of houses and plots `plot` is square metres; `amount` is euros. */
export function trueValue(field: Field, ad: Ad, tongue: Tongue): Value | null {
  return truths[field](ad, tongue);
}

const truths: Readonly<Record<Field, (ad: Ad, tongue: Tongue) => Value | null>> = {
  code: codeOf,
  offer: ({ offer }) => offer,
  kind: ({ kind }) => kind,
  amount: ({ euros }) => euros,
  currency: () => 'EUR',
  area: ({ area }) => area,
  plot: ({ plot }) => plot,
  rooms: ({ rooms }) => rooms,
  bedrooms: ({ bedrooms }) => bedrooms,
  bathrooms: ({ bathrooms }) => bathrooms,
  floor: ({ floor }) => floor,
  floors: ({ floors }) => floors,
  year: ({ year }) => year,
  heating: ({ heating }) => heating,
  lift: ({ lift }) => lift,
  terrace: ({ terrace }) => terrace,
  parking: ({ parking }) => parking,
  title: titleOf,
  text: proseOf,
  city: (ad, tongue) => townOf(ad, tongue).portal,
  quarter: quarterOf,
  street: (ad, tongue) => `${streetOf(ad, tongue)} ${ad.house}`,
  lat: (ad, tongue) => coordinate(townOf(ad, tongue).lat + ad.north),
  lng: (ad, tongue) => coordinate(townOf(ad, tongue).lng + ad.east),
  photos: photosOf,
  state: ({ isSold }) => (isSold ? 'sold' : 'active'),
  updated: ({ updated }) => updated,
  period: ({ offer }) => (offer === 'rent' ? 'month' : null),
};

function coordinate(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000;
}

import { makeAds, type Ad } from '../../corpus/ads.js';
import { serbian } from '../../corpus/tongues/serbian.js';
import { proseOf, quarterOf, streetOf, titleOf, townOf } from '../../corpus/tongues/tongue.js';

const tongue = serbian;
const flag = (is: boolean | null): string => (is === null ? '' : is ? tongue.flags[0] : tongue.flags[1]);
const day = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');
const host = 'https://agencija.example';

/** What a table of invented ads holds in each column. The keys are what a column truly is; those of `decoys` are nothing of a listing. */
export const cells = {
  id: (ad: Ad) => `AG-${4000 + ad.index * 13}`,
  offer: (ad: Ad) => tongue.offers[ad.offer],
  kind: (ad: Ad) => tongue.kinds[ad.kind],
  title: (ad: Ad) => titleOf(ad, tongue),
  text: (ad: Ad) => proseOf(ad, tongue),
  price: (ad: Ad) => String(ad.euros),
  currency: () => 'EUR',
  area: (ad: Ad) => (ad.area === null ? '' : ad.area.toFixed(2)),
  plot: (ad: Ad) => String(ad.plot ?? ''),
  rooms: (ad: Ad) => String(ad.rooms ?? ''),
  bedrooms: (ad: Ad) => String(ad.bedrooms ?? ''),
  bathrooms: (ad: Ad) => String(ad.bathrooms ?? ''),
  floor: (ad: Ad) => String(ad.floor ?? ''),
  floors: (ad: Ad) => String(ad.floors ?? ''),
  year: (ad: Ad) => String(ad.year ?? ''),
  heating: (ad: Ad) => (ad.heating === null ? '' : tongue.heatings[ad.heating]),
  lift: (ad: Ad) => flag(ad.lift),
  terrace: (ad: Ad) => flag(ad.terrace),
  town: (ad: Ad) => townOf(ad, tongue).name,
  municipality: (ad: Ad) => townOf(ad, tongue).within,
  quarter: (ad: Ad) => quarterOf(ad, tongue),
  street: (ad: Ad) => `${streetOf(ad, tongue)} ${ad.house}`,
  lat: (ad: Ad) => (townOf(ad, tongue).lat + ad.north).toFixed(6),
  lng: (ad: Ad) => (townOf(ad, tongue).lng + ad.east).toFixed(6),
  photos: (ad: Ad) =>
    Array.from({ length: ad.photos }, (_, number) => `${host}/slike/${ad.token}-${number}.jpg`).join('|'),
  created: (ad: Ad) => day(ad.created),
  updated: (ad: Ad) => day(ad.updated),
  perArea: (ad: Ad) => (ad.area === null ? '' : (ad.euros / ad.area).toFixed(0)),
  deposit: (ad: Ad) => (ad.offer === 'rent' ? String(ad.euros * 2) : ''),
  tax: (ad: Ad) => String(60 + (ad.index % 9) * 12),
  advertiser: (ad: Ad) => tongue.owners[ad.index % 2] ?? '',
  note: () => tongue.note,
  plan: (ad: Ad) => `${host}/f/${ad.token}p.jpg`,
  qr: (ad: Ad) => `${host}/c/${ad.token}q.png`,
  logo: () => `${host}/krov.png`,
} as const satisfies Record<string, (ad: Ad) => string>;

/** What a column is. */
export type Column = keyof typeof cells;

export const columns = Object.keys(cells) as Column[];

/** The columns from which each field of a listing may come. */
export const sources: Readonly<Record<string, readonly Column[]>> = {
  source_id: ['id'],
  transaction: ['offer'],
  // Where no column says it, the title may: what it says is asked, or waits.
  category: ['kind', 'title'],
  updated_at: ['updated'],
  'title.sr': ['title'],
  'description.sr': ['text'],
  'price.amount': ['price', 'currency'],
  'rent.amount': ['price', 'currency'],
  'price.currency': ['currency'],
  'rent.currency': ['currency'],
  'location.place_id': ['town', 'municipality', 'quarter', 'street'],
  'location.address_line': ['street', 'quarter', 'town', 'municipality'],
  'location.neighbourhood': ['quarter'],
  'location.lat': ['lat'],
  'location.lng': ['lng'],
  // Titles that name one size are read where no column is the area.
  'structure.area_sqm': ['area', 'plot', 'title'],
  attributes: ['plot'],
  'structure.rooms': ['rooms'],
  'structure.bedrooms': ['bedrooms'],
  'structure.bathrooms': ['bathrooms'],
  'structure.floor': ['floor'],
  'structure.total_floors': ['floors'],
  'structure.year_built': ['year'],
  'structure.heating': ['heating'],
  'structure.elevator': ['lift'],
  'structure.terrace': ['terrace'],
  photos: ['photos'],
};

/** A table of invented ads as CSV. @param names the header of each column, in their order; columns without one are left out */
export function table(names: ReadonlyMap<Column, string>, count = 60): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = makeAds(count).map((ad) => [...names.keys()].map((column) => quoted(cells[column](ad))));
  return `${[[...names.values()].map(quoted), ...rows].map((row) => row.join(';')).join('\n')}\n`;
}

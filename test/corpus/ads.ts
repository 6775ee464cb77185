/**
 * The invented listings that every layout of the corpus renders. Nothing here knows the product: the truth of a field is what stands in an
 * `Ad`.
 */

export const kinds = ['apartment', 'house', 'plot', 'shop', 'garage'] as const;
export type Kind = (typeof kinds)[number];

export type Heating = 'central' | 'own' | 'gas' | 'electric';

export interface Ad {
  /** Position in the set, from 0. */
  index: number;
  /** Seven hexadecimal digits that stand in the address of each of its photos and in no other ad. */
  token: string;
  offer: 'sale' | 'rent';
  kind: Kind;
  /** Price, or rent per month, in whole euros. */
  euros: number;
  /** Of a plot null. Square metres, with two decimals. */
  area: number | null;
  /** The plot of a house, or the plot itself. Square metres. */
  plot: number | null;
  /** Null for all but homes. Half rooms occur. */
  rooms: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  /** Null for plots, houses and garages. */
  floor: number | null;
  floors: number | null;
  year: number | null;
  heating: Heating | null;
  lift: boolean | null;
  terrace: boolean | null;
  parking: boolean | null;
  /** Indices, which a language takes modulo its number of towns, streets and texts. */
  town: number;
  street: number;
  house: number;
  text: number;
  photos: number;
  created: Date;
  updated: Date;
  isSold: boolean;
  /** Offset from the town's centre, in degrees. */
  north: number;
  east: number;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function makeAds(count: number, seed = 30): Ad[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => makeAd(index, random));
}

/** Each kind turns up among any ten ads. */
const mixture: readonly Kind[] = [
  ...(['apartment', 'house', 'apartment', 'plot', 'apartment'] as const),
  ...(['shop', 'apartment', 'house', 'apartment', 'garage'] as const),
];

const day = 86_400_000;

function makeAd(index: number, random: () => number): Ad {
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const kind = mixture[index % mixture.length] ?? 'apartment';
  const offer = kind !== 'plot' && index % 3 === 2 ? 'rent' : 'sale';
  const isHome = kind === 'apartment' || kind === 'house';
  const area = areaOf(kind, between);
  const plot = kind === 'plot' || kind === 'house' ? between(24, 180) * 10 + between(0, 9) : null;
  const rooms = isHome ? Math.max(1, Math.round(((area ?? 0) / 24) * 2) / 2) : null;
  const isFlat = kind === 'apartment' || kind === 'shop';
  const floors = isFlat ? between(3, 12) : kind === 'house' ? between(1, 3) : null;
  const floor = kind === 'apartment' ? between(1, floors ?? 1) : null;
  const created = new Date(Date.UTC(2026, 5, 1) + between(0, 89) * day + between(6, 18) * 3_600_000);
  const updated = new Date(created.getTime() + between(9, 60) * day + between(1, 59) * 60_000);
  return {
    index,
    token: token(index),
    ...{ offer, kind, area, plot, rooms, floor, floors, created, updated },
    euros: eurosOf({ kind, offer, area, plot }, between),
    bedrooms: rooms === null ? null : Math.max(1, Math.floor(rooms) - 1),
    bathrooms: isHome ? ((area ?? 0) > 90 ? 2 : 1) : null,
    year: kind === 'plot' ? null : between(1958, 2025),
    heating: isHome ? ((['central', 'own', 'gas', 'electric'] as const)[between(0, 3)] ?? null) : null,
    lift: kind === 'apartment' ? (floors ?? 0) > 4 : null,
    terrace: isHome ? random() < 0.6 : null,
    parking: isHome ? random() < 0.4 : null,
    town: between(0, 999),
    street: between(0, 999),
    house: between(1, 140),
    text: between(0, 999),
    photos: between(2, 5),
    isSold: index % 13 === 12,
    north: (random() - 0.5) / 50,
    east: (random() - 0.5) / 50,
  };
}

function token(index: number): string {
  return Math.floor(seeded(index * 7919 + 5)() * 0xfffffff)
    .toString(16)
    .padStart(7, '0');
}

function areaOf(kind: Kind, between: (low: number, high: number) => number): number | null {
  if (kind === 'plot') return null;
  const whole = kind === 'garage' ? between(12, 21) : kind === 'house' ? between(70, 240) : between(26, 118);
  return whole + (between(0, 4) === 0 ? between(1, 99) / 100 : 0);
}

function eurosOf(
  { kind, offer, area, plot }: Pick<Ad, 'kind' | 'offer' | 'area' | 'plot'>,
  between: (low: number, high: number) => number,
): number {
  const size = area ?? plot ?? 1;
  if (offer === 'rent') return Math.max(50, Math.round((size * between(5, 12)) / 10) * 10);
  if (kind === 'plot') return Math.max(6000, Math.round((size * between(18, 90)) / 100) * 100);
  return Math.round((size * between(9, 27)) / 5) * 500;
}

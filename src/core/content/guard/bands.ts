import type { Offer } from '../../../model/content.js';
import type { PropertyKind } from './property-kinds.js';

/** Lowest and highest usual value, both included; null: no bound. */
export type Band = readonly [least: number | null, most: number | null];

/** Usual values of one kind of property: prices in EUR, rents in EUR a month, areas in m². A missing band judges nothing. */
export interface KindBands {
  sale_total?: Band;
  sale_m2?: Band;
  rent?: Band;
  rent_m2?: Band;
  area?: Band;
}

export type Bands = Readonly<Partial<Record<PropertyKind, KindBands>>>;

/**
 * Serbia, EUR and m². The bands are wide: they hold what no home costs, not what is cheap or dear. Sources: asking prices of the large
 * Serbian portals and the price register of the Republic Geodetic Authority, with the lowest villages and the dearest streets of Belgrade
 * inside (RULES R82).
 */
export const serbianBands: Bands = {
  flat: {
    sale_total: [5_000, null],
    sale_m2: [150, 15_000],
    rent: [40, 20_000],
    rent_m2: [0.8, 80],
    area: [10, 1_000],
  },
  house: {
    sale_total: [1_000, null],
    sale_m2: [8, 12_000],
    rent: [40, 20_000],
    rent_m2: [0.5, 80],
    area: [15, 3_000],
  },
  room: { rent: [30, 2_000], area: [4, 200] },
  premises: {
    sale_total: [1_000, null],
    sale_m2: [20, 20_000],
    rent: [30, null],
    rent_m2: [0.5, 150],
    area: [3, 100_000],
  },
  garage: { sale_total: [500, 150_000], rent: [5, 1_500], area: [3, 500] },
  land: { sale_total: [100, null], sale_m2: [0.05, 5_000], rent: [1, null], area: [20, 10_000_000] },
};

/** A feed's own bands over others, band by band. */
export function mergedBands(base: Bands, own: Bands): Bands {
  const kinds = new Set([...Object.keys(base), ...Object.keys(own)]) as Set<PropertyKind>;
  return Object.fromEntries([...kinds].map((kind) => [kind, { ...base[kind], ...own[kind] }]));
}

/** The band of a whole price of an offer, and that of its price per m². */
export function priceBands(
  bands: KindBands,
  offer: Offer,
): { total?: Band | undefined; perSqm?: Band | undefined } {
  return offer === 'sale'
    ? { total: bands.sale_total, perSqm: bands.sale_m2 }
    : { total: bands.rent, perSqm: bands.rent_m2 };
}

export function isWithin(value: number, band: Band | undefined): boolean {
  if (band === undefined) return true;
  const [least, most] = band;
  return (least === null || value >= least) && (most === null || value <= most);
}

import type { Ad, Kind } from '../ads.js';
import type { Facts, FeedFacts, Layout } from '../layout.js';
import type { Field, Value } from '../fields.js';
import { serbian } from '../tongues/serbian.js';

/** What the record of a real file says, read after the format's documentation. A field that is left out is not judged. */
export interface RealListing {
  id: string;
  offer: Ad['offer'] | null;
  /** Null: a kind that the corpus does not have. */
  kind: Kind | null;
  /** Sold, withdrawn, without a price, in a currency that the portal does not take, or with an id that another record has. */
  isOut: boolean;
  /** The town in the record's words. */
  town: string | null;
  said: Partial<Record<Exclude<Field, 'code' | 'offer' | 'kind' | 'city'>, Value | null>>;
  /** Every text of the record. */
  texts: readonly string[];
}

export interface RealFile {
  listings: readonly RealListing[];
  /** What stands nowhere in files of this format. */
  undecidable?: readonly Field[];
  feed?: Partial<FeedFacts>;
}

/** Reads files of one format. */
export interface Reader {
  /** For people, with the source of its rules. */
  name: string;
  /** Null: the file is of another format. */
  read: (bytes: Buffer, name: string) => RealFile | null;
}

/** A record's own text, of all that it holds. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A figure above 0; null: none. */
export function positive(text: string | number | null | undefined): number | null {
  const figure = Number(String(text ?? '').trim() || Number.NaN);
  return Number.isFinite(figure) && figure > 0 ? figure : null;
}

const cities = ['Beograd', 'Novi Sad', 'Niš', 'Subotica', 'Kragujevac', 'Čačak', 'Pančevo', 'Užice'] as const;

/** The city that the agency means by a town: itself where the portal's directory has it, else one that is the same each time. */
function cityOf(town: string, known: ReadonlySet<string>): string {
  if (known.has(town)) return town;
  const sum = Array.from(town.toLowerCase()).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return cities[sum % cities.length] ?? 'Beograd';
}

/** A real file as a layout of the corpus. @param known cities of the portal's directory */
export function layoutOfFile(
  { name, bytes }: { name: string; bytes: Buffer },
  { listings, undecidable = [], feed = {} }: RealFile,
  known: ReadonlySet<string>,
): { layout: Layout; ads: Ad[] } {
  const ads = listings.map(adOf);
  const of = (ad: Ad): RealListing => listings[ad.index]!;
  const facts = (ad: Ad): Facts => {
    const { id, offer, kind, town, said } = of(ad);
    const all = { ...said, code: id, offer, kind, city: town === null ? null : cityOf(town, known) };
    const entries = Object.entries(all).flatMap(([field, value]) =>
      value === null ? [] : [[field, { value, isDecidable: !undecidable.includes(field as Field) }] as const],
    );
    return Object.fromEntries(entries) as Facts;
  };
  const waitsForCurrency = listings.every(
    ({ isOut, said: { currency } }) => isOut && typeof currency === 'string' && currency !== 'EUR',
  );
  const layout: Layout = {
    ...{
      name,
      group: 'real',
      tongue: serbian,
      decoys: new Set(),
      undecidable,
      waits: null,
      shape: null,
      isWhole: false,
    },
    choose: () => ads,
    render: () => ({ name: name.replace(/^.*\//, ''), bytes }),
    facts,
    texts: (ad, field) => (field === undefined || field === 'city' ? [...of(ad).texts] : []),
    feed: () => ({
      offer: common(listings.map(({ offer }) => offer)),
      kind: common(listings.map(({ kind }) => kind)),
      city: null,
      ...{ currency: waitsForCurrency ? 'XXX' : 'EUR', areaUnit: 'm2', plotUnit: 'm2', period: 'month' },
      ...{ jutro: 5754.64, lanac: 7193.3, lease: 'long_term', mandate: true, ownerNearby: false },
      asksPartner: [],
      ...feed,
    }),
  };
  return { layout, ads };
}

function common<T>(values: readonly T[]): T | null {
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

/** Carries what the judge needs of every ad; nothing is compared with its other values. */
function adOf({ id, offer, kind, isOut }: RealListing, index: number): Ad {
  return {
    ...{ index, token: `real ${id}`, offer: offer ?? 'sale', kind: kind ?? 'apartment', isSold: isOut },
    ...{ euros: 0, area: null, plot: null, rooms: null, bedrooms: null, bathrooms: null, floor: null },
    ...{ floors: null, year: null, heating: null, lift: null, terrace: null, parking: null },
    ...{ town: 0, street: 0, house: 0, text: 0, photos: 0, north: 0, east: 0 },
    ...{ created: new Date(0), updated: new Date(0) },
  };
}

import type { Ad, Kind } from './ads.js';
import { fields, trueValue, type Field, type Value } from './fields.js';
import type { Tongue } from './tongues/tongue.js';

/**
 * `abroad`: as `europe`, with several traps each. `unheard`: the names of its fields are in no dictionary. `blind`: by an author who had not
 * read the program.
 */
export type Group = 'local' | 'europe' | 'abroad' | 'unheard' | 'blind' | 'real';

/** Something in a record that is easily taken for a field that it is not. */
export const decoys = [
  ...(['per area', 'plot', 'deposit', 'tax', 'advertiser', 'created', 'plan', 'qr', 'logo'] as const),
  ...(['agent', 'second currency', 'note', 'terrace area', 'count', 'old price', 'commission'] as const),
  ...(['gross area', 'room area', 'volume', 'bare code', 'other language'] as const),
] as const;
export type Decoy = (typeof decoys)[number];

/** A value as a record holds it. CSV joins a list; XML repeats the element. */
export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };

/** One field of the records. */
export interface Column {
  /** Heading, or the path below the record: `slike/slika`, `@id`, `cena/@valuta`. */
  name: string;
  /** What it says of the listings for which it is not empty. */
  says: readonly Field[];
  decoy?: Decoy;
  /** Null: empty, or left out where the container can. */
  write: (ad: Ad) => Cell;
}

export interface Fact {
  value: Value;
  /** Whether a careful reader of the whole file knows it. If not, it must be asked; the agency's answer then gives the value. */
  isDecidable: boolean;
}

/** What the record of an ad says. A field that is not in it is absent from the record. */
export type Facts = Partial<Record<Field, Fact>>;

/** What the agency knows of all listings of the file; null: they differ. */
export interface FeedFacts {
  offer: 'sale' | 'rent' | null;
  kind: Kind | null;
  /** The city, where all listings are in one and no field says it. */
  city: string | null;
  /** Currency of the plain price, ISO. */
  currency: string;
  areaUnit: 'm2' | 'sqft';
  plotUnit: 'm2' | 'ar' | 'ha' | 'sqft';
  /** Square metres of the old units, each of which had two sizes. */
  jutro: number;
  lanac: number;
  /** Of the rents. */
  period: 'month' | 'day';
  lease: 'long_term' | 'short_term';
  mandate: true;
  ownerNearby: false;
  /** Fields of which the agency does not know the answer: it has its partner asked, and those listings wait. */
  asksPartner: readonly Field[];
}

export interface RenderedFile {
  name: string;
  bytes: Buffer;
}

/** One shape in which an agency's software exports its listings. */
export interface Layout {
  /** Lower-case letters, digits and hyphens. */
  name: string;
  group: Group;
  tongue: Tongue;
  decoys: ReadonlySet<Decoy>;
  /** Whether the ads hold the truth of all fields, also of those that their records do not say. */
  isWhole: boolean;
  /** The ads that are in the file. */
  choose: (ads: readonly Ad[]) => Ad[];
  /** @param ads that `choose` gave */
  render: (ads: readonly Ad[]) => RenderedFile | Promise<RenderedFile>;
  facts: (ad: Ad) => Facts;
  /**
   * Every text of an ad's record, by which words that feedsync asks about are found again. @param field only texts that say it
   */
  texts: (ad: Ad, field?: Field) => string[];
  feed: (ads: readonly Ad[]) => FeedFacts;
  /** Fields that no reader can know from the file, and for which there is no default: each must be asked. */
  undecidable: readonly Field[];
  /** Where no listing may be published: what the reason must name. Null: all listings that are not sold are expected to be live. */
  waits: RegExp | null;
  /** What it is built from. */
  shape: ColumnLayout | null;
}

/** Writes the records of a file, each as the values of the columns. */
export type Container = (
  columns: readonly Column[],
  ads: readonly Ad[],
) => RenderedFile | Promise<RenderedFile>;

export interface ColumnLayout {
  name: string;
  group: Group;
  tongue: Tongue;
  columns: readonly Column[];
  container: Container;
  /** Left out: all. Sold ads are left out where no column says the state. */
  only?: (ad: Ad) => boolean;
  /** Where the file's value differs from the ad's: rounded, in another currency. */
  truth?: Partial<Record<Field, (ad: Ad) => Value | null>>;
  undecidable?: readonly Field[];
  /** The ads of which nobody can know those fields. Left out: all. */
  isUndecidable?: (ad: Ad) => boolean;
  /** What the container says besides the columns, such as a section per offer. */
  says?: readonly Field[];
  feed?: Partial<FeedFacts>;
  waits?: RegExp;
}

/** A layout whose records are the same columns each. */
export function layoutOf(shape: ColumnLayout): Layout {
  const { name, group, tongue, columns, undecidable = [], waits = null } = shape;
  const hasState = columns.some(({ says }) => says.includes('state'));
  const choose = (ads: readonly Ad[]): Ad[] =>
    ads.filter((ad) => (hasState || !ad.isSold) && (shape.only?.(ad) ?? true));
  return {
    ...{ name, group, tongue, choose, undecidable, waits, shape, isWhole: true },
    decoys: new Set(columns.flatMap(({ decoy }) => (decoy === undefined ? [] : [decoy]))),
    render: (ads) => shape.container(columns, ads),
    facts: (ad) => factsOf(shape, ad),
    texts: (ad, field) =>
      columns.flatMap((column) =>
        field === undefined || column.says.includes(field) ? textsOf(column.write(ad)) : [],
      ),
    feed: (ads) => ({ ...feedOf(ads), ...shape.feed }),
  };
}

function factsOf(shape: ColumnLayout, ad: Ad): Facts {
  const { columns, tongue, truth = {}, says = [], isUndecidable = () => true } = shape;
  const undecidable = isUndecidable(ad) ? (shape.undecidable ?? []) : [];
  const said = new Set([
    ...says,
    ...undecidable,
    ...columns.filter((column) => textsOf(column.write(ad)).length > 0).flatMap((column) => column.says),
  ]);
  const facts: Facts = {};
  for (const field of fields) {
    const value = (truth[field] ?? ((one: Ad) => trueValue(field, one, tongue)))(ad);
    if (said.has(field) && value !== null)
      facts[field] = { value, isDecidable: !undecidable.includes(field) };
  }
  return facts;
}

function feedOf(ads: readonly Ad[]): FeedFacts {
  const common = <T>(values: T[]): T | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);
  return {
    offer: common(ads.map(({ offer }) => offer)),
    kind: common(ads.map(({ kind }) => kind)),
    ...{ city: null, currency: 'EUR', areaUnit: 'm2', plotUnit: 'm2', jutro: 5754.64, lanac: 7193.3 },
    ...{ period: 'month', lease: 'long_term', mandate: true, ownerNearby: false, asksPartner: [] },
  };
}

/** All texts of a cell that are not empty. */
export function textsOf(cell: Cell): string[] {
  if (cell === null || cell === '') return [];
  if (typeof cell !== 'object') return [String(cell)];
  return Object.values(cell).flatMap(textsOf);
}

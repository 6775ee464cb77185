import { fold } from '../../model/fold.js';

/** A figure in the feed's notation, and the currency that stands beside it; null: none. */
export interface BareFigure {
  figure: string;
  currency: 'EUR' | 'RSD' | null;
}

/** The words that may stand beside the figure of a field, folded and without blanks, points at the end and dashes. */
interface Beside {
  units: ReadonlySet<string>;
  /** What may stand in front of the figure, too: `Etaj 3`. */
  before?: ReadonlySet<string>;
  /** Whether the figure may be an ordinal: `3.` */
  ordinal?: true;
  /** Whether it is an amount: `95.000,- €` */
  money?: true;
}

const square = words('m m2 mkv m.kv kvm kv.m qm sqm sq.m mq m^2 kvadrata kvadratnihmetara metarakvadratnih');
const floors = words(
  'sprat spratu sprata spratova kat katu kata katova floor floors og stock etaj etaz etaza etage piano planta piso emelet pietro nadstropje ' +
    'этаж етаж спрат кат поверх ορ οροφος ος ετ st nd rd th er eme ο η',
);
const rooms = words('soba sobe sob room rooms zimmer');
const ofMonth = words('mesecno mjesecno /mes /mesec /mesecno mes/ permonth monthly /month');

/** The fields whose figures may have something beside them. */
const fields: ReadonlyMap<string, Beside> = new Map<string, Beside>([
  ['structure.area_sqm', { units: square }],
  ['price.amount', { units: words(''), money: true }],
  ['rent.amount', { units: ofMonth, money: true }],
  ['structure.floor', { units: floors, before: floors, ordinal: true }],
  ['structure.total_floors', { units: floors, before: floors }],
  ['structure.rooms', { units: rooms }],
  [
    'structure.bedrooms',
    { units: words('soba sobe spavace spavacih spavacesobe spavacihsoba bedroom bedrooms') },
  ],
  ['structure.bathrooms', { units: words('kupatilo kupatila bathroom bathrooms') }],
  ['structure.year_built', { units: words('god godina godine year'), ordinal: true }],
]);

const about = words('cca ca circa oko about approx priblizno otprilike ~ ≈');
const currencies: ReadonlyMap<string, 'EUR' | 'RSD'> = new Map([
  ...[...words('€ eur euro eura evra evro')].map((word) => [word, 'EUR'] as const),
  ...[...words('rsd din dinar dinara')].map((word) => [word, 'RSD'] as const),
]);

/** The currency that a word beside an amount means; undefined: none. */
export function currencyOf(word: string): 'EUR' | 'RSD' | undefined {
  return currencies.get(withoutPoint(fold(word)));
}

/** A longer text is a sentence, not a figure. */
const textMax = 60;

/**
 * The figure of a text such as `cca 54 m²`, `95.000,-` or `3. sprat` (RULES R50). Null unless the text has one figure, and beside it
 * only words that give it the one meaning that the field has.
 * @param field payload path
 * @param hasUnit whether the rule converts from a unit of its own, so that no other may stand here
 */
export function bareFigure(text: string, field: string, hasUnit: boolean): BareFigure | null {
  const beside = fields.get(field);
  const parts = beside === undefined || text.length > textMax ? null : parted.exec(text.trim());
  if (beside === undefined || parts === null) return null;
  const [, before = '', digits = '', behind = ''] = parts;
  const first = beside.before?.has(withoutPoint(fold(before))) === true ? 'none' : wordsBefore(before);
  const rest = withoutDash(digits.trim(), fold(behind), beside);
  const last = rest === null ? null : wordBehind(rest.behind, beside, hasUnit);
  if (rest === null || first === null || last === null) return null;
  const said = [first, last].filter((currency) => currency !== 'none');
  if (said.length > 1 || (said.length > 0 && beside.money !== true)) return null;
  return { figure: rest.figure, currency: said[0] ?? null };
}

/** What stands before the first digit, the figure, and what stands behind it. */
const parted = /^([^\d+-]{0,30})([+-]?\d[\d.,'\s]*)(.*)$/su;

type Said = 'EUR' | 'RSD' | 'none';

/** The currency that the words before the figure name; null if one of them has another meaning, or if they name two. */
function wordsBefore(text: string): Said | null {
  let said: Said = 'none';
  for (const word of fold(text).split(' ')) {
    const bare = withoutPoint(word);
    const currency = currencies.get(bare);
    if (bare === '' || about.has(bare)) continue;
    if (currency === undefined || said !== 'none') return null;
    said = currency;
  }
  return said;
}

/** The currency that the words behind the figure name; null if they mean anything but the field's own unit. */
function wordBehind(text: string, { units, money }: Beside, hasUnit: boolean): Said | null {
  const bare = withoutPoint(text);
  if (bare === '' || (units.has(withoutPoint(bare.replaceAll(' ', ''))) && !hasUnit)) return 'none';
  if (money !== true) return null;
  const [first = '', ...others] = bare.split(/ |(?=\/)/);
  const currency = currencies.get(withoutPoint(first));
  if (currency === undefined) return null;
  return others.length === 0 || units.has(withoutPoint(others.join(''))) ? currency : null;
}

/** Removes the dash of an amount without cents, and the point of an ordinal. Null: the figure ends in a sign that is neither. */
function withoutDash(
  digits: string,
  behind: string,
  { units, money, ordinal }: Beside,
): { figure: string; behind: string } | null {
  if (!/[.,]$/.test(digits)) return { figure: digits, behind };
  const figure = digits.slice(0, -1);
  const dash = money === true ? /^(?:-{1,2}|=)(.*)$/s.exec(behind) : null;
  if (dash !== null) return { figure, behind: dash[1]?.trim() ?? '' };
  const isOrdinal =
    ordinal === true && digits.endsWith('.') && (behind === '' || units.has(withoutPoint(behind)));
  return isOrdinal ? { figure, behind } : null;
}

function withoutPoint(word: string): string {
  return word.endsWith('.') ? word.slice(0, -1) : word;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').filter((word) => word !== ''));
}

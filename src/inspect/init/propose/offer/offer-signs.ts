import { fold } from '../../../../model/fold.js';
import { compilePhrases } from '../../../../mapping/words/phrases.js';
import { ownName } from '../match/own-name.js';
import type { Matches } from '../match/match-fields.js';
import { amountFigure } from '../../profile/amount-figure.js';
import { areaFigure } from '../../profile/area-figure.js';
import { offerPhrases } from '../../words/title-offers.js';
import { isInThousands } from '../money/thousands.js';
import { currenciesIn, nameCurrency } from '../money/money-columns.js';

export type Offer = 'sale' | 'rent';

/** What a file without a column for sale or rent says of all its records. Null: nothing, or both. */
export interface OfferSigns {
  /** The name of the column of prices. */
  name: Offer | null;
  /** The size of the amounts. */
  amounts: Offer | null;
  /** Titles, of which at least three in ten say it. */
  titles: Offer | null;
  /** Whether the amounts of the listings fit what their titles say. */
  titlesFit: boolean;
}

const rentNames =
  /kirij|izdav|izdaj|iznajm|najam|najm|zakup|(^|[^a-z])rent|miete|pacht|alquiler|affitto|loyer|czynsz|aluguel|inchirie|berlet|naem/;
const saleNames =
  /prodaj|kupoprodaj|(^|[^a-z])(sale|selling|asking|purchase)|kauf|venta|vendita|vente|vanzare|sprzedaz/;

/** The offer that the name of a column states; null: none, or both. */
export function offerOfName(name: string): Offer | null {
  const folded = fold(name);
  const [isRent, isSale] = [rentNames.test(folded), saleNames.test(folded)];
  return isRent === isSale ? null : isRent ? 'rent' : 'sale';
}

/** The signs of a whole file. */
export function offerSigns(matches: Matches): OfferSigns {
  const price = matches.best.get('price') ?? matches.best.get('rent');
  const name = price === undefined ? '' : ownName(price.field.path);
  const named = offerOfName(name);
  const offers = titleOffers(matches);
  const said = new Set(offers.values());
  const records = matches.best.get('title')?.field.values.size ?? 0;
  const [only = null] = said.size === 1 && offers.size >= Math.max(1, records * 0.3) ? said : [];
  return { name: named, amounts: amountsSign(matches), titles: only, titlesFit: doFit(matches, offers) };
}

/** The offer on which at least two signs agree and that none contradicts; null: there is none. */
export function agreedOffer({ name, amounts, titles }: OfferSigns): { offer: Offer; why: string } | null {
  const signs = [
    [name, 'the name of the price'],
    [amounts, 'the size of the amounts'],
    [titles, 'titles'],
  ] as const;
  const given = signs.filter(([sign]) => sign !== null);
  const [offer = null] = new Set(given.map(([sign]) => sign));
  if (offer === null || given.length < 2 || given.some(([sign]) => sign !== offer)) return null;
  const names = given.map(([, text]) => text);
  return { offer, why: `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} say it` };
}

/** What titles say, by record. */
export function titleOffers({ best }: Matches): Map<number, Offer> {
  const title = best.get('title');
  const { any, first, after } = offerPhrases;
  const words = { any: new Map(Object.entries(any)), first: new Map(Object.entries(first)), after };
  const read = compilePhrases(words, (one, other) => one === other);
  const found = new Map<number, Offer>();
  for (const [record, [text = '']] of title?.field.values ?? []) {
    const offer = read(text);
    if (offer !== null) found.set(record, offer);
  }
  return found;
}

/**
 * Amounts per month are below, amounts of sales above; between them either is possible. Where the currency is not known, an amount must
 * pass the bounds of both.
 */
const bounds = { EUR: { rent: 5_000, sale: 8_000 }, RSD: { rent: 600_000, sale: 1_000_000 } } as const;

function amountsOf({ best }: Matches): Map<number, number> {
  const field = (best.get('price') ?? best.get('rent'))?.field;
  const found = new Map<number, number>();
  const factor = field !== undefined && isInThousands(field) ? 1_000 : 1;
  for (const [record, [text = '']] of field?.values ?? []) {
    const figure = amountFigure(text);
    if (figure !== null && figure * factor > 1) found.set(record, figure * factor);
  }
  return found;
}

/** The currency of all amounts; null: not known, or several. */
function currencyOfAll({ best }: Matches): 'EUR' | 'RSD' | null {
  const price = best.get('price') ?? best.get('rent');
  if (price === undefined) return null;
  const texts = [price.field, best.get('currency')?.field].flatMap((field) => [
    ...(field?.distinct.keys() ?? []),
  ]);
  const named = nameCurrency(price.field);
  const codes = new Set([...texts.flatMap(currenciesIn), ...(named === null ? [] : [named])]);
  const [code = null] = codes.size === 1 ? codes : [];
  return code === 'EUR' || code === 'RSD' ? code : null;
}

/** Homes are hardly let for less, in euros a square metre. In thousands, sales are: 85 for 60 m². */
const leastRentPerArea = 2;

/** The middle of the amounts, each by the area of its listing; infinite: no listing has both. */
function perAreaOf(matches: Matches): number {
  const areas = matches.best.get('area')?.field.values;
  const ratios = [...amountsOf(matches)].flatMap(([record, amount]) => {
    const area = areaFigure(areas?.get(record)?.[0] ?? '');
    return area === null || area <= 0 ? [] : [amount / area];
  });
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? Infinity;
}

function amountsSign(matches: Matches): Offer | null {
  const amounts = [...amountsOf(matches).values()];
  if (amounts.length === 0) return null;
  const share = (test: (amount: number) => boolean): number => amounts.filter(test).length / amounts.length;
  const code = currencyOfAll(matches);
  const rent = bounds[code ?? 'EUR'].rent;
  const sale = bounds[code ?? 'RSD'].sale;
  if (share((amount) => amount <= rent) >= 0.97) return perAreaOf(matches) < leastRentPerArea ? null : 'rent';
  return share((amount) => amount >= sale) >= 0.97 ? 'sale' : null;
}

/** Of listings that titles call sales and rentals, the sales cost much more; of one kind alone, the amounts do not contradict it. */
function doFit(matches: Matches, offers: ReadonlyMap<number, Offer>): boolean {
  const amounts = amountsOf(matches);
  const of = (wanted: Offer): number[] =>
    [...offers].flatMap(([record, offer]) => (offer === wanted ? (amounts.get(record) ?? []) : []));
  const median = (figures: number[]): number => figures.sort((a, b) => a - b)[figures.length >> 1] ?? 0;
  const [sales, rents] = [of('sale'), of('rent')];
  if (sales.length > 0 && rents.length > 0) return median(sales) > median(rents) * 10;
  const sign = amountsSign(matches);
  return sign === null || sign === (sales.length > 0 ? 'sale' : 'rent') || sales.length + rents.length === 0;
}

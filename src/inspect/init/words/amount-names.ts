import { wordsOf } from './concepts.js';

/** Words in names of columns by which an amount is no price of the whole: a deposit, a tax, a fee, a former price, one for a unit. */
const others: ReadonlySet<string> = new Set(
  (
    'depozit depozita deposit kaution kaucija kaucion caution cauzione fianza porez poreza tax taxes taxe rezije rezija troskovi utilities ' +
    'komunalije infostan provizija provision commission fee fees nebenkosten charges hoa spese gastos odrzavanje insurance osiguranje kredit rata ' +
    'stara stari staracena old former previous prethodna ranija original before was bila m2 m² kvadrat kvadratu kvm qm sqm sqft mq ' +
    'surface ar aru garaza garage parking provizije marza discount popust'
  ).split(' '),
);

/** Whether the name of a column, or of an element around it, says that its amount is not the price or the rent. @param path in mapping syntax */
export function isOtherAmount(path: string): boolean {
  const words = wordsOf(path);
  // In front, "ár" is the price in Hungarian; behind a price, "ar" is a measure of land.
  return words.some((word, index) => others.has(word) && !(word === 'ar' && index === 0));
}

/** Words of a price without a reduction, and of one with it: shop software exports both. */
const regularWords: ReadonlySet<string> = new Set('regular redovna redovita regulier normalpreis'.split(' '));
const reducedWords: ReadonlySet<string> = new Set(
  'snizena snizeno akcijska akcija akciji promotivna promo reduced discounted angebotspreis'.split(' '),
);

/** Words in names of what a home is sold for. */
const saleWords: ReadonlySet<string> = new Set(
  'prodaje prodaja prodajna prodaju kupoprodaje kupoprodajna sale sales selling verkaufspreis kaufpreis vente venta vendita'.split(
    ' ',
  ),
);

/** Whether the name says that the amount is that of a sale: no home is let for it. */
export function isSaleAmount(path: string): boolean {
  return wordsOf(path).some((word) => saleWords.has(word));
}

/** Whether the name says that the amount is the price before a reduction, if there is one. */
export function isRegularAmount(path: string): boolean {
  return wordsOf(path).some((word) => regularWords.has(word));
}

/** Whether the name says that the amount is a reduced price. */
export function isReducedAmount(path: string): boolean {
  return wordsOf(path).some((word) => reducedWords.has(word));
}

/** Whether the name has a word for a price. */
export function isPriceName(path: string): boolean {
  return wordsOf(path).some((word) => /^(cen|cij|price|pris|preis|prix|prec|prezz|ar$)/.test(word));
}

/** The same beside a regular price: without one, a sale price is that of a home for sale. */
export function isReducedFromRegular(path: string): boolean {
  return isReducedAmount(path) || wordsOf(path).includes('sale');
}

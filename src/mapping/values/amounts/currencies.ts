import { fold } from '../../../model/fold.js';

/** Codes of ISO 4217 that are in use, and those of currencies that the euro replaced since 2002 and that old exports still name. */
const codes: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE ' +
    'CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS ' +
    'KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR ' +
    'PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD ' +
    'TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG HRK LTL LVL EEK SKK SIT CSD RUR ROL TRL'
  ).split(' '),
);

/** Signs and words of the trade by code, folded and without points. A code in small letters counts only if it stands here. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EUR: '€ eur euro euros eura evra evri evro evrov euri evrima eurima eurom evrom e€ eu€ يورو',
    RSD: 'rsd din dinar dinari dinara dinarima',
    BAM: 'bam km marka marke maraka markama konvertibilnihmaraka',
    HRK: 'hrk kn kuna kune kunama',
    MKD: 'mkd den denar denari denara',
    BGN: 'bgn lv lev leva levov',
    RON: 'ron lei leu rol',
    HUF: 'huf ft forint forinta',
    CZK: 'czk kc kcs koruna korun',
    PLN: 'pln zl zloty zlotych',
    TRY: 'try tl ₺ lira liraturka',
    CHF: 'chf sfr fr franken franaka franak',
    GBP: 'gbp £ funta funti pound pounds',
    USD: 'usd $ us$ dolar dolara dolari dollar dollars دولار',
    RUB: 'rub rur ₽ rubl rublej rubalja rublja',
    UAH: 'uah ₴ grn grivna griven hrn',
    BRL: 'brl r$ reais real',
    AED: 'aed dirham dirhams dhs',
    SEK: 'sek',
    NOK: 'nok',
    DKK: 'dkk',
    'SEK, NOK or DKK': 'kr',
    ALL: 'lek leke',
    INR: 'inr ₹ rupees rs',
    ILS: 'ils ₪ nis',
    JPY: '¥ jpy yen',
    AUD: 'aud a$ au$',
    CAD: 'cad c$ ca$',
    THB: '฿ thb baht',
    KZT: '₸ kzt tenge',
    GEL: '₾ gel lari',
    AMD: '֏',
    AZN: '₼',
    VND: '₫',
    PHP: '₱',
    KRW: '₩',
    NGN: '₦',
  }).flatMap(([code, all]) => all.split(' ').map((word) => [word, code] as const)),
);

/** Whether the portal takes the currency. */
export function isTaken(code: string): code is 'EUR' | 'RSD' {
  return code === 'EUR' || code === 'RSD';
}

/**
 * The code of the currency that a word or sign names; null: none. A word that is a code only by its three capitals (`ALL`, `TOP`) counts
 * in capitals alone. @param word without white space
 */
export function currencyNamed(word: string): string | null {
  const bare = word.endsWith('.') ? word.slice(0, -1) : word;
  const known = words.get(fold(bare));
  if (known !== undefined) return known;
  return codes.has(bare) ? bare : null;
}

/** Whether a word has the form of a currency's code: three capitals. */
export function looksLikeCode(word: string): boolean {
  return /^[A-Z]{3}$/.test(word);
}

/** The code of the currency that the words of a name state, as in `cena_eur`, `CijenaKM` or `Cena €`; null: none, or several. @param names folded words, and signs */
export function currencyOfName(names: readonly string[]): string | null {
  const found = new Set(
    names.flatMap((name) =>
      inNames.has(name) || isSign(name) ? [words.get(name) ?? name.toUpperCase()] : [],
    ),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

function isSign(word: string): boolean {
  return /^\p{Sc}$/u.test(word) && words.has(word);
}

/** Words that mean a currency also within the name of a column. `den`, `fr` and `real` mean other things there. */
const inNames: ReadonlySet<string> = new Set(
  (
    'eur euro euros eura evra evri evrima eurima rsd din dinar dinara dinari dinarima bam km hrk kn kuna kunama mkd denari bgn leva ron lei huf forint czk pln zloty try tl chf ' +
    'gbp usd dolar dolara rub uah brl aed sek nok dkk inr ils jpy aud cad thb kzt gel'
  ).split(' '),
);

/** Words beside an amount, folded and without a point at the end. */

export type Period = 'month' | 'day' | 'week' | 'year';

function entries<T>(lists: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(lists.flatMap(([value, all]) => all.split(' ').map((word) => [word, value] as const)));
}

export const periodWords = entries<Period>([
  [
    'month',
    'month monthly months mesec mesecno mesecna mesecni meseca mesecu mjesec mjesecno mjesecna mjesecni mjeseca mj mes mth mo pcm pm ' +
      'mesjac mesiac mesacne mesic mesicne miesiac miesiecznie mies monat monatlich monats mtl mese mensile mensili mensual mensuel mensuelle ' +
      'mois mensal honap ho havi havonta luna lunar aylik ay minas mina',
  ],
  [
    'day',
    'day daily days night nightly nights dan dana danu dnevno dnevna dnevni noc noci nocenje nocenja tag taglich nacht dia diario giorno giornaliero ' +
      'jour nuit sutki sutok noche noite notte gun gunluk nap naponta',
  ],
  [
    'week',
    'week weekly weeks pw pcw nedeljno nedeljna nedelja nedelju nedelji sedmicno sedmica sedmicu tjedno tjedan tydzien tygodniowo woche wochentlich ' +
      'semana semanal settimana settimanale semaine hafta haftalik het hetente tyden tydne tedensko teden',
  ],
  [
    'year',
    'year yearly annual annually annum pa godisnje godisnji godisnja godina godinu godini god jahr jahrlich ano anual anno annuo annuale annuel ' +
      'annuelle rok rocne rocznie letno leto ev evente yil yillik an',
  ],
]);

/** Words that stand between an amount and its period or unit. */
export const connectors: ReadonlySet<string> = new Set(
  'per po na pro par al a za im je v u the every each svaki svakog'.split(' '),
);

/** Units of area: an amount per unit is no price of the whole. */
export const areaWords: ReadonlySet<string> = new Set(
  (
    'm2 m² mkv kvm qm sqm mq sqft kvadrat kvadrata kvadratu kvadratni kvadratnom kvadratnog ar aru ara are ari hektar hektaru ha dunum ' +
    'dulum dunumu metar metru metra m'
  ).split(' '),
);

/** What a word behind a figure multiplies it by. `M` and `k` alone stand apart, since their case counts. */
export const magnitudes = entries<number>([
  [
    1e3,
    'hilj hiljada hiljade hiljadu tis tisuca tisuce tisucu tisoc tys tisac tisjac thousand tausend tsd mila',
  ],
  [
    1e6,
    'mil milion miliona milioni milijun milijuna milijuni million millions millionen mio mln millio milionu',
  ],
  [1e9, 'mlrd milijarda milijarde milijardi milliarden'],
  [1e5, 'lakh lakhs lac'],
  [1e7, 'crore crores cr'],
]);

/** Words by which an amount is another one than the price: what follows or precedes in the same part of the text is theirs. */
export const owners: ReadonlySet<string> = new Set(
  (
    'depozit depozita deposit kaution kaucija kaucije kauciju caution cauzione fianza garancija porez poreza tax taxes taxe rezije rezija reziju ' +
    'troskovi troskova utilities bills komunalije infostan provizija provizije provision commission fee nebenkosten charges spese gastos ' +
    'odrzavanje'
  ).split(' '),
);

/** Of these, what an amount may include: `950 € charges comprises`. */
export const running: ReadonlySet<string> = new Set(
  'rezije rezija reziju troskovi troskova utilities bills komunalije infostan nebenkosten charges spese gastos odrzavanje'.split(
    ' ',
  ),
);
/** Words by which an amount includes what they are said of. */
export const included: ReadonlySet<string> = new Set(
  (
    'compris comprises comprise inclus incluse incluses inclusi incluso compresi comprese incluidos incluida incluido incl incluido inkl inklusive ' +
    'included including ukljucene ukljucena ukljuceni ukljuceno uracunate uracunato wliczone'
  ).split(' '),
);

/** Words that say something about an amount and leave it as it is. */
export const notes: ReadonlySet<string> = new Set(
  (
    'cca ca circa oko about approx priblizno otprilike negotiable dogovor dogovora dogovoru dogovorom dogovorno fiksno fiksna fix fixed festpreis cena ' +
    'cijena price preis prix prezzo precio iznos ukupno total gesamt pdv vat mwst ddv sa s bez ukljucen ukljucena ukljuceno uklj incl inkl including ' +
    'plus neto netto net bruto brutto gross vb vhb ono oiro kes gotovina kirija kiriju najam najamnina zakup zakupnina renta rent miete kaltmiete ' +
    'moze moguc mogucnost nije hitno akcija only samo svega konacna konacno trazena trazi ' +
    // French: with charges, with the agency's fee.
    'cc hc ttc fai hai'
  ).split(' '),
);

export const fromWords: ReadonlySet<string> = new Set(
  'od from ab vec desde dal starting pocev pocevsi'.split(' '),
);
export const toWords: ReadonlySet<string> = new Set('do to bis hasta until'.split(' '));
/** Words that separate two ways to write an amount. */
export const otherwise: ReadonlySet<string> = new Set('ili or odnosno oder tj'.split(' '));

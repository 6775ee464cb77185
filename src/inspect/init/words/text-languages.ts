/** Letters that only some languages write, of those whose letters tell them apart. The first that most texts have decides. */
const tellingLetters: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['el', /[\u0370-\u03ff]{3}/u],
  ['ar', /[\u0600-\u06ff]{3}/u],
  ['uk', /[іїєґ]/iu],
  ['ru', /[ыэё]/iu],
  ['mk', /[ѓќѕ]/iu],
  ['sr', /[ђћ]/iu],
  ['bg', /ъ/iu],
];

/** Words that identify a language. */
const tellingWords: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['ru', /(?<!\p{L})(квартира|дом|продается|метро|санузел)(?!\p{L})/giu],
  ['sr', /\b(je|se|sa|stan|nalazi|kuća|spratu|prodaje|izdaje|odličan|uknjižen)\b|[а-ш]+ (је|се) /giu],
  ['sl', /\b(stanovanje|hiša|prodamo|oddamo|nepremičnina|leta|nadstropju)\b/giu],
  ['pl', /\b(oferta|mieszkanie|się|oraz|działka|sprzedaż|pokoje|jest)(?!\p{L})/giu],
  ['de', /\b(und|der|die|das|mit|wohnung|haus|zimmer)\b/giu],
  ['fr', /\b(et|le|la|les|avec|maison|appartement|chambres|une)\b/giu],
  ['it', /\b(di|il|con|appartamento|una|della|vendita|camere)\b/giu],
  ['es', /\b(el|los|con|piso|una|dormitorios|vivienda|baños)\b/giu],
  ['en', /\b(the|and|with|of|house|apartment|bedroom|flat)\b/giu],
  ['tr', /(?<!\p{L})(ve|bir|için|ile|daire|satılık|kiralık|konut|arsa)(?!\p{L})/giu],
  ['ro', /(?<!\p{L})(și|cu|în|apartament|camere|vânzare|închiriere|casă|teren)(?!\p{L})/giu],
  ['hu', /(?<!\p{L})(és|az|eladó|kiadó|lakás|ház|szoba|szobás|telek)(?!\p{L})/giu],
  ['nl', /\b(het|een|met|woning|huis|slaapkamers|appartement|te koop|te huur)\b/giu],
];

/** As many texts show the language of all. */
const textsMax = 60;
/** The share of texts that must show it. */
const shareMin = 0.2;

/** The language that the letters or the words of texts show; null where neither does. */
export function languageOfTexts(all: readonly string[]): string | null {
  const texts = all.slice(0, textsMax);
  const least = Math.max(1, texts.length * shareMin);
  const lettered = tellingLetters.find(
    ([, pattern]) => texts.filter((text) => pattern.test(text)).length >= least,
  );
  if (lettered !== undefined) return lettered[0];
  const counts = tellingWords.map(([language, pattern]) => ({
    language,
    count: texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0),
  }));
  const [most] = counts.sort((a, b) => b.count - a.count);
  return most === undefined || most.count < least ? null : most.language;
}

/**
 * Judges the grammar of numbers in Serbian sentences by a table of its own: 1, 21 and 31 take the singular, 2 to 4 and 22 to 24 the form of
 * few with a verb in the plural, all others the form of many with a verb in the singular.
 */
const nouns: readonly (readonly [one: string, few: string, many: string])[] = [
  ['oglas', 'oglasa', 'oglasa'],
  ['agencija', 'agencije', 'agencija'],
  ['agenciju', 'agencije', 'agencija'],
  ['feed', 'feeda', 'feedova'],
  ['reč', 'reči', 'reči'],
  ['vrednost', 'vrednosti', 'vrednosti'],
  ['promena', 'promene', 'promena'],
  ['stvar', 'stvari', 'stvari'],
  ['znak', 'znaka', 'znakova'],
  ['zapis', 'zapisa', 'zapisa'],
  ['konekcija', 'konekcije', 'konekcija'],
  ['fotografija', 'fotografije', 'fotografija'],
  ['link', 'linka', 'linkova'],
  ['soba', 'sobe', 'soba'],
  ['odgovor', 'odgovora', 'odgovora'],
  ['značenje', 'značenja', 'značenja'],
  ['mesto', 'mesta', 'mesta'],
  ['minut', 'minuta', 'minuta'],
];

/** Verbs that have a counted noun as their subject: of one and of many, and of few. */
const verbs: readonly (readonly [singular: string, plural: string])[] = [
  ['čeka', 'čekaju'],
  ['može', 'mogu'],
  ['ide', 'idu'],
  ['stoji', 'stoje'],
  ['nema', 'nemaju'],
  ['kasni', 'kasne'],
  ['postavlja', 'postavljaju'],
];

/** After these the noun stands in the genitive, whatever the number. */
const inGenitive: ReadonlySet<string> = new Set(['od', 'skidanje', 'iz', 'sa', 'oko']);

const form = (count: number): 0 | 1 | 2 => {
  const [ones, tens] = [count % 10, count % 100];
  if (ones === 1 && tens !== 11) return 0;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2;
};

const word = (text: string): RegExp => new RegExp(`(?<!\\p{L})${text}(?!\\p{L})`, 'u');

/** Clauses of the text whose noun or verb does not agree with their number. @param count the only number of the text */
export function disagreements(text: string, count: number): string[] {
  return text.split(/[.;:(]\s?|,? (?:jer|koji|kojih|koje) /).flatMap((clause) => {
    if (!word(String(count)).test(clause)) return [];
    const [, before = '', counted = ''] =
      new RegExp(`(?:(\\p{L}+) )?(?<!\\d)${count} (\\p{L}+)`, 'u').exec(clause) ?? [];
    if (inGenitive.has(before)) return [];
    const noun = nouns.filter((forms) => forms.includes(counted));
    if (noun.length > 0 && !noun.some((forms) => forms[form(count)] === counted)) return [clause];
    const wrong = verbs.some(([singular, plural]) =>
      word(form(count) === 1 ? singular : plural).test(clause),
    );
    return noun.length > 0 && wrong ? [clause] : [];
  });
}

import { headingJoint, manyHeadings } from '../../../feed/csv/csv-section-rows.js';
import { fold } from '../../../model/fold.js';
import { wordsOf } from './concepts.js';
import { isKnownTown } from './towns.js';
import { categories, lookUp, transactions, type WordFinding, type WordList } from './word-lists.js';

/** Words between those of a heading that change nothing. Words that deny, ask or put off are none of them. */
const joining: ReadonlySet<string> = new Set(
  `za na i u se ili po iz od the a an of for to in and or und oder zu zum zur der die das de du des la le les el los en et y e o ou di da per
  do ponuda ponudi ponude oglasi nekretnine nekretnina offer offers properties property angebot angebote immobilien`
    .split(/\s+/)
    .map(fold),
);

/** Words as they stand in headings, in the plural or behind another word, by the form in which cells have them: `Izdavanje stanova`. */
const forms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stanovi: 'stanova stanove',
    placevi: 'placeva placeve',
    apartman: 'apartmani apartmana apartmane',
    kuca: 'kuce',
    lokal: 'lokali lokala lokale',
    poslovni: 'poslovnih poslovne',
    prostor: 'prostori prostora prostore',
    objekat: 'objekti objekata objekte',
    garsonjera: 'garsonjere',
    garaza: 'garaze',
    garazno: 'garazna garaznih',
    mesto: 'mesta mjesta mjesto',
    vikendica: 'vikendice',
    kancelarija: 'kancelarije',
    magacin: 'magacini magacina magacine',
    vermietung: 'vermieten',
    verkauf: 'verkaufen',
  }).flatMap(([form, words]) => words.split(' ').map((word) => [word, form] as const)),
);

const phraseMax = 4;

/**
 * Looks up what a heading says of the ads below it, their number in brackets and a town aside. Null where a word is left over (`TRAŽIMO
 * STANOVE`, `SAMO PRODAJA`), or where the heading names two: `PRODAJA ILI IZDAVANJE`, `STANOVI I KUĆE`.
 */
export function lookUpHeading(text: string, list: WordList): WordFinding | null {
  if (text.startsWith(manyHeadings)) return null;
  const words = text
    .replace(/\(\d+\)/g, '')
    .split(headingJoint)
    .flatMap(wordsOf)
    .map((word) => forms.get(word) ?? word);
  const found = new Map<string, WordFinding>();
  for (let at = 0; at < words.length;) {
    const { count, findings } = phraseAt(words, at);
    const town = findings.length === 0 ? townAt(words, at) : 0;
    if (findings.length === 0 && town === 0 && !joining.has(words[at] ?? '')) return null;
    for (const [of, finding] of findings) if (of === list) found.set(JSON.stringify(finding.target), finding);
    at += Math.max(count, town);
  }
  const [finding] = found.values();
  return found.size !== 1 || finding === undefined || finding.target === 'both' ? null : finding;
}

/** The number of words from a place on that are a large town, which says neither an offer nor a kind: `STANOVI – NOVI SAD`. */
function townAt(words: readonly string[], at: number): number {
  return [3, 2, 1].find((count) => isKnownTown(words.slice(at, at + count).join(' '))) ?? 0;
}

/** Whether a text is a heading that names an offer or a kind of property. */
export function isTelling(text: string): boolean {
  return lookUpHeading(text, transactions) !== null || lookUpHeading(text, categories) !== null;
}

/** Whether a text is a heading that names a large town alone, the number of its ads in brackets aside. */
export function isTownHeading(text: string): boolean {
  return isKnownTown(wordsOf(text.replace(/\(\d+\)/g, '')).join(' '));
}

/** The longest phrase of an offer or a kind of property at a place, and what it says. */
function phraseAt(
  words: readonly string[],
  at: number,
): { count: number; findings: (readonly [WordList, WordFinding])[] } {
  for (let count = Math.min(phraseMax, words.length - at); count > 0; count -= 1) {
    const phrase = words.slice(at, at + count).join(' ');
    const findings = [transactions, categories].flatMap((list) => {
      const finding = lookUp(phrase, list);
      return finding !== null && (count === 1 || finding.sure === 1) ? [[list, finding] as const] : [];
    });
    if (findings.length > 0) return { count, findings };
  }
  return { count: 1, findings: [] };
}

/** What a heading says: the offer, the kind of property, both of these, the town, or what the ads above it come to. */
export type HeadingSubject = 'offer' | 'kind' | 'both' | 'town' | 'sum';

/**
 * What a heading is about; null: nothing known, or a town beside another word. A sum stands behind its ads and says nothing of those below
 * it.
 */
export function subjectOf(text: string): HeadingSubject | null {
  const words = wordsOf(text.replace(/\(\d+\)/g, ''));
  if (isSum(text)) return 'sum';
  if (isTownHeading(text)) return 'town';
  if (words.some((_, at) => townAt(words, at) > 0)) return null;
  const [offer, kind] = [
    lookUpHeading(text, transactions) !== null,
    lookUpHeading(text, categories) !== null,
  ];
  if (offer && kind) return 'both';
  return offer ? 'offer' : kind ? 'kind' : null;
}

/** Whether a text begins with a word for a sum. */
export function isSum(text: string): boolean {
  return sums.has(wordsOf(text)[0] ?? '');
}

const sums: ReadonlySet<string> = new Set(
  'ukupno svega zbir zbirno suma sveukupno total totals totale sum gesamt summe skupaj vkupno obshcho osszesen razem celkem spolu synolo συνολο'.split(
    ' ',
  ),
);

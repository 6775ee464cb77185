import { headingJoint, manyHeadings } from '../../../feed/csv/csv-section-rows.js';
import { fold } from '../../../model/fold.js';
import { wordsOf } from './concepts.js';
import { categories, lookUp, transactions, type WordFinding, type WordList } from './word-lists.js';

/** Words between those of a heading that change nothing. Words that deny, ask or put off are none of them. */
const joining: ReadonlySet<string> = new Set(
  `za na i u se ili po iz od the a an of for to in and or und oder zu zum zur der die das de du des la le les el los en et y e o ou di da per
  do ponuda ponudi ponude oglasi nekretnine nekretnina offer offers properties property angebot angebote immobilien`
    .split(/\s+/)
    .map(fold),
);

/** Forms of words that stand in headings more often than in cells: `Izdavanje stanova`. */
const forms: ReadonlyMap<string, string> = new Map([
  ...(['stanova', 'stanove'] as const).map((word) => [word, 'stanovi'] as const),
  ...(['placeva', 'placeve'] as const).map((word) => [word, 'placevi'] as const),
  ...([
    ['vermieten', 'vermietung'],
    ['verkaufen', 'verkauf'],
  ] as const),
]);

const phraseMax = 4;

/**
 * Looks up what a heading says of the ads below it, their number in brackets aside. Null where a word is left over (`TRAŽIMO STANOVE`, `SAMO PRODAJA`), or where the heading
 * names two: `PRODAJA ILI IZDAVANJE`, `STANOVI I KUĆE`.
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
    if (findings.length === 0 && !joining.has(words[at] ?? '')) return null;
    for (const [of, finding] of findings) if (of === list) found.set(JSON.stringify(finding.target), finding);
    at += count;
  }
  const [finding] = found.values();
  return found.size !== 1 || finding === undefined || finding.target === 'both' ? null : finding;
}

/** Whether a text is a heading that names an offer or a kind of property. */
export function isTelling(text: string): boolean {
  return lookUpHeading(text, transactions) !== null || lookUpHeading(text, categories) !== null;
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

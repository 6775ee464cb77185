import { quotedSr } from './phrasing.js';
import type { QuestionHead, SharedMatter, ValueChange } from '../core/content/shared-questions.js';
import { maskContacts } from '../core/content/find-contacts.js';
import { contentFields } from '../model/content.js';
import type { Sentence } from '../model/sentence.js';
import { causeSentence, liveText, ruleName, shownValue, valueForms } from './content-words.js';
import { counted, feedForms, listingForms, serbianForm, written } from './counted.js';

/** A question that several feeds share, with its numbers. */
export interface CountedQuestion {
  question: QuestionHead;
  feeds: number;
  /** Values in doubt, or listings with the word. */
  count: number;
}

/** What is asked, of which feeds, and about how many values or listings. */
export function sharedQuestionSentence({ question, feeds, count }: CountedQuestion): Sentence {
  const [of, from] = [counted(feeds, feedForms), originOf(question)];
  const { matter } = question;
  const matters = matterWords(matter);
  if (matter.kind === 'word') {
    const listings = counted(count, listingForms);
    return {
      sr: `U ${of.sr} ${from.sr} ${matters.sr} nema značenje: ${listings.sr}.`,
      en: `${of.en} ${from.en} ${feeds === 1 ? 'does' : 'do'} not know ${matters.en}: ${listings.en}.`,
    };
  }
  const values = counted(count, valueForms);
  return {
    sr: `${of.sr} ${from.sr} ${serbianForm(feeds, 'postavlja', 'postavljaju', 'postavlja')} isto pitanje: ${matters.sr} (${values.sr}).`,
    en: `${of.en} ${from.en} ${feeds === 1 ? 'asks' : 'ask'} the same: ${matters.en} (${values.en}).`,
  };
}

/** How the operator answers the question for all its feeds. */
export function sharedQuestionNext({ id, matter }: Pick<QuestionHead, 'id' | 'matter'>): Sentence {
  const answer = `feedsync confirm --question ${id}${matter.kind === 'word' ? ' --as MEANING' : ''} --dry-run`;
  return {
    sr: `Odlučite jednom za sve: \`${answer}\` pokazuje svaki oglas koji se menja. I agencija može da odluči o svom feedu.`,
    en: `Decide once for all of them: \`${answer}\` shows every listing that changes. Each agency can decide about its own feed as well.`,
  };
}

/** What the feeds have in common: their mapping or their host. */
function originOf({ by, name }: QuestionHead): Sentence {
  return by === 'mapping'
    ? { sr: `sa mapiranjem ${name}`, en: `with the mapping ${name}` }
    : { sr: `sa servera ${name}`, en: `of the host ${name}` };
}

/** What is in doubt, without a final stop. */
export function matterWords(matter: SharedMatter): Sentence {
  if (matter.kind === 'word') {
    const field = matter.pointer.slice(1).replaceAll('/', '.');
    const word = maskContacts(matter.word);
    return { sr: `reč ${quoted(word, 'sr')} (${field})`, en: `the word ${quoted(word, 'en')} (${field})` };
  }
  const { rule, cause, change } = matter;
  const [name, changed, likely] = [
    ruleName(rule),
    changeWords(change),
    cause === null ? null : causeSentence(cause),
  ];
  const join = (language: keyof Sentence): string =>
    [name[language], changed?.[language], likely?.[language]].filter((part) => part !== undefined).join('; ');
  return { sr: join('sr'), en: join('en') };
}

/** How the values differ from what is live; null: by no power of ten, in no other currency. */
function changeWords(change: ValueChange): Sentence | null {
  if (change === 'new') return { sr: 'novi oglasi', en: 'new listings' };
  const [power = '0', currencies] = change.split(' ');
  const by = sizeWords(Number(power));
  if (currencies === undefined) return by;
  const [before = '', now = ''] = currencies.split('>');
  const other = { sr: `${now} umesto ${before}`, en: `${now} in place of ${before}` };
  return by === null ? other : { sr: `${other.sr}, ${by.sr}`, en: `${other.en}, ${by.en}` };
}

function sizeWords(power: number): Sentence | null {
  if (power === 0) return null;
  const factor = 10 ** Math.abs(power);
  const [sr, en] = [written('sr', factor), written('en', factor)];
  return power < 0
    ? { sr: `oko ${sr} puta manje`, en: `about ${en} times lower` }
    : { sr: `oko ${sr} puta više`, en: `about ${en} times higher` };
}

/** What the answer changes of one listing: what is live, and what goes live. @param meaning of a word; null: it is not chosen yet */
export function lineChange(
  { field, value, live }: { field: string; value: string; live: string | null },
  meaning: Sentence | null,
): Sentence {
  const contentField = contentFields.find((one) => one === field);
  const of = (language: keyof Sentence, none: string, chosen: string): string => {
    if (contentField === undefined) return `${quoted(value, language)} → ${meaning?.[language] ?? chosen}`;
    const before = liveText({ field: contentField, live }, language) ?? none;
    const after =
      contentField === 'state'
        ? `${quoted(value, language)}, ${meaning?.[language] ?? chosen}`
        : shownValue({ field: contentField, value }, language);
    return `${before} → ${after}`;
  };
  return {
    sr: of('sr', 'nije objavljen', 'značenje još nije izabrano'),
    en: of('en', 'not published', 'no meaning chosen yet'),
  };
}

function quoted(word: string, language: keyof Sentence): string {
  return language === 'sr' ? quotedSr(word) : `“${word}”`;
}

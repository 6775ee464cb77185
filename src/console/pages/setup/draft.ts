import type { Schemas } from '../../api/client.js';
import type { Language } from '../../words/language.js';

type Questions = Schemas['Questions'];
export type Fact = NonNullable<Questions['mandate']>;
export type Content = NonNullable<Questions['content']>;
export type Word = Content['words'][number];
export type Choice = Content['choices'][number];
/** The fields whose word may be another one for some listings than for others. */
export type ChosenPath = 'rent.type' | 'structure.furnished';

/** Rules with their statements word for word, and what they say of the listings, as the server finds it. */
export type Ruled = NonNullable<Fact['some']>['ruled'];
export type Rule = Ruled['rules'][number];

/** What is chosen of some rentals, by their ids. */
export interface ChoiceOfSome {
  /** Those whose owner lives nearby. */
  ticked: ReadonlySet<string>;
  /**
   * Those of which a missing tick says no, while there are no rules. Nothing is stated of one that a new reading of the file adds later, nor
   * of one that waits although an answer is in force.
   */
  of: ReadonlySet<string>;
  /** What a statement about all says of listings: it stays for those of which nothing else is chosen. */
  byAll: ReadonlyMap<string, boolean>;
  /** Those that are answered by name, before any rule. */
  byHand: ReadonlySet<string>;
  /** The rules that answer of the others, and of those that come later. */
  ruled: Ruled;
}

/** What is chosen of the owners: one answer for all rentals, or one for each. */
export type OwnerChoice = boolean | ChoiceOfSome;

/** What is chosen of some listings, where the answers are words of the portal. */
export interface WordsOfSome {
  /** The word of each listing that is answered by name, before any rule. */
  byHand: ReadonlyMap<string, string>;
  /** The rules that answer of the others, and of those that come later. */
  ruled: Ruled;
}

/** The answers of the step that are not saved yet. Nothing is in it before a person chooses. */
export interface Draft {
  mandate: boolean | null;
  owner: OwnerChoice | null;
  /** The words of some listings, by the path of the field. */
  ofSome: Readonly<Partial<Record<ChosenPath, WordsOfSome>>>;
  /** The chosen value by the path of its field. */
  choices: Readonly<Record<string, string>>;
  /** The portal's key for a word; null: the word has no meaning. */
  words: ReadonlyMap<Word, string | null>;
}

export const nothing: Draft = {
  ...{ mandate: null, owner: null, ofSome: {} },
  ...{ choices: {}, words: new Map() },
};

export function isEmpty(draft: Draft): boolean {
  return !statesFact(draft) && Object.keys(draft.choices).length === 0 && draft.words.size === 0;
}

/** Whether the draft holds a statement, which needs the name of a person. */
export function statesFact({ mandate, owner, ofSome }: Draft): boolean {
  return mandate !== null || owner !== null || Object.keys(ofSome).length > 0;
}

/**
 * What is stated of each listing now, as a choice. A missing tick counts only where no rule is in force, where all listings are shown, and
 * for listings that no answer left open.
 */
export function choiceNow(
  { listings, total, ruled }: NonNullable<Fact['some']>,
  isAnswered: boolean,
): ChoiceOfSome {
  const unruled = listings.filter(({ answered_by: by }) => by !== 'rule');
  const isWhole = total === listings.length && ruled.rules.length === 0;
  const counted = isWhole ? unruled.filter(({ answer }) => answer !== null || !isAnswered) : [];
  return {
    ticked: new Set(unruled.flatMap(({ id, answer }) => (answer === true ? [id] : []))),
    of: new Set(counted.map(({ id }) => id)),
    byAll: new Map(
      listings.flatMap(({ id, answer, answered_by: by }) =>
        by === 'all' && typeof answer === 'boolean' ? [[id, answer] as const] : [],
      ),
    ),
    byHand: new Set(listings.flatMap(({ id, answered_by: by }) => (by === 'name' ? [id] : []))),
    ruled,
  };
}

/** What a choice says of one listing. */
export interface Said {
  /** Null: no answer is chosen, or the rules contradict each other. */
  answer: boolean | null;
  by: 'name' | 'rule' | 'all' | 'contradiction' | null;
}

/**
 * What a choice says of each listing: what was ticked by hand, then the rules. Beside rules a missing tick says nothing: the page does not
 * know the facts of every listing, so a rule may cover one without a tick.
 */
export function reading({ ticked, of, byAll, byHand, ruled }: ChoiceOfSome): (id: string) => Said {
  const [yes, no, contradicted] = [ruled.yes, ruled.no, ruled.contradicted].map((ids) => new Set(ids));
  return (id) => {
    if (byHand.has(id)) return { answer: ticked.has(id), by: 'name' };
    if (yes?.has(id) === true) return { answer: true, by: 'rule' };
    if (no?.has(id) === true) return { answer: false, by: 'rule' };
    if (contradicted?.has(id) === true) return { answer: null, by: 'contradiction' };
    const isAnswered = ruled.rules.length === 0 && of.has(id);
    if (isAnswered) return { answer: ticked.has(id), by: 'name' };
    const answer = byAll.get(id) ?? null;
    return { answer, by: answer === null ? null : 'all' };
  };
}

/** The ids that a choice answers by name, by answer. */
export function idsOf(choice: ChoiceOfSome, { some }: Fact): { yes: string[]; no: string[] } {
  const said = reading(choice);
  const named = (some?.listings ?? [])
    .map(({ id }) => ({ id, ...said(id) }))
    .filter(({ by }) => by === 'name');
  const answered = (value: boolean): string[] =>
    named.filter(({ answer }) => answer === value).map(({ id }) => id);
  return { yes: answered(true), no: answered(false) };
}

/** The ids of the listings that wait for an answer because the rules contradict each other. */
export function waitingIn({ byHand, ruled }: ChoiceOfSome): string[] {
  return ruled.contradicted.filter((id) => !byHand.has(id));
}

/** What is stated by name of each listing now. */
export function wordsNow({ listings, ruled }: NonNullable<Fact['some']>): WordsOfSome {
  const byHand = listings.flatMap(({ id, answer, answered_by: by }) =>
    by === 'name' && typeof answer === 'string' ? [[id, answer] as const] : [],
  );
  return { byHand: new Map(byHand), ruled };
}

/** The rules of a fact that is so or not. */
export function rulesOfYesNo(rules: readonly Pick<Rule, 'value' | 'when'>[]) {
  return rules.flatMap(({ value, when }) => (typeof value === 'boolean' ? [{ value, when }] : []));
}

/** The rules of a fact whose answers are words of the portal. */
export function rulesOfWords(rules: readonly Pick<Rule, 'value' | 'when'>[]) {
  return rules.flatMap(({ value, when }) => (typeof value === 'string' ? [{ value, when }] : []));
}

/** The ids that wait because the rules contradict each other, without those that are answered by name. */
export function waitingAmong({ byHand }: Pick<WordsOfSome, 'byHand'>, ruled: Ruled): string[] {
  return ruled.contradicted.filter((id) => !byHand.has(id));
}

/** The ids of the listings that are answered by name, by word. */
export function idsByWord({ byHand }: WordsOfSome): Record<string, string[]> {
  const named: Record<string, string[]> = {};
  for (const [id, word] of byHand) (named[word] ??= []).push(id);
  return named;
}

/** The draft as the API takes it. */
export function answersOf(
  { mandate, owner, ofSome, choices, words }: Draft,
  { mandate: asked, owner_nearby: askedOwner, content }: Questions,
  by: { name: string; role: string; language: Language },
) {
  return {
    ...(mandate !== null && asked !== null && { mandate: { value: mandate, version: asked.version, ...by } }),
    ...(owner !== null && askedOwner !== null && { owner_nearby: { ...ownerOf(owner, askedOwner), ...by } }),
    ...(Object.keys(ofSome).length > 0 && { of_some: wordsOf(ofSome, content, by) }),
    choices: { ...choices },
    words: [...words].flatMap(([{ table, word }, key]) => (table === null ? [] : [{ table, word, key }])),
  };
}

function wordsOf(
  ofSome: Draft['ofSome'],
  content: Questions['content'],
  by: { name: string; role: string; language: Language },
) {
  const stated = (path: ChosenPath, picked: WordsOfSome) => {
    const waiting = waitingAmong(picked, picked.ruled).length;
    return {
      value: { named: idsByWord(picked), rules: rulesOfWords(picked.ruled.rules) },
      version: content?.choices.find((choice) => choice.path === path)?.some?.version ?? 1,
      ...(waiting > 0 && { expect: waiting }),
      ...by,
    };
  };
  const { 'rent.type': type, 'structure.furnished': furnished } = ofSome;
  return {
    ...(type !== undefined && { 'rent.type': stated('rent.type', type) }),
    ...(furnished !== undefined && { 'structure.furnished': stated('structure.furnished', furnished) }),
  };
}

function ownerOf(choice: OwnerChoice, asked: Fact) {
  if (typeof choice === 'boolean') return { value: choice, version: asked.version };
  const rules = rulesOfYesNo(choice.ruled.rules);
  const waiting = waitingIn(choice).length;
  return {
    value: { ...idsOf(choice, asked), rules },
    version: asked.some?.version ?? asked.version,
    ...(waiting > 0 && { expect: waiting }),
  };
}

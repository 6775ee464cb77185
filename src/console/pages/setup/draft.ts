import type { Schemas } from '../../api/client.js';
import type { Language } from '../../words/language.js';
import type { Person } from './person.js';

type Questions = Schemas['Questions'];
export type Fact = NonNullable<Questions['mandate']>;
export type Content = NonNullable<Questions['content']>;
export type Word = Content['words'][number];

/** A rule with its statement word for word, and the ids that it covers. */
export type Rule = NonNullable<Fact['some']>['rules'][number];

/** What is chosen of some rentals, by their ids. */
export interface ChoiceOfSome {
  /** Those whose owner lives nearby. */
  ticked: ReadonlySet<string>;
  /** Those that it was chosen of. Nothing is stated of one that a new reading of the file adds later. */
  of: ReadonlySet<string>;
  /** The rules that answer of the others, and of those that come later. */
  rules: readonly Rule[];
}

/** What is chosen of the owners: one answer for all rentals, or one for each. */
export type OwnerChoice = boolean | ChoiceOfSome;

/** The answers of the step that are not saved yet. Nothing is in it before a person chooses. */
export interface Draft {
  mandate: boolean | null;
  owner: OwnerChoice | null;
  /** The chosen value by the path of its field. */
  choices: Readonly<Record<string, string>>;
  /** The portal's key for a word; null: the word has no meaning. */
  words: ReadonlyMap<Word, string | null>;
}

export const nothing: Draft = { mandate: null, owner: null, choices: {}, words: new Map() };

export function isEmpty(draft: Draft): boolean {
  return !statesFact(draft) && Object.keys(draft.choices).length === 0 && draft.words.size === 0;
}

/** Whether the draft holds a statement, which needs the name of a person. */
export function statesFact({ mandate, owner }: Draft): boolean {
  return mandate !== null || owner !== null;
}

/** The ids of an owner's choice by answer: every listing that it was chosen of has one. */
export function idsOf({ ticked, of }: ChoiceOfSome, { some }: Fact): { yes: string[]; no: string[] } {
  const ids = (some?.listings ?? []).map(({ id }) => id).filter((id) => of.has(id));
  return { yes: ids.filter((id) => ticked.has(id)), no: ids.filter((id) => !ticked.has(id)) };
}

/** The draft as the API takes it. */
export function answersOf(
  { mandate, owner, choices, words }: Draft,
  { mandate: asked, owner_nearby: askedOwner }: Questions,
  by: Person & { language: Language },
) {
  return {
    ...(mandate !== null && asked !== null && { mandate: { value: mandate, version: asked.version, ...by } }),
    ...(owner !== null && askedOwner !== null && { owner_nearby: { ...ownerOf(owner, askedOwner), ...by } }),
    choices: { ...choices },
    words: [...words].flatMap(([{ table, word }, key]) => (table === null ? [] : [{ table, word, key }])),
  };
}

function ownerOf(choice: OwnerChoice, asked: Fact) {
  return typeof choice === 'boolean'
    ? { value: choice, version: asked.version }
    : {
        value: {
          ...idsOf(choice, asked),
          rules: choice.rules.map(({ value, when }) => ({ value, when })),
        },
        version: asked.some?.version ?? asked.version,
      };
}

/** The answer that rules give a listing; null: it meets none, or rules that contradict each other. */
export function ruledAnswer(rules: readonly Rule[], id: string): boolean | null {
  const answers = new Set(rules.filter(({ listings }) => listings.includes(id)).map(({ value }) => value));
  const [only = null] = answers;
  return answers.size === 1 ? only : null;
}

/** With another rule. It answers of those that were not answered by hand. */
export function withRule(choice: ChoiceOfSome, rule: Rule, { some }: Fact): ChoiceOfSome {
  const stated = new Set(
    some?.listings.flatMap(({ id, answer, is_by_rule }) => (answer !== null && !is_by_rule ? [id] : [])),
  );
  const byHand = (id: string): boolean => stated.has(id) || choice.ticked.has(id);
  return {
    ...choice,
    of: new Set([...choice.of].filter((id) => byHand(id) || !rule.listings.includes(id))),
    rules: [...choice.rules, rule],
  };
}

/** Without a rule: what it alone covered is answered one by one again. */
export function withoutRule(choice: ChoiceOfSome, rule: Rule): ChoiceOfSome {
  const rules = choice.rules.filter((one) => one !== rule);
  const left = rule.listings.filter((id) => ruledAnswer(rules, id) === null);
  return { ...choice, of: new Set([...choice.of, ...left]), rules };
}

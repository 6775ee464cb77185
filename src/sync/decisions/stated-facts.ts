import type { AskedListing } from '../../core/setup/agency-reading.js';
import type { DifferingFact } from '../../core/setup/differing-facts.js';
import {
  contradicted,
  idsNamedIn,
  namedOf,
  rulesBeyond,
  rulesOf,
  someMax,
  withAnswer,
  type AnswerOfSome,
  type ChoiceOfSome,
  type FactAnswer,
} from '../../core/setup/fact-answer.js';
import { hasCondition, type FactValue, type RuleCondition } from '../../core/setup/listing-rule.js';
import { cyrillicText } from '../../core/content/scripts.js';
import type { Sentence } from '../../model/sentence.js';
import type { AgencyLanguage, NewStatement } from '../../store/store.js';
import { ruleWords, type RuleNames } from '../../texts/setup/rule-words.js';
import { labelAmong } from '../../texts/listing/value-words.js';
import { setupRefusals as refusals } from '../../texts/setup-refusals.js';
import { currentStatement, type StatementTopic } from '../../texts/statements.js';

/** A fact that the agency states. */
export interface StatedFact<Value = boolean> {
  value: Value;
  version: number;
  language: AgencyLanguage;
  name: string;
  role: string;
}

/** What is stated of some listings otherwise than of others. */
export interface StatedOfSome<
  Answer extends AnswerOfSome | ChoiceOfSome = AnswerOfSome | ChoiceOfSome,
> extends StatedFact<Answer> {
  /** Number of listings that wait because rules contradict each other, as the preview named them. */
  expect?: number | undefined;
}

/** What a statement names. */
type Named = Readonly<Record<string, string | Sentence>>;

/** The statement in full, in the language in which it was shown. */
export function statementOf(
  kind: StatementTopic,
  { value, language, name, role }: Omit<StatedFact, 'version'>,
  facts: Named = {},
): NewStatement {
  const { version, yes, no } = currentStatement(kind);
  const text = inLanguage(value ? yes : no, language);
  const sentence = text.replace(/\{(\w+)\}/g, (hole, fact: string) => {
    const named = facts[fact] ?? hole;
    return typeof named === 'string' ? named : inLanguage(named, language);
  });
  return { kind, version, language, sentence, value, name, role };
}

/** As the console writes it: text between backticks keeps its letters, and the backticks go. */
function inLanguage({ sr, en }: Sentence, language: AgencyLanguage): string {
  if (language === 'en') return en;
  const parts = sr.split('`');
  return parts
    .map((part, index) => (index % 2 === 1 || language === 'sr-Latn' ? part : cyrillicText(part)))
    .join('');
}

/** What the agency knows of the fact, and the listings and names that it is stated with. */
export interface AskedFact {
  listings: readonly AskedListing[];
  former: FactAnswer | null;
  /** Ids that the former answer names and that the feed does not have any more. */
  gone: ReadonlySet<string>;
  names: RuleNames;
}

type Stated = { ok: true; statements: NewStatement[]; answer: FactAnswer } | { ok: false; why: Sentence };

/** A statement about all listings. */
export function statedOfAll(kind: 'mandate' | 'owner_nearby', fact: StatedFact): Stated {
  if (fact.version !== currentStatement(kind).version) return refused(refusals.otherText);
  return { ok: true, answer: fact.value, statements: [statementOf(kind, fact)] };
}

/**
 * What is stated of some listings: one sentence for each answer, with the ids of those that are named, and one for each rule that is new or
 * withdrawn. The answer is the one in force from then on. Rules that contradict each other are taken only with the number of the listings
 * that wait for an answer because of it.
 */
export function statedOfSome(
  about: DifferingFact,
  fact: StatedOfSome,
  { listings, former, gone, names }: AskedFact,
): Stated {
  const { topic } = about;
  const { value } = fact;
  if (fact.version !== currentStatement(`${topic}_some`).version) return refused(refusals.otherText);
  const asked = new Set(listings.map(({ sourceId }) => sourceId));
  const ids = idsNamedIn(value);
  const strange = ids.find((id) => !asked.has(id));
  if (strange !== undefined) return refused(refusals.noSuchListing(strange, about));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refused(refusals.listingTwice(twice));
  const said = [...namedOf(value).map(([answer]) => answer), ...rulesOf(value).map((rule) => rule.value)];
  const odd = said.find((answer) => !isAnswer(about, answer, names));
  if (odd !== undefined) return refused(refusals.badChoice(about.path, String(odd)));
  if (rulesOf(value).some(({ when }) => !isKnown(when, names))) return refused(refusals.noSuchRule);
  const answer = withAnswer(former, value, gone);
  if (idsNamedIn(answer).length > someMax) return refused(refusals.tooManyNamed(someMax));
  const waiting = contradicted(answer, listings);
  const waitedBefore = new Set(contradicted(former, listings));
  if (waiting.length !== fact.expect && waiting.some((id) => !waitedBefore.has(id)))
    return refused(refusals.rulesDisagree(waiting));
  const ofSome = namedOf(value).flatMap(([word, of]) =>
    of.length === 0 ? [] : [namedStatement(about, fact, { value: word, ids: of }, names)],
  );
  const ofRules = (
    [
      ['rule_ended', rulesBeyond(former, answer)],
      ['rule', rulesBeyond(answer, former)],
    ] as const
  ).flatMap(([kind, rules]) => rules.map((rule) => ruleStatement(about, kind, fact, rule, names)));
  return { ok: true, answer, statements: [...ofSome, ...ofRules] };
}

type By = Pick<StatedFact, 'language' | 'name' | 'role'>;

/** The statement about listings that are named. */
export function namedStatement(
  { topic }: DifferingFact,
  by: By,
  { value, ids }: { value: FactValue; ids: readonly string[] },
  names: RuleNames,
): NewStatement {
  return statementOf(`${topic}_some`, stating(by, value), {
    ...wordOf(value, names),
    listings: ids.join(', '),
  });
}

/** The statement about the listings that meet a rule, or that the rule is withdrawn. */
export function ruleStatement(
  { topic }: DifferingFact,
  kind: 'rule' | 'rule_ended',
  by: By,
  { value, when }: { value: FactValue; when: RuleCondition },
  names: RuleNames,
): NewStatement {
  return statementOf(`${topic}_${kind}`, stating(by, value), {
    ...wordOf(value, names),
    rule: ruleWords(when, names),
  });
}

/** A word of the portal stands in its sentence: that is affirmed. */
function stating({ language, name, role }: By, value: FactValue): Omit<StatedFact, 'version'> {
  return { language, name, role, value: value !== false };
}

/** What the portal calls an answer that is a word of it. */
export function wordOf(value: FactValue, { vocabulary }: RuleNames): { value?: Sentence } {
  if (typeof value === 'boolean') return {};
  const label = vocabulary === null ? null : labelAmong(value, vocabulary);
  return { value: label ?? { sr: `\`${value}\``, en: value } };
}

/** Whether a fact has this answer: yes or no, or a word of the portal's list. */
function isAnswer({ vocabulary: list }: DifferingFact, value: FactValue, { vocabulary }: RuleNames): boolean {
  if (list === null) return typeof value === 'boolean';
  return vocabulary?.fields[list].some(({ key }) => key === value) === true;
}

/** Whether rules can be taken: each has an answer of the fact, and can be met. */
export function areKnown(
  about: DifferingFact,
  rules: readonly { value: FactValue; when: RuleCondition }[],
  names: RuleNames,
): boolean {
  return rules.every(({ value, when }) => isAnswer(about, value, names) && isKnown(when, names));
}

/** Whether a rule can be met: the portal has the place and the kind of property that it names. */
function isKnown(when: RuleCondition, { vocabulary, places }: RuleNames): boolean {
  const { place, category } = when;
  const hasPlace = place === undefined || places.some(({ id }) => id === place);
  const hasKind =
    category === undefined || vocabulary?.fields.category.some(({ key }) => key === category) === true;
  return hasCondition(when) && hasPlace && hasKind;
}

function refused(why: Sentence): { ok: false; why: Sentence } {
  return { ok: false, why };
}

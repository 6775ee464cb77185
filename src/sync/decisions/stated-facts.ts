import type { AskedListing } from '../../core/setup/agency-reading.js';
import {
  contradicted,
  rulesBeyond,
  rulesOf,
  someMax,
  withAnswer,
  type FactAnswer,
} from '../../core/setup/fact-answer.js';
import { hasCondition, type RuleCondition } from '../../core/setup/listing-rule.js';
import { cyrillicText } from '../../core/content/scripts.js';
import type { Sentence } from '../../model/sentence.js';
import type { AgencyLanguage, NewStatement } from '../../store/store.js';
import { ruleWords, type RuleNames } from '../../texts/setup/rule-words.js';
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

/** What is stated of owners. */
export interface StatedOwners extends StatedFact<FactAnswer> {
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

/**
 * What is stated: of all listings in one sentence, of those that are named in one for each answer, and in one for each rule that is new or
 * withdrawn. The answer is the one in force from then on. Rules that contradict each other are taken only with the number of the listings
 * that wait for an answer because of it.
 */
export function statedOf(
  kind: 'mandate' | 'owner_nearby',
  fact: StatedOwners,
  { listings, former, gone, names }: AskedFact,
): Stated {
  const { value } = fact;
  const topic = typeof value === 'boolean' ? kind : 'owner_nearby_some';
  if (fact.version !== currentStatement(topic).version) return refused(refusals.otherText);
  if (typeof value === 'boolean')
    return { ok: true, answer: value, statements: [statementOf(kind, { ...fact, value })] };
  const asked = new Set(listings.map(({ sourceId }) => sourceId));
  const ids = [...value.yes, ...value.no];
  const strange = ids.find((id) => !asked.has(id));
  if (strange !== undefined) return refused(refusals.noSuchListing(strange));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return refused(refusals.listingTwice(twice));
  if (rulesOf(value).some(({ when }) => !isKnown(when, names))) return refused(refusals.noSuchRule);
  const answer = withAnswer(former, value, gone);
  if (typeof answer === 'object' && answer.yes.length + answer.no.length > someMax)
    return refused(refusals.tooManyNamed(someMax));
  const waiting = contradicted(answer, listings);
  const waitedBefore = new Set(contradicted(former, listings));
  if (waiting.length !== fact.expect && waiting.some((id) => !waitedBefore.has(id)))
    return refused(refusals.rulesDisagree(waiting));
  const ofSome = [
    { value: true, of: value.yes },
    { value: false, of: value.no },
  ].flatMap(({ value: side, of }) =>
    of.length === 0 ? [] : [statementOf(topic, { ...fact, value: side }, { listings: of.join(', ') })],
  );
  const ofRules = (
    [
      ['owner_nearby_rule_ended', rulesBeyond(former, answer)],
      ['owner_nearby_rule', rulesBeyond(answer, former)],
    ] as const
  ).flatMap(([about, rules]) =>
    rules.map((rule) =>
      statementOf(about, { ...fact, value: rule.value }, { rule: ruleWords(rule.when, names) }),
    ),
  );
  return { ok: true, answer, statements: [...ofSome, ...ofRules] };
}

/** Whether a rule can be met: the portal has the place and the kind of property that it names. */
export function isKnown(when: RuleCondition, { vocabulary, places }: RuleNames): boolean {
  const { place, category } = when;
  const hasPlace = place === undefined || places.some(({ id }) => id === place);
  const hasKind =
    category === undefined || vocabulary?.fields.category.some(({ key }) => key === category) === true;
  return hasCondition(when) && hasPlace && hasKind;
}

function refused(why: Sentence): { ok: false; why: Sentence } {
  return { ok: false, why };
}

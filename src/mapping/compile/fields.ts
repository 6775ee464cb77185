import { nearestKey } from '../../core/content/nearest-key.js';
import { chosenFactAt, differingFacts } from '../../core/setup/differing-facts.js';
import {
  idsNamedIn,
  isChoice,
  namedOf,
  readAnswer,
  rulesOf,
  type FactAnswer,
  type StatedAnswer,
} from '../../core/setup/fact-answer.js';
import { hasCondition } from '../../core/setup/listing-rule.js';
import { askPartner } from '../../model/outcome.js';
import { ownEntry } from '../../model/own-value.js';
import type { Compiler } from './compiler.js';
import type { RulesInput } from '../language/mapping-schema.js';
import { compileOpenFields, type KnownNames, type OpenFields } from './open-fields.js';
import { payloadFields, placePath, type PayloadField, type RuleKind } from '../language/payload-fields.js';
import { compilePhotos, type PhotoReader } from './photos.js';
import { compilePlace, type PlaceReader } from './place.js';
import { compileConstant, compileRules } from './rules.js';
import { partnerAsked, type StatedChoice } from './ask-constant.js';
import { checkAnswers } from './reading-answer.js';
import { isReadingQuestion } from '../../core/setup/reading-questions.js';
import type { Evaluate } from '../language/scope.js';

/** One payload field of a mapping. */
export interface CompiledField {
  readonly path: string;
  readonly field: PayloadField;
  /** Reads the value from a record; null if the mapping does not fill the field. */
  readonly evaluate: Evaluate | null;
  /** The constant in the feed's configuration, for records from which the mapping gets no value. */
  readonly constant: Evaluate | null;
  /** What the agency stated of some listings, before the constant; left out where it stated nothing of some. */
  readonly stated?: StatedChoice;
  /** For a currency: the path of the amount whose cell may state it (`amount:`); left out where no rule of it does. */
  readonly statedWith?: string;
}

export interface CompiledFields {
  /**
   * The mapping's fields in its order, then other fields that have a constant, that the portal requires or that are asked for. Currencies
   * that `amount:` reads come last.
   */
  readonly fields: readonly CompiledField[];
  readonly photos: PhotoReader | null;
  readonly place: PlaceReader | null;
  readonly open: OpenFields;
  /** Whether each fact that the agency stated is so of a listing, by the name of the question. */
  readonly answers: ReadonlyMap<string, StatedAnswer>;
}

/** Constants of a feed's configuration, by payload path. */
export type Constants = Readonly<Record<string, string | number | boolean>>;
/** Facts that the agency stated, by the name of the question. */
export type Answers = Readonly<Record<string, FactAnswer | null | undefined>>;

/**
 * Compiles `fields:`. `constants` and `answers` are the feed's own. The other names are the house rules and utilities that the portal
 * accepts: the caller takes them from the protocol settings.
 */
export function compileFields(
  { constants, answers, ...known }: { constants: Constants; answers: Answers } & KnownNames,
  compiler: Compiler,
): CompiledFields {
  const { photos, 'location.place_id': place, ...others } = compiler.mapping.fields;
  const given = Object.entries(others) as [string, RulesInput | undefined][];
  const fields: CompiledField[] = [];
  const asked = new Set(compiler.mapping.ask ?? []);
  const fieldOf = (path: string): PayloadField | undefined => {
    const field = payloadFields.get(path);
    return field !== undefined && asked.has(path) ? { ...field, required: true, asked: 'constant' } : field;
  };
  const givenFor = (path: string, field: PayloadField): Pick<CompiledField, 'constant' | 'stated'> => {
    const stated = isChosen(path, answers)
      ? statedChoice(path, field, answers[path] ?? null, compiler)
      : null;
    return {
      constant: constantOf(path, field, constants, compiler),
      ...(stated !== null && { stated }),
    };
  };
  for (const [path, input] of given) {
    const field = fieldOf(path);
    if (!field || input === undefined) continue;
    const evaluate = compileRules(input, { name: path, kind: field }, compiler, ['fields', path]);
    fields.push({ path, field, evaluate, ...givenFor(path, field) });
    compiler.payloadPaths.push(path);
  }
  for (const path of payloadFields.keys()) {
    const field = fieldOf(path);
    if (field === undefined) continue;
    const isMapped = fields.some((one) => one.path === path);
    const isNeeded =
      path in constants || isChosen(path, answers) || field.required === true || field.asked !== undefined;
    if (isMapped || !isNeeded) continue;
    fields.push({ path, field, evaluate: null, ...givenFor(path, field) });
  }
  const inOrder = withCurrencies(fields, compiler.mapping.fields);
  for (const path of Object.keys(constants)) {
    if (path !== 'transaction' && path !== placePath && !payloadFields.has(path) && !isReadingQuestion(path))
      compiler.fail(
        ['overrides', 'constants', path],
        `constants: "${path}" is not a field of the listing payload.`,
      );
  }
  checkAnswers(compiler);
  for (const [name, answer] of Object.entries(answers)) {
    const mistake = answerMistake(name, answer);
    if (mistake !== null) compiler.fail(['overrides', 'answers', name], mistake);
  }
  return {
    fields: inOrder,
    photos: photos ? compilePhotos(photos, compiler, ['fields', 'photos']) : null,
    place: compilePlace(place ?? null, compiler, {
      constant: placeConstant(constants, compiler),
      isAsked: asked.has(placePath),
    }),
    open: compileOpenFields(known, compiler),
    answers: new Map(
      Object.entries(answers).map(([name, answer]) => [
        name,
        { read: readAnswer(answer), rules: rulesOf(answer) },
      ]),
    ),
  };
}

/** The fields, with the currencies that `amount:` reads at the end: they are known once the amounts are mapped. */
function withCurrencies(
  fields: readonly CompiledField[],
  mapped: Compiler['mapping']['fields'],
): CompiledField[] {
  const stated = (['price', 'rent'] as const).filter((money) => {
    const rules = [
      (mapped as Readonly<Record<string, RulesInput | undefined>>)[`${money}.amount`] ?? [],
    ].flat();
    return rules.some((rule) => typeof rule === 'object' && rule.amount !== undefined);
  });
  const isStated = ({ path }: CompiledField): boolean => stated.some((money) => path === `${money}.currency`);
  return [
    ...fields.filter((field) => !isStated(field)),
    ...fields
      .filter(isStated)
      .map((field) => ({ ...field, statedWith: field.path.replace('.currency', '.amount') })),
  ];
}

/** Whether the agency stated the field of some listings otherwise than of others. */
function isChosen(path: string, answers: Answers): boolean {
  return chosenFactAt(path) !== undefined && ownEntry(answers, path) != null;
}

/** An answer whose values are words of the portal, compiled; each word as a constant. */
function statedChoice(
  path: string,
  field: PayloadField,
  answer: FactAnswer | null,
  compiler: Compiler,
): StatedChoice {
  const rules = rulesOf(answer);
  const words = new Set(
    [...namedOf(answer), ...rules.map(({ value }) => [value] as const)].map(([word]) => word),
  );
  const at = ['overrides', 'answers', path];
  const compiled = [...words].map((word): [string, Evaluate] => [
    String(word),
    compileConstant(word, { name: path, kind: field }, compiler, at),
  ]);
  return { read: readAnswer(answer), rules, words: new Map(compiled) };
}

const yesNoQuestions = [...payloadFields.values()].flatMap(({ asked }) =>
  typeof asked === 'object' ? asked.answer : [],
);
const questions = [...new Set([...yesNoQuestions, ...differingFacts.map(({ question }) => question)])];

function answerMistake(name: string, answer: Answers[string]): string | null {
  if (!questions.includes(name)) return unknownAnswer(name);
  if (answer == null) return null;
  const fact = differingFacts.find(({ question }) => question === name);
  if (fact?.vocabulary != null && !isChoice(answer))
    return `answers: ${name} is a word of the portal; write { named: { word: [ids] } } and rules, and constants: ${name} for all others.`;
  if (typeof answer !== 'object') return null;
  if (fact === undefined) return `answers: ${name} is stated of all listings; write true or false.`;
  if (fact.vocabulary === null && isChoice(answer))
    return `answers: ${name} is yes or no; write { yes: [ids], no: [ids] }.`;
  if (rulesOf(answer).some(({ when }) => !hasCondition(when)))
    return `answers: a rule of ${name} has no condition; write place, category, transaction, price_up_to or title_word under when.`;
  const ids = idsNamedIn(answer);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return null;
  return fact.vocabulary === null
    ? `answers: ${name} is both yes and no for "${twice}".`
    : `answers: ${name} has two words for "${twice}".`;
}

function unknownAnswer(name: string): string {
  const nearest = nearestKey(name, questions);
  const advice = nearest === null ? `Known are: ${questions.join(', ')}.` : `Did you mean ${nearest}?`;
  return `answers: nothing asks for "${name}". ${advice}`;
}

/** The feed's constant for a field, compiled; null if it has none. @param path payload path, or `transaction` */
export function constantOf(
  path: string,
  field: RuleKind,
  constants: Constants,
  compiler: Compiler,
): Evaluate | null {
  const value = ownEntry(constants, path);
  if (value === askPartner) return parked(path);
  return value === undefined
    ? null
    : compileConstant(value, { name: path, kind: field }, compiler, ['overrides', 'constants', path]);
}

/** The place that the agency named for records without one, by a name or code of the portal; null: none. */
function placeConstant(constants: Constants, compiler: Compiler): string | Evaluate | null {
  const value = ownEntry(constants, placePath);
  if (value === undefined) return null;
  if (value === askPartner) return parked(placePath);
  if (typeof value === 'string' && value.trim() !== '') return value;
  compiler.fail(['overrides', 'constants', placePath], `constants: "${placePath}" is the name of a place.`);
  return null;
}

/** The constant of an agency that does not know the answer. */
function parked(path: string): Evaluate {
  return (scope, report) => {
    scope.use({ kind: 'answer', name: path, word: '', resolved: askPartner });
    report(partnerAsked(path));
    return null;
  };
}

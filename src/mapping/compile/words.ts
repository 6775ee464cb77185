import { fold } from '../../model/fold.js';
import type { VocabularyField } from '../../model/reference.js';
import type { Compiler } from './compiler.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput } from '../language/mapping-schema.js';
import type { KindOf } from '../language/payload-fields.js';
import type { Conversion, Report, Scope } from '../language/scope.js';
import type { CompiledTable, Finding } from '../words/tables.js';

type Known = string | number | boolean;

/** Looks up words of the feed, and treats unmapped words as the rule says. */
export interface WordReader {
  /** The candidates in a rule's texts. Each text is a word, or with `keys:` all texts together are the keys of one word. */
  candidates(texts: readonly string[]): (readonly string[])[];
  /**
   * The meaning of the first known candidate, or with `pick: best` of the best one. If no candidate is known, only the first is
   * reported as unmapped.
   */
  one(candidates: readonly (readonly string[])[], scope: Scope, report: Report): Known | null;
  /** The meanings of all words that a text contains. */
  all(text: string, scope: Scope, report: Report): Known[];
}

/**
 * Looks words up in the table or, without a table, in the portal's vocabulary. Records every look-up in the vocabulary, found or missed:
 * a change of the vocabulary then finds the records that it concerns.
 * @param vocabulary null if the table's targets are no words of the portal
 */
export function wordReader(
  rule: RuleInput,
  table: CompiledTable | null,
  vocabulary: VocabularyField | null,
): WordReader {
  const book: WordBook = { rule, table, vocabulary };
  return {
    candidates: (texts) => (rule.keys === undefined ? texts.map((text) => [text]) : [texts]),
    one: (candidates, scope, report) => lookUpOne(candidates, book, scope, report),
    all: (text, scope, report) => {
      const findings = table?.findAll(text, scope.reference) ?? [find([text], book, scope)];
      if (findings.length < 2)
        return [lookUpOne([[text]], book, scope, report)].filter((one) => one !== null);
      return findings.map((finding) => noted([text], finding, book, scope)).filter((one) => one !== null);
    },
  };
}

interface WordBook {
  rule: RuleInput;
  table: CompiledTable | null;
  vocabulary: VocabularyField | null;
}

function lookUpOne(
  candidates: readonly (readonly string[])[],
  book: WordBook,
  scope: Scope,
  report: Report,
): Known | null {
  const { rule, table } = book;
  let missed: Missed | null = null;
  let best: { keys: readonly string[]; finding: Finding; rank: number } | null = null;
  for (const keys of candidates) {
    const finding = find(keys, book, scope);
    if (finding.kind === 'nothing') continue;
    if (finding.kind === 'unmapped') {
      if (!table?.otherwise(scope.reference)) noted(keys, finding, book, scope);
      missed ??= { keys, finding };
    } else {
      if (rule.pick !== 'best') return noted(keys, finding, book, scope);
      const rank = table?.rank(finding, scope.reference) ?? 0;
      if (!best || rank < best.rank) best = { keys, finding, rank };
    }
  }
  if (best) return noted(best.keys, best.finding, book, scope);
  return missed ? settleMissed(missed, book, scope, report) : null;
}

interface Missed {
  keys: readonly string[];
  finding: Finding;
}

function settleMissed(missed: Missed, book: WordBook, scope: Scope, report: Report): Known | null {
  const otherwise = book.table?.otherwise(scope.reference) ?? null;
  if (otherwise && otherwise.kind !== 'unmapped') return noted(missed.keys, otherwise, book, scope);
  const message = whyUnmapped({ ...missed, finding: otherwise ?? missed.finding }, book);
  const use = (word: string): Known | null => noted([word], find([word], book, scope), book, scope);
  return settleUnmapped(book.rule.unmapped, { message, word: missed.keys.join(' + ') }, use, report);
}

/**
 * Applies the policy to an unmapped word. `ignore`: no value. `wait`: no value, and a fatal problem that stops the listing. `use`: the
 * value of another word, with a problem. Otherwise: no value, with a problem.
 * @param message a sentence without its full stop
 * @param read looks up the other word
 */
export function settleUnmapped<T>(
  policy: RuleInput['unmapped'],
  { message, word }: { message: string; word: string },
  read: (word: string) => T | null,
  report: Report,
): T | null {
  if (policy === 'ignore') return null;
  const problem = { code: 'unmapped_word', value: word } as const;
  if (policy === 'wait') {
    report({ ...problem, message: `${message}; until it is, the listing waits.`, fatal: true });
    return null;
  }
  if (typeof policy !== 'object') {
    report({ ...problem, message: `${message}.` });
    return null;
  }
  const value = read(policy.use);
  const then =
    value === null
      ? `, and "${policy.use}", which should stand in, is not known either`
      : `: "${policy.use}" stands in`;
  report({ ...problem, message: `${message}${then}.`, standsIn: value !== null });
  return value;
}

function find(keys: readonly string[], { table, vocabulary }: WordBook, { reference }: Scope): Finding {
  if (table) return table.find(keys, reference);
  const key = vocabulary === null ? null : reference.vocabularyKey(vocabulary, keys);
  return key === null ? { kind: 'unmapped', candidates: [] } : { kind: 'value', value: key };
}

/** The value of a finding. Records the use of a vocabulary word, found or missed. */
function noted(
  keys: readonly string[],
  finding: Finding,
  { vocabulary }: WordBook,
  scope: Scope,
): Known | null {
  if (finding.kind === 'nothing') return null;
  const value = finding.kind === 'value' ? finding.value : null;
  const known = typeof value === 'object' ? (value?.[0] ?? null) : value;
  if (vocabulary !== null) {
    const resolved = known === null ? null : String(known);
    scope.use({ kind: 'vocabulary', name: vocabulary, word: fold(keys.join(' + ')), resolved });
  }
  return known;
}

/** Why a word has no meaning, as a sentence without its full stop. */
function whyUnmapped({ keys, finding }: Missed, { rule, vocabulary }: WordBook): string {
  const word = keys.join(' + ');
  const candidates = finding.kind === 'unmapped' ? finding.candidates : [];
  if (vocabulary === null) return `"${word}" is not in the table "${rule.table ?? ''}"`;
  if (candidates.length > 0)
    return `"${word}" should become ${candidates.join(' or ')}, but the portal's list of ${vocabulary} has none of these`;
  return rule.table === undefined
    ? `"${word}" is not in the portal's list of ${vocabulary}`
    : `"${word}" is neither in the table "${rule.table}" nor in the portal's list of ${vocabulary}`;
}

export function wordConversion(
  rule: RuleInput,
  kind: KindOf<'word' | 'words'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  if (table && table.vocabulary !== kind.vocabulary) {
    compiler.fail(
      [...at, 'table'],
      `The table "${rule.table ?? ''}" must have vocabulary: ${kind.vocabulary}, whose words this field takes.`,
    );
  }
  const words = wordReader(rule, table, kind.vocabulary);
  if (kind.kind === 'word') {
    return (texts, scope, report) => {
      const key = words.one(words.candidates(texts), scope, report);
      return key === null ? null : String(key);
    };
  }
  return (texts, scope, report) => {
    const keys = new Set(texts.flatMap((text) => words.all(text, scope, report)).map(String));
    if (keys.size > kind.max) {
      const message = `The portal takes ${kind.max} of these; the last ${keys.size - kind.max} are left out.`;
      report({ code: 'too_big', message });
    }
    return keys.size === 0 ? null : [...keys].slice(0, kind.max);
  };
}

export function choiceConversion(
  rule: RuleInput,
  kind: KindOf<'choice'>,
  table: CompiledTable | null,
): Conversion {
  const words = table ? wordReader(rule, table, null) : null;
  return (texts, scope, report) => {
    const word = words ? words.one(words.candidates(texts), scope, report) : (texts[0] ?? '');
    if (word === null) return null;
    const value = String(word);
    if (kind.values.includes(value)) return value;
    report({ code: 'invalid_enum', message: `"${value}" is none of ${kind.values.join(', ')}.`, value });
    return null;
  };
}

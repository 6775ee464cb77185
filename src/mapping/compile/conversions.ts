import { z } from 'zod';
import { fold } from '../../model/fold.js';
import { isLengthWithin } from '../../wire/code-points.js';
import { photoUrlProblem } from '../../wire/public-url.js';
import type { Compiler } from './compiler.js';
import { flagReader, type FlagReader } from '../values/convert.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput } from '../language/mapping-schema.js';
import { numberConversion } from './number-conversion.js';
import type { KindOf, RuleKind } from '../language/payload-fields.js';
import type { Conversion, Report } from '../language/scope.js';
import { remembered } from '../language/remembered.js';
import { commonFlags } from '../words/boolean-words.js';
import type { CompiledTable } from '../words/tables.js';
import { repairDoubleUtf8 } from '../values/double-utf8.js';
import { badCharacter, cutText } from '../values/text.js';
import { normaliseUrl } from '../values/urls.js';
import { isDenial, mayDeny, saysOf } from '../words/negations.js';
import { compileWordSearch, searchedMax, searchedPart } from '../words/word-search.js';
import { stateConversion } from './state.js';
import { choiceConversion, settleUnmapped, wordConversion, wordReader } from './words.js';

/** Compiles the conversion of a rule's texts into a value of the kind. */
export function compileConversion(
  rule: RuleInput,
  kind: RuleKind,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const table = compiler.table(rule.table, [...at, 'table']);
  switch (kind.kind) {
    case 'text':
      return textConversion(kind, table, rule);
    case 'number':
      return numberConversion(rule, kind, table, compiler, at);
    case 'flag':
      return flagConversion(rule, kind, table, compiler, at);
    case 'date':
    case 'instant':
      return dateConversion(rule, kind, compiler, at);
    case 'word':
    case 'words':
      return wordConversion(rule, kind, table, compiler, at);
    case 'choice':
      return choiceConversion(rule, kind, table);
    case 'state':
      return stateConversion(rule, table, compiler, at);
    case 'url':
      return urlConversion(rule);
    case 'email':
      return emailConversion(kind);
  }
}

function textConversion(kind: KindOf<'text'>, table: CompiledTable | null, rule: RuleInput): Conversion {
  if (!table) return ([first = ''], _scope, report) => fitText(first, kind, report);
  const words = wordReader(rule, table, null);
  return (texts, scope, report) => {
    const text = words.one(words.candidates(texts), scope, report);
    return text === null ? null : fitText(String(text), kind, report);
  };
}

/**
 * The text within the portal's limits, cut if it is too long, which a problem reports. Null, with a problem reported, if it has a damaged
 * character, is too short, or has no place to cut it.
 */
export function fitText(text: string, kind: KindOf<'text'>, report: Report): string | null {
  const bad = badCharacter(text);
  if (bad !== null) {
    const code = bad.codePointAt(0)?.toString(16).padStart(4, '0').toUpperCase() ?? '';
    const place = Array.from(text.slice(0, text.indexOf(bad))).length + 1;
    const isTwice = badCharacter(repairDoubleUtf8(text)) === null;
    const remedy = isTwice ? ' It was encoded as UTF-8 twice: repair: double_utf8 reads it.' : '';
    const message = `The text holds the character U+${code} (character ${place}), so it was damaged on its way.${remedy}`;
    report({ code: 'bad_text', fatal: true, message, value: text });
    return null;
  }
  if (kind.min !== undefined && !isLengthWithin(text, kind.min, Infinity)) {
    const message = `The text is shorter than the ${kind.min} characters that the portal asks for.`;
    report({ code: 'too_small', message, value: text });
    return null;
  }
  const fitting =
    kind.max === undefined ? text : cutText(text, { codePoints: kind.max, utf16Units: kind.utf16Max });
  if (fitting === null) {
    const message = `The text is longer than ${kind.max ?? 0} characters and has no place to cut it.`;
    report({ code: 'too_big', message, value: text });
  } else if (fitting.length < text.length) {
    const message = `The text was cut at a word to ${kind.max ?? 0} characters, as long as the portal takes.`;
    report({ code: 'text_cut', message, value: text });
  }
  return fitting;
}

function flagConversion(
  rule: RuleInput,
  kind: KindOf<'flag'>,
  table: CompiledTable | null,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const { bool } = rule;
  if (bool === 'present') return () => true;
  if (bool && 'negations' in bool) return deniableFlag(bool.containing ?? null, compiler);
  if (bool && 'containing' in bool) {
    const search = compileWordSearch(bool.containing.map(fold));
    const isNamed = remembered((text) => search.first(searchedPart(text)) !== null);
    return (texts) => (texts.some(isNamed) ? true : null);
  }
  // A fact that only the agency states is read by the mapping's words alone.
  const isAsked = 'asked' in kind;
  const words = bool ?? compiler.mapping.booleans;
  if (!words && !table && rule.const === undefined) {
    compiler.fail(
      at,
      'A yes-or-no field needs its words: bool: { true: [yes], false: [no] }, or booleans: for the whole mapping.',
    );
  }
  const others = isAsked ? undefined : commonFlags;
  const read: FlagReader = words
    ? flagReader(words, isAsked ? undefined : compiler.taughtFlags, others)
    : () => null;
  const flagOf = (text: string): boolean | null => {
    const flag = read(text);
    return flag === 'nothing' ? null : flag;
  };
  if (table) return flagByTable(rule, table, flagOf);
  return ([first = ''], _scope, report) => {
    const flag = read(first);
    if (flag !== null) return flagOf(first);
    const message = `"${first}" is neither a word for yes nor one for no`;
    return settleUnmapped(rule.unmapped, { message, word: first }, flagOf, report);
  };
}

/** @param containing the words that mean yes unless they are taken back; null: any text does that takes nothing back */
function deniableFlag(containing: readonly string[] | null, { taughtFlags }: Compiler): Conversion {
  const names = containing?.map(fold) ?? null;
  const search = compileWordSearch(names ?? []);
  const meaning = remembered((text) => {
    const folded = searchedPart(text);
    const taught = taughtFlags.get(folded);
    if (taught !== undefined) return taught === 'nothing' ? null : taught;
    const searched = text.slice(0, searchedMax);
    if (names === null) return commonFlags.get(folded) ?? withoutNames(searched);
    if (search.first(folded) === null) return null;
    return mayDeny(searched) ? saysOf(searched, names) : true;
  });
  return (texts) => {
    const said = texts.map(meaning);
    return said.includes(true) ? true : said.includes(false) ? false : null;
  };
}

/** `bez doplate` takes back something else than a garage: without its words, only what denies as a whole is no. */
function withoutNames(text: string): boolean | null {
  if (!mayDeny(text)) return true;
  return isDenial(text) ? false : null;
}

function flagByTable(
  rule: RuleInput,
  table: CompiledTable,
  read: (text: string) => boolean | null,
): Conversion {
  const words = wordReader(rule, table, null);
  return (texts, scope, report) => {
    const [first = ''] = texts;
    const isKnown = table.find([first], scope.reference).kind !== 'unmapped';
    const plain = isKnown ? null : read(first);
    if (plain !== null) return plain;
    const known = words.one(words.candidates(texts), scope, report);
    return known === null ? null : known === true;
  };
}

function dateConversion(
  rule: RuleInput,
  kind: KindOf<'date' | 'instant'>,
  compiler: Compiler,
  at: YamlPath,
): Conversion {
  const formats = rule.date ?? compiler.mapping.dates;
  if (formats === undefined) {
    compiler.fail(
      at,
      'A date needs its form: date: iso, sql or for example dd.MM.yyyy, or dates: for the whole mapping.',
    );
  }
  const read = compiler.dates([formats ?? 'iso'].flat(), [...at, 'date']);
  return ([first = ''], _scope, report) => {
    const date = read(first);
    if (!date) {
      const message = `"${first}" is not a date in a form that the mapping names.`;
      report({ code: 'bad_date', message, value: first });
      return null;
    }
    return kind.kind === 'date' ? date.toFormat('yyyy-MM-dd') : date.toMillis();
  };
}

function urlConversion(rule: RuleInput): Conversion {
  return ([first = ''], _scope, report) => {
    const url = normaliseUrl(first, rule.upgrade_http === true);
    const problem = photoUrlProblem(url);
    if (problem === null) return url;
    report({ code: 'link_dropped', message: `The link is left out: it ${problem}.`, value: first });
    return null;
  };
}

const emailForm = z.email();

function emailConversion({ max }: KindOf<'email'>): Conversion {
  return ([first = ''], _scope, report) => {
    if (first.length <= max && emailForm.safeParse(first).success) return first;
    const message = `"${first}" is not an e-mail address that the portal takes.`;
    report({ code: 'bad_email', message, value: first });
    return null;
  };
}

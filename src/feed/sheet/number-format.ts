import { figureText } from './figure-text.js';
import { serialText, type ShownTime } from './serial-date.js';

/** Writes the number of a cell. */
export type NumberWriter = (value: number, is1904: boolean) => string;

/** One of the up to four parts of a number format, which are for positive numbers, negative ones, zero, and texts. */
interface Section {
  /** For which numbers the part is, if it says so: `[<100]`. */
  condition: ((value: number) => boolean) | null;
  /** Text before and behind the figure. */
  before: string;
  behind: string;
  isGeneral: boolean;
  isPercent: boolean;
  hasDigits: boolean;
  /** The least number of digits before the decimals: `00000` shows 123 as 00123. */
  digitsMin: number;
  /** The figure is shown in thousands or millions. */
  isScaled: boolean;
  shown: ShownTime | null;
}

/** Formats that workbooks name only by their number. Formats with a currency are left out: which one is meant depends on the reader. */
const builtIn: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Numbers of formats that are dates in the languages of East Asia. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** @param code the format's text; undefined: the workbook names only its number */
export function numberWriter(id: number, code: string | undefined): NumberWriter {
  const text = code ?? builtIn[id] ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : 'General');
  if (/^general$/i.test(text)) return figureText;
  const sections = sectionsOf(text).map(sectionOf);
  return (value, is1904) => written(value, sectionFor(value, sections), is1904);
}

function written(value: number, section: Section | undefined, is1904: boolean): string {
  if (section === undefined || !Number.isFinite(value)) return figureText(value);
  const { shown, isPercent, isGeneral, hasDigits, isScaled, before, behind } = section;
  if (shown !== null) return serialText(value, shown, is1904) ?? figureText(value);
  // A part of letters alone says in words what the number means: "by agreement" for zero.
  if (!hasDigits && !isGeneral) return /\p{L}{2}/u.test(before) ? before.trim() : figureText(value);
  if (isScaled) return figureText(value);
  const figure = figureText(isPercent ? value * 100 : value);
  const digits = figure.replace('-', '');
  const whole = /^\d+/.exec(digits)?.[0] ?? '';
  const padded = '0'.repeat(Math.max(0, section.digitsMin - whole.length)) + digits;
  // Digits before the figure would become a part of it.
  const isNegative = figure.startsWith('-');
  const start = /\d/.test(before) ? '' : isNegative ? before.replace(/-\s*$/, '') : before;
  return `${start}${isNegative ? '-' : ''}${padded}${behind}`.trim();
}

function sectionFor(value: number, sections: readonly Section[]): Section | undefined {
  const numeric = sections.slice(0, 3);
  if (numeric.some(({ condition }) => condition !== null))
    return numeric.find(({ condition }) => condition === null || condition(value));
  const [positive, negative, zero] = numeric;
  if (value < 0) return negative ?? positive;
  return value === 0 ? (zero ?? positive) : positive;
}

/** Divides a format at its semicolons, outside of quotes and brackets. */
function sectionsOf(code: string): string[] {
  const sections: string[] = [];
  let section = '';
  for (const [token] of code.matchAll(tokens)) {
    if (token === ';') sections.push(section);
    section = token === ';' ? '' : section + token;
  }
  return [...sections, section];
}

/** Quoted texts, escaped characters, spaces by width, fillers, brackets, words of a format, and single characters. */
const tokens = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|general|am\/pm|a\/p|e[+-]|[\s\S]/giu;

function sectionOf(code: string): Section {
  const section: Section = {
    ...{ condition: null, before: '', behind: '', isGeneral: false, isPercent: false, hasDigits: false },
    ...{ digitsMin: 0, isScaled: false, shown: null },
  };
  const time = { date: false, time: false, isElapsed: false };
  let minutes = 0;
  let isBehindPoint = false;
  let previous = '';
  for (const [token] of code.matchAll(tokens)) {
    const sign = token.toLowerCase();
    if (/^[0#?]$/.test(token)) {
      section.hasDigits = true;
      section.isScaled = false;
      // Text between digits, as in the formats of telephone numbers, is left out: the figure is what the cell holds.
      section.behind = '';
      if (token === '0' && !isBehindPoint) section.digitsMin += 1;
    } else if (sign === 'general') section.isGeneral = true;
    else if (token === '.' && section.hasDigits) isBehindPoint = true;
    else if (token === ',' && /[0#?,]/.test(previous)) section.isScaled = true;
    else if (/^[yd]$/.test(sign)) time.date = true;
    else if (/^(?:[hs]|am\/pm|a\/p)$/.test(sign)) time.time = true;
    else if (sign === 'm') minutes += 1;
    else if (/^\[[hms]+\]$/.test(sign)) time.time = time.isElapsed = true;
    else if (token.startsWith('[')) addBracket(section, token);
    else addLiteral(section, token);
    previous = token;
  }
  // An m stands for minutes beside hours or seconds, and else for a month.
  if (minutes > 0 && !time.time) time.date = true;
  return { ...section, shown: time.date || time.time ? time : null };
}

function addBracket(section: Section, token: string): void {
  const [, symbol] = /^\[\$([^\]-]*)/.exec(token) ?? [];
  if (symbol !== undefined) addText(section, symbol);
  const [, sign, limit] = /^\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]$/.exec(token) ?? [];
  if (sign !== undefined) section.condition = conditionOf(sign, Number(limit));
}

function conditionOf(sign: string, limit: number): (value: number) => boolean {
  const checks: Readonly<Record<string, (value: number) => boolean>> = {
    '<': (value) => value < limit,
    '<=': (value) => value <= limit,
    '>': (value) => value > limit,
    '>=': (value) => value >= limit,
    '=': (value) => value === limit,
    '<>': (value) => value !== limit,
  };
  return checks[sign] ?? (() => false);
}

function addLiteral(section: Section, token: string): void {
  if (token === '%') section.isPercent = true;
  if (/^[_*]/.test(token) && token.length > 1) return;
  // Signs and brackets of negative numbers: the figure has its own sign.
  if (/^\\?[-+()@,.]$/.test(token) && !section.hasDigits && section.before === '') return;
  if (/^\\?[()@,]$/.test(token)) return;
  if (/^e[+-]$/i.test(token)) return;
  addText(section, token.startsWith('"') ? token.replaceAll('"', '') : token.replace(/^\\/, ''));
}

function addText(section: Section, text: string): void {
  if (section.hasDigits || section.isGeneral) section.behind += text;
  else section.before += text;
}

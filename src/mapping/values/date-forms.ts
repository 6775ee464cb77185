import { Info } from 'luxon';

/** A form of dates that cannot be used; the message says why, for the author of the mapping. */
export class DateFormError extends Error {}

/** What a text in a certain form says; the units are those of `DateTime.fromObject`. */
interface DateParts {
  units: Record<string, number>;
  /** As written: Europe/Belgrade. Null: none. */
  zone: string | null;
  /** Minutes from UTC; null: none. */
  offset: number | null;
}

/** Longer than any form that a feed needs: the work on one value grows with form times value. */
export const dateFormMax = 60;
/** No date is longer, with its zone by name. */
export const dateTextMax = 100;

/** Reads one text; null where it is not in this form. @param step called for each unit of work, for tests of the bound */
export type DateFormReader = (text: string, step?: () => void) => DateParts | null;

/**
 * Compiles a form of dates in luxon's language: `dd.MM.yyyy HH:mm`. luxon itself makes a regular expression of it, which backtracks:
 * a form that an agency writes could stop the process. This reader goes back to no place twice.
 * @throws DateFormError
 */
export function compileDateForm(form: string): DateFormReader {
  if (form.length > dateFormMax) throw new DateFormError(`it is longer than ${dateFormMax} signs`);
  const parts = splitForm(form).flatMap(({ text, isLiteral }) => (isLiteral ? [literal(text)] : named(text)));
  checkTogether(parts);
  return (text, step = noStep) => {
    if (text.length > dateTextMax) return null;
    const found = new Matching(parts, text, step).values();
    return found === null ? null : toDateParts(found);
  };
}

const noStep = (): void => undefined;

type PartValue = number | string;

/** One part of a form. */
interface FormPart {
  /** By which its value is kept; of two parts with one letter the last counts. Null: a literal text. */
  letter: string | null;
  /** Each end that the part may have from a place on, with what it says, the preferred one first. */
  ends(text: string, at: number): Iterable<{ end: number; value: PartValue }>;
}

/** The search for one way to read a text: each pair of part and place is tried once. */
class Matching {
  readonly #failed = new Set<number>();
  readonly #values: PartValue[] = [];

  constructor(
    private readonly parts: readonly FormPart[],
    private readonly text: string,
    private readonly step: () => void,
  ) {}

  values(): Map<string, PartValue> | null {
    if (!this.#matches(0, 0)) return null;
    const values = new Map<string, PartValue>();
    for (const [index, { letter }] of this.parts.entries()) {
      const value = this.#values[index];
      if (letter !== null && value !== undefined) values.set(letter, value);
    }
    return values;
  }

  #matches(index: number, at: number): boolean {
    const part = this.parts[index];
    if (part === undefined) return at === this.text.length;
    const state = index * (dateTextMax + 1) + at;
    if (this.#failed.has(state)) return false;
    for (const { end, value } of part.ends(this.text, at)) {
      this.step();
      this.#values[index] = value;
      if (this.#matches(index + 1, end)) return true;
    }
    this.#failed.add(state);
    return false;
  }
}

/** As luxon divides a form: runs of one letter, texts in single quotes, white space. */
function splitForm(form: string): { text: string; isLiteral: boolean }[] {
  const pieces: { text: string; isLiteral: boolean }[] = [];
  let run = '';
  let isQuoted = false;
  const end = (): void => {
    if (run !== '') pieces.push({ text: run, isLiteral: isQuoted || run.trim() === '' });
    run = '';
  };
  for (const sign of Array.from({ length: form.length }, (_, index) => form.charAt(index))) {
    if (sign === "'") {
      // Two quotes in a row are one that is meant.
      if (isQuoted && run === '') pieces.push({ text: "'", isLiteral: true });
      end();
      isQuoted = !isQuoted;
    } else {
      if (!isQuoted && run !== '' && !run.endsWith(sign)) end();
      run += sign;
    }
  }
  end();
  return pieces;
}

function literal(wanted: string): FormPart {
  return {
    letter: null,
    ends: (text, at) => (startsWith(text, wanted, at) ? [{ end: at + wanted.length, value: '' }] : []),
  };
}

function startsWith(text: string, wanted: string, at: number): boolean {
  const found = text.slice(at, at + wanted.length);
  return found === wanted || found.toLowerCase() === wanted.toLowerCase();
}

function figure(letter: string, min: number, max: number, valueOf: (digits: string) => PartValue): FormPart {
  return {
    letter,
    *ends(text, at) {
      let count = 0;
      while (count < max && isDigit(text.charCodeAt(at + count))) count++;
      for (; count >= min; count--) yield { end: at + count, value: valueOf(text.slice(at, at + count)) };
    },
  };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function oneOf(letter: string, words: readonly string[], first: number): FormPart {
  return {
    letter,
    *ends(text, at) {
      for (const [index, word] of words.entries())
        if (startsWith(text, word, at)) yield { end: at + word.length, value: index + first };
    },
  };
}

/** `+2`, `-0330`, with the sign that stands before the minutes, if any. */
function offset(separator: string): FormPart {
  return {
    letter: 'Z',
    *ends(text, at) {
      const sign = text.charAt(at);
      if (sign !== '+' && sign !== '-') return;
      for (const hours of figure('', 1, 2, Number).ends(text, at + 1)) {
        const value = (minutes: number): number =>
          (Number(hours.value) * 60 + minutes) * (sign === '-' ? -1 : 1);
        if (text.startsWith(separator, hours.end))
          for (const minutes of figure('', 2, 2, Number).ends(text, hours.end + separator.length))
            yield { end: minutes.end, value: value(Number(minutes.value)) };
        yield { end: hours.end, value: value(0) };
      }
    },
  };
}

const zoneName: FormPart = {
  letter: 'z',
  *ends(text, at) {
    for (let end = at; end < text.length && /[a-z_+,\-./]/i.test(text.charAt(end)); end++)
      yield { end: end + 1, value: text.slice(at, end + 1) };
  },
};

/** Where luxon itself puts a space, any stands for it. */
const anySpace: FormPart = {
  letter: null,
  ends: (text, at) => (/[^\S\n\r]/.test(text.charAt(at)) ? [{ end: at + 1, value: '' }] : []),
};

const wholeYear = (digits: string): number => {
  const year = Number(digits);
  return year > 99 ? year : year + (year > 60 ? 1900 : 2000);
};
const english = { locale: 'en' };

const figures: readonly [name: string, min: number, max: number, valueOf?: (digits: string) => PartValue][] =
  [
    ['y', 1, 6],
    ['yy', 2, 4, wholeYear],
    ['yyyy', 4, 4],
    ['yyyyy', 4, 6],
    ['yyyyyy', 6, 6],
    ['M', 1, 2],
    ['MM', 2, 2],
    ['L', 1, 2],
    ['LL', 2, 2],
    ['d', 1, 2],
    ['dd', 2, 2],
    ['o', 1, 3],
    ['ooo', 3, 3],
    ['H', 1, 2],
    ['HH', 2, 2],
    ['h', 1, 2],
    ['hh', 2, 2],
    ['m', 1, 2],
    ['mm', 2, 2],
    ['q', 1, 2],
    ['qq', 2, 2],
    ['s', 1, 2],
    ['ss', 2, 2],
    ['S', 1, 3],
    ['SSS', 3, 3],
    ['u', 1, 9, String],
    ['uu', 1, 2, String],
    ['uuu', 1, 1, String],
    ['kk', 2, 4, wholeYear],
    ['kkkk', 4, 4],
    ['W', 1, 2],
    ['WW', 2, 2],
    ['E', 1, 1],
    ['c', 1, 1],
  ];

/** The parts that a form may name. */
const knownParts: ReadonlyMap<string, FormPart> = new Map([
  ...figures.map(
    ([name, min, max, valueOf = Number]) => [name, figure(name.charAt(0), min, max, valueOf)] as const,
  ),
  ['G', oneOf('G', Info.eras('short', english), 0)],
  ['GG', oneOf('G', Info.eras('long', english), 0)],
  ['MMM', oneOf('M', Info.months('short', english), 1)],
  ['MMMM', oneOf('M', Info.months('long', english), 1)],
  ['LLL', oneOf('L', Info.months('short', english), 1)],
  ['LLLL', oneOf('L', Info.months('long', english), 1)],
  ['EEE', oneOf('E', Info.weekdays('short', english), 1)],
  ['EEEE', oneOf('E', Info.weekdays('long', english), 1)],
  ['ccc', oneOf('c', Info.weekdays('short', english), 1)],
  ['cccc', oneOf('c', Info.weekdays('long', english), 1)],
  ['a', oneOf('a', Info.meridiems(english), 0)],
  ['Z', offset(':')],
  ['ZZ', offset(':')],
  ['ZZZ', offset('')],
  ['z', zoneName],
]);

/** Names for whole forms, of English; a space in them is any. */
const wholeForms: ReadonlyMap<string, string> = new Map([
  ['D', 'M/d/yyyyy'],
  ['DD', 'MMM d, yyyyy'],
  ['DDD', 'MMMM d, yyyyy'],
  ['DDDD', 'EEEE, MMMM d, yyyyy'],
  ['t', 'h:m a'],
  ['tt', 'h:m:s a'],
  ['T', 'H:m'],
  ['TT', 'H:m:s'],
  ['f', 'M/d/yyyyy, h:m a'],
  ['ff', 'MMM d, yyyyy, h:m a'],
  ['F', 'M/d/yyyyy, h:m:s a'],
  ['FF', 'MMM d, yyyyy, h:m:s a'],
]);

/** A run of letters that names nothing is the text that it is, as in luxon. */
function named(run: string): FormPart[] {
  const part = knownParts.get(run);
  if (part !== undefined) return [part];
  const whole = wholeForms.get(run);
  if (whole !== undefined)
    return splitForm(whole).flatMap(({ text, isLiteral }) =>
      isLiteral ? [anySpace] : [knownParts.get(text) ?? literal(text)],
    );
  if (/^(?:t{3,4}|T{3,4}|f{3,4}|F{3,4})$/.test(run))
    throw new DateFormError(
      `"${run}" is not known here; write the parts of the date, such as dd.MM.yyyy HH:mm`,
    );
  return [literal(run)];
}

/** What luxon cannot take together. */
function checkTogether(parts: readonly FormPart[]): void {
  const has = (letters: string): string | undefined =>
    parts.map(({ letter }) => letter).find((letter) => letter !== null && letters.includes(letter)) ??
    undefined;
  const conflicts: [string, string][] = [
    ['a', 'H'],
    ['o', 'MLdqWk'],
    ['Wk', 'yMLdq'],
  ];
  for (const [one, other] of conflicts) {
    const [a, b] = [has(one), has(other)];
    if (a !== undefined && b !== undefined)
      throw new DateFormError(`${a} and ${b} do not go together; each says the same in its own way`);
  }
}

const unitNames: ReadonlyMap<string, string> = new Map([
  ['S', 'millisecond'],
  ['s', 'second'],
  ['m', 'minute'],
  ['h', 'hour'],
  ['H', 'hour'],
  ['d', 'day'],
  ['o', 'ordinal'],
  ['L', 'month'],
  ['M', 'month'],
  ['y', 'year'],
  ['E', 'weekday'],
  ['c', 'weekday'],
  ['W', 'weekNumber'],
  ['k', 'weekYear'],
]);

function toDateParts(values: Map<string, PartValue>): DateParts {
  const number = (letter: string): number | null => {
    const value = values.get(letter);
    return typeof value === 'number' ? value : null;
  };
  const quarter = number('q');
  if (quarter !== null) values.set('M', (quarter - 1) * 3 + 1);
  const [hour, meridiem] = [number('h'), number('a')];
  if (hour !== null && hour < 12 && meridiem === 1) values.set('h', hour + 12);
  else if (hour === 12 && meridiem === 0) values.set('h', 0);
  const year = number('y');
  if (number('G') === 0 && year !== null) values.set('y', -year);
  const fraction = values.get('u');
  if (typeof fraction === 'string') values.set('S', Math.floor(Number(`0.${fraction}`) * 1000));
  const units: Record<string, number> = {};
  for (const [letter, value] of values) {
    const unit = unitNames.get(letter);
    if (unit !== undefined && typeof value === 'number') units[unit] = value;
  }
  const zone = values.get('z');
  return { units, zone: typeof zone === 'string' ? zone : null, offset: number('Z') };
}

import { Info } from 'luxon';

/** A form of dates that cannot be used. The message says why, for the author of the mapping. */
export class DateFormError extends Error {}

/** The parts of a date that was read. The units are those of luxon's `DateTime.fromObject`. */
interface DateParts {
  units: Record<string, number>;
  /** The name of the zone as written, such as Europe/Belgrade; null if the text names none. */
  zone: string | null;
  /** Offset from UTC in minutes; null if the text has none. */
  offset: number | null;
}

/** The maximal length of a form. Feeds need shorter ones. The work on one text grows with the length of the form times that of the text. */
export const dateFormMax = 60;
/** The maximal length of a text. No date is longer, even with the name of its zone. */
export const dateTextMax = 100;

/** Reads one text as a date; null if the text does not have the form. @param step called for each unit of work, so that tests can check its bound */
export type DateFormReader = (text: string, step?: () => void) => DateParts | null;

/**
 * Compiles a form of dates in luxon's notation, such as `dd.MM.yyyy HH:mm`. luxon would make a backtracking regular expression of it, with
 * which a form written by an agency could block the process. This reader tries each part at each place of the text at most once.
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
  /** The letter under which the value is stored, as in luxon's notation. Of two parts with one letter, the last counts. Null: a literal. */
  letter: string | null;
  /** All possible ends of the part if it begins at `at`, each with the value, the preferred one first. */
  ends(text: string, at: number): Iterable<{ end: number; value: PartValue }>;
}

/** The search for a way to divide a text into the parts. Each pair of part and place that failed is remembered and not tried again. */
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

/** Divides a form as luxon does: into runs of one letter, texts in single quotes, and white space. */
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
      // Two quotes in a row stand for one quote.
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

/** An offset from UTC such as `+2` or `-0330`. @param separator between hours and minutes: a colon or nothing */
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

/** Any white space but a line break: in place of a space in luxon's whole forms. */
const anySpace: FormPart = {
  letter: null,
  ends: (text, at) => (/[^\S\n\r]/.test(text.charAt(at)) ? [{ end: at + 1, value: '' }] : []),
};

const wholeYear = (digits: string): number => {
  const year = Number(digits);
  return year > 99 ? year : year + (year > 60 ? 1900 : 2000);
};
const english = { locale: 'en' };

type Figure = [name: string, min: number, max: number, valueOf?: (digits: string) => PartValue];

/** The parts that are figures, with the least and the greatest number of digits. */
const figures: readonly Figure[] = [
  ...'M L d H h m q s W'.split(' ').flatMap((letter): Figure[] => [
    [letter, 1, 2],
    [letter + letter, 2, 2],
  ]),
  ['y', 1, 6],
  ['yy', 2, 4, wholeYear],
  ['yyyy', 4, 4],
  ['yyyyy', 4, 6],
  ['yyyyyy', 6, 6],
  ['o', 1, 3],
  ['ooo', 3, 3],
  ['S', 1, 3],
  ['SSS', 3, 3],
  ['u', 1, 9, String],
  ['uu', 1, 2, String],
  ['uuu', 1, 1, String],
  ['kk', 2, 4, wholeYear],
  ['kkkk', 4, 4],
  ['E', 1, 1],
  ['c', 1, 1],
];

/** The parts that a form may contain. */
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

/** luxon's names of whole forms, in English. A space in them matches any white space. */
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

/** The parts of a run of letters. As in luxon, an unknown run is a literal text. */
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

/** Refuses parts that luxon cannot combine. @throws DateFormError */
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

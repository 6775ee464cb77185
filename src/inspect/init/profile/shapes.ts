import { fold } from '../../../model/fold.js';
import type { FieldProfile } from './profile.js';
import { picture } from './profile.js';

/** What the values of a field look like. Shares are of the records that say anything, from 0 to 1. */
export interface Shape {
  /** Records that say anything. */
  filled: number;
  distinct: number;
  figures: number;
  integers: number;
  links: number;
  pictures: number;
  dates: number;
  emails: number;
  flags: number;
  /** Values with letters. */
  words: number;
  /** Median length in characters. */
  length: number;
  longest: number;
  /** Of the values that are figures, whatever their separators. */
  median: number;
  least: number;
  greatest: number;
}

export function shapeOf(field: FieldProfile): Shape {
  const firsts = [...field.values.values()].map(([first = '']) => first);
  const share = (test: (text: string) => boolean): number =>
    firsts.length === 0 ? 0 : firsts.filter(test).length / firsts.length;
  const figures = firsts
    .map(roughFigure)
    .filter((figure) => figure !== null)
    .sort((a, b) => a - b);
  const lengths = firsts.map((text) => text.length).sort((a, b) => a - b);
  return {
    filled: firsts.length,
    distinct: field.distinct.size,
    figures: share((text) => roughFigure(text) !== null),
    integers: share((text) => /^[+-]?\d+(\.0+)?$/.test(text)),
    links: share((text) => /^https?:\/\/\S+$/i.test(text)),
    pictures: share((text) => isPicture(text)),
    dates: share((text) => dateFormOf(text) !== null),
    emails: share((text) => /^\S+@\S+\.\S+$/.test(text)),
    flags: share((text) => flagOf(text) !== null),
    words: share((text) => /\p{L}{2}/u.test(text)),
    length: lengths[Math.floor(lengths.length / 2)] ?? 0,
    longest: lengths.at(-1) ?? 0,
    median: figures[Math.floor(figures.length / 2)] ?? 0,
    least: figures[0] ?? 0,
    greatest: figures.at(-1) ?? 0,
  };
}

/** A list of addresses may stand in one value. */
export function isPicture(text: string): boolean {
  const [first = ''] = text.split(/[|,;\s]+/);
  if (picture.test(first)) return true;
  return (
    /^https?:\/\/\S+(photo|image|img|foto|slik|picture|uc\?export=view)\S*$/i.test(first) &&
    !/video|youtu/i.test(first)
  );
}

/** What stands beside a figure: `m2`, `EUR`, `€`. */
const figure =
  /^(?:[^\d\s+-]{1,4}\s*)?([+-]?\d[\d.,'\s\u00a0\u202f]*)\s*((?:m[²2]|m\u00b2|[^\d\s.,]{1,8})\.?)?$/u;

/** The figure's text and what stands behind it; null where it is none. */
export function figureParts(text: string): { digits: string; beside: string } | null {
  const match = figure.exec(text.trim());
  if (!match) return null;
  const digits = (match[1] ?? '').trim().replace(/[.,]$/, '');
  const beside = text
    .trim()
    .replace(match[1]?.trim() ?? '', '')
    .trim();
  return { digits, beside };
}

/** About how much a figure is, before its separators are understood. */
export function roughFigure(text: string): number | null {
  const parts = figureParts(text);
  if (parts === null) return null;
  const { digits } = parts;
  const plain = digits
    .replace(/['\s\u00a0\u202f]/g, '')
    .replace(/[.,](?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

const trueWords = new Set('da yes ja true t tak si sì oui да 1 y o x j vero wahr'.split(' ').map(fold));
const falseWords = new Set('ne no nein false f nie non нет 0 n falso falsch'.split(' ').map(fold));

/** What a word says for yes or no; null where it says neither. Small counts are a yes as well. */
export function flagOf(text: string): boolean | null {
  const folded = fold(text);
  if (trueWords.has(folded) || /^[2-9]$/.test(folded)) return true;
  return falseWords.has(folded) ? false : null;
}

/** Forms of dates, as a mapping names them. */
const dateForms: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/, 'iso'],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, 'sql'],
  [/^\d{4}-\d{2}-\d{2}-\d{2}:\d{2}:\d{2}$/, 'yyyy-MM-dd-HH:mm:ss'],
  [/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/, 'dd.MM.yyyy HH:mm:ss'],
  [/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}$/, 'dd.MM.yyyy HH:mm'],
  [/^\d{2}\.\d{2}\.\d{4}\.$/, 'dd.MM.yyyy.'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, 'd.M.yyyy'],
  [/^\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}$/, 'd/M/yyyy H:mm'],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, 'd/M/yyyy'],
  [/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/, 'yyyy/MM/dd HH:mm:ss'],
  [/^\d{4}\/\d{2}\/\d{2}$/, 'yyyy/MM/dd'],
  [/^\d{8}$/, 'yyyyMMdd'],
];

/** The form in which a date is written; null for what is no date. */
export function dateFormOf(text: string): string | null {
  const [, form] = dateForms.find(([pattern]) => pattern.test(text)) ?? [];
  if (form === 'yyyyMMdd' && !/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(text)) return null;
  return form ?? null;
}

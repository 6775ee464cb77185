import { fold } from '../../../model/fold.js';
import { photoAddresses } from '../../../core/content/photo-addresses.js';
import { commonFlags } from '../../../mapping/words/boolean-words.js';
import { dateFormOf } from './date-texts.js';
import type { FieldProfile } from './profile.js';
import { picture } from './profile.js';

/** Statistics of a field by the first value of each record. Shares, from 0 to 1, are of the records with a value. */
export interface Shape {
  /** Records with a value. */
  filled: number;
  distinct: number;
  figures: number;
  integers: number;
  links: number;
  pictures: number;
  dates: number;
  emails: number;
  flags: number;
  /** Share of values with two letters in sequence. */
  words: number;
  /** Median length in characters. */
  length: number;
  longest: number;
  /** Median of the values that are numbers, whatever their separators. */
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

/** Whether a value is a picture's URL or file name, or a list that begins with one. */
export function isPicture(text: string): boolean {
  const [address = ''] = photoAddresses(text);
  const isAbsolute = /^(?:https?:)?\/\//i.test(address);
  const first = isAbsolute ? address.replace(/\s/g, '%20') : (address.split(/[|,;\s]+/)[0] ?? '');
  if (picture.test(first)) return true;
  return (
    /^https?:\/\/\S+(photo|image|img|foto|slik|picture|uc\?export=view)\S*$/i.test(first) &&
    !/video|youtu/i.test(first)
  );
}

/** A number with an optional unit or currency before or behind it: `65 m2`, `EUR 900`, `€ 900`. */
const figure =
  /^(?:[^\d\s+-]{1,4}\s*)?([+-]?\d[\d.,'\s\u00a0\u202f]*)\s*((?:\p{L}{1,2}\.\s?)?(?:m[²2]|m\u00b2|[^\d\s.,]{1,8})\.?)?$/u;

/** The digits of a number and the text beside them; null where the text is not a number. */
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

/** The approximate value of a number before its separators are known; null where the text is not a number. */
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

/** Words of a letter that mean yes in a column of such words, but are not known as words for yes everywhere. */
const shortYes: ReadonlySet<string> = new Set(['o', 'j']);

/** The boolean that a word means; null for other words. Counts from 2 to 9 also mean yes. */
export function flagOf(text: string): boolean | null {
  const folded = fold(text);
  return shortYes.has(folded) || /^[2-9]$/.test(folded) ? true : (commonFlags.get(folded) ?? null);
}

/** Initials of yes and no in one language each: sí/no, da/ne, tak/nie, oui/non, ja/nein, igen/nem, ano/ne, yes/no; evet/hayır; var/yok. */
const flagPairs: ReadonlySet<string> = new Set([
  'sn',
  'dn',
  'tn',
  'on',
  'jn',
  'in',
  'an',
  'yn',
  'tf',
  'eh',
  'vy',
]);

/** The words for yes and no of a column of two letters that are the initials of both; null: it is none. */
export function pairOfFlags({
  distinct,
}: Pick<FieldProfile, 'distinct'>): { yes: string; no: string } | null {
  const words = [...distinct.keys()];
  if (words.length !== 2) return null;
  const pair = [words, words.toReversed()].find((both) => flagPairs.has(both.map(fold).join('')));
  const [yes, no] = pair ?? [];
  return yes === undefined || no === undefined ? null : { yes, no };
}

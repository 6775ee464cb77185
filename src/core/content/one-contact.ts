import { overwrite, readPlainly } from './plain-reading.js';

/** A telephone number or e-mail address that is looked for, however it is written. */
export interface ContactText {
  kind: 'phone' | 'e-mail';
  /** The text with every occurrence overwritten by as many characters: digits by 9, letters by x, so that files stay readable. */
  mask: (text: string) => string;
  /** Differs from the text where something like the contact is left after `mask`: its digits or words with more between them. */
  maskNear: (text: string) => string;
}

/** No occurrence is longer than this: streams are searched with so much overlap. */
export const contactLengthMax = 2_000;

const emailForm = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i;
/** A number is known by its last digits: what stands before them (+381, 0, 00381) differs from place to place. */
const tailDigits = 8;
const digitsMin = 6;

/**
 * Reads what a person typed: `ana@agencija.example`, or `+381 64 123-45-67`, which is also found as `064/1234567`. Null: neither.
 */
export function readContact(text: string): ContactText | null {
  const typed = text.trim();
  if (emailForm.test(typed)) return contact('e-mail', ofEmail(typed), nearEmail(typed));
  const digits = typed.replace(/\D/g, '');
  const isNumber = /^[+\d][\d\s./()-]*$/.test(typed.replace(/^\(/, '+'));
  if (!isNumber || digits.length < digitsMin) return null;
  return contact('phone', ofPhone(digits, between), ofPhone(digits, farBetween));
}

/** Places of a contact in a plain text. */
type Finder = (plain: string) => [number, number][];

function contact(kind: ContactText['kind'], find: Finder, findNear: Finder): ContactText {
  const mask = (text: string): string => masked(text, find);
  return {
    kind,
    mask,
    maskNear(text) {
      const left = mask(text);
      const near = masked(left, findNear);
      return near === left ? text : near;
    },
  };
}

function masked(text: string, find: Finder): string {
  return text.includes('\0') ? withoutZeros(text, (rest) => masked(rest, find)) : maskedPlaces(text, find);
}

/** In bytes of UTF-16 each character of ASCII has a zero beside it. @param change leaves the length as it is */
function withoutZeros(text: string, change: (rest: string) => string): string {
  const changed = change(text.replaceAll('\0', ''));
  let at = 0;
  return text.replace(/[^\0]+/g, (part) => changed.slice(at, (at += part.length)));
}

function maskedPlaces(text: string, find: Finder): string {
  const reading = readPlainly(text);
  const places = find(reading.plain);
  if (places.length === 0) return text;
  let left = '';
  let done = 0;
  for (const place of places) {
    const [start, end] = reading.origin(...place);
    left += text.slice(done, start) + overwrite(text.slice(start, end));
    done = end;
  }
  return left + text.slice(done);
}

/** Neither the end of a longer address nor the beginning of one. */
function ofEmail(address: string): Finder {
  // Titles are folded to be found: dj is one letter there.
  const forms = [...new Set([address, address.replace(/dj+/gi, 'd')])].map(lower);
  return (plain) => {
    const text = lower(plain);
    return forms
      .flatMap((form) => occurrences(text, form))
      .filter(([start, end]) => !/[\w.+-]/.test(text.charAt(start - 1)) && !/[\w-]/.test(text.charAt(end)));
  };
}

/** Its name and its host in one place, with something else than one @ between them. */
function nearEmail(address: string): Finder {
  const [name = '', host = ''] = lower(address).split('@');
  return (plain) => {
    const text = lower(plain);
    return occurrences(text, name).flatMap(([start, end]): [number, number][] => {
      const at = text.indexOf(host, end);
      const isNear = at >= 0 && at - end <= farMax && !/[a-z0-9]/.test(text.charAt(start - 1));
      return isNear ? [[start, at + host.length]] : [];
    });
  };
}

/** ASCII letters alone, so that no place moves. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function occurrences(text: string, form: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length]);
  return found;
}

/** No letter of any encoding, no end of an element. */
const between = '(?:–|[^0-9A-Za-z<>\\xc0-\\xff\\u0100-\\uffff]){0,8}';
const farMax = 24;
const farBetween = `[^0-9]{0,${farMax}}`;

function ofPhone(digits: string, gap: string): Finder {
  const isWhole = digits.length <= tailDigits;
  const tail = Array.from(digits.slice(-tailDigits)).join(gap);
  // A short number is the whole number; of a longer one up to seven digits may stand before what was compared.
  const head = isWhole ? '(?<!\\d)' : `(?:[+(])?(?:\\d${gap}){0,7}`;
  // eslint-disable-next-line safety/literal-patterns -- of digits, each repetition bounded
  const pattern = new RegExp(`${head}${tail}(?!\\d)`, 'g');
  return (plain) =>
    [...plain.matchAll(pattern)].map(
      ({ index, 0: found }) => [index, index + found.length] as [number, number],
    );
}

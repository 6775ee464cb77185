import { overwrite, readPlainly } from './plain-reading.js';

/** A telephone number or e-mail address to erase, in whatever spelling it occurs. */
export interface ContactText {
  kind: 'phone' | 'e-mail';
  /** Overwrites every occurrence without changing the text's length: digits become 9 and letters x, so that files stay readable. */
  mask: (text: string) => string;
  /**
   * Masks what `mask` leaves but is similar to the contact: its digits or words with more text between them. Returns the text unchanged if
   * it has nothing of the kind.
   */
  maskNear: (text: string) => string;
}

/** The longest occurrence, in characters: the overlap with which streams are searched. */
export const contactLengthMax = 2_000;

const emailForm = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i;
/** Phone numbers are compared by this many last digits, because the prefix (+381, 0, 00381) varies. */
const tailDigits = 8;
const digitsMin = 6;

/**
 * Reads a contact as typed: `ana@agencija.example`, or `+381 64 123-45-67`, which also matches `064/1234567`.
 * @returns null if the text is neither an e-mail address nor a telephone number
 */
export function readContact(text: string): ContactText | null {
  const typed = text.trim();
  if (emailForm.test(typed)) return contact('e-mail', ofEmail(typed), nearEmail(typed));
  const digits = typed.replace(/\D/g, '');
  const isNumber = /^[+\d][\d\s./()-]*$/.test(typed.replace(/^\(/, '+'));
  if (!isNumber || digits.length < digitsMin) return null;
  return contact('phone', ofPhone(digits, between), ofPhone(digits, farBetween));
}

/** Returns the ranges of a contact in a plain text. */
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

/** Applies `change` to UTF-16 bytes, where each ASCII character has a zero byte beside it. @param change must keep the length */
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

/** Finds the address, but not as the end or the beginning of a longer one. */
function ofEmail(address: string): Finder {
  // Titles are also stored folded, where dj became d.
  const forms = [...new Set([address, address.replace(/dj+/gi, 'd')])].map(lower);
  return (plain) => {
    const text = lower(plain);
    return forms
      .flatMap((form) => occurrences(text, form))
      .filter(([start, end]) => !/[\w.+-]/.test(text.charAt(start - 1)) && !/[\w-]/.test(text.charAt(end)));
  };
}

/** Finds the address's local part with its host close behind, whatever stands between them. */
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

/** Lower case for ASCII letters only, so that positions do not shift. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function occurrences(text: string, form: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length]);
  return found;
}

/** Separators within a number: no letter in any encoding, and no angle bracket, so that a match stays within one element. */
const between = '(?:–|[^0-9A-Za-z<>\\xc0-\\xff\\u0100-\\uffff]){0,8}';
const farMax = 24;
const farBetween = `[^0-9]{0,${farMax}}`;

function ofPhone(digits: string, gap: string): Finder {
  const isWhole = digits.length <= tailDigits;
  const tail = Array.from(digits.slice(-tailDigits)).join(gap);
  // A phone number of at most `tailDigits` digits must match whole. Of a longer number only the last digits are compared, and up to seven other
  // digits may precede them.
  const head = isWhole ? '(?<!\\d)' : `(?:[+(])?(?:\\d${gap}){0,7}`;
  // eslint-disable-next-line safety/literal-patterns -- of digits, each repetition bounded
  const pattern = new RegExp(`${head}${tail}(?!\\d)`, 'g');
  return (plain) =>
    [...plain.matchAll(pattern)].map(
      ({ index, 0: found }) => [index, index + found.length] as [number, number],
    );
}

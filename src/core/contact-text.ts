/** A telephone number or e-mail address that is looked for, however it is written. */
export interface ContactText {
  kind: 'phone' | 'e-mail';
  /** The text with every occurrence overwritten by as many characters: digits by 9, letters by x, so that files stay readable. */
  mask: (text: string) => string;
}

/** No occurrence is longer than this: streams are searched with so much overlap. */
export const contactLengthMax = 400;

const emailForm = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}$/i;
/** A number is known by its last digits: what stands before them (+381, 0, 00381) differs from place to place. */
const tailDigits = 8;
const digitsMin = 6;

/**
 * Reads what a person typed: `ana@agencija.example`, or `+381 64 123-45-67`, which is also found as `064/1234567`. Null: neither.
 */
export function readContact(text: string): ContactText | null {
  const typed = text.trim();
  if (emailForm.test(typed)) return contact('e-mail', emailPattern(typed));
  const digits = typed.replace(/\D/g, '');
  const isNumber = /^[+\d][\d\s./()-]*$/.test(typed.replace(/^\(/, '+'));
  return isNumber && digits.length >= digitsMin ? contact('phone', phonePattern(digits)) : null;
}

function contact(kind: ContactText['kind'], pattern: RegExp): ContactText {
  return { kind, mask: (text) => text.replace(pattern, overwritten) };
}

/** In files of two bytes to a character each has a zero beside it. */
const gap = '\\0?';

function emailPattern(address: string): RegExp {
  // Titles are folded to be found: dj is one letter there.
  const forms = new Set([address, address.replace(/dj+/gi, 'd')]);
  const patterns = [...forms].map((form) => Array.from(form, characterPattern).join(gap));
  // Neither the end of a longer address nor the beginning of one.
  return new RegExp(`(?<![\\w.+-])(?:${patterns.join('|')})(?![\\w-])`, 'gi');
}

function characterPattern(character: string): string {
  return character === '@' ? '(?:@|%40|&#64;|&#x40;|\\\\u0040)' : `\\x${hex(character)}`;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

function phonePattern(digits: string): RegExp {
  const between = `${gap}(?:[ ./()-]${gap}){0,3}`;
  const isWhole = digits.length <= tailDigits;
  const tail = Array.from(digits.slice(-tailDigits)).join(between);
  // A short number is the whole number; of a longer one up to seven digits may stand before what was compared.
  const head = isWhole ? '(?<!\\d)' : `(?:[+(]${gap})?(?:\\d${between}){0,7}`;
  return new RegExp(`${head}${tail}(?!\\d)`, 'g');
}

function overwritten(occurrence: string): string {
  return occurrence.replace(/%40|&#x?\d+;|\\u0040|[0-9]|[a-z]/gi, (part) =>
    part.length > 1 ? part : /\d/.test(part) ? '9' : 'x',
  );
}

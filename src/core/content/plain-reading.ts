/**
 * A text as a reader sees it: without tags and invisible characters, with plain spaces, hyphens, digits and letters. Finding, masking and
 * erasing contacts all search this form, so that they recognise the same spellings.
 */
export interface PlainReading {
  plain: string;
  /** The range of the original, [start, end), that a range of `plain` was read from. */
  origin(start: number, end: number): [number, number];
}

/** Replaces a non-ASCII letter that was written as a character reference. No contact has such a letter, so a contact ends before it. */
const otherLetter = 'ä';

/** A piece of the original that `plain` replaces. */
interface Unit {
  /** Position in `plain`. */
  at: number;
  /** Position in the original. */
  from: number;
  length: number;
  reads: string;
}

/**
 * Each pattern holds the characters, and their UTF-8 bytes for texts that are bytes read as Latin-1. Neither kind of text contains the
 * other's forms, so one table serves both.
 */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]|\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0|\xef\xbb\xbf|\xc2\xad/;
const space =
  /[\u00a0\u00b7\u1680\u2000-\u200a\u2022\u202f\u205f\u3000]|\xc2[\xa0\xb7]|\xe2\x80[\x80-\x8a\xa2\xaf]|\xe2\x81\x9f|\xe3\x80\x80/;
const hyphen = /[\u2010\u2011\u2043\u2212]|\xe2\x80[\x90\x91]|\xe2\x81\x83|\xe2\x88\x92/;
const dash = /[\u2012-\u2015\x96\x97]|\xe2\x80[\x92-\x95]/;
/** U+FF01 to U+FF5E are the printable ASCII characters in full width. */
const fullWidth = /[\uff01-\uff5e]|\xef\xbc[\x81-\xbf]|\xef\xbd[\x80-\x9e]/;
const tag =
  /(?:<|&(?:amp;){0,2}lt;)\/?(?:a|b|big|br|code|div|em|font|i|li|nobr|p|small|span|strong|sub|sup|td|tt|u|wbr)(?:\s[^<>&]{0,80})?\/?(?:>|&(?:amp;){0,2}gt;)/;
/** The `&` of an entity or an escaped tag that was escaped again: each repetition of the escaping adds one `amp;`. */
const escapedAgain = /^&(?:amp;)+(?=[a-z#])/i;
/** Tags that begin a line or a cell: they read as a space. */
const lineTag = /^(?:<|&lt;)\/?(?:br|div|li|p|td)\b/i;
const entity =
  /&(?:amp;){0,2}(?:#\d{2,5}|#x[0-9a-f]{2,4}|amp|commat|emsp|ensp|mdash|minus|nbsp|ndash|period|shy|thinsp|zwj|zwnj);/;
const escape = /%(?:2[0-9b-f]|3[0-9]|40|5f)|\\u[0-9a-f]{4}|\\[nrt]/;
const writtenAt = / ?(?:\(at\)|\[at\]|\{at\}) ?/;

// eslint-disable-next-line safety/literal-patterns -- of the patterns above
const unit = new RegExp(
  [tag, entity, escape, writtenAt, invisible, space, hyphen, dash, fullWidth]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** By character code: whether a unit may begin with it. Most texts have none, and the table is ten times as fast as a character class. */
const beginsUnit = new Uint8Array(0x10000);
const beginnings =
  /[%&<\\\x96\x97\u00a0\u00ad\u00b7\u00c2\u00e2\u00e3\u00ef\u1680\u2000-\u2015\u2022\u202f\u2043\u205f\u2060\u2212\u3000\ufeff\uff01-\uff5e]/;
for (let code = 0; code < beginsUnit.length; code += 1)
  if (beginnings.test(String.fromCharCode(code))) beginsUnit[code] = 1;

function hasUnits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (beginsUnit[text.charCodeAt(at)] === 1) return true;
  return /at[)\]}]/i.test(text);
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  commat: '@',
  period: '.',
  shy: '',
  zwj: '',
  zwnj: '',
  ndash: '–',
  mdash: '–',
  minus: '-',
};

/** Reads a text plainly. `plain` is never longer than the original. */
export function readPlainly(text: string): PlainReading {
  if (!hasUnits(text)) return { plain: text, origin: (start, end) => [start, end] };
  const units: Unit[] = [];
  let shrunk = 0;
  const plain = text.replace(unit, (found: string, from: number) => {
    const reads = readingOf(found);
    units.push({ at: from - shrunk, from, length: found.length, reads });
    shrunk += found.length - reads.length;
    return reads;
  });
  return {
    plain,
    origin: (start, end) =>
      units.length === 0 ? [start, end] : [originOf(start, units), originOf(end, units)],
  };
}

/** Digits of an occurrence become 9 and letters x, each in its own spelling. The length and the characters between them stay. */
export function overwrite(occurrence: string): string {
  return occurrence.replace(overwritable, (found) => {
    if (found.length === 1 && /[0-9]/.test(found)) return '9';
    if (found.length === 1 && /[a-z]/i.test(found)) return 'x';
    const reads = readingOf(found);
    if (!/^[0-9a-z]$/i.test(reads)) return found;
    return inSpellingOf(found, /[0-9]/.test(reads) ? '9' : 'x');
  });
}

// eslint-disable-next-line safety/literal-patterns -- of the patterns above
const overwritable = new RegExp(`${unit.source}|[0-9a-z]`, 'gi');

function readingOf(written: string): string {
  const found = written.replace(escapedAgain, '&');
  const first = found.charAt(0);
  if (first === '&' && !found.toLowerCase().startsWith('&lt;'))
    return readingOfEntity(found.slice(1, -1).toLowerCase());
  if (first === '<' || first === '&') return lineTag.test(found) ? ' ' : '';
  if (first === '%') return String.fromCharCode(Number.parseInt(found.slice(1), 16));
  if (first === '\\') return /u/i.test(found.charAt(1)) ? ofCode(Number.parseInt(found.slice(2), 16)) : ' ';
  if (/at/i.test(found)) return '@';
  return ofCode(codeOf(found));
}

function readingOfEntity(name: string): string {
  if (name.startsWith('#x')) return ofCode(Number.parseInt(name.slice(2), 16));
  if (name.startsWith('#')) return ofCode(Number(name.slice(1)));
  return namedEntities[name] ?? ' ';
}

/** The code point of a character, or of UTF-8 bytes that were read as Latin-1. */
function codeOf(found: string): number {
  return (found.length === 1 ? found : Buffer.from(found, 'latin1').toString('utf8')).codePointAt(0) ?? 0;
}

function ofCode(code: number): string {
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const character = String.fromCharCode(code);
  if (code >= 0x20 && code < 0x7f) return character;
  if (invisible.test(character)) return '';
  if (hyphen.test(character)) return '-';
  if (dash.test(character)) return '–';
  if (space.test(character) || /\s/.test(character)) return ' ';
  return otherLetter;
}

/** The sign in the spelling of `found`, with the same number of characters. */
function inSpellingOf(found: string, sign: '9' | 'x'): string {
  const code = sign.charCodeAt(0);
  const [entityStart] = /^&(?:amp;)*#x?/i.exec(found) ?? [];
  if (entityStart !== undefined) {
    const digits = found.length - entityStart.length - 1;
    if (/x$/i.test(entityStart)) return `${entityStart}${code.toString(16).padStart(digits, '0')};`;
    // The code of x has three decimal digits, that of X two.
    const fitting = digits === 2 && code > 99 ? 'X'.charCodeAt(0) : code;
    return `${entityStart}${String(fitting).padStart(digits, '0')};`;
  }
  if (found.startsWith('%')) return `%${code.toString(16)}`;
  if (found.startsWith('\\')) return `${found.slice(0, 2)}00${code.toString(16)}`;
  const wide = String.fromCharCode(code + 0xfee0);
  return found.length === 1 ? wide : Buffer.from(wide, 'utf8').toString('latin1');
}

/** The original position of a position in `plain`. A unit that reads as nothing belongs to the text before it. */
function originOf(place: number, units: readonly Unit[]): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const before = units[low - 1];
  if (before === undefined) return place;
  return before.from + before.length + Math.max(0, place - before.at - before.reads.length);
}

import type { Repairs } from '../../model/outcome.js';
import { windows1252Character } from '../../core/content/windows-1252.js';

/** HTML's names for U+00A0 to U+00FF, in that order. Feeds use them in XML although they declare no such entities. */
const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const named = new Map<string, string>([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...latin1Names.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...Object.entries({
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Zcaron: 'Ž',
    zcaron: 'ž',
    Yuml: 'Ÿ',
  }),
  ...Object.entries({ Ccaron: 'Č', ccaron: 'č', Cacute: 'Ć', cacute: 'ć', Dstrok: 'Đ', dstrok: 'đ' }),
  ...Object.entries({
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    ndash: '–',
    mdash: '—',
    hellip: '…',
  }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ lsaquo: '‹', rsaquo: '›', bull: '•', euro: '€', trade: '™', permil: '‰', deg: '°' }),
]);

/** A reference to a character that no text may hold, and that has no other meaning either. */
export class BadReferenceError extends Error {
  constructor(readonly reference: string) {
    super(`${reference} names a character that no text may hold`);
  }
}

/**
 * Decodes XML's and HTML's usual names and numeric references, and notes what it repairs. An unknown name stays as written. As in every
 * browser, the numbers from 128 to 159 mean the characters of windows-1252, and references to the two halves of a surrogate pair mean
 * its character. A reference to a control code is removed. Every reference becomes at most one character, so no text can grow by
 * decoding.
 * @throws BadReferenceError
 */
export function decodeReferences(text: string, repairs: Repairs): string {
  if (!text.includes('&')) return text;
  let half = '';
  const decoded = text.replace(
    reference,
    (written: string, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? written;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (isXmlCharacter(point)) return String.fromCodePoint(point);
      if (point < 0xa0) return windows1252(point, repairs);
      if (point < 0xd800 || point > 0xdfff) throw new BadReferenceError(written);
      half ||= written;
      return String.fromCharCode(point);
    },
  );
  if (half === '') return decoded;
  if (!decoded.isWellFormed()) throw new BadReferenceError(half);
  repairs.add('surrogate_pair');
  return decoded;
}

/** For the lenient reading of broken records: a text with a reference that cannot be decoded stays as written. */
export function decodeLeniently(text: string): string {
  try {
    return decodeReferences(text, { add: () => undefined });
  } catch {
    return text;
  }
}

/** Takes the place of the entity decoder of fast-xml-parser. */
export function entityDecoder(decode: (text: string) => string) {
  return {
    decode,
    addInputEntities(): never {
      throw new Error('a DOCTYPE stands inside the record');
    },
    setExternalEntities: (): void => undefined,
    setXmlVersion: (): void => undefined,
    reset: (): void => undefined,
  };
}

const reference = /&(?:#x([0-9a-f]{1,8})|#([0-9]{1,10})|([a-z][a-z0-9]{0,31}));/gi;

/** Characters that a reference may name as they are: those of XML without the control codes from 0x80 to 0x9f. */
function isXmlCharacter(point: number): boolean {
  if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d;
  if (point < 0xa0) return point < 0x80;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

function windows1252(code: number, repairs: Repairs): string {
  const character = windows1252Character(code);
  repairs.add(character === '' ? 'control_character' : 'windows_1252');
  return character;
}

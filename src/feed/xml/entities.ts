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

/**
 * Replaces the entity decoder of fast-xml-parser. Decodes XML's and HTML's usual names and numeric references. An unknown name stays as
 * written; the number of a character that XML does not allow fails the record. Every reference becomes at most one character, so
 * no text can grow by decoding.
 */
export const entityDecoder = {
  /** @throws Error for the number of a character that XML does not allow */
  decode: (text: string): string =>
    decodeEntities(text, () => {
      throw new Error('it names a character that no text may hold');
    }),
  addInputEntities(): never {
    throw new Error('a DOCTYPE stands inside the record');
  },
  setExternalEntities: (): void => undefined,
  setXmlVersion: (): void => undefined,
  reset: (): void => undefined,
};

/** For the lenient reading of broken records: a reference that cannot be decoded stays as written. */
export const lenientEntityDecoder = {
  ...entityDecoder,
  decode: (text: string): string => decodeEntities(text, (reference) => reference),
};

function decodeEntities(text: string, forbidden: (reference: string) => string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,8})|#([0-9]{1,10})|([a-z][a-z0-9]{0,31}));/gi,
    (reference: string, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? reference;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return isXmlCharacter(point) ? String.fromCodePoint(point) : forbidden(reference);
    },
  );
}

function isXmlCharacter(point: number): boolean {
  if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d;
  return point < 0xd800 || (point > 0xdfff && point < 0xfffe) || (point > 0xffff && point <= 0x10ffff);
}

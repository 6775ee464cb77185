import iconv from 'iconv-lite';

/** The characters of the bytes from 0x80 to 0xff in windows-1252. The five bytes that are undefined there map to themselves. */
const characters = Array.from({ length: 128 }, (_, index) => {
  const read = iconv.decode(Buffer.from([128 + index]), 'windows-1252');
  return read === '\ufffd' ? String.fromCharCode(128 + index) : read;
});
/** The bytes from 0x80 to 0x9f in ISO 8859-1, where they are control codes. Some software reads windows-1252 as ISO 8859-1. */
const controls = Array.from({ length: 32 }, (_, index) => String.fromCharCode(128 + index));
const bytes = new Map(
  [...characters, ...controls].map((character, index) => [character, 128 + (index % 128)]),
);

const anyOf = (from: number, to: number): string => characters.slice(from - 128, to - 127).join('');
const rest = `[${anyOf(0x80, 0xbf)}${controls.join('')}]`;
/** Matches the characters that result if the UTF-8 bytes of one character are read as windows-1252. */
// eslint-disable-next-line safety/literal-patterns -- built from the characters of one code page, above
const misread = new RegExp(
  `[${anyOf(0xc2, 0xdf)}]${rest}|[${anyOf(0xe0, 0xef)}]${rest}{2}|[${anyOf(0xf0, 0xf4)}]${rest}{3}`,
  'gu',
);
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Repairs UTF-8 that was read as windows-1252 and encoded again: `SchÃ¶n` becomes `Schön`. The rest of the text stays as it is. */
export function repairDoubleUtf8(text: string): string {
  return text.replace(misread, (piece) => {
    const original = Uint8Array.from(piece, (character) => bytes.get(character) ?? character.charCodeAt(0));
    try {
      return strict.decode(original);
    } catch {
      return piece;
    }
  });
}

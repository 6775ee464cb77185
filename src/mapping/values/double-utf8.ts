import iconv from 'iconv-lite';

/** The character that each byte from 0x80 on is in windows-1252; the five that it lacks stand for themselves. */
const characters = Array.from({ length: 128 }, (_, index) => {
  const read = iconv.decode(Buffer.from([128 + index]), 'windows-1252');
  return read === '\ufffd' ? String.fromCharCode(128 + index) : read;
});
/** Some software took them for ISO 8859-1, whose bytes from 0x80 to 0x9f are control codes. */
const controls = Array.from({ length: 32 }, (_, index) => String.fromCharCode(128 + index));
const bytes = new Map(
  [...characters, ...controls].map((character, index) => [character, 128 + (index % 128)]),
);

const anyOf = (from: number, to: number): string => characters.slice(from - 128, to - 127).join('');
const rest = `[${anyOf(0x80, 0xbf)}${controls.join('')}]`;
/** What the UTF-8 bytes of one character look like when they are read as windows-1252. */
// eslint-disable-next-line safety/literal-patterns -- of the characters of one code page, read above
const misread = new RegExp(
  `[${anyOf(0xc2, 0xdf)}]${rest}|[${anyOf(0xe0, 0xef)}]${rest}{2}|[${anyOf(0xf0, 0xf4)}]${rest}{3}`,
  'gu',
);
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undoes UTF-8 that was taken for windows-1252 and encoded again: `SchÃ¶n` becomes `Schön`. The rest stays as it is. */
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

const digraphs: readonly (readonly [string, string])[] = [
  ['dž', 'џ'],
  ['lj', 'љ'],
  ['nj', 'њ'],
];
const latin = 'abvgdđežzijklmnoprstćufhcčš';
const cyrillic = 'абвгдђежзијклмнопрстћуфхцчш';

/** Serbian in Latin letters and lower case, diacritics kept; letters that are not Serbian stay as they are. */
export function toLatin(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const pairs = digraphs.reduce((word, [pair, letter]) => word.replaceAll(letter, pair), lower);
  return replaceLetters(pairs, cyrillic, latin);
}

/** The same in Cyrillic letters. */
export function toCyrillic(text: string): string {
  const letters = digraphs.reduce((word, [pair, letter]) => word.replaceAll(pair, letter), toLatin(text));
  return replaceLetters(letters, latin, cyrillic);
}

/** A text in Latin letters, in Cyrillic ones: capitals stay capitals, and what stands in {braces} stays as it is. */
export function cyrillicText(text: string): string {
  return text.replaceAll(/\{\w+\}|dž|lj|nj|\p{L}/giu, (found) => {
    if (found.startsWith('{')) return found;
    const letter = toCyrillic(found);
    const first = found.charAt(0);
    return first === first.toLowerCase() ? letter : letter.toUpperCase();
  });
}

function replaceLetters(text: string, from: string, to: string): string {
  return text.replaceAll(/\p{Ll}/gu, (letter) => to[from.indexOf(letter)] ?? letter);
}

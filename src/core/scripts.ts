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

function replaceLetters(text: string, from: string, to: string): string {
  return text.replaceAll(/\p{Ll}/gu, (letter) => to[from.indexOf(letter)] ?? letter);
}

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

/** Serbian in Cyrillic letters and lower case. */
export function toCyrillic(text: string): string {
  const letters = digraphs.reduce((word, [pair, letter]) => word.replaceAll(pair, letter), toLatin(text));
  return replaceLetters(letters, latin, cyrillic);
}

/** Transliterates a Latin text to Cyrillic. Capitals stay capitals, and placeholders in {braces} stay unchanged. */
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

/** Text in Cyrillic, but for what stands between backticks, which stay: names, addresses and commands. */
export function cyrillicOutsideBackticks(text: string): string {
  const parts = text.split(/(`[^`]*`)/);
  return parts.map((part) => (part.startsWith('`') ? part : cyrillicText(part))).join('');
}

const pairs: Readonly<Record<string, string>> = { dž: 'џ', lj: 'љ', nj: 'њ' };
const latin = 'abvgdđežzijklmnoprstćufhcčš';
const cyrillic = 'абвгдђежзијклмнопрстћуфхцчш';

/** Where two letters stand for themselves. */
const apart = /^in(?=je[ck])|^kon(?=ju(?:n[kg]|g))|^nad(?=ž)|^pod(?=ž)|^tan(?=jug)/iu;

/**
 * What is not Serbian: what stands between backticks or in quotation marks that say “word for word”, addresses, and whatever
 * has a digit, a dot or an underscore within, is written in capitals, or has letters that Serbian has not.
 */
const kept =
  /`[^`]*`|“[^”]*”|https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\p{L}\d]*[\p{L}\d](?:[._/:-][\p{L}\d]+)*/gu;

/** A text in Serbian, with Cyrillic letters. What stands between backticks stays as it is, without them. */
export function inCyrillic(text: string): string {
  return text.replace(kept, (part) => {
    if (part.startsWith('`')) return part.slice(1, -1);
    if (/^(?:“|https?:)|@/.test(part)) return part;
    // Two words that a hyphen or a stroke joins are two words.
    if (/^\p{L}+(?:[-/:]\p{L}+)+$/u.test(part)) return part.replace(/\p{L}+/gu, word);
    return word(part);
  });
}

/** Backticks are for Cyrillic alone. */
export function inLatin(text: string): string {
  return text.replaceAll('`', '');
}

/** Cyrillic spells `feed` as it is spoken: `fid`. */
function word(part: string): string {
  const isForeign =
    !/^\p{L}+$/u.test(part) || /[qwxy]/i.test(part) || (part.length > 1 && part === part.toUpperCase());
  if (isForeign) return part;
  const spoken = part.replace(/^(f)eed/i, '$1id');
  const split = apart.exec(spoken)?.[0].length ?? 0;
  return letters(spoken.slice(0, split)) + letters(spoken.slice(split));
}

function letters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/dž|lj|nj/gi, (pair) => cased(pairs[pair.toLowerCase()] ?? pair, pair))
    .replace(/\p{Script=Latin}/gu, (letter) => {
      const at = latin.indexOf(letter.toLowerCase());
      return at < 0 ? letter : cased(cyrillic[at] ?? letter, letter);
    });
}

function cased(letter: string, like: string): string {
  const first = like[0] ?? '';
  return first === first.toLowerCase() ? letter : letter.toUpperCase();
}

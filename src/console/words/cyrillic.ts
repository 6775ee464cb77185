/** Latin letter pairs that are one Cyrillic letter. */
const pairs: Readonly<Record<string, string>> = { dž: 'џ', lj: 'љ', nj: 'њ' };
/** Latin letters, each at the position of its Cyrillic letter in `cyrillic`. */
const latin = 'abvgdđežzijklmnoprstćufhcčš';
const cyrillic = 'абвгдђежзијклмнопрстћуфхцчш';

/**
 * Beginnings of words that end between the two letters of a pair which is not one sound there: `in|jekcija`,
 * `kon|junktura`, `nad|živeti`.
 */
const apart = /^in(?=je[ck])|^kon(?=ju(?:n[kg]|g))|^nad(?=ž)|^pod(?=ž)|^tan(?=jug)/iu;

/**
 * Matches the parts of a text one by one: text between backticks, a placeholder in braces, a quotation in “”, a web address, an e-mail
 * address, or a word. A word may contain digits and may be joined by dots, underscores, slashes, colons and hyphens. `inCyrillic`
 * and `word` decide which parts keep their Latin letters.
 */
const parts =
  /`[^`]*`|\{\w+\}|“[^”]*”|https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\p{L}\d]*[\p{L}\d](?:[._/:-][\p{L}\d]+)*/gu;

/**
 * A Serbian text in Cyrillic letters. Text between backticks keeps its letters and loses the backticks; placeholders, quotations in
 * “” and addresses are unchanged.
 */
export function inCyrillic(text: string): string {
  return text.replace(parts, (part) => {
    if (part.startsWith('`')) return part.slice(1, -1);
    if (/^(?:“|\{|https?:)|@/.test(part)) return part;
    // Words joined by a hyphen, slash or colon are converted one by one.
    if (/^\p{L}+(?:[-/:]\p{L}+)+$/u.test(part)) return part.replace(/\p{L}+/gu, word);
    return word(part);
  });
}

/** A text in Latin letters. Only Cyrillic needs the backticks, so they are removed. */
export function inLatin(text: string): string {
  return text.replaceAll('`', '');
}

/**
 * Converts one word. A word with a digit or sign, with a letter that Serbian lacks, or in capitals is foreign and
 * unchanged. `feed` becomes `фид`, as it is pronounced.
 */
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

/** `letter`, in capitals if `like` begins with a capital. */
function cased(letter: string, like: string): string {
  const first = like[0] ?? '';
  return first === first.toLowerCase() ? letter : letter.toUpperCase();
}

/**
 * The form in which two words are compared: without case, script, diacritics and odd white space, so that `Inđija`, `INDJIJA`,
 * `Indija` and `Инђија` are equal. Đ and dj both become d, since agencies write all three. Idempotent.
 */
export function fold(text: string): string {
  if (text.length > memoTextMax) return foldUncached(text);
  let folded = memo.get(text);
  if (folded === undefined) {
    if (memo.size >= memoEntriesMax) memo.clear();
    folded = foldUncached(text);
    memo.set(text, folded);
  }
  return folded;
}

/** Cache of folded words: feeds repeat a few hundred words in every record, and folding a word costs about twenty look-ups. */
const memo = new Map<string, string>();
const memoEntriesMax = 10_000;
const memoTextMax = 60;

/** Matches ASCII text without a backquote. It is folded without Unicode work. Ids and most words are of this kind. */
const plain = /^[\x20-_a-~]*$/;

function foldUncached(text: string): string {
  const lower = plain.test(text)
    ? text.toLowerCase()
    : bare(latinised(text.normalize('NFC').toLowerCase()).normalize('NFKD').toLowerCase());
  return lower
    .replace(/dj+/g, 'd')
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}

function latinised(text: string): string {
  return text.replace(/[\u0400-\u04ff]/g, (letter) => cyrillic[letter] ?? letter);
}

/** Strips combining marks, latinises again (decomposed Ѝ becomes a letter that the table knows), and unifies dashes and quotes. */
function bare(text: string): string {
  return latinised(text.replace(/\p{M}+/gu, ''))
    .replace(/[đðłøßæœıħ]/g, (letter) => latin[letter] ?? letter)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc`´]/g, "'");
}

/** Latin letters that do not decompose into a letter and a combining mark. */
const latin: Readonly<Record<string, string>> = {
  đ: 'dj',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
};

/** Serbian letters by their Latin counterparts; other Slavic letters as a Serbian reader transliterates them. */
const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а=a б=b в=v г=g д=d ђ=dj е=e ж=z з=z и=i ј=j к=k л=l љ=lj м=m н=n њ=nj о=o п=p р=r с=s т=t ћ=c у=u ф=f х=h ц=c ч=c џ=dz ш=s ' +
    'ё=e й=j щ=sc ъ= ы=i ь= э=e ю=ju я=ja і=i ї=i є=e ґ=g ў=u ѓ=dj ќ=c ѕ=dz'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Equal for two spellings of one word of a field. @param pointer JSON pointer of the field for which the word was read */
export function unknownWordKey(pointer: string, word: string): string {
  return `${pointer}\n${fold(word)}`;
}

/** The similarity of two folded words from 0 to 1: 1 minus the edit distance divided by the length of the longer word. */
export function likeness(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : 1 - editDistance(a, b) / longest;
}

/** The words of a folded text that have at least two letters or digits. */
export function partsOfWord(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1);
}

/** Levenshtein distance: the number of letters to add, remove or replace. Takes time in the product of the lengths; words are short. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

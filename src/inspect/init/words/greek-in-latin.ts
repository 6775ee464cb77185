/** How names of elements write Greek letters and pairs of them in Latin. The first way is that of the passport. */
const ways: readonly Readonly<Record<string, string>>[] = [
  {
    ...{ ου: 'ou', αυ: 'av', ευ: 'ev', γγ: 'ng', γχ: 'nch', γξ: 'nx' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
    ...{
      ν: 'n',
      ξ: 'x',
      ο: 'o',
      π: 'p',
      ρ: 'r',
      σ: 's',
      ς: 's',
      τ: 't',
      υ: 'y',
      φ: 'f',
      χ: 'ch',
      ψ: 'ps',
      ω: 'o',
    },
  },
  { ω: 'w' },
  { χ: 'x', υ: 'u', αυ: 'au', ευ: 'eu' },
  { χ: 'h', υ: 'i', μπ: 'b', ντ: 'd', γκ: 'g' },
  // Letter by letter.
  { ου: 'oy', αυ: 'ay', ευ: 'ey', χ: 'x', γγ: 'gg' },
  { ου: 'oy', αυ: 'ay', ευ: 'ey', γγ: 'gg' },
];

/** The ways in which folded Greek words are written in Latin letters. Empty for other words. */
export function greekInLatin(words: readonly string[]): string[][] {
  if (!words.some((word) => /\p{Script=Greek}/u.test(word))) return [];
  const [passport = {}] = ways;
  const written = ways.map((way) => words.map((word) => inLatin(word, { ...passport, ...way })));
  return [...new Map(written.map((one) => [one.join(' '), one])).values()];
}

function inLatin(word: string, letters: Readonly<Record<string, string>>): string {
  return word.replace(
    /ου|αυ|ευ|γγ|γχ|γξ|γκ|μπ|ντ|./gu,
    (pair) => letters[pair] ?? pair.replace(/./gu, (letter) => letters[letter] ?? letter),
  );
}

/**
 * How names of elements write Cyrillic letters in Latin, beside the one way of a Serbian reader. Each way is that of one country or habit,
 * kept through a whole name: passports, the two ways in which Bulgarians type, and scholars.
 */
const ways: readonly Readonly<Record<string, string>>[] = [
  // The passport of Russia and the law of Bulgaria.
  {
    ...{ ж: 'zh', ш: 'sh', щ: 'sht', ч: 'ch', ц: 'ts', ъ: 'a', я: 'ya', ю: 'yu', х: 'h', й: 'y' },
    ...{ ы: 'y', э: 'e', ь: '' },
  },
  { щ: 'shch', ъ: '', х: 'kh' },
  { щ: 'sh', ъ: '', ц: 'c' },
  { щ: 'sh', ъ: '', х: 'kh' },
  { ...{ я: 'ia', ю: 'iu', й: 'i', щ: 'shch', ъ: 'ie', х: 'kh' } },
  // As people type it.
  { ж: 'j', ц: 'c', я: 'q', ъ: 'a' },
  { ж: 'j', ц: 'c', я: 'ya', ъ: 'a' },
  { ж: 'j', ц: 'ts', я: 'ia', ъ: 'a', й: 'i' },
  { ц: 'c', я: 'q', ъ: 'u' },
  { ц: 'ts', я: 'ya', ъ: 'u' },
  { ж: 'j', ц: 'c', я: 'q', ъ: 'y', в: 'v' },
  { ж: 'j', ц: 'c', я: 'q', ъ: 'u' },
  { ц: 'c', я: 'ja', ю: 'ju', й: 'j', ъ: 'a' },
];

const passport = ways[0] ?? {};

/**
 * The other ways in which words of a Cyrillic name are written in Latin letters. Empty for words without Cyrillic letters, and for those that
 * have one way only.
 * @param folded the words as a Serbian reader writes them
 */
export function cyrillicInLatin(name: string, folded: (text: string) => string): string[] {
  if (!/\p{Script=Cyrillic}/u.test(name)) return [];
  const lower = name.toLowerCase();
  const own = folded(name);
  const written = ways.map((way) =>
    folded(lower.replace(/[жшщчцъяюхйыэьв]/g, (letter) => ({ ...passport, ...way })[letter] ?? letter)),
  );
  return [...new Set(written)].filter((one) => one !== own);
}

import { ownEntry } from '../../model/own-value.js';
import type { Sentence } from '../../model/sentence.js';

/** Who decided, as people read it: a user's name, or what decides without one. */
export function authorName(author: string): Sentence {
  const known = ownEntry(authors, author);
  if (known !== undefined) return known;
  return /^uid \S+$/.test(author)
    ? { sr: `komandna linija (\`${author}\`)`, en: `command line (${author})` }
    : { sr: `\`${author}\``, en: author };
}

const authors: Readonly<Record<string, Sentence>> = {
  configuration: { sr: 'konfiguracija', en: 'the configuration' },
  'first start': { sr: 'prvo pokretanje', en: 'the first start' },
  feedsync: { sr: '`feedsync`, automatski', en: 'feedsync, automatically' },
};

import { Refusal } from '../api/client.js';
import type { Key } from '../words/all.js';
import { all } from '../words/all.js';
import { useSpeech } from '../words/context.js';

/** What the API refuses with a sentence of its own, which says more than the code does. */
const tellsMore = new Set(['conflict', 'bad_request', 'too_many', 'weak_password']);

/** Why something did not work, for people. In Serbian the API’s English words come last, where they say more. */
export function useReason(): (error: Error) => string {
  const { language, t, letters } = useSpeech();
  return (error) => {
    if (!(error instanceof Refusal)) return t('error.internal');
    if (error.serbian !== null && language !== 'en') return letters(error.serbian);
    const key = `error.${error.code}`;
    const known = isKey(key) ? t(key) : null;
    if (language === 'en') return tellsMore.has(error.code) || known === null ? error.message : known;
    if (known === null) return t('error.internal');
    return tellsMore.has(error.code) && error.code !== 'weak_password'
      ? `${known} (${error.message})`
      : known;
  };
}

function isKey(key: string): key is Key {
  return Object.hasOwn(all, key);
}

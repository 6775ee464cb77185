import { Refusal } from '../api/client.js';
import type { Key } from '../words/all.js';
import { all } from '../words/all.js';
import { useSpeech } from '../words/context.js';

/** What the API refuses with a sentence of its own, which says more than the code does. */
const tellsMore = new Set(['conflict', 'bad_request', 'too_many', 'weak_password']);

export interface Reason {
  text: string;
  /** What the API says more, in English alone. */
  details: readonly string[];
}

/** Why something did not work, for people. */
export function useReason(): (error: Error) => Reason {
  const { language, t, letters } = useSpeech();
  return (error) => {
    if (!(error instanceof Refusal)) return only(t('error.internal'));
    const { code, message, serbian } = error;
    if (serbian !== null && language !== 'en') return only(letters(serbian));
    const key = `error.${code}`;
    const known = isKey(key) ? t(key) : null;
    if (language === 'en') return only(tellsMore.has(code) || known === null ? message : known);
    if (known === null) return only(t('error.internal'));
    return tellsMore.has(code) && code !== 'weak_password'
      ? { text: known, details: [message] }
      : only(known);
  };
}

const only = (text: string): Reason => ({ text, details: [] });

function isKey(key: string): key is Key {
  return Object.hasOwn(all, key);
}

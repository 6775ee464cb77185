import { Refusal } from '../api/client.js';
import { useSpeech } from '../words/context.js';

/** Codes whose message from the API is more specific than the console's text for the code. */
const specific = new Set(['conflict', 'bad_request', 'too_many', 'weak_password']);

/** An error as a sentence for the user. */
export interface Reason {
  text: string;
  /** Further text, which exists only in English. */
  details: readonly string[];
}

/** Turns an error into a sentence in the user's language. */
export function useReason(): (error: Error) => Reason {
  const { language, t, named, letters } = useSpeech();
  return (error) => {
    if (!(error instanceof Refusal)) return only(t('error.internal'));
    const { code, message, serbian } = error;
    if (serbian !== null && language !== 'en') return only(letters(serbian));
    const known = named(`error.${code}`, null);
    if (language === 'en') return only(specific.has(code) || known === null ? message : known);
    if (known === null) return only(t('error.internal'));
    return specific.has(code) && code !== 'weak_password' ? { text: known, details: [message] } : only(known);
  };
}

const only = (text: string): Reason => ({ text, details: [] });

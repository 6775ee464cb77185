import { signedRefusalCodes } from './refusal.js';
import type { State } from './state/state.js';

/** Name, without its prefix, of the header that states which part of a reply is a guess, because the spec does not show it. */
export const guessHeader = 'Sandbox-Guess';

/** A reply, or a part of one, that the spec leaves open. */
export interface Guess {
  /** Name of the operation; null: any operation, or a path that is none. */
  operation: string | null;
  /** Status of a success, or error code. */
  on: number | string;
  /** The guessed part; in ASCII, because it is sent in a header. */
  what: string;
  /** Whether the reply still rests on the guess. False if a file saved from the real portal replaces the guess [always true]. */
  holds?: (state: State) => boolean;
}

/** Every reply that rests on a guess. The sandbox's README lists the same ones. */
export const guesses: readonly Guess[] = [
  ...signedRefusalCodes
    .filter((code) => code !== 'signature_invalid')
    .map((on) => ({ operation: null, on, what: 'status and code of this refusal' })),
  { operation: null, on: 'signature_invalid', what: 'status of this refusal; layout of the signing base' },
  { operation: null, on: 'not_found', what: 'status and code for a path that is no operation' },
  {
    operation: null,
    on: 'mass_removal_requires_confirmation',
    what: 'threshold of the guard; field that confirms; details of this refusal',
  },
  { operation: null, on: 'connection_item_limit', what: 'what spends the budget; how its hour is counted' },
  { operation: 'ping', on: 200, what: 'values of the limits' },
  { operation: 'remove_listing', on: 200, what: 'reply shape of POST .../remove' },
  { operation: 'view_listings', on: 200, what: 'reply shape of GET .../listings; its status words' },
  { operation: 'reconcile', on: 202, what: 'reply shape of POST .../reconcile' },
  { operation: 'get_batch', on: 200, what: 'key batch around the reply of GET /batches/{id}' },
  { operation: 'validate', on: 200, what: 'reply shape of POST /validate' },
  {
    operation: 'vocabularies',
    on: 200,
    what: 'keys of category, heating, amenities and attributes; layout of an entry',
    holds: (state) => !state.savedReference.vocabulary,
  },
  ...['search_places', 'get_place'].map((operation) => ({
    operation,
    on: 200,
    what: 'which fields of a place may be null',
    holds: (state: State) => !state.savedReference.places,
  })),
];

/** The guessed part of this reply; null if nothing is guessed. @param reply `code` is the error code, null for a success */
export function guessOf(
  reply: { operation: string | null; status: number; code: string | null },
  state: State,
): string | null {
  const on = reply.code ?? reply.status;
  const found = guesses.find(
    (guess) => guess.on === on && (guess.operation === null || guess.operation === reply.operation),
  );
  return found && (found.holds?.(state) ?? true) ? found.what : null;
}

import { removeReasons } from './outcome.js';

/**
 * What becomes of a listing by another mapping, in the order in which changes are shown: what a visitor must no longer see comes first.
 * `hidden`: inactive, and active until now. `shown`: the reverse. `asked`: its state waits for the meaning of a word; of a live listing, the
 * rest of the change goes out.
 */
export const becomesKinds = [
  ...removeReasons,
  ...(['hidden', 'asked', 'missing', 'invalid', 'shown', 'altered', 'added'] as const),
] as const;
export type Becomes = (typeof becomesKinds)[number];

import { removeReasons, type RemoveReason } from '../../model/outcome.js';

/** What a word of a record's state means: on offer, hidden at the portal, removed for a reason, or not to be published yet. */
export type StateTarget = 'active' | 'inactive' | 'ignore' | RemoveReason;

/** From the state that offers most to the one that offers least. */
export const stateTargets: readonly StateTarget[] = ['active', 'inactive', 'ignore', ...removeReasons];

export function isStateTarget(value: unknown): value is StateTarget {
  return stateTargets.some((target) => target === value);
}

/** Of two states, the one that offers less; of two removals, the first. */
export function lesserState(one: StateTarget | null, other: StateTarget): StateTarget {
  return one === null || weight(other) > weight(one) ? other : one;
}

function weight(state: StateTarget): number {
  return Math.min(stateTargets.indexOf(state), stateTargets.indexOf('sold'));
}

import type { Random } from '../platform/random.js';
import { rowsOf, restoreRows } from './state/state-rows.js';
import { StateFileError, type StateFile } from './state/state-file.js';
import { keysOf, type State } from './state/state.js';

// Rows that are not part of the state. No path of the state begins with `#`.
const shuffledRow = '#shuffled';
const positionRow = '#position';

/**
 * Restores a fresh state from the file.
 * @returns a function that saves the state to the file; called before every reply
 * @throws StateFileError if the file's state was made with the other setting of `shuffleKeys`
 */
export function keepState(state: State, file: StateFile, options: { shuffleKeys: boolean }): () => void {
  const { rows } = file;
  const shuffled = String(options.shuffleKeys);
  const before = rows.get(shuffledRow) ?? shuffled;
  if (before !== shuffled) {
    const how = before === 'true' ? 'with' : 'without';
    throw new StateFileError(
      `The state was made ${how} --shuffle-keys, and its listings name those keys. Start it ${how} that option, or name another file.`,
    );
  }
  restore(state, file);
  return () => {
    const next = rowsOf(state);
    next.set(shuffledRow, shuffled);
    const position = positionOf(state.random);
    if (position !== null) next.set(positionRow, String(position));
    file.write(next);
  };
}

function restore(state: State, { rows }: StateFile): void {
  const { vocabulary, random } = state;
  restoreRows(state, rows);
  // A vocabulary file of this start replaces the kept vocabulary.
  if (state.savedReference.vocabulary) state.vocabulary = vocabulary;
  state.vocabularyKeys = keysOf(state.vocabulary.document);
  resumeDeliveries(state);
  const position = rows.get(positionRow);
  if (position !== undefined && positionOf(random) !== null)
    Reflect.set(random, 'position', Number(position));
}

/**
 * Repeats the delivery attempts that were under way when the process ended, because it is unknown whether the receiver got them. The
 * event's id stays the same.
 */
function resumeDeliveries(state: State): void {
  for (const delivery of state.deliveries.values()) {
    if (delivery.status !== 'waiting' || delivery.nextAt !== null) continue;
    const last = delivery.attempts.at(-1);
    if (last) last.error ??= 'The sandbox ended before the reply came.';
    delivery.nextAt = last?.at ?? delivery.createdAt;
  }
}

/** Position of a seeded random source, kept so that no id is drawn again after a restart; null for any other source. */
function positionOf(random: Random): number | null {
  const position = 'position' in random ? random.position : null;
  return typeof position === 'number' ? position : null;
}

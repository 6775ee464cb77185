import type { Random } from '../platform/random.js';
import { rowsOf, restoreRows } from './state/state-rows.js';
import { StateFileError, type StateFile } from './state/state-file.js';
import { keysOf, type State } from './state/state.js';

/** Beside the rows of the state, under names that no part of it can have. */
const shuffledRow = '#shuffled';
const positionRow = '#position';

/**
 * Puts what the file holds into a fresh state.
 * @returns writes what changed since; called before every reply
 * @throws StateFileError where the state was made with other keys than this start asks for
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
  // A vocabulary that was named at the start is the one that counts.
  if (state.savedReference.vocabulary) state.vocabulary = vocabulary;
  state.vocabularyKeys = keysOf(state.vocabulary.document);
  takeUpDeliveries(state);
  const position = rows.get(positionRow);
  if (position !== undefined && positionOf(random) !== null)
    Reflect.set(random, 'position', Number(position));
}

/** What was on its way when the process ended was taken or not: it is sent again, under the same id. */
function takeUpDeliveries(state: State): void {
  for (const delivery of state.deliveries.values()) {
    if (delivery.status !== 'waiting' || delivery.nextAt !== null) continue;
    const last = delivery.attempts.at(-1);
    if (last) last.error ??= 'The sandbox ended before the reply came.';
    delivery.nextAt = last?.at ?? delivery.createdAt;
  }
}

/** Of seeded chance: how far it was drawn on, so that no id is drawn twice. */
function positionOf(random: Random): number | null {
  const position = 'position' in random ? random.position : null;
  return typeof position === 'number' ? position : null;
}

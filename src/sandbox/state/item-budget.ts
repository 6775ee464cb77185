import type { Connection, ItemResult, Spend } from './model.js';
import { magicOfId } from './magic-values.js';
import { Refusal, tooManyRequests } from '../refusal.js';
import { secondsUntilRoom, spend } from './spend-window.js';
import type { State } from './state.js';

/**
 * Takes room for `count` items from the connection's hourly budget, before anything is done with them.
 * @throws Refusal 429 connection_item_limit; nothing is taken then
 */
export function takeItems(connection: Connection, count: number, state: State): Spend {
  const limit = state.limits.connection_items_per_hour;
  const windowSeconds = state.protocol.item_window_seconds;
  const wait = secondsUntilRoom(connection.items, count, { limit, windowSeconds }, state.now());
  if (wait > 0) {
    const message = `The connection may push ${limit} items an hour; ${count} more do not fit now.`;
    throw tooManyRequests('connection_item_limit', message, wait);
  }
  return spend(connection.items, count, { now: state.now(), windowSeconds });
}

/** Gives back what does not count: unchanged and rejected items, where the protocol settings say so. */
export function settleItems(taken: Spend, items: readonly ItemResult[], { protocol }: State): void {
  taken.count = items.filter(
    ({ result }) =>
      !(result === 'unchanged' && !protocol.unchanged_spends) &&
      !(result === 'rejected' && !protocol.rejected_spends),
  ).length;
}

/** Refuses a push of ids that ask for it, before anything is taken or applied. @throws Refusal */
export function refuseByMagic(externalIds: readonly string[]): void {
  const asked = externalIds.map((id) => magicOfId(id)).find((effect) => effect?.does === 'refuse');
  if (asked?.does !== 'refuse') return;
  const message = 'Asked for by the end of an external_id.';
  if (asked.retryAfterSeconds === null) throw new Refusal(asked.status, asked.code, message);
  throw tooManyRequests(asked.code, message, asked.retryAfterSeconds);
}

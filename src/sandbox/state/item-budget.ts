import type { Connection, ItemResult, Spend } from './model.js';
import { magicOfId } from './magic-values.js';
import { Refusal, tooManyRequests } from '../refusal.js';
import { secondsUntilRoom, spend } from './spend-window.js';
import type { State } from './state.js';

/**
 * Spends `count` items of the connection's hourly budget, before the items are processed.
 * @throws Refusal 429 connection_item_limit if the items do not fit; nothing is spent then
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

/** Gives back the items that do not count: unchanged or rejected ones, where the protocol settings exempt them. */
export function settleItems(taken: Spend, items: readonly ItemResult[], { protocol }: State): void {
  taken.count = items.filter(
    ({ result }) =>
      !(result === 'unchanged' && !protocol.unchanged_spends) &&
      !(result === 'rejected' && !protocol.rejected_spends),
  ).length;
}

/** Refuses a push in which an id has a magic value that refuses the request. Called before the budget is spent. @throws Refusal */
export function refuseByMagic(externalIds: readonly string[]): void {
  const magic = externalIds.map((id) => magicOfId(id)).find((effect) => effect?.does === 'refuse');
  if (magic?.does !== 'refuse') return;
  const message = 'Asked for by the end of an external_id.';
  if (magic.retryAfterSeconds === null) throw new Refusal(magic.status, magic.code, message);
  throw tooManyRequests(magic.code, message, magic.retryAfterSeconds);
}

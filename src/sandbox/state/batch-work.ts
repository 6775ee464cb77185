import { checkItem, importItem, isLive, itemOf, takeOff } from './held-listings.js';
import { settleItems } from './item-budget.js';
import type { BatchWork, Connection, ItemResult } from './model.js';
import type { State } from './state.js';

/** Does what a batch or a reconcile was sent for, now or when its time has come. */
export function doWork(work: BatchWork, connection: Connection, state: State): ItemResult[] {
  return work.kind === 'push' ? push(work, connection, state) : archive(work, connection, state);
}

function push(
  { listings, taken }: BatchWork & { kind: 'push' },
  connection: Connection,
  state: State,
): ItemResult[] {
  const items = listings.map((payload, index) =>
    pointInto(`/listings/${index}`, importItem(checkItem(payload, state), index, connection, state)),
  );
  settleItems(taken, items, state);
  return items;
}

/** What left by itself meanwhile is left alone. */
function archive(
  { externalIds }: BatchWork & { kind: 'reconcile' },
  connection: Connection,
  state: State,
): ItemResult[] {
  const surplus = externalIds.flatMap((id) => {
    const held = connection.listings.get(id);
    return held && isLive(held) ? [held] : [];
  });
  return surplus.map((held, position) => {
    takeOff(held, connection, 'archived', null, state);
    return { ...itemOf(held, position, state), result: 'removed' };
  });
}

/** Pointers of a request's items begin at the request, not at the listing. */
export function pointInto(prefix: string, item: ItemResult): ItemResult {
  const details = item.details?.map((each) => ({ ...each, pointer: prefix + each.pointer })) ?? null;
  return { ...item, details };
}

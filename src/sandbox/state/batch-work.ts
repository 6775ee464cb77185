import { checkItem, importItem, isLive, itemOf, endListing } from './held-listings.js';
import { settleItems } from './item-budget.js';
import type { BatchWork, Connection, ItemResult } from './model.js';
import type { State } from './state.js';

/** Does the work of a batch: imports its listings, or archives the listings that a reconcile left out. */
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

/** Archives those of the named listings that are still live. The others have ended since the portal received the reconcile. */
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
    endListing(held, connection, 'archived', null, state);
    return { ...itemOf(held, position, state), result: 'removed' };
  });
}

/** Prefixes the pointers of an item's details, so that they start at the request body and not at the listing. */
export function pointInto(prefix: string, item: ItemResult): ItemResult {
  const details = item.details?.map((each) => ({ ...each, pointer: prefix + each.pointer })) ?? null;
  return { ...item, details };
}

import { z } from 'zod';
import type { ConnectionId } from '../../model/ids.js';
import type { Store } from '../store.js';

const metaKey = 'feeds.empty_states';
const schema = z.record(z.string(), z.enum(['on_offer', 'word']));

/** What a record without a word for its state is: on offer, or one whose state is asked about like an unknown word. */
export type EmptyState = z.infer<typeof schema>[string];

/** What was decided for each feed when it was set up, by `emptyStateKey`. A feed of an earlier release has none: on offer. */
export async function emptyStates({ meta }: Pick<Store, 'meta'>): Promise<ReadonlyMap<string, EmptyState>> {
  const text = await meta.get(metaKey);
  return new Map(text === null ? [] : Object.entries(schema.parse(JSON.parse(text))));
}

/** Decided once: a former decision stays. */
export async function decideEmptyState(
  store: Pick<Store, 'meta'>,
  feed: { name: string; connectionId: ConnectionId },
  decided: EmptyState,
): Promise<void> {
  const known = await emptyStates(store);
  const key = emptyStateKey(feed);
  if (known.has(key)) return;
  await store.meta.set(metaKey, JSON.stringify(Object.fromEntries([...known, [key, decided]])));
}

/** A feed of the same name in another connection is another feed. */
export function emptyStateKey({ name, connectionId }: { name: string; connectionId: ConnectionId }): string {
  return JSON.stringify([name, connectionId]);
}

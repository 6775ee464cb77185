import type { Store } from '../store.js';

/** By feed: its share of the connection's items. */
export async function feedWeights(
  connectionId: string,
  { feeds }: Pick<Store, 'feeds'>,
): Promise<Map<number | null, number>> {
  const rows = (await feeds.all()).filter((row) => row.connectionId === connectionId);
  return new Map(rows.map(({ id, weight }) => [id, weight]));
}

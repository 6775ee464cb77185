import type { Store } from '../store.js';

/** Weights of a connection's feeds, by feed id. The connection's item budget is divided in proportion to them. */
export async function feedWeights(
  connectionId: string,
  { feeds }: Pick<Store, 'feeds'>,
): Promise<Map<number | null, number>> {
  const rows = await feeds.ofConnection(connectionId);
  return new Map(rows.map(({ id, weight }) => [id, weight]));
}

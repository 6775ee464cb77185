import type { Store } from '../store.js';

const metaKey = (connectionId: string): string => `view.digests ${connectionId}`;

/**
 * Whether the portal's view of a connection contains digests, so that reconciling can compare contents. Null until a comparison that was no
 * dry run has found listings in the view.
 */
export async function hasViewDigests(
  connectionId: string,
  { meta }: Pick<Store, 'meta'>,
): Promise<boolean | null> {
  const text = await meta.get(metaKey(connectionId));
  return text === null ? null : text === 'yes';
}

export async function saveViewDigests(
  connectionId: string,
  given: boolean,
  { meta }: Pick<Store, 'meta'>,
): Promise<void> {
  await meta.set(metaKey(connectionId), given ? 'yes' : 'no');
}

import type { Feed, Services } from './services.js';

/** Whether the last file that was taken over was read under other addresses, or had other records picked from it. */
export async function hasOtherScope(
  { id, scope }: Feed,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  const former = await store.meta.get(keyOf(id));
  return former !== null && former !== scope;
}

/** A file was taken over. */
export async function noteScope({ id, scope }: Feed, { store }: Pick<Services, 'store'>): Promise<void> {
  if ((await store.meta.get(keyOf(id))) !== scope) await store.meta.set(keyOf(id), scope);
}

function keyOf(feedId: number): string {
  return `feed.scope ${feedId}`;
}

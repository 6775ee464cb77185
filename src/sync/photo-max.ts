import type { Feed, Services } from './services.js';

/** The payload takes so many whatever the plan (spec: photos). */
const photosMax = 64;

/** Photos to send: the agency's plan drops the rest, and a larger plan must re-push by itself (SEMANTICS 5). */
export async function photoMax(
  feed: Pick<Feed, 'connectionId'>,
  { store }: Pick<Services, 'store'>,
): Promise<number> {
  const connection = await store.connections.get(feed.connectionId);
  const agency = connection?.remote?.agency;
  const limit: unknown =
    typeof agency === 'object' && agency !== null ? Reflect.get(agency, 'photo_limit') : null;
  return typeof limit === 'number' ? Math.min(photosMax, limit) : photosMax;
}

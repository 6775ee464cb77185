import type { FeedId } from '../../model/ids.js';
import type { Store } from '../store.js';

/** A query key of a feed's photo addresses that does not make a photo another one, because its value changes at each export. */
export interface PhotoToken {
  key: string;
  /** Listings whose photos changed in this key alone, of those compared, when it was found. */
  count: number;
  of: number;
}

export async function photoToken(feedId: FeedId, { meta }: Pick<Store, 'meta'>): Promise<PhotoToken | null> {
  const text = await meta.get(keyOf(feedId));
  return text === null || text === '' ? null : (JSON.parse(text) as PhotoToken);
}

export async function savePhotoToken(
  feedId: FeedId,
  token: PhotoToken | null,
  { meta }: Pick<Store, 'meta'>,
): Promise<void> {
  await meta.set(keyOf(feedId), token === null ? '' : JSON.stringify(token));
}

function keyOf(feedId: FeedId): string {
  return `photos.token ${feedId}`;
}

import { isOpenDoubt } from '../core/content/guard/questions.js';
import type { OpenDoubt } from '../model/content.js';
import type { Hold } from '../model/hold.js';
import type { Millis } from '../model/millis.js';
import type { Store } from '../store/store.js';

/** The lines of an open hold of kind `content`: the open doubts of its feed. Empty for any other hold. */
export async function doubtsOfHold(
  { kind, state, feedId }: Pick<Hold, 'kind' | 'state' | 'feedId'>,
  { content }: Pick<Store, 'content'>,
  now: Millis,
): Promise<OpenDoubt[]> {
  if (kind !== 'content' || state !== 'open' || feedId === null) return [];
  return (await content.doubts(feedId)).filter((doubt) => isOpenDoubt(doubt, now));
}

import { isOpenDoubt } from '../core/content/guard/questions.js';
import type { OpenDoubt } from '../model/content.js';
import type { Hold } from '../model/hold.js';
import type { Millis } from '../model/millis.js';
import type { Sentence } from '../model/sentence.js';
import type { Store } from '../store/store.js';
import { doubtSentence } from '../texts/content-words.js';

/** A doubt as people read it. */
export interface DescribedDoubt extends OpenDoubt {
  sentence: Sentence;
  /** The values that were live before, the newest first. */
  past: { value: string; until: Millis }[];
}

/** Past values that are shown with a doubt. */
const pastShown = 5;

/** The lines of an open hold of kind `content`: the open doubts of its feed. Empty for any other hold. */
export async function doubtsOfHold(
  { kind, state, feedId }: Pick<Hold, 'kind' | 'state' | 'feedId'>,
  { content }: Pick<Store, 'content'>,
  now: Millis,
): Promise<OpenDoubt[]> {
  if (kind !== 'content' || state !== 'open' || feedId === null) return [];
  return (await content.doubts(feedId)).filter((doubt) => isOpenDoubt(doubt, now));
}

/** Doubts of one connection, described. */
export async function describedDoubts(
  doubts: readonly OpenDoubt[],
  { content }: Pick<Store, 'content'>,
): Promise<DescribedDoubt[]> {
  const [first] = doubts;
  if (first === undefined) return [];
  const ids = [...new Set(doubts.map(({ externalId }) => externalId))];
  const known = await content.known(first.connectionId, ids);
  return doubts.map((doubt) => {
    const past = (known.get(doubt.externalId)?.history ?? []).flatMap(({ field, offer, value, until }) =>
      field === doubt.field && offer === doubt.offer && until !== null ? [{ value, until }] : [],
    );
    return {
      ...doubt,
      sentence: doubtSentence(doubt),
      past: past.sort((a, b) => b.until - a.until).slice(0, pastShown),
    };
  });
}

/** Whether a value of the feed is not live because of a doubt: it is open, or was rejected. A confirmed one goes live. */
export function isUnconfirmed({ confirmedAt }: Pick<OpenDoubt, 'confirmedAt'>): boolean {
  return confirmedAt === null;
}

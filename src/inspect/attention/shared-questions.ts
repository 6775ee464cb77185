import { partCount, type SharedPart, type SharedQuestion } from '../../core/content/shared-questions.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Millis } from '../../model/millis.js';
import { unknownWordKey } from '../../model/fold.js';
import type { MetWord } from '../../store/store.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Questions that several feeds share, an item for each feed. Views show the items of one question as one (RULES R86). */
export async function askedOfSeveral(facts: Facts): Promise<FoundItem[]> {
  const questions = await facts.sharedQuestions();
  if (questions.length === 0) return [];
  const feeds = new Map((await facts.feeds()).map((feed) => [feed.id, feed]));
  const contents = await facts.contents();
  const polls = await facts.store.figures.latestPolls(
    questions.flatMap(({ parts }) => parts.map(({ feedId }) => feedId)),
  );
  return questions.flatMap((question) =>
    question.parts.flatMap((part) => {
      const feed = feeds.get(part.feedId);
      if (feed === undefined) return [];
      const since = sinceOf(part, contents.get(feed.id)?.met ?? []);
      const isNew = since !== null && since >= (polls.get(feed.id) ?? 0);
      return itemFor(question, part, feed, { since, new: isNew });
    }),
  );
}

function itemFor(
  { id, by, name, matter }: SharedQuestion,
  part: SharedPart,
  { id: feedId, name: feed, connectionId }: FeedRecord,
  times: Pick<FoundItem, 'since' | 'new'>,
): FoundItem {
  return itemOf({
    kind: 'shared_question',
    subject: id,
    question: { id, by, name, matter },
    ...{ connectionId, feedId, feed },
    count: partCount(part),
    ...times,
    cause: `shared_question ${id}`,
  });
}

/** When the feed's first doubt or word of the question came up. */
function sinceOf({ doubts, words }: SharedPart, met: readonly MetWord[]): Millis | null {
  const asked = new Set(words.map(({ pointer, word }) => unknownWordKey(pointer, word)));
  const times = [
    ...doubts.map(({ openedAt }) => openedAt),
    ...met.flatMap(({ pointer, word, toldAt }) =>
      toldAt !== null && asked.has(unknownWordKey(pointer, word)) ? [toldAt] : [],
    ),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

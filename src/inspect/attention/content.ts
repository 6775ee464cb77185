import { isInUse, type FeedRecord } from '../../model/feed.js';
import { reportedWords } from '../../store/facts/asked-feeds.js';
import type { ContentWaits, MetWord } from '../../store/store.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** The open questions of a feed's content, from its last survey. */
interface Content {
  feed: FeedRecord;
  waits: ContentWaits;
  met: readonly MetWord[];
}

async function contentsOf(facts: Facts): Promise<Content[]> {
  const contents = await facts.contents();
  return (await facts.feeds()).filter(isInUse).flatMap((feed) => {
    const { waits = null, met = [] } = contents.get(feed.id) ?? {};
    return waits === null ? [] : [{ feed, waits, met }];
  });
}

const ofFeed = ({ feed: { id: feedId, name: feed, connectionId } }: Content) => ({
  ...{ feedId, feed, connectionId },
});

/** Feeds of which no record can be read. Their listings stay as they are, so only a person finds out. */
export async function unreadableFeeds(facts: Facts): Promise<FoundItem[]> {
  return (await contentsOf(facts)).flatMap((content) => {
    const { unreadable } = content.waits;
    if (unreadable === undefined) return [];
    const { since, count, reason } = unreadable;
    return itemOf({ kind: 'feed_unreadable', ...ofFeed(content), since, count, reason });
  });
}

/** Feeds with listings that wait for an answer that only the agency can give. */
export async function unansweredFacts(facts: Facts): Promise<FoundItem[]> {
  return (await contentsOf(facts))
    .filter(({ waits }) => waits.answers > 0)
    .map((content) => {
      const { feed, waits } = content;
      return itemOf({
        kind: 'unanswered_fact',
        ...ofFeed(content),
        count: waits.answers,
        since: waits.answersSince ?? null,
        cause: `unanswered_fact ${feed.id}`,
      });
    });
}

/** Feeds whose agency does not know an answer and has asked its partner. */
export async function askedPartners(facts: Facts): Promise<FoundItem[]> {
  return (await contentsOf(facts)).flatMap((content) => {
    const { partner } = content.waits;
    if (partner === undefined) return [];
    return itemOf({ kind: 'partner_asked', ...ofFeed(content), ...partner });
  });
}

/** Unmapped values that occurred after the feed went live, until they are mapped or no record has them. */
export async function newWords(facts: Facts): Promise<FoundItem[]> {
  const found = (await contentsOf(facts)).flatMap((content) => {
    const words = reportedWords(content.waits, content.met);
    return words.length === 0 ? [] : [{ content, words }];
  });
  const polls = await facts.store.figures.latestPolls(found.map(({ content }) => content.feed.id));
  const shared = found.length === 0 ? null : await facts.sharedParts();
  return found.map(({ content, words }) => {
    const times = words.map(({ toldAt }) => toldAt);
    const { feed, met } = content;
    const latest = Math.max(0, ...met.map(({ toldAt }) => toldAt ?? 0));
    return itemOf({
      kind: 'new_word',
      ...ofFeed(content),
      count: times.length,
      shared: shared?.get(feed.id)?.words ?? 0,
      since: Math.min(...times),
      new: Math.max(...times) >= (polls.get(feed.id) ?? 0),
      cause: `new_word ${feed.id} ${latest}`,
    });
  });
}

/** All unmapped values, including those from before the feed went live. */
export async function unknownWords(facts: Facts): Promise<FoundItem[]> {
  return (await contentsOf(facts))
    .filter(({ waits }) => waits.words.length > 0)
    .map((content) =>
      itemOf({ kind: 'unknown_word', ...ofFeed(content), count: content.waits.words.length }),
    );
}

import { sharedHost } from '../../model/hold.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/** Open holds. Those with a shared host as their cause are `host_shrunk` items and come first. */
export async function openHolds(facts: Facts): Promise<FoundItem[]> {
  const open = await facts.holds();
  if (open.length === 0) return [];
  const feeds = new Map((await facts.feeds()).map(({ id, name }) => [id, name]));
  const polls = await facts.store.figures.latestPolls(open.flatMap(({ feedId }) => feedId ?? []));
  const hasContent = open.some(({ kind }) => kind === 'content');
  const shared = hasContent ? await facts.sharedParts() : null;
  const items = open.map((hold) => {
    const { id, kind, connectionId, feedId, lineCount, openedAt, remindedAt } = hold;
    const host = sharedHost(hold.cause);
    return itemOf({
      kind: host === null ? 'hold' : 'host_shrunk',
      subject: host ?? kind,
      connectionId,
      feedId,
      feed: feedId === null ? null : (feeds.get(feedId) ?? null),
      hold,
      count: lineCount,
      shared: kind === 'content' ? Math.min(lineCount, shared?.get(feedId ?? -1)?.values ?? 0) : 0,
      since: openedAt,
      new: (remindedAt ?? openedAt) >= (polls.get(feedId ?? -1) ?? 0),
      // A reminder has another cause, so it is a notice of its own, sent once, in the morning.
      cause: remindedAt === null ? `hold ${id}` : `hold ${id} again ${remindedAt}`,
    });
  });
  return [...items.filter(isOfHost), ...items.filter((item) => !isOfHost(item))];
}

function isOfHost({ kind }: FoundItem): boolean {
  return kind === 'host_shrunk';
}

import { clockSlackMs } from '../../core/schedule/due.js';
import type { Facts } from './facts.js';
import { allAgencies, itemOf, type AttentionItem } from './item.js';

/** The clock reads less than when feedsync last worked: what is due waits for a time that is that far ahead, until a daemon runs. */
export async function clocksSetBack({ store, context: { now }, feeds }: Facts): Promise<AttentionItem[]> {
  const mark = await store.clock.mark();
  if (mark === null || mark.at - now <= clockSlackMs) return [];
  return [itemOf({ kind: 'clock', agency: allAgencies, count: (await feeds()).length })];
}

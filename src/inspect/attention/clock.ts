import { clockSlackMs } from '../../core/schedule/due.js';
import type { Facts } from './facts.js';
import { itemOf, type FoundItem } from './item.js';

/**
 * The clock shows a time more than `clockSlackMs` earlier than when feedsync last ran. Stored due times then lie too far ahead, until a
 * daemon starts and corrects them.
 */
export async function clocksSetBack({ store, context: { now }, feeds }: Facts): Promise<FoundItem[]> {
  const mark = await store.clock.mark();
  if (mark === null || mark.at - now <= clockSlackMs) return [];
  return [itemOf({ kind: 'clock', count: (await feeds()).length })];
}

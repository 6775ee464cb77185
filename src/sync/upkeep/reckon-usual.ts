import { serbianBands } from '../../core/content/guard/bands.js';
import { measureOf, UsualTally, type Currencies } from '../../core/content/guard/usual-values.js';
import { isDueAgain } from '../../core/schedule/due.js';
import { contentProfile } from '../../mapping/check/content-profile.js';
import type { FeedId } from '../../model/ids.js';
import { letOthersRun } from '../../platform/event-loop.js';
import { saveUsual, storedUsual } from '../../store/facts/usual-values.js';
import type { Services } from '../services/services.js';

const everyMs = 24 * 3_600_000;
/** While fewer listings are known, it is reckoned at each run of the upkeep. */
const fewListings = 2_000;
/** Further listings of a feed, or of all feeds, add little. */
const listingsOfFeed = 1_000;
const listingsOfAll = 100_000;
/** From so many the currencies of a feed are known. */
const leastOfFeed = 20;

/** Reckons once a day what is usual among the live listings, with which new ones are compared (RULES R82). */
export async function reckonUsual({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const former = await storedUsual(store);
  const isDue =
    former === null || former.listings < fewListings || isDueAgain(former.at, everyMs, clock.now());
  const vocabulary = isDue ? (await store.reference.known())?.vocabulary.vocabulary : undefined;
  if (vocabulary === undefined) return;
  const profile = contentProfile(vocabulary, serbianBands);
  const all = new UsualTally();
  const currencies = new Map<FeedId, Currencies>();
  const feeds = await store.feeds.all();
  const share = Math.ceil(listingsOfAll / Math.max(1, feeds.length));
  const most = Math.min(listingsOfFeed, Math.max(leastOfFeed, share));
  for (const { id } of feeds) {
    const ofFeed = new UsualTally();
    for await (const block of store.quality.payloads(id)) {
      for (const { payload } of block) {
        const measure = measureOf(payload, profile);
        if (measure === null) continue;
        all.add(measure);
        ofFeed.add(measure);
      }
      await letOthersRun();
      if (ofFeed.count >= most) break;
    }
    if (ofFeed.count > 0) currencies.set(id, ofFeed.currencies());
  }
  await saveUsual(store, { at: clock.now(), listings: all.count, usual: all.values(), currencies });
}

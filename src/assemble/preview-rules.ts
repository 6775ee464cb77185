import type { Config } from '../config/schema.js';
import { serbianBands } from '../core/content/guard/bands.js';
import { contentSettings } from '../effective/feeds.js';
import { previewRules, type RulePreview } from '../inspect/preview-rules.js';
import type { FeedRecord } from '../model/feed.js';
import type { Millis } from '../model/millis.js';
import type { Store } from '../store/store.js';
import { contentProfile } from '../mapping/check/content-profile.js';

const orphaned = { bands: serbianBands, mode: 'hold' } as const;

/** Previews the rules of the content guard for one feed, with its own bands. Null while the portal's vocabulary is unknown. */
export async function previewFeed(
  feed: FeedRecord,
  config: Pick<Config, 'feeds'>,
  store: Pick<Store, 'quality' | 'content' | 'reference' | 'meta'>,
  now: Millis,
): Promise<RulePreview[] | null> {
  const vocabulary = (await store.reference.known())?.vocabulary.vocabulary;
  if (vocabulary === undefined) return null;
  // The name of an orphaned feed may be another feed's by now.
  const declared = feed.life === 'orphaned' ? undefined : config.feeds.find(({ name }) => name === feed.name);
  const { bands, mode } = declared === undefined ? orphaned : contentSettings(declared);
  return previewRules({ feed, profile: contentProfile(vocabulary, bands), mode }, store, now);
}

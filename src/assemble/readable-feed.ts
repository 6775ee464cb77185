import { readMapping } from '../effective/mappings.js';
import type { Config } from '../config/schema.js';
import type { ReadableFeed } from '../inspect/listing/explain.js';
import type { Store } from '../store/store.js';
import { recordReader } from '../sync/map/record-reader.js';
import type { MapGuard } from '../sync/services/services.js';

/** How a configured feed is read now, or a message why it cannot be read. */
export async function readableFeed(
  config: Config,
  name: string,
  { store, guard }: { store: Pick<Store, 'feeds' | 'mappings'>; guard: MapGuard | null },
): Promise<ReadableFeed | string> {
  const feed = feedOf(config, name);
  if (feed === null) return `The feed ${name} is no longer in the configuration.`;
  const row = await store.feeds.byName(name);
  const kept = row === null ? [] : await store.mappings.ofFeed(row.id);
  const loaded = await readMapping(config, feed, kept, { row });
  return loaded.ok
    ? {
        encoding: feed.encoding,
        mapping: loaded.mapping,
        reader: (environment) => recordReader(loaded, environment, guard),
      }
    : `The mapping of feed ${name} cannot be used: ${loaded.problems.join('; ')}`;
}

/** The feed of this name in the configuration. */
export function feedOf(config: Config, name: string): Config['feeds'][number] | null {
  return config.feeds.find((feed) => feed.name === name) ?? null;
}

import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'feeds.stopped';
const stored = z.record(z.string(), z.string());

/** Reasons why feeds of the configuration do not run, by the feed's name. */
export async function stoppedFeeds({ meta }: Pick<Store, 'meta'>): Promise<Map<string, string>> {
  const text = await meta.get(metaKey);
  return new Map(text === null ? [] : Object.entries(stored.parse(JSON.parse(text))));
}

export async function saveStoppedFeeds(
  { meta }: Pick<Store, 'meta'>,
  problems: ReadonlyMap<string, string>,
): Promise<void> {
  const text = JSON.stringify(Object.fromEntries(problems));
  if ((await meta.get(metaKey)) !== text) await meta.set(metaKey, text);
}

import { z } from 'zod';
import type { Store } from '../store.js';

const metaKey = 'feeds.stopped';
const stored = z.record(z.string(), z.string());

/** Feeds of the configuration that do not run, by name, each with the reason. */
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

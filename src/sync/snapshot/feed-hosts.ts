import { sourceOf } from '../../feed/fetch/share-links.js';
import type { Feed } from '../services/services.js';

/** The hosts of the feeds' sources, or their documents where many agencies share a host. */
export function hostsOf(feeds: readonly Feed[]): string[] {
  const hosts = feeds.flatMap(({ sources }) => sources.map(({ url }) => sourceAt(url)));
  return [...new Set(hosts)].filter((host) => host !== '');
}

export function sourceAt(url: URL): string {
  return sourceOf(url, url.hostname);
}

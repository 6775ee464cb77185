import { shownVersions } from '../../core/setup/kept-copies.js';
import type { KeptMapping } from '../../model/feed.js';
import { noteUpgraded } from '../../store/facts/upgraded-feeds.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';

/** Gives a feed the presets that their names refer to now, in place of the versions that it was started with. */
export async function upgradeMapping(
  { feed, author }: { feed: string; author: string },
  { store, clock, prepareFeeds: prepareFeeds }: Pick<Services, 'store' | 'clock' | 'prepareFeeds'>,
): Promise<RequestResult> {
  const row = await store.feeds.byName(feed);
  if (row === null) return { ok: false, message: `There is no feed ${feed}: nothing was done.` };
  const before = await store.mappings.ofFeed(row.id);
  // Before the feeds are prepared: that has the kept records mapped again.
  await noteUpgraded(row.id, true, store);
  await store.mappings.release(row.id, author, clock.now());
  await prepareFeeds();
  const after = await store.mappings.ofFeed(row.id);
  const moved = after.filter(({ name, text }) =>
    before.some((former) => former.name === name && former.text !== text),
  );
  if (moved.length === 0) {
    await noteUpgraded(row.id, false, store);
    return {
      ok: true,
      message: `feed ${feed} has the newest version of its mapping already`,
      versions: versions(after),
    };
  }
  const what = moved.map(({ name, version }) => `${name} version ${version}`).join(' and ');
  return {
    ok: true,
    message: `feed ${feed} now uses ${what}: its kept records are mapped again`,
    versions: versions(after),
  };
}

function versions(mappings: readonly Omit<KeptMapping, 'text'>[]): Record<string, number> {
  return Object.fromEntries(shownVersions(mappings).map(({ name, version }) => [name, version]));
}

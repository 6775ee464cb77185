import type { FeedRecord } from '../../model/feed.js';
import { forgetDeaths } from '../poll/feed-deaths.js';
import { raiseOrphanHold } from '../holds/orphan-hold.js';
import type { Services } from '../services/services.js';

export type LifeChange = 'pause' | 'resume' | 'retire';

export type LifeResult = { ok: true; message: string } | { ok: false; message: string };

/** Pauses, resumes or retires a feed by decision. No listing is removed: retiring raises a hold about the feed's listings. */
export async function changeFeedLife(
  change: { feed: string; kind: LifeChange; author: string },
  services: Services,
): Promise<LifeResult> {
  const { store, clock } = services;
  const row = await store.feeds.byName(change.feed);
  if (row === null)
    return {
      ok: false,
      message: `There is no feed "${change.feed}". \`feedsync feeds\` lists those there are.`,
    };
  const refusal = refuse(row, change.kind);
  if (refusal !== null) return { ok: false, message: refusal };
  const now = clock.now();
  if (change.kind === 'pause') {
    await store.feeds.setLife(row.id, 'paused', change.author, now);
    await forgetDeaths(row.id, services);
    return {
      ok: true,
      message: `feed ${row.name} is paused: it is not polled, and its listings stay as they are`,
    };
  }
  if (change.kind === 'resume') {
    await store.feeds.setLife(row.id, 'active', change.author, now);
    await forgetDeaths(row.id, services);
    await store.feeds.update(row.id, { nextPollAt: now });
    for (const hold of await store.holds.open({ feedId: row.id, kind: 'orphan' }))
      await store.holds.close(hold.id, now);
    return { ok: true, message: `feed ${row.name} is polled again` };
  }
  const hold = await raiseOrphanHold(row, 'retired', services);
  await store.feeds.setLife(row.id, 'retired', change.author, now);
  await forgetDeaths(row.id, services);
  const consequence =
    hold === null
      ? 'it has no listings'
      : `its ${hold.lineCount} listings stay until hold ${hold.id} is decided`;
  return { ok: true, message: `feed ${row.name} is retired: it is not polled any more; ${consequence}` };
}

function refuse({ name, life }: FeedRecord, change: LifeChange): string | null {
  if (change === 'retire') return null;
  if (life === 'orphaned')
    return `Feed ${name} is no longer in the configuration, so it cannot be ${change}d. Restore it there, or decide its hold (\`feedsync holds\`).`;
  if (change === 'pause' && life === 'paused')
    return `Feed ${name} is paused already: nothing was changed. \`feedsync resume ${name}\` polls it again.`;
  if (change === 'pause' && life === 'retired')
    return `Feed ${name} is retired, so it is not polled anyway. \`feedsync resume ${name}\` brings it back.`;
  if (change === 'resume' && life !== 'paused' && life !== 'retired')
    return `Feed ${name} is not paused: nothing was changed. \`feedsync feeds\` shows the state of each.`;
  return null;
}

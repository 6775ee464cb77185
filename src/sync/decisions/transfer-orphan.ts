import type { Hold } from '../../model/hold.js';
import type { Services } from '../services/services.js';

/** Transfers the listings of an orphaned feed to another feed of its connection. Nothing is removed and nothing is sent again. */
export async function transferOrphan(
  hold: Hold,
  name: string,
  author: string,
  { store, clock }: Services,
): Promise<{ ok: true; message: string; listings: number } | { ok: false; message: string }> {
  if (hold.kind !== 'orphan')
    return {
      ok: false,
      message: `Hold ${hold.id} is not about a feed that ended: its listings cannot be given to another one. Nothing was changed; \`feedsync holds\` shows what it asks.`,
    };
  const all = await store.feeds.all();
  const feed = all.find((row) => row.name === name && row.connectionId === hold.connectionId);
  const isFit =
    feed !== undefined && feed.id !== hold.feedId && feed.life !== 'orphaned' && feed.life !== 'retired';
  if (!isFit) {
    const others = all
      .filter(
        ({ id, connectionId, life }) =>
          id !== hold.feedId && connectionId === hold.connectionId && life === 'active',
      )
      .map((row) => row.name);
    const choice = others.length === 0 ? 'it has no other feed' : `its other feeds: ${others.join(', ')}`;
    return {
      ok: false,
      message: `${name} is no feed of this connection that takes listings (${choice}). A listing stays in its connection. Nothing was changed.`,
    };
  }
  await store.holds.decide(hold.id, { kind: 'given', toFeedId: feed.id }, author, clock.now());
  return {
    ok: true,
    message: `hold ${hold.id} approved: ${hold.lineCount} listings belong to feed ${name} now; those that it does not have are treated as missing from it`,
    listings: hold.lineCount,
  };
}

import { isOpenDoubt } from '../../core/content/guard/questions.js';
import { contentReason } from '../../texts/content-words.js';
import { raiseHold } from '../holds/raise-hold.js';
import type { Feed, Services } from '../services/services.js';

type ContentFeed = Pick<Feed, 'id' | 'name' | 'connectionId'>;

/** Raises, revises or closes the feed's one `content` hold, so that its lines are the feed's open doubts (RULES R81).
 * @param isFirstDoubted see `WholeFile`; missing: as it was */
export async function settleContentHold(
  { id: feedId, name, connectionId }: ContentFeed,
  services: Pick<Services, 'store' | 'clock' | 'log'>,
  isFirstDoubted?: boolean,
): Promise<void> {
  const { store, clock } = services;
  const now = clock.now();
  const doubts = (await store.content.doubts(feedId)).filter((doubt) => isOpenDoubt(doubt, now));
  const [open] = await store.holds.open({ feedId, kind: 'content' });
  if (doubts.length === 0) {
    if (open !== undefined) await store.holds.close(open.id, now);
    return;
  }
  const isFirstFile = isFirstDoubted ?? open?.cause === 'first_file';
  const cause = isFirstFile ? 'first_file' : null;
  const reason = contentReason(name, doubts, isFirstFile);
  if (open?.reason === reason && open.cause === cause) return;
  const head = { connectionId, feedId, kind: 'content', snapshotId: null } as const;
  await raiseHold({ ...head, lines: [], cause, reason, doubts: doubts.length }, services);
}

/** How long a value that was live is known, so that it is no doubt when it comes back (RULES R80). */
const pastMs = 90 * 86_400_000;

/** Asks again about values that were rejected long ago, closes the questions of feeds that are gone, and forgets old values. */
export async function settleAllContent(services: Pick<Services, 'store' | 'clock' | 'log'>): Promise<void> {
  const { store, clock } = services;
  const rows = new Map((await store.feeds.all()).map((row) => [row.id, row]));
  // A doubt closes outside a poll too, with a listing that is suppressed or passes to another feed: its hold follows.
  const held = (await store.holds.open({ kind: 'content' })).flatMap(({ feedId }) => feedId ?? []);
  for (const feedId of new Set([...(await store.content.feeds()), ...held])) {
    const row = rows.get(feedId);
    if (row === undefined) continue;
    if (row.life === 'retired' || row.life === 'orphaned') await store.content.closeAll(feedId);
    await settleContentHold(row, services);
  }
  await store.content.forgetPast(clock.now() - pastMs);
}

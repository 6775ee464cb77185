import { emptyBalance } from '../../core/schedule/balance.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { Snapshot } from '../../model/snapshot.js';
import { readConnection } from '../connection/check-connection.js';
import { loadReference } from '../reference/load-reference.js';
import type { Poll } from './poll.js';
import { withPhotoToken } from '../map/photo-tokens.js';
import type { Feed, Services } from '../services/services.js';
import { rowOfPart } from '../snapshot/feed-parts.js';
import { feedContext } from '../snapshot/take-snapshot.js';
import { Staging } from '../staging/staging.js';
import { reportProgress } from '../push/report-progress.js';
import { newWatch } from './watch-content.js';

export interface PollStart {
  dryRun: boolean;
  file?: Snapshot | null;
  isRemap?: boolean;
}

/** Opens the run and loads what the poll needs before it fetches. */
export async function startPoll(
  configured: Feed,
  services: Services,
  { dryRun, file = null, isRemap = false }: PollStart,
): Promise<Poll> {
  const { store, clock } = services;
  const known = await withPhotoToken(configured, services);
  // The first file decides what an empty state means and sets that in the feed itself (`settleEmptyState`); a dry run sets it in a copy.
  const feed = dryRun ? { ...known } : known;
  const { id: feedId, connectionId } = feed;
  const stored = await store.feeds.get(feedId);
  if (stored === null) throw new Error(`feed ${feed.name} is not in the store`);
  const row = rowOfPart(feed, stored);
  const now = clock.now();
  const kind = isRemap ? 'remap' : 'poll';
  const run = dryRun ? null : await store.runs.start({ kind, connectionId, feedId, now });
  // The agency's plan limits the photos of a payload, so it must be known before the first record is mapped.
  const connection = await knownConnection(connectionId, services);
  const reference = await loadReference(services);
  const log = services.log.scope({ feed: feed.name, connection: connectionId, run });
  const context = reference === null ? null : feedContext(feed, reference, connection);
  return {
    feed,
    row,
    run,
    dryRun,
    file,
    isRemap,
    reference,
    context,
    balance: emptyBalance(),
    watch: newWatch(),
    staging: new Staging(feedId, services),
    services: { ...services, log, reportProgress: reportProgress(run, services) },
  };
}

async function knownConnection(id: string, services: Services): Promise<ConnectionRecord | null> {
  const { connections } = services.store;
  const row = await connections.get(id);
  if (row?.remote != null) return row;
  await readConnection(id, services);
  return connections.get(id);
}

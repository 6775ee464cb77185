import { messageOf } from '../../platform/code-of.js';
import { bounded, TimeOverError } from '../../platform/bounded.js';
import { currentFence } from '../../platform/fence.js';
import { StoppedError } from '../../platform/stoppable.js';
import { StoreError } from '../../store/database/errors.js';
import { StagingError } from '../staging/staging-error.js';
import { MappingOverrun } from '../map/map-guard.js';
import { pollLimit, whatStopped } from '../job-limits.js';
import { stopped, type Poll, type PollEnd } from './poll.js';

/**
 * Runs a poll's work. An exception and an exceeded time limit become an end of the poll, too.
 * @throws if the fence or the lease is lost: then this process may not write the end
 */
export async function endOf(poll: Poll, work: () => Promise<PollEnd>): Promise<PollEnd> {
  const { run, services } = poll;
  const kept: string[] = [];
  try {
    return await bounded(pollLimit, services.clock, work, { run, kept, keepsFiles: false });
  } catch (error) {
    currentFence()?.check();
    if (error instanceof StoreError && error.kind === 'lease_lost') throw error;
    if (error instanceof StoppedError) return stopped(`${error.message}. ${whatFollows}`);
    const message = sentence(error);
    services.log.error('poll failed', { error: messageOf(error) });
    await removeUnknown(kept, poll);
    return { state: 'failed', message };
  }
}

/** Removes files that got their final name before the work ended and that no snapshot refers to. */
async function removeUnknown(kept: readonly string[], { feed, services }: Poll): Promise<void> {
  if (kept.length === 0) return;
  const snapshots = await services.store.snapshots.ofFeed(feed.id);
  const known = new Set(snapshots.flatMap(({ parts }) => parts.map(({ path }) => path)));
  for (const path of kept) if (!known.has(path)) await services.spool.remove(path);
}

const whatFollows =
  'Records that were not taken over by then are read again by the next poll, which is scheduled; the last complete snapshot stays in use.';

/**
 * The message of a failed poll. Only errors of the kinds named here are described in it. The message of any other error may quote the feed, so
 * it goes to the log only.
 */
function sentence(error: unknown): string {
  if (error instanceof MappingOverrun) return `${error.message} ${whatFollows}`;
  if (error instanceof StoreError || error instanceof StagingError) return `${error.message} ${whatFollows}`;
  if (error instanceof TimeOverError) return `${whatStopped(error.limit)}. ${whatFollows}`;
  const name = error instanceof Error ? error.name : 'error';
  return `feedsync failed while processing this feed (${name}): the log of this run shows where. ${whatFollows} If it fails again, report it with that log line.`;
}

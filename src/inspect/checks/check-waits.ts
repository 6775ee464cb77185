import { learnedSize } from '../../store/facts/batch-size.js';
import { isParkedForGood } from '../../store/outbox/parked-requests.js';
import type { Store } from '../../store/store.js';
import { warn, type Check } from './check.js';

const shown = 5;

/** Warns about single requests that the portal refuses, and about batches that it refuses for their size. */
export async function checkWaits(store: Store, showTime: (at: number) => string): Promise<Check[]> {
  return [...(await checkRequests(store, showTime)), ...(await checkBatchSize(store, showTime))];
}

async function checkRequests(store: Store, showTime: (at: number) => string): Promise<Check[]> {
  const parked = (await store.parkedRequests.all()).filter(isParkedForGood);
  if (parked.length === 0) return [];
  const list = parked
    .slice(0, shown)
    .map(
      ({ request, code, since, nextAt }) =>
        `${request} (${code}, since ${showTime(since)}, next try ${showTime(nextAt)})`,
    );
  const more = parked.length > shown ? ` and ${parked.length - shown} more` : '';
  return [
    warn(
      'refused requests',
      `The portal refuses these requests although it accepts the key: ${list.join(', ')}${more}. Only these wait; everything else continues.`,
      'Look for a proxy or filter on the way that changes or blocks them. `feedsync sync` retries them at once.',
    ),
  ];
}

async function checkBatchSize(store: Store, showTime: (at: number) => string): Promise<Check[]> {
  const learned = await learnedSize(store);
  if (learned === null) return [];
  const { bytes, refused, since } = learned;
  const lastRefusal =
    refused === null ? '' : ` It refused ${kilobytes(refused.bytes)} on ${showTime(refused.at)}.`;
  return [
    warn(
      'batch size',
      `The portal, or a proxy in front of it, has refused larger batches (413) since ${showTime(since)}: batches hold at most ${kilobytes(bytes)} now, and grow again automatically.${lastRefusal}`,
      'Allow larger request bodies there (for nginx: client_max_body_size), or set portal.protocol.batch_bytes_max.',
    ),
  ];
}

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.floor(bytes / 1000))} kB`;
}

import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { OutcomesReport, Stop } from '../reports.js';
import { isRemoved, isOnPortal } from '../../model/listing-states.js';
import { keepsRefusal, notRefused, refusedAgain } from '../../core/schedule/retry-policy.js';
import type { SeenListing } from '../../model/reconcile.js';
import type { ConnectionRecord } from '../../model/connection.js';
import type { ListingRecord } from '../../model/listing.js';
import { readViewStatus, type Protocol } from '../../wire/protocol.js';
import type { ViewRecord } from '../../wire/replies.js';

import { checkKey } from './key-state.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from './backoff-after.js';

/**
 * The waits before the readings of the view after a push: before the first one, and after each one while outcomes are open (RULES R114).
 * Then the view is read nightly.
 */
const readAfterMs = [5000, 30_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;

/** The update of a connection after a removal or a processed batch: the view is read soon, for the outcomes. */
export function outcomesSoon(now: number): Pick<ConnectionRecord, 'outcomesDueAt' | 'outcomesAsked'> {
  return { outcomesDueAt: now + readAfterMs[0], outcomesAsked: 0 };
}

/** Reads the whole view of a connection and stores the state of each listing in it. If one page fails, nothing is stored. */
export async function readOutcomes(connectionId: ConnectionId, services: Services): Promise<OutcomesReport> {
  return (await readView(connectionId, services)).report;
}

/** Like `readOutcomes`, and also returns the view's records; no records if the view could not be read. */
export async function readView(
  connectionId: ConnectionId,
  services: Services,
): Promise<{ report: OutcomesReport; records: readonly ViewRecord[] }> {
  const unread = (stop: Stop) => ({ report: { stop, seen: 0, changed: 0, foreign: 0 }, records: [] });
  const keyRefused = await checkKey(services);
  if (keyRefused !== null) return unread(keyRefused);
  const reply = await services.portal.view(connectionId);
  if (reply.kind !== 'ok') return unread(await backoffAfter(reply, connectionId, services));

  const { changed, foreign } = await takeOverView(connectionId, reply.body, services);
  await planNextReading(connectionId, services);
  return { report: { stop: null, seen: reply.body.length, changed, foreign }, records: reply.body };
}

/** Stores what a complete view says: outcomes of known listings, and ids that the store does not know. */
export async function takeOverView(
  connectionId: ConnectionId,
  records: readonly ViewRecord[],
  services: Services,
): Promise<{ changed: number; foreign: number }> {
  const { store, clock, protocol } = services;
  const known = new Map(
    (
      await store.listings.getMany(
        connectionId,
        records.map((r) => r.external_id),
      )
    ).map((row) => [row.externalId, row]),
  );
  const changes = records.flatMap((record) => {
    const row = known.get(record.external_id);
    const change = row === undefined ? null : changeOf(row, record, services);
    return change === null ? [] : [{ externalId: record.external_id, ...change }];
  });
  const foreign = records.filter((record) => !known.has(record.external_id));
  changes.push(...(await absentChanges(connectionId, records, services)));
  await store.listings.update(connectionId, changes, clock.now());
  await store.listings.noteForeign(
    connectionId,
    foreign.map((record) => {
      const { externalId, portal, listingId, publicUrl } = toSeen(record, protocol);
      return {
        externalId,
        portal,
        listingId,
        publicUrl,
        firstSentAt: isOnPortal(portal) ? clock.now() : null,
      };
    }),
    clock.now(),
  );
  await store.listings.addEvents(
    changes.flatMap(({ externalId, portal: state }) =>
      state === undefined
        ? []
        : [{ connectionId, externalId, at: clock.now(), kind: `portal_${state}`, data: {} }],
    ),
  );
  return { changed: changes.length, foreign: foreign.length };
}

/**
 * A listing for which the portal answered `unchanged` is not being processed: if the view does not show the listing, it is not on the
 * portal.
 */
async function absentChanges(
  connectionId: ConnectionId,
  records: readonly ViewRecord[],
  { store }: Services,
): Promise<({ externalId: ExternalId } & Partial<ListingRecord>)[]> {
  const seen = new Set(records.map((record) => record.external_id));
  const absent = (await store.listings.pendingOutcomes(connectionId)).filter((id) => !seen.has(id));
  const rows = await store.listings.getMany(connectionId, absent);
  return rows.flatMap(({ externalId, unchangedSince }) =>
    unchangedSince === null ? [] : [{ externalId, portal: 'removed' as const }],
  );
}

/** A record of the view in the store's terms. */
export function toSeen(record: ViewRecord, protocol: Protocol): SeenListing {
  return {
    externalId: record.external_id,
    portal: readViewStatus(record.status, protocol),
    digest: record.digest,
    listingId: record.listing_id,
    publicUrl: record.public_url,
  };
}

/** @returns null if the view says nothing new */
function changeOf(row: ListingRecord, record: ViewRecord, services: Services): Partial<ListingRecord> | null {
  const state = readViewStatus(record.status, services.protocol);
  const change: Partial<ListingRecord> = {};
  const isRefused = keepsRefusal(row, { portal: state, digest: record.digest });
  // Only the refused content is wanted. The content that was confirmed before is no longer on the portal.
  if (isRefused && isRemoved(state) && row.confirmedDigest !== null) change.confirmedDigest = null;
  // A refusal that the view itself shows is the listing's state: the portal holds none of its content.
  if (state === 'rejected' && row.confirmedDigest !== null) change.confirmedDigest = null;
  // For a listing that was taken down, absence from the view is not news. A push of it, or its return to the view, is.
  const isStillDown = row.portal === 'taken_down' && isRemoved(state);
  if (state !== 'unknown' && state !== row.portal && !isRefused && !isStillDown && row.offSince === null)
    change.portal = state;
  if (state === 'rejected' && record.failure_code !== row.failureCode)
    Object.assign(change, {
      failureCode: record.failure_code,
      details: record.details,
      ...refusedAgain(row, record.failure_code, services.clock.now()),
    });
  if (change.portal === 'live' || change.portal === 'inactive')
    Object.assign(change, { ...notRefused, unchangedSince: null });
  if (change.portal !== undefined && state !== 'rejected' && row.failureCode !== null)
    Object.assign(change, { failureCode: null, details: null });
  if (record.listing_id !== null && record.listing_id !== row.listingId) change.listingId = record.listing_id;
  if (record.public_url !== null && record.public_url !== row.publicUrl) change.publicUrl = record.public_url;
  if (record.warnings.length > 0 && JSON.stringify(record.warnings) !== JSON.stringify(row.warnings))
    change.warnings = record.warnings;
  if (row.digestAlias === 'pending' && record.digest !== null) change.digestAlias = record.digest;
  return Object.keys(change).length === 0 ? null : change;
}

async function planNextReading(connectionId: ConnectionId, { store, clock }: Services): Promise<void> {
  const readings = ((await store.connections.get(connectionId))?.outcomesAsked ?? 0) + 1;
  const open = await store.listings.pendingOutcomes(connectionId);
  const wait = open.length === 0 ? undefined : readAfterMs[readings];
  await store.connections.update(connectionId, {
    viewReadAt: clock.now(),
    outcomesAsked: readings,
    outcomesDueAt: wait === undefined ? null : clock.now() + wait,
  });
}

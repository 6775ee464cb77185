import type { App } from '../../src/assemble.js';
import type { ListingRecord } from '../../src/model/listing.js';
import type { StaffListing } from '../../src/sandbox/sandbox.js';
import type { Ad, Agency } from './agency.js';
import type { World } from './network.js';
import { day } from './sim-time.js';

/** Once all is quiet: the portal equals what the feeds say, or a hold, a wait or a cause explains the difference. */
export async function compareWithFeeds(app: App, world: World): Promise<void> {
  const { store, clock } = app.services;
  const connections = new Set(world.agencies.map(({ connectionId }) => connectionId));
  for (const connectionId of connections) {
    if (world.sandbox.staff.connection(connectionId).status !== 'active') continue;
    const rows = new Map(
      (await store.listings.list({ connectionId, limit: 10_000 })).map((row) => [row.externalId, row]),
    );
    const heldIds = await linesOfHolds(app, connectionId, world.agencies);
    const portal = new Map(world.sandbox.staff.listings(connectionId).map((one) => [one.externalId, one]));
    for (const id of new Set([
      ...rows.keys(),
      ...portal.keys(),
      ...offeredIds(world.agencies, connectionId),
    ])) {
      const row = rows.get(id) ?? null;
      if (heldIds.has(id) || (await isExplained(row, app))) continue;
      const held = portal.get(id) ?? null;
      const difference =
        differenceOf(held, row, tellers(world.agencies, connectionId, id)) ?? contentDifference(held, row);
      if (difference !== null)
        world.witness.broken(
          `at the end ${id} ${difference} (presence ${row?.presence ?? 'unknown'}, portal ${row?.portal ?? 'none'}, intent ${row?.intent ?? 'none'}, code ${row?.failureCode ?? 'none'})`,
        );
    }
    const waiting = await store.outbox.sendable(connectionId, 'upsert', clock.now(), 5);
    if (waiting.length > 0)
      world.witness.broken(`stuck in the outbox: ${waiting.map((one) => one.externalId).join(', ')}`);
    const unsettled = await store.batches.unsettled(connectionId);
    if (unsettled.length > 0) world.witness.broken(`${unsettled.length} batches are stuck`);
  }
  const intents = await store.intents.pending();
  if (intents.length > 0) world.witness.broken(`${intents.length} wishes of people are stuck`);
}

/**
 * What the daemon believes that the portal holds is what it holds, once a listing was sent that somebody had changed there: an
 * `unchanged` to it is no success.
 */
export async function compareBeliefs({ services: { store } }: App, world: World): Promise<void> {
  for (const key of world.witness.touched) {
    if (world.witness.repaired.has(key)) continue;
    const [connectionId = '', externalId = ''] = key.split(' ');
    const row = await store.listings.get(connectionId, externalId);
    const isSettled =
      (row?.portal === 'live' || row?.portal === 'accepted') &&
      row.digestAlias !== 'pending' &&
      (await store.outbox.of(connectionId, [externalId])).length === 0;
    const held = world.sandbox.staff.listings(connectionId).find((one) => one.externalId === externalId);
    if (!isSettled || held?.status !== 'live') continue;
    if (held.digest !== row.confirmedDigest && held.digest !== row.digestAlias)
      world.witness.broken(`${externalId} is believed to be on the portal as it was sent, and is not`);
  }
}

function offeredIds(agencies: readonly Agency[], connectionId: string): string[] {
  return agencies.filter((one) => one.connectionId === connectionId).flatMap((one) => [...one.ads.keys()]);
}

function tellers(agencies: readonly Agency[], connectionId: string, id: string): Ad[] {
  return agencies.flatMap((one) => (one.connectionId === connectionId ? (one.ads.get(id) ?? []) : []));
}

async function linesOfHolds(
  { services: { store, clock } }: App,
  connectionId: string,
  agencies: readonly Agency[],
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const hold of await store.holds.all()) {
    const waits =
      hold.state === 'open' || (hold.state === 'rejected' && clock.now() - (hold.decidedAt ?? 0) < 14 * day);
    if (hold.connectionId !== connectionId || !waits) continue;
    const shown = await store.holds.get(hold.id);
    for (const line of shown?.lines ?? []) ids.add(line.externalId);
    // Of the listings of a content hold, the values in doubt wait.
    if (hold.kind === 'content' && hold.feedId !== null)
      for (const { externalId } of await store.content.doubts(hold.feedId)) ids.add(externalId);
    if (hold.kind !== 'plan' || hold.feedId === null) continue;
    // A held plan holds back every change of its feed.
    const feed = await store.feeds.get(hold.feedId);
    for (const row of await store.listings.list({ connectionId, feedId: hold.feedId, limit: 10_000 }))
      ids.add(row.externalId);
    for (const id of agencies.find(({ name }) => name === feed?.name)?.ads.keys() ?? []) ids.add(id);
  }
  return ids;
}

async function isExplained(row: ListingRecord | null, { services: { store } }: App): Promise<boolean> {
  if (row === null) return false;
  if (row.presence === 'pinned' || row.intent === 'suppressed' || row.owner !== 'feed') return true;
  if (row.portal === 'taken_down' || row.portal === 'rejected') return true;
  const feed = row.feedId === null ? null : await store.feeds.get(row.feedId);
  return feed?.life !== 'active';
}

/** What the portal shows is what was last wanted, to the letter. */
function contentDifference(held: StaffListing | null, row: ListingRecord | null): string | null {
  if (held?.status !== 'live' || row?.presence !== 'present') return null;
  if (row.intent === 'keep') return null; // its record publishes nothing, and what was there stays
  const isOurs = held.digest === row.wantedDigest || held.digest === row.digestAlias;
  return isOurs ? null : 'shows other content than the feed says';
}

function differenceOf(
  held: StaffListing | null,
  row: ListingRecord | null,
  ads: readonly Ad[],
): string | null {
  const [ad] = ads;
  const isShown = held?.status === 'live';
  if (held?.status === 'needs_review') return null; // the portal's staff have not looked at it yet
  if (held?.status === 'taken_down') return null; // by its staff, perhaps since the view was read for the night
  if (ads.length > 1) return null; // two feeds claim it: a conflict, named on the page
  if (ad === undefined || ad.status === 'sold') return isShown ? 'is shown although no feed offers it' : null;
  if (ad.status !== 'offered') return null; // what was there stays
  if (!isShown) return `is offered but not shown: ${held?.status ?? 'the portal never had it'}`;
  // Twice the portal called ours older than what it holds: that counts as ours from then on (RULES R111).
  if (row?.digestAlias != null && row.digestAlias === held.digest) return null;
  const { price, rent } = held.payload as { price?: { amount: number }; rent?: { amount: number } };
  const shown = ad.kind === 'sale' ? price?.amount : rent?.amount;
  return shown === ad.price ? null : `shows ${shown ?? 'no price'}, the feed says ${ad.price}`;
}

import { batchResource } from '../state/batches.js';
import { replaceLapsedCode } from '../state/connection-lifecycle.js';
import { countsOf } from '../state/connection-rules.js';
import { coverageOf, type Coverage } from '../coverage.js';
import { liveCount, publicUrl, settleOutcomes } from '../state/held-listings.js';
import type { App, Connection, HeldListing, Limits } from '../state/model.js';
import { required } from '../refusal.js';
import { findAny } from './staff.js';
import { stateOf, type State } from '../state/state.js';
import { asVisitorsSee, type VisitorListing } from '../state/visitor-listing.js';

/** What staff see, in the control API and on the pages. Times are epoch milliseconds. An unknown id throws a Refusal. */
export interface StaffView {
  /** Base path of the API. */
  readonly basePath: string;
  /** The portal's limits. They apply to each app where the app has no limit of its own. */
  limits(): Limits;
  now(): number;
  apps(): AppView[];
  /** Oldest first. */
  connections(): ConnectionView[];
  connection(connectionId: string): ConnectionView;
  /** In the order of first arrival. */
  listings(connectionId: string): ListingView[];
  listing(connectionId: string, externalId: string): ListingView;
  /** Newest first. */
  batches(connectionId: string): BatchView[];
  coverage(appId: string): Coverage;
}

/** An app as staff see it. */
export interface AppView extends Omit<App, 'limits'> {
  limits: Limits;
  /** The app's own time, for windows, connect codes and outcomes. */
  now: number;
  keys: { id: string; revoked: boolean; publicKey: string }[];
}

/** A connection as staff see it. */
export interface ConnectionView extends Omit<Connection, 'app' | 'listings' | 'items' | 'idempotency'> {
  app: { id: string; name: string; environment: string };
  counts: ReturnType<typeof countsOf>;
  /** Listings that count against the agency's quota. */
  quotaUsed: number;
  /** Items spent within the window of the hourly budget. */
  itemsSpent: number;
  itemsLimit: number;
  /** Who has to act next on the connection, and what they have to do. */
  turn:
    | 'partner_redeems'
    | 'partner_pushes'
    | 'staff_review'
    | 'staff_moderate'
    | 'partner_corrects'
    | 'pauser_resumes'
    | 'nobody';
}

/** A listing as staff see it. */
export interface ListingView extends Pick<
  HeldListing,
  'externalId' | 'status' | 'candidateId' | 'listingId' | 'payload' | 'warnings' | 'reason' | 'changedAt'
> {
  publicUrl: string | null;
  digest: string | null;
  /** The payload as a visitor of the portal reads it; null if no push was accepted. */
  visitor: VisitorListing | null;
  /** Why the last push was rejected, or the listing after that push; null if neither was. */
  rejection: Pick<NonNullable<HeldListing['rejection']>, 'failureCode' | 'details'> | null;
  /** Changes of status that are still to come without another push. */
  outcomes: HeldListing['outcomes'];
}

/** A batch as staff see it. */
export interface BatchView {
  createdAt: number;
  batch: ReturnType<typeof batchResource>;
}

/** The staff's view of this state. */
export function createStaffView(state: State): StaffView {
  const find = (id: string): Connection => findAny(id, state);
  return {
    basePath: state.settings.basePath,
    limits: () => ({ ...state.limits }),
    now: () => state.now(),
    apps: () => [...state.apps.values()].map((app) => appView(app, state)),
    connections: () => [...state.connections.values()].map((each) => connectionView(each, state)),
    connection: (id) => connectionView(find(id), state),
    listings: (id) => listingsOf(find(id), state).map((held) => listingView(held, state)),
    listing(id, externalId) {
      const held = listingsOf(find(id), state).find((each) => each.externalId === externalId);
      return listingView(required(held, 'listing'), state);
    },
    batches: (id) => batchesOf(find(id), state),
    coverage: (appId) => coverageOf(required(state.apps.get(appId), 'app').id, state),
  };
}

function appView(app: App, state: State): AppView {
  const own = stateOf(app, state);
  const keys = [...state.keys.values()]
    .filter((key) => key.app === app)
    .map(({ id, revoked, publicKey }) => ({
      id,
      revoked,
      publicKey: Buffer.from(publicKey).toString('base64url'),
    }));
  return { ...app, limits: { ...own.limits }, now: own.now(), keys };
}

function connectionView(connection: Connection, state: State): ConnectionView {
  const own = stateOf(connection.app, state);
  replaceLapsedCode(connection, own);
  settleOutcomes(connection, own);
  const from = own.now() - state.protocol.item_window_seconds * 1000;
  const { app, agency, code, items, listings: _, idempotency: __, ...shown } = connection;
  const spent = items.spends.filter(({ at }) => at > from);
  return {
    ...shown,
    app: { id: app.id, name: app.name, environment: app.environment },
    agency: { ...agency },
    code: code && { ...code },
    counts: countsOf(connection),
    quotaUsed: liveCount(agency, own),
    itemsSpent: spent.reduce((sum, { count }) => sum + count, 0),
    itemsLimit: own.limits.connection_items_per_hour,
    turn: turnOf(connection),
  };
}

function turnOf({ status, listings, note }: Connection): ConnectionView['turn'] {
  if (status === 'pending') return 'partner_redeems';
  if (status === 'paused') return 'pauser_resumes';
  const waits = [...listings.values()].some((held) => held.status === 'needs_review');
  if (status === 'active' && waits) return 'staff_moderate';
  if (status !== 'certifying') return 'nobody';
  if (waits) return 'staff_review';
  return note === null ? 'partner_pushes' : 'partner_corrects';
}

function listingsOf(connection: Connection, state: State): HeldListing[] {
  settleOutcomes(connection, stateOf(connection.app, state));
  return [...connection.listings.values()];
}

function listingView(held: HeldListing, state: State): ListingView {
  const { sequence: _, content, rejection, ...shown } = held;
  return {
    ...shown,
    publicUrl: publicUrl(held, state),
    digest: content?.digest ?? null,
    visitor: held.payload && asVisitorsSee(held.payload, state),
    rejection: rejection && { failureCode: rejection.failureCode, details: rejection.details },
  };
}

function batchesOf(connection: Connection, state: State): BatchView[] {
  const own = [...state.batches.values()].filter((batch) => batch.connection === connection);
  return own.reverse().map((batch) => ({ createdAt: batch.createdAt, batch: batchResource(batch) }));
}

import { batchResource } from '../state/batches.js';
import { replaceLapsedCode } from '../state/connection-lifecycle.js';
import { countsOf } from '../state/connection-rules.js';
import { coverageOf, type Coverage } from '../coverage.js';
import { liveCount, publicUrl, settleOutcomes } from '../state/held-listings.js';
import type { App, AppKey, Batch, Connection, HeldListing, Limits } from '../state/model.js';
import { required } from './staff.js';
import { stateOf, type State } from '../state/state.js';
import { asVisitorsSee, type VisitorListing } from '../state/visitor-listing.js';

/** Everything that staff see, for the control API and the pages. Times are epoch milliseconds. Unknown ids throw a Refusal. */
export interface StaffView {
  /** Base path of the API. */
  readonly basePath: string;
  /** The limits of apps that have none of their own. */
  limits(): Limits;
  now(): number;
  apps(): AppView[];
  /** Newest last. */
  connections(): ConnectionView[];
  connection(connectionId: string): ConnectionView;
  /** In the order of first arrival. */
  listings(connectionId: string): ListingView[];
  listing(connectionId: string, externalId: string): ListingView;
  /** Newest first, as the API returns them. */
  batches(connectionId: string): BatchView[];
  coverage(appId: string): Coverage;
}

export interface AppView extends Omit<App, 'limits'> {
  limits: Limits;
  /** The time by which its windows, codes and outcomes go. */
  now: number;
  keys: { id: string; revoked: boolean; publicKey: string }[];
}

export interface ConnectionView {
  id: string;
  app: { id: string; name: string; environment: string };
  agency: Connection['agency'];
  status: Connection['status'];
  counts: ReturnType<typeof countsOf>;
  /** Listings that count against the agency's quota. */
  quotaUsed: number;
  code: Connection['code'];
  note: string | null;
  paused: Connection['paused'];
  createdAt: number;
  redeemedAt: number | null;
  certifiedAt: number | null;
  lastPushAt: number | null;
  /** Items pushed within the window of the hourly budget. */
  itemsSpent: number;
  itemsLimit: number;
  /** Who has to do something for it to go on. */
  turn:
    | 'partner_redeems'
    | 'partner_pushes'
    | 'staff_review'
    | 'staff_moderate'
    | 'partner_corrects'
    | 'pauser_resumes'
    | 'nobody';
}

export interface ListingView extends Pick<
  HeldListing,
  'externalId' | 'status' | 'candidateId' | 'listingId' | 'payload' | 'warnings' | 'reason' | 'changedAt'
> {
  publicUrl: string | null;
  digest: string | null;
  /** The payload as a visitor of the portal reads it; null where nothing was accepted. */
  visitor: VisitorListing | null;
  /** Of the last push, where it was refused. */
  rejection: Pick<NonNullable<HeldListing['rejection']>, 'failureCode' | 'details'> | null;
  /** What becomes of it by itself. */
  outcomes: HeldListing['outcomes'];
}

export interface BatchView {
  createdAt: number;
  batch: ReturnType<typeof batchResource>;
}

export function createStaffView(state: State): StaffView {
  const find = (id: string): Connection => required(state.connections.get(id.toLowerCase()), 'connection');
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
  const keys = [...state.keys.values()].filter((key) => key.app === app);
  return { ...app, limits: { ...own.limits }, now: own.now(), keys: keys.map((key) => keyView(key)) };
}

function keyView({ id, revoked, publicKey }: AppKey): AppView['keys'][number] {
  return { id, revoked, publicKey: Buffer.from(publicKey).toString('base64url') };
}

function connectionView(connection: Connection, state: State): ConnectionView {
  const { app } = connection;
  const own = stateOf(app, state);
  replaceLapsedCode(connection, own);
  settleOutcomes(connection, own);
  const from = own.now() - state.protocol.item_window_seconds * 1000;
  const { id, agency, status, code, note, paused } = connection;
  const { createdAt, redeemedAt, certifiedAt, lastPushAt } = connection;
  const spent = connection.items.spends.filter(({ at }) => at > from);
  return {
    id,
    app: { id: app.id, name: app.name, environment: app.environment },
    agency: { ...agency },
    status,
    counts: countsOf(connection),
    quotaUsed: liveCount(agency, own),
    code: code && { ...code },
    note,
    paused,
    createdAt,
    redeemedAt,
    certifiedAt,
    lastPushAt,
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
  const { externalId, status, candidateId, listingId, payload, warnings, reason, changedAt } = held;
  const { rejection, outcomes } = held;
  return {
    externalId,
    status,
    candidateId,
    listingId,
    publicUrl: publicUrl(held, state),
    digest: held.content?.digest ?? null,
    payload,
    visitor: payload && asVisitorsSee(payload, state),
    warnings,
    rejection: rejection && { failureCode: rejection.failureCode, details: rejection.details },
    reason,
    changedAt,
    outcomes,
  };
}

function batchesOf(connection: Connection, state: State): BatchView[] {
  const own = [...state.batches.values()].filter((batch) => batch.connection === connection);
  return own.reverse().map((batch: Batch) => ({ createdAt: batch.createdAt, batch: batchResource(batch) }));
}

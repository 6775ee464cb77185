import type { FailureCode } from '../../wire/error-codes.js';
import { publicKeyBytes } from '../../wire/keys.js';
import { valueAt } from '../../wire/payload.js';
import {
  certify,
  issueConnectionCode,
  pause,
  replaceLapsedCode,
  resume,
  revoke,
  sendBack,
} from '../state/connection-lifecycle.js';
import { countsOf } from '../state/connection-rules.js';
import { approve, heldOf, noContent, publicUrl, refuse, settleOutcomes } from '../state/held-listings.js';
import type {
  Agency,
  App,
  Connection,
  ConnectionState,
  Environment,
  HeldListing,
  Limits,
  ListingStatus,
  Spend,
} from '../state/model.js';
import { Refusal, required } from '../refusal.js';
import type { LogEntry } from '../request-log.js';
import { createSpendWindow } from '../state/spend-window.js';
import { keysOf, stateOf, type State } from '../state/state.js';
import { withVersion, type VocabularyDocument } from '../state/vocabulary.js';
import { announceListing, type StatusActor } from '../state/webhook-events.js';

/** The actions of the portal's staff and of agencies, and their view of the portal. An unknown id throws a Refusal. */
export interface Staff {
  /** @returns the app's id */
  addApp(options?: { name?: string; environment?: Environment; partner?: string }): string;
  /**
   * @param publicKey SPKI PEM or raw base64url
   * @param environment ['sandbox']
   * @param appId [the first app of the environment, added if there is none]
   * @returns the key id
   */
  registerKey(publicKey: string, environment?: Environment, appId?: string): string;
  revokeKey(keyId: string): void;
  suspendApp(appId: string, suspended?: boolean): void;
  /** Adds a connection in any state [active]. A pending one gets a connect code. @returns the connection's id */
  addConnection(options?: NewConnection): string;
  /** Issues a connect code for a new pending connection, or for the pending one of `connectionId`, whose code it replaces. */
  issueCode(options?: NewConnection & { connectionId?: string }): { code: string; connectionId: string };
  certify(connectionId: string): void;
  sendBack(connectionId: string, note: string): void;
  pause(connectionId: string, reason?: string | null, by?: 'agency' | 'staff'): void;
  resume(connectionId: string, by?: 'agency' | 'staff'): void;
  revoke(connectionId: string, reason?: string | null, by?: StatusActor): void;
  setAgency(connectionId: string, changes: Partial<Agency>): void;
  setQuota(connectionId: string, limit: number | null): void;
  setPhotoLimit(connectionId: string, limit: number): void;
  /** Sets the portal's limits, or those of one app. */
  setLimits(limits: Partial<Limits>, appId?: string): void;
  /** Sets the offset of the portal's clock from the clock of the process, or the offset of one app's clock from the portal's. */
  setClockOffset(ms: number, appId?: string): void;
  /** Replaces the vocabulary. @param change gets a copy of the present one; the version is computed from the result */
  setVocabulary(change: (document: VocabularyDocument) => Omit<VocabularyDocument, 'version'>): void;
  connection(connectionId: string): StaffConnection;
  listings(connectionId: string): StaffListing[];
  /** Publishes a listing under review on an active connection, or rejects it with `quota_exceeded` if the plan has no room. */
  approveListing(connectionId: string, externalId: string): void;
  /** Rejects a listing under review on an active connection. @param failureCode [moderation_blocked] */
  rejectListing(connectionId: string, externalId: string, failureCode?: FailureCode): void;
  /** Changes a listing, or adds one that the partner never sent. */
  setListing(connectionId: string, externalId: string, change: ListingChange): void;
  /** The items that the connection spent, oldest first. */
  ledger(connectionId: string): Spend[];
  requestLog(appId?: string): LogEntry[];
  clearRequestLog(appId?: string): void;
}

/** A connection to add; every field has a default. */
export interface NewConnection {
  /** [active] */
  status?: ConnectionState;
  /** Differences from the demo agency. */
  agency?: Partial<Agency>;
  /** [sandbox] */
  environment?: Environment;
  /** [the first app of the environment, added if there is none] */
  appId?: string;
  /** [a random one] */
  id?: string;
}

interface StaffConnection {
  id: string;
  status: ConnectionState;
  agency: Agency;
  note: string | null;
  code: string | null;
  counts: ReturnType<typeof countsOf>;
}

/** A listing as staff see it. */
export interface StaffListing {
  externalId: string;
  status: ListingStatus;
  listingId: string | null;
  publicUrl: string | null;
  digest: string | null;
  failureCode: FailureCode | null;
  reason: string | null;
  changedAt: number;
  payload: Record<string, unknown> | null;
}

interface ListingChange {
  status?: ListingStatus;
  payload?: Record<string, unknown>;
  /** Replaces the stored content by one that has this digest and equals no push, so that every later push differs from it. */
  digest?: string;
  failureCode?: FailureCode;
}

/** The staff's actions on this state. */
export function createStaff(state: State): Staff {
  const find = (id: string): Connection => findAny(id, state);
  const findApp = (id: string): App => required(state.apps.get(id), 'app');
  /** Turns a function of a connection and of its app's state into one that takes the connection's id instead. */
  const on =
    <A extends unknown[], R>(run: (connection: Connection, state: State, ...rest: A) => R) =>
    (id: string, ...rest: A): R => {
      const connection = find(id);
      return run(connection, stateOf(connection.app, state), ...rest);
    };
  const setAgency = (id: string, changes: Partial<Agency>): void =>
    void Object.assign(find(id).agency, changes);
  return {
    addApp: (options) => addApp(state, options).id,
    registerKey: (publicKey, environment = 'sandbox', appId) =>
      registerKey(publicKey, appOf(state, environment, appId), state),
    revokeKey: (keyId) => void (required(state.keys.get(keyId), 'key').revoked = true),
    suspendApp: (appId, suspended = true) => void (findApp(appId).suspended = suspended),
    addConnection: (options) => addConnection(state, options).id,
    issueCode: (options) => issueCode(state, options),
    certify: on((connection, own) => certify(connection, own)),
    sendBack: on((connection, own, note: string) => sendBack(connection, note, own)),
    pause: on((connection, own, reason: string | null = null, by: 'agency' | 'staff' = 'staff') =>
      pause(connection, by, reason, own),
    ),
    resume: on((connection, own, by: 'agency' | 'staff' = 'staff') => resume(connection, by, own)),
    revoke: on((connection, own, reason: string | null = null, by: StatusActor = 'staff') =>
      revoke(connection, by, reason, own),
    ),
    setAgency,
    setQuota: (id, limit) => setAgency(id, { listing_limit: limit }),
    setPhotoLimit: (id, limit) => setAgency(id, { photo_limit: limit }),
    setLimits: (limits, appId) =>
      void Object.assign(appId === undefined ? state.limits : findApp(appId).limits, limits),
    setClockOffset(ms, appId) {
      if (appId === undefined) state.clockOffsetMs = ms;
      else findApp(appId).skewMs = ms;
    },
    setVocabulary: (change) => setVocabulary(state, change),
    connection: on(staffConnection),
    listings: on(staffListings),
    approveListing: on((connection, own, externalId: string) =>
      approve(underReview(connection, externalId, own), connection, own),
    ),
    rejectListing: on(
      (connection, own, externalId: string, failureCode: FailureCode = 'moderation_blocked') =>
        refuse(underReview(connection, externalId, own), failureCode, connection, own),
    ),
    setListing: on((connection, own, externalId: string, change: ListingChange) =>
      setListing(connection, externalId, change, own),
    ),
    ledger: (id) => structuredClone(find(id).items.spends.filter(({ count }) => count > 0)),
    requestLog: (appId) =>
      state.log.entries().filter((entry) => appId === undefined || entry.appId === appId),
    clearRequestLog: (appId) => state.log.clear(appId),
  };
}

function addApp(
  state: State,
  options: { name?: string; environment?: Environment; partner?: string } = {},
): App {
  const { environment = 'sandbox', name = `Demo app (${environment})`, partner = 'Demo partner' } = options;
  const app: App = {
    id: state.uuid(),
    name,
    environment,
    partner: { id: state.uuid(), name: partner },
    suspended: false,
    skewMs: 0,
    advancedMs: 0,
    limits: {},
  };
  state.apps.set(app.id, app);
  return app;
}

/** The app with this id; without an id the first app of the environment, which is added if there is none. @throws Refusal */
export function appOf(state: State, environment: Environment, appId?: string): App {
  if (appId !== undefined) return required(state.apps.get(appId), 'app');
  return (
    [...state.apps.values()].find((app) => app.environment === environment) ?? addApp(state, { environment })
  );
}

function registerKey(publicKey: string, app: App, state: State): string {
  const id = `px_${app.environment}_${Buffer.from(state.random.bytes(6)).toString('hex')}`;
  const bytes = publicKeyBytes(publicKey);
  const requests = createSpendWindow();
  state.keys.set(id, { id, app, publicKey: bytes, revoked: false, requests, nonces: new Map() });
  return id;
}

function addConnection(state: State, options: NewConnection = {}): Connection {
  const { status = 'active', environment = 'sandbox', appId, id = state.uuid() } = options;
  const app = appOf(state, environment, appId);
  const own = stateOf(app, state);
  const now = own.now();
  const wasRedeemed = status !== 'pending';
  const wasCertified = status !== 'pending' && status !== 'certifying';
  const connection: Connection = {
    id: id.toLowerCase(),
    app,
    agency: newAgency(options.agency ?? {}, state),
    status,
    createdAt: now,
    redeemedAt: wasRedeemed ? now : null,
    certifiedAt: wasCertified ? now : null,
    paused: status === 'paused' ? { at: now, by: 'staff', reason: null, from: 'active' } : null,
    lastPushAt: null,
    note: null,
    code: null,
    listings: new Map(),
    items: createSpendWindow(),
    idempotency: new Map(),
  };
  state.connections.set(connection.id, connection);
  if (status === 'pending') issueConnectionCode(connection, own);
  return connection;
}

function newAgency(changes: Partial<Agency>, { settings }: State): Agency {
  return {
    name: 'Agencija Demo',
    register_number: '1001',
    verification_status: 'verified',
    listing_limit: settings.listingQuota,
    photo_limit: settings.photoLimit,
    members: [],
    kind: 'agency',
    virtual_tours: true,
    blocked: false,
    ...changes,
  };
}

function issueCode(
  state: State,
  options: NewConnection & { connectionId?: string } = {},
): { code: string; connectionId: string } {
  const { connectionId, ...rest } = options;
  const connection =
    connectionId === undefined
      ? addConnection(state, { ...rest, status: 'pending' })
      : findAny(connectionId, state);
  return {
    code: issueConnectionCode(connection, stateOf(connection.app, state)),
    connectionId: connection.id,
  };
}

function setVocabulary(state: State, change: Parameters<Staff['setVocabulary']>[0]): void {
  const document = withVersion(change(structuredClone(state.vocabulary.document)));
  state.vocabulary = { ...state.vocabulary, document };
  state.vocabularyKeys = keysOf(document);
}

function staffConnection(connection: Connection, state: State): StaffConnection {
  replaceLapsedCode(connection, state);
  settleOutcomes(connection, state);
  const { id, status, agency, note, code } = connection;
  return { id, status, agency: { ...agency }, note, code: code?.text ?? null, counts: countsOf(connection) };
}

function staffListings(connection: Connection, state: State): StaffListing[] {
  settleOutcomes(connection, state);
  return [...connection.listings.values()].map((held) => ({
    externalId: held.externalId,
    status: held.status,
    listingId: held.listingId,
    publicUrl: publicUrl(held, state),
    digest: held.content?.digest ?? null,
    failureCode: held.rejection?.failureCode ?? null,
    reason: held.reason,
    changedAt: held.changedAt,
    payload: held.payload,
  }));
}

/**
 * A listing on which staff may decide. On a connection that is still certifying, staff decide on the first batch as a whole.
 * @throws Refusal
 */
function underReview(connection: Connection, externalId: string, state: State): HeldListing {
  settleOutcomes(connection, state);
  const held = required(connection.listings.get(externalId), 'listing');
  if (connection.status !== 'active') {
    const message = `One listing is decided on an active connection; this one is ${connection.status}.`;
    throw new Refusal(409, 'connection_not_active', message, { status: connection.status });
  }
  if (held.status !== 'needs_review') {
    const message = `Only what is under review is decided; ${externalId} is ${held.status}.`;
    throw new Refusal(409, 'listing_not_under_review', message, { status: held.status });
  }
  return held;
}

function setListing(connection: Connection, externalId: string, change: ListingChange, state: State): void {
  const isNew = !connection.listings.has(externalId);
  const held = heldOf(connection, externalId, state);
  held.status = change.status ?? (isNew ? 'live' : held.status);
  held.changedAt = state.now();
  held.outcomes = [];
  if (held.status === 'live') held.listingId ??= state.uuid();
  if (change.payload) {
    held.payload = Object.freeze({ ...change.payload });
    const updatedAt = datedAt(change.payload);
    if (held.content && updatedAt !== null) held.content = { ...held.content, updatedAt };
  }
  if (change.digest !== undefined)
    held.content = { hash: change.digest, updatedAt: held.content?.updatedAt ?? 0, digest: change.digest };
  if (change.failureCode !== undefined) {
    held.rejection = { content: held.content ?? noContent, failureCode: change.failureCode, details: [] };
  }
  if (change.status !== undefined) announceListing(held, connection, publicUrl(held, state), state);
}

function datedAt(payload: Record<string, unknown>): number | null {
  const text = valueAt(payload, ['source', 'updated_at']);
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

/** A connection of any app. @throws Refusal for an unknown id */
export function findAny(id: string, state: State): Connection {
  return required(state.connections.get(id.toLowerCase()), 'connection');
}

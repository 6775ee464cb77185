import type {
  Detail,
  FailureCode,
  ItemResultCode,
  WarningCode,
  BatchStatus,
} from '../../wire/error-codes.js';

// The sandbox's own records. Times are epoch milliseconds. Fields in snake case are those of the API's resources.

export type Environment = 'sandbox' | 'live';

export interface App {
  id: string;
  name: string;
  environment: Environment;
  partner: { id: string; name: string };
  suspended: boolean;
  /** Offset of this app's clock from the portal's. It shifts the check of timestamps and the `Date` header. */
  skewMs: number;
  /** How far the app's time was advanced. It moves windows, outcomes, codes and deliveries, but not the check of timestamps. */
  advancedMs: number;
  /** The app's own limits; the portal's apply where a field is absent. */
  limits: Partial<Limits>;
}

/** The limits that GET /ping returns. */
export interface Limits {
  rate_limit_per_minute: number;
  connection_items_per_hour: number;
  max_batch_items: number;
}

export interface AppKey {
  id: string;
  app: App;
  /** Ed25519 public key, 32 bytes. */
  publicKey: Uint8Array;
  revoked: boolean;
  requests: SpendWindow;
  /** Nonces that were used, each with the time until which it is remembered; oldest first. */
  nonces: Map<string, number>;
}

export interface Agency {
  name: string;
  register_number: string | null;
  verification_status: 'unverified' | 'pending' | 'verified' | 'rejected';
  /** Most live listings; null: no limit. */
  listing_limit: number | null;
  /** Photos stored per listing. */
  photo_limit: number;
  /** E-mail addresses of active members. */
  members: string[];
  kind: 'agency' | 'solo_agent' | 'bank';
  virtual_tours: boolean;
  blocked: boolean;
}

export type ConnectionState = 'pending' | 'certifying' | 'active' | 'paused' | 'revoked';

export interface Connection {
  id: string;
  app: App;
  agency: Agency;
  status: ConnectionState;
  createdAt: number;
  redeemedAt: number | null;
  certifiedAt: number | null;
  paused: { at: number; by: 'agency' | 'staff'; reason: string | null; from: 'certifying' | 'active' } | null;
  lastPushAt: number | null;
  /** The note with which staff sent the first batch back; null if they did not, or once the connection is certified. */
  note: string | null;
  code: { text: string; expiresAt: number } | null;
  /** By external_id. */
  listings: Map<string, HeldListing>;
  /** Items spent of the hourly budget. */
  items: SpendWindow;
  /** By Idempotency-Key. */
  idempotency: Map<string, { fingerprint: string; batchId: string; at: number }>;
}

/** The statuses that the reconcile view shows: all but `released`, because a released listing belongs to the agency. */
export const viewStatuses = [
  'accepted',
  'needs_review',
  'live',
  'inactive',
  'rejected',
  'removed',
  'archived',
  'taken_down',
] as const;
export const listingStatuses = [...viewStatuses, 'released'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

export interface Warning {
  code: WarningCode;
  pointer?: string;
  message: string;
}

/** The values by which a push is compared with the one before. */
export interface Content {
  hash: string;
  /** The payload's `source.updated_at` in epoch milliseconds; 0 where it is not known. */
  updatedAt: number;
  /** The digest that the partner sent; the view returns it unchanged. */
  digest: string | null;
}

/** The listing of one external_id of a connection. A rejected push changes neither its status nor its payload. */
export interface HeldListing {
  /** Number of first arrival. The view is paged in this order. */
  sequence: number;
  externalId: string;
  status: ListingStatus;
  candidateId: string | null;
  listingId: string | null;
  /** The content of the last accepted push; null before the first one. */
  content: Content | null;
  payload: Record<string, unknown> | null;
  warnings: Warning[];
  /** Why the last push was rejected, or the listing after that push; null if neither was. */
  rejection: { content: Content; failureCode: FailureCode; details: Detail[] } | null;
  /** Changes of status that are still to come without another push, in the order of time. */
  outcomes: DueOutcome[];
  /** Why the listing was removed or released. */
  reason: string | null;
  changedAt: number;
}

/** A change of a listing's status at a later time. */
export type DueOutcome =
  | { at: number; becomes: 'published' }
  | { at: number; becomes: 'rejected' | 'taken_down'; failureCode: FailureCode; details: Detail[] };

/** The result of one item of a push or reconcile, as the API shows it (partner API, section "Batch item result"). */
export interface ItemResult {
  position: number;
  external_id: string;
  result: ItemResultCode;
  candidate_id: string | null;
  listing_id: string | null;
  public_url: string | null;
  failure_code: FailureCode | null;
  details: Detail[] | null;
  warnings: Warning[];
}

export interface Batch {
  id: string;
  connection: Connection;
  status: BatchStatus;
  createdAt: number;
  /** Number of items to process, known from the start. */
  total: number;
  /** Results; empty until the batch is processed. */
  items: ItemResult[];
  /** The work still to be done, the time at which it is due, and whether it fails; null once the batch is processed. */
  pending: { at: number; work: BatchWork; fails: boolean } | null;
}

/** `push` imports listings, for which `taken` was spent. `reconcile` archives the listings of these ids. */
export type BatchWork =
  { kind: 'push'; listings: unknown[]; taken: Spend } | { kind: 'reconcile'; externalIds: string[] };

export interface Spend {
  at: number;
  count: number;
}

/** The spends of a sliding window, oldest first. Some older ones are kept too, for staff and tests to read. */
export interface SpendWindow {
  spends: Spend[];
}

/** An address to which an app's events are sent. */
export interface WebhookEndpoint {
  id: string;
  appId: string;
  url: string;
  /** Every secret signs each event, until the time `until`; null: without end. */
  secrets: { text: string; until: number | null }[];
  /** Names of the events to send; null: all. */
  events: string[] | null;
  /** When and why the endpoint was disabled; null while it is enabled. */
  disabled: { at: number; reason: string } | null;
  /** Time of the first failed attempt since the last success; null if none has failed since. */
  failingSince: number | null;
}

/** One event for one endpoint, with the attempts to deliver it. */
export interface Delivery {
  id: string;
  appId: string;
  endpointId: string;
  /** Id of the event: the same in every attempt and for every endpoint. */
  eventId: string;
  event: string;
  connectionId: string;
  createdAt: number;
  /** The request body, byte for byte. */
  body: string;
  status: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null while an attempt runs and after the last one. */
  nextAt: number | null;
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: number;
  /** HTTP status of the reply; null without a reply. */
  status: number | null;
  /** Why the attempt failed, as a sentence; null if it succeeded. */
  error: string | null;
  /** Kind of the fault that acted on the attempt; null without one. */
  fault: string | null;
}

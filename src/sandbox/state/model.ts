import type {
  Detail,
  FailureCode,
  ItemResultCode,
  WarningCode,
  BatchStatus,
} from '../../wire/error-codes.js';

/** What the sandbox holds. Inside times are epoch milliseconds; resources as the API shows them are in snake case. */
export type Environment = 'sandbox' | 'live';

export interface App {
  id: string;
  name: string;
  environment: Environment;
  partner: { id: string; name: string };
  suspended: boolean;
  /** How far this app's clock is from the portal's: what requests are checked by, and what `Date` says. */
  skewMs: number;
  /** How far its time was moved on: windows, outcomes, codes and deliveries follow, signatures do not. */
  advancedMs: number;
  /** Where they differ from the portal's. */
  limits: Partial<Limits>;
}

/** What a client may read with GET /ping. */
export interface Limits {
  rate_limit_per_minute: number;
  connection_items_per_hour: number;
  max_batch_items: number;
}

export interface AppKey {
  id: string;
  app: App;
  /** 32 bytes, Ed25519. */
  publicKey: Uint8Array;
  revoked: boolean;
  requests: SpendWindow;
  /** Nonces seen, with the time until which each is remembered; oldest first. */
  nonces: Map<string, number>;
}

export interface Agency {
  name: string;
  register_number: string | null;
  verification_status: 'unverified' | 'pending' | 'verified' | 'rejected';
  /** Live listings allowed; null is no limit. */
  listing_limit: number | null;
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
  /** What staff wrote when they sent the first batch back. */
  note: string | null;
  code: { text: string; expiresAt: number } | null;
  listings: Map<string, HeldListing>;
  items: SpendWindow;
  idempotency: Map<string, { fingerprint: string; batchId: string; at: number }>;
}

/** Those of listings that are the connection's still; each is a word of the view. */
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

/** A payload as the portal compares it: what was pushed, and when by the partner's own word. */
export interface Content {
  hash: string;
  updatedAt: number;
  /** The partner's own hash, echoed in the view. */
  digest: string | null;
}

/** One external_id of a connection. What it shows stays as it was when a later push is rejected. */
export interface HeldListing {
  /** Order of first arrival: what the view is paged by. */
  sequence: number;
  externalId: string;
  status: ListingStatus;
  candidateId: string | null;
  listingId: string | null;
  /** Null while nothing was ever accepted. */
  content: Content | null;
  payload: Record<string, unknown> | null;
  warnings: Warning[];
  /** The last push, where it was rejected. */
  rejection: { content: Content; failureCode: FailureCode; details: Detail[] } | null;
  /** What becomes of it without another push, in the order of time; the first is due at `changedAt` or later. */
  outcomes: DueOutcome[];
  /** Why it left. */
  reason: string | null;
  changedAt: number;
}

/** Something that the portal finds out or decides later. */
export type DueOutcome =
  | { at: number; becomes: 'published' }
  | { at: number; becomes: 'rejected' | 'taken_down'; failureCode: FailureCode; details: Detail[] };

/** See partner API, section "Batch item result". */
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
  total: number;
  items: ItemResult[];
  /** What is still to be done, and when; null once it is done. */
  pending: { at: number; work: BatchWork; fails: boolean } | null;
}

/** What a batch was sent for. */
export type BatchWork =
  { kind: 'push'; listings: unknown[]; taken: Spend } | { kind: 'reconcile'; externalIds: string[] };

export interface Spend {
  at: number;
  count: number;
}

/** A sliding window with a short memory of what was spent before it, for tests and people. */
export interface SpendWindow {
  spends: Spend[];
}

/** Where an app has its events sent. */
export interface WebhookEndpoint {
  id: string;
  appId: string;
  url: string;
  /** Each signs; those with an end sign until then. */
  secrets: { text: string; until: number | null }[];
  /** Names of events; null is all of them. */
  events: string[] | null;
  /** Null while it is in use; else why it is not. */
  disabled: { at: number; reason: string } | null;
  /** Since when nothing was delivered, though it was tried. */
  failingSince: number | null;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  id: string;
  appId: string;
  endpointId: string;
  /** The event's own: the same at every attempt and every endpoint. */
  eventId: string;
  event: string;
  connectionId: string;
  createdAt: number;
  /** Exactly as it is sent. */
  body: string;
  status: 'waiting' | 'delivered' | 'failed';
  /** When the next attempt is due; null where there is none. */
  nextAt: number | null;
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: number;
  /** Of the reply; null where there was none. */
  status: number | null;
  /** What went wrong, in a sentence. */
  error: string | null;
  /** The fault that it met on purpose. */
  fault: string | null;
}

import type { ConnectionId, ExternalId } from '../model/ids.js';
import type { WireRemoveReason } from '../wire/error-codes.js';
import type {
  Batch,
  Connection,
  ItemResult,
  LooseResult,
  Ping,
  PlacesPage,
  ViewPage,
  ViewRecord,
  WirePlace,
} from '../wire/replies.js';
import type { PortalReply } from './portal-reply.js';

/** The vocabulary document as it came, with the validator for the next time. */
export interface VocabularyReply {
  document: Record<string, unknown>;
  etag: string | null;
}

interface PlacesFilter {
  /** Part of a name in Latin, Cyrillic or English, or the official code; diacritics must match. */
  q?: string;
  type?: 'city' | 'municipality';
}

/**
 * The portal's operations (partner API, section "Endpoints"), one request each unless the method says otherwise. Nothing is repeated but a
 * 401 that our clock explains, and a GET whose kept connection turned out to be closed.
 */
export interface PortalClient {
  ping(): Promise<PortalReply<Ping>>;
  redeem(connectCode: string): Promise<PortalReply<Connection>>;
  /** All pages. */
  listConnections(): Promise<PortalReply<Connection[]>>;
  getConnection(connectionId: ConnectionId): Promise<PortalReply<Connection>>;
  disconnect(connectionId: ConnectionId, reason?: string): Promise<PortalReply<Connection>>;
  putListing(
    connectionId: ConnectionId,
    externalId: ExternalId,
    listing: Record<string, unknown>,
  ): Promise<PortalReply<ItemResult>>;
  /** @param body the stored bytes of `{listings: […]}`, sent as they are on every attempt */
  sendBatch(
    connectionId: ConnectionId,
    body: Uint8Array,
    idempotencyKey: string,
  ): Promise<PortalReply<Batch>>;
  getBatch(batchId: string): Promise<PortalReply<Batch>>;
  removeListing(
    connectionId: ConnectionId,
    externalId: ExternalId,
    reason: WireRemoveReason,
  ): Promise<PortalReply<LooseResult>>;
  viewPage(connectionId: ConnectionId, cursor: string | null): Promise<PortalReply<ViewPage>>;
  /** All pages, or none: a page that fails, a cursor or an id that comes twice, or a changed total fail the whole. */
  view(connectionId: ConnectionId): Promise<PortalReply<ViewRecord[]>>;
  /** Archives every live listing that is not in the list. */
  reconcile(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
    options: { idempotencyKey: string; confirmMassRemoval?: boolean },
  ): Promise<PortalReply<LooseResult>>;
  /** At most 50 listings; with a connection its agency's checks too. */
  validate(listings: readonly unknown[], connectionId?: ConnectionId): Promise<PortalReply<LooseResult>>;
  /** A null body says that the document of this ETag still stands. */
  vocabularies(etag: string | null): Promise<PortalReply<VocabularyReply | null>>;
  placesPage(filter: PlacesFilter, cursor: string | null): Promise<PortalReply<PlacesPage>>;
  /** All pages, or none. */
  places(filter: PlacesFilter): Promise<PortalReply<WirePlace[]>>;
  getPlace(placeId: string): Promise<PortalReply<WirePlace>>;
  /** The portal's clock minus ours in milliseconds, as last seen in a reply (to the second). */
  clockOffset(): number;
  /** Our clock corrected by it; epoch milliseconds. */
  portalTime(): number;
  /** Until when timestamps are corrected because the portal refused ours; null when they are not. */
  clockCorrectedUntil(): number | null;
}

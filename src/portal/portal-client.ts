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

/** The vocabulary document, unchanged, with its ETag for the next conditional request. */
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
 * The portal's operations (partner API, section "Endpoints"). Each is one request, unless its comment says otherwise. A request is repeated
 * in two cases only: after a 401 that is explained by our clock, and after a GET on a kept-alive connection that the portal had closed.
 */
export interface PortalClient {
  ping(): Promise<PortalReply<Ping>>;
  redeem(connectCode: string): Promise<PortalReply<Connection>>;
  /** Reads all pages of the list. Not `ok` if a page fails. */
  listConnections(): Promise<PortalReply<Connection[]>>;
  getConnection(connectionId: ConnectionId): Promise<PortalReply<Connection>>;
  disconnect(connectionId: ConnectionId, reason?: string): Promise<PortalReply<Connection>>;
  putListing(
    connectionId: ConnectionId,
    externalId: ExternalId,
    listing: Record<string, unknown>,
  ): Promise<PortalReply<ItemResult>>;
  /** @param body the bytes of `{listings: […]}`: every attempt must send the same bytes */
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
  /** All pages, or none: not `ok` if a page fails, a cursor or an id occurs twice, or the total changes between pages. */
  view(connectionId: ConnectionId): Promise<PortalReply<ViewRecord[]>>;
  /** Archives every live listing that is not in the list. */
  reconcile(
    connectionId: ConnectionId,
    externalIds: readonly ExternalId[],
    options: { idempotencyKey: string; confirmMassRemoval?: boolean },
  ): Promise<PortalReply<LooseResult>>;
  /** At most 50 listings. With a connection, they are also checked against its agency's plan. */
  validate(listings: readonly unknown[], connectionId?: ConnectionId): Promise<PortalReply<LooseResult>>;
  /** The body is null if the document with this ETag is still current. */
  vocabularies(etag: string | null): Promise<PortalReply<VocabularyReply | null>>;
  placesPage(filter: PlacesFilter, cursor: string | null): Promise<PortalReply<PlacesPage>>;
  /** Reads all pages of the search. Not `ok` if a page fails. */
  places(filter: PlacesFilter): Promise<PortalReply<WirePlace[]>>;
  getPlace(placeId: string): Promise<PortalReply<WirePlace>>;
  /**
   * The portal's clock minus ours in milliseconds, accurate to a second, as measured with the last successful reply that has a `Date` and
   * comes from no cache; 0 before. While requests are signed with the portal's time, the offset with which they are signed.
   */
  clockOffset(): number;
  /** The time of the portal's clock: ours plus `clockOffset`; epoch milliseconds. */
  portalTime(): number;
  /** Until when requests are signed with the portal's time, because the portal refused ours; null: they are signed with our time. */
  clockCorrectedUntil(): number | null;
}

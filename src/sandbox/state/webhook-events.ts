import type { Protocol } from '../../wire/protocol.js';
import type { Connection, HeldListing, ListingStatus, WebhookEndpoint } from './model.js';
import { stateOf, timestamp, type State } from './state.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** Most deliveries kept. The oldest are deleted, even if they still wait to be sent, so that memory stays bounded. */
const deliveriesMax = 5_000;

/** Queues an event for every enabled endpoint of the app that is registered for this kind of event. The deliveries are due at once. */
export function announce(
  connection: Connection,
  event: WebhookEventName,
  data: Readonly<Record<string, unknown>>,
  state: State,
): void {
  const { app } = connection;
  const endpoints = [...state.webhookEndpoints.values()].filter((endpoint) => wants(endpoint, app.id, event));
  if (endpoints.length === 0) return;
  const now = stateOf(app, state).now();
  const eventId = `evt_${state.uuid().replaceAll('-', '')}`;
  const body = JSON.stringify({
    id: eventId,
    type: eventWord(event, state.protocol),
    timestamp: timestamp(now),
    data: { connection_id: connection.id, ...data },
  });
  for (const endpoint of endpoints) {
    const id = `dlv_${state.uuid().replaceAll('-', '')}`;
    state.deliveries.set(id, {
      id,
      appId: app.id,
      endpointId: endpoint.id,
      eventId,
      event,
      connectionId: connection.id,
      createdAt: now,
      body,
      status: 'waiting',
      nextAt: now,
      attempts: [],
    });
  }
  makeRoom(state);
}

/** Queues `connection.status_changed` with the connection's present status. @param by who changed the status */
export function announceStatus(
  connection: Connection,
  by: StatusActor,
  reason: string | null,
  state: State,
): void {
  const { status } = connection;
  announce(connection, 'connection.status_changed', { status, details: { by, reason } }, state);
}

/** Who changed the status of a connection. */
export type StatusActor = 'agency' | 'partner' | 'staff' | 'system';

const listingEvents: Record<ListingStatus, WebhookEventName | null> = {
  accepted: null,
  needs_review: 'listing.needs_review',
  live: 'listing.live',
  inactive: 'listing.inactive',
  rejected: 'listing.rejected',
  removed: 'listing.removed',
  archived: 'listing.archived',
  taken_down: 'listing.taken_down',
  released: 'listing.released',
};

/** Queues the event that belongs to the listing's status. The status `accepted` has no event. */
export function announceListing(
  held: HeldListing,
  connection: Connection,
  publicUrl: string | null,
  state: State,
): void {
  const event = listingEvents[held.status];
  if (event === null) return;
  const data = {
    external_id: held.externalId,
    status: held.status,
    candidate_id: held.candidateId,
    listing_id: held.listingId,
    public_url: publicUrl,
    digest: held.content?.digest ?? null,
    failure_code: held.rejection?.failureCode ?? null,
    details: held.rejection?.details ?? null,
    warnings: held.warnings,
    reason: held.reason,
    changed_at: timestamp(held.changedAt),
  };
  announce(connection, event, data, state);
}

function wants({ appId, disabled, events }: WebhookEndpoint, app: string, event: WebhookEventName): boolean {
  return appId === app && disabled === null && (events === null || events.includes(event));
}

/**
 * The name under which an event is sent. The spec's `connection.` names are sent as they are. In our own names, the beginning is replaced
 * by the first beginning in the setting `webhook_listing_events`, unless the name's own beginning is in that setting.
 */
function eventWord(event: WebhookEventName, { webhook_listing_events: beginnings }: Protocol): string {
  if (event.startsWith('connection.') || beginnings.some((each) => event.startsWith(each))) return event;
  const [beginning = ''] = beginnings;
  return beginning + event.slice(event.indexOf('.') + 1);
}

function makeRoom({ deliveries }: State): void {
  for (const id of deliveries.keys()) {
    if (deliveries.size <= deliveriesMax) return;
    deliveries.delete(id);
  }
}

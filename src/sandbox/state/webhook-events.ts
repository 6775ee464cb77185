import type { Protocol } from '../../wire/protocol.js';
import type { Connection, HeldListing, ListingStatus, WebhookEndpoint } from './model.js';
import { stateOf, timestamp, type State } from './state.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** Deliveries kept, waiting ones included: the oldest make room, so that memory stays flat. */
const deliveriesMax = 5_000;

/** Puts an event on its way to every endpoint of the app that asked for it. */
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

/** `connection.status_changed`: who did it and why. */
export function announceStatus(
  connection: Connection,
  by: StatusActor,
  reason: string | null,
  state: State,
): void {
  const { status } = connection;
  announce(connection, 'connection.status_changed', { status, details: { by, reason } }, state);
}

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

/** What became of a listing, as its status says. */
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

/** The spec's own two names stand; ours begin as the settings say. */
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

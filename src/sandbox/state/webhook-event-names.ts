/**
 * The twelve webhook events (partner API, section "Events"). The spec has the first two; names and contents of the other ten are
 * our choice. `data` lists the fields of each event; every event has `connection_id` too.
 */
export const webhookEvents = {
  'connection.status_changed': {
    when: 'the connection was redeemed, certified, paused, resumed or revoked',
    data: '`status`, `details: {by, reason}`',
  },
  'connection.certification_rejected': {
    when: 'staff sent a certifying connection back',
    data: '`note`',
  },
  'listing.live': { when: 'a push was published', data: 'the listing' },
  'listing.inactive': { when: 'a push was accepted and is kept, not shown', data: 'the listing' },
  'listing.needs_review': { when: 'a push waits for a person', data: 'the listing' },
  'listing.rejected': {
    when: 'a push was refused, at once or later',
    data: 'the listing, with `failure_code` and `details`',
  },
  'listing.removed': { when: 'the partner removed it', data: 'the listing, with `reason`' },
  'listing.archived': { when: 'a reconcile archived it', data: 'the listing' },
  'listing.taken_down': { when: 'the portal took it down', data: 'the listing, with `failure_code`' },
  'listing.released': { when: 'its connection was revoked', data: 'the listing' },
  'item.warnings': {
    when: 'a push was accepted with warnings',
    data: '`external_id`, `candidate_id`, `result`, `warnings`',
  },
  'batch.completed': {
    when: 'the work of a batch or a reconcile ended',
    data: '`batch_id`, `status`, `counts`',
  },
} as const satisfies Record<string, { when: string; data: string }>;
export type WebhookEventName = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as readonly WebhookEventName[];

import { faultList, takeFault, type Due } from './fault-list.js';
import type { Delivery } from './model.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** A fault of webhooks. It acts on the next `times` [1] delivery attempts that match `events` and `app`. */
interface WebhookFault {
  /** Names of events [all]. */
  events?: readonly WebhookEventName[];
  /** Id of an app [any]. */
  app?: string;
  times?: number;
  does: WebhookFaultAction;
}

/**
 * - `lost`: nothing is sent; the portal records the delivery as `delivered`
 * - `late`: the attempt is made `ms` later in the app's time, so that later events may arrive first
 * - `doubled`: the event is sent twice with the same id
 * - `forged`: the event is signed with a secret that the endpoint does not know
 */
export type WebhookFaultAction =
  { kind: 'lost' } | { kind: 'late'; ms: number } | { kind: 'doubled' } | { kind: 'forged' };

export type DueWebhookFault = Due<WebhookFault>;

export interface WebhookFaults {
  add(fault: WebhookFault): void;
  /** Removes every fault, or those that name this app. */
  clear(appId?: string): void;
  /** The faults that are still to act, oldest first. */
  waiting(): DueWebhookFault[];
  /** The action of the first fault that matches this delivery. Taking it uses up one of the fault's `times`. */
  take(delivery: Delivery): WebhookFaultAction | null;
}

/** @param due the faults that are still to act, oldest first; changed in place */
export function createWebhookFaults(due: Set<DueWebhookFault>): WebhookFaults {
  return {
    ...faultList(due),
    take: (delivery) => takeFault(due, (fault) => concerns(fault, delivery)),
  };
}

function concerns({ events, app }: WebhookFault, delivery: Delivery): boolean {
  return (
    (events === undefined || events.some((event) => event === delivery.event)) &&
    (app === undefined || app === delivery.appId)
  );
}

import { faultList, takeFault, type Due } from './fault-list.js';
import type { Delivery } from './model.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** Something that goes wrong on purpose, for the next `times` [1] attempts at webhooks that match. */
interface WebhookFault {
  /** Names of events [all]. */
  events?: readonly WebhookEventName[];
  /** Id of an app [any]. */
  app?: string;
  times?: number;
  does: WebhookFaultAction;
}

/**
 * - `lost`: the portal takes it for delivered, and nothing arrives
 * - `late`: the attempt is put off by `ms` of the app's time, behind whatever happens meanwhile
 * - `doubled`: it arrives twice with the same id
 * - `forged`: it is signed with an unknown secret
 */
export type WebhookFaultAction =
  { kind: 'lost' } | { kind: 'late'; ms: number } | { kind: 'doubled' } | { kind: 'forged' };

export type DueWebhookFault = Due<WebhookFault>;

export interface WebhookFaults {
  add(fault: WebhookFault): void;
  /** All of them, or those of one app alone. */
  clear(appId?: string): void;
  /** Those that are still to act, in order, with how often. */
  waiting(): DueWebhookFault[];
  /** The fault that is due for this attempt; it is used up by that. */
  take(delivery: Delivery): WebhookFaultAction | null;
}

/** @param due those that were added and are still to act, in order */
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

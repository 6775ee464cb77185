import type { Delivery, WebhookEndpoint } from '../state/model.js';
import { Refusal } from '../refusal.js';
import { appOf } from './staff.js';
import type { State } from '../state/state.js';
import type { WebhookSender } from '../state/webhook-deliveries.js';
import { addEndpoint, changeEndpoint, rotateSecret, type NewEndpoint } from '../state/webhook-endpoints.js';
import type { WebhookFaults } from '../state/webhook-faults.js';

/** Where events go, and what became of them. Unknown ids throw a Refusal. */
export interface Webhooks {
  /** @param options.appId [the first app of the sandbox environment] @returns it with its secrets, also later */
  addEndpoint(options: NewEndpoint & { appId?: string }): WebhookEndpoint;
  endpoints(appId?: string): WebhookEndpoint[];
  changeEndpoint(id: string, changes: Partial<NewEndpoint> & { disabled?: boolean }): void;
  /** The secrets before it sign beside it for a day. @returns the new secret */
  rotateSecret(id: string): string;
  /** What is on its way there is given up. */
  removeEndpoint(id: string): void;
  /** Oldest first; the newest 5,000 are kept. */
  deliveries(of?: { appId?: string; endpointId?: string; status?: Delivery['status'] }): Delivery[];
  /** Sends it once more, now. */
  redeliver(deliveryId: string): Promise<void>;
  readonly faults: WebhookFaults;
}

export function createWebhooks(state: State, sender: WebhookSender, faults: WebhookFaults): Webhooks {
  const find = (id: string): WebhookEndpoint => {
    const endpoint = state.webhookEndpoints.get(id);
    if (!endpoint) throw new Refusal(404, 'endpoint_not_found', 'There is no such webhook endpoint.');
    return endpoint;
  };
  return {
    faults,
    addEndpoint: ({ appId, ...options }) =>
      structuredClone(addEndpoint(appOf(state, 'sandbox', appId), options, state)),
    endpoints: (appId) =>
      [...state.webhookEndpoints.values()]
        .filter((endpoint) => appId === undefined || endpoint.appId === appId)
        .map((endpoint) => structuredClone(endpoint)),
    changeEndpoint: (id, changes) => changeEndpoint(find(id), changes, state),
    rotateSecret: (id) => rotateSecret(find(id), state),
    removeEndpoint: (id) => void state.webhookEndpoints.delete(find(id).id),
    deliveries: ({ appId, endpointId, status } = {}) =>
      [...state.deliveries.values()]
        .filter(
          (delivery) =>
            (appId === undefined || delivery.appId === appId) &&
            (endpointId === undefined || delivery.endpointId === endpointId) &&
            (status === undefined || delivery.status === status),
        )
        .map((delivery) => structuredClone(delivery)),
    redeliver: (id) => sender.redeliver(id),
  };
}

import type { Delivery, WebhookEndpoint } from '../state/model.js';
import { Refusal } from '../refusal.js';
import { appOf } from './staff.js';
import type { State } from '../state/state.js';
import type { WebhookSender } from '../state/webhook-deliveries.js';
import { addEndpoint, changeEndpoint, rotateSecret, type NewEndpoint } from '../state/webhook-endpoints.js';
import type { WebhookFaults } from '../state/webhook-faults.js';

/** The webhook endpoints and the deliveries of events. An unknown id throws a Refusal. */
export interface Webhooks {
  /**
   * Registers an endpoint.
   * @param options.appId [the first app of the sandbox environment]
   * @returns the endpoint with its secrets, which `endpoints` returns too
   */
  addEndpoint(options: NewEndpoint & { appId?: string }): WebhookEndpoint;
  endpoints(appId?: string): WebhookEndpoint[];
  changeEndpoint(id: string, changes: Partial<NewEndpoint> & { disabled?: boolean }): void;
  /** Adds a secret. The earlier secrets go on signing for a day. @returns the new secret */
  rotateSecret(id: string): string;
  /** Removes an endpoint. Its waiting deliveries fail when they are due. */
  removeEndpoint(id: string): void;
  /** The deliveries that match every field of `of`, oldest first. Only the newest 5,000 of all are kept. */
  deliveries(of?: { appId?: string; endpointId?: string; status?: Delivery['status'] }): Delivery[];
  /** Makes one more attempt now, whatever the delivery's status. */
  redeliver(deliveryId: string): Promise<void>;
  readonly faults: WebhookFaults;
}

/** The webhooks of this state, sent by `sender`. */
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
      structuredClone(
        [...state.webhookEndpoints.values()].filter(
          (endpoint) => appId === undefined || endpoint.appId === appId,
        ),
      ),
    changeEndpoint: (id, changes) => changeEndpoint(find(id), changes, state),
    rotateSecret: (id) => rotateSecret(find(id), state),
    removeEndpoint: (id) => void state.webhookEndpoints.delete(find(id).id),
    deliveries: ({ appId, endpointId, status } = {}) =>
      structuredClone(
        [...state.deliveries.values()].filter(
          (delivery) =>
            (appId === undefined || delivery.appId === appId) &&
            (endpointId === undefined || delivery.endpointId === endpointId) &&
            (status === undefined || delivery.status === status),
        ),
      ),
    redeliver: (id) => sender.redeliver(id),
  };
}

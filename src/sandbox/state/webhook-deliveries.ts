import { TransportError, type TransportReply } from '../../platform/http/transport.js';
import { webhookHeaders, webhookSignatures } from '../../wire/webhook-signature.js';
import type { App, Delivery, DeliveryAttempt, WebhookEndpoint } from './model.js';
import { Refusal, required } from '../refusal.js';
import { stateOf, type State } from './state.js';
import { newSecret, signingSecrets } from './webhook-endpoints.js';
import type { WebhookFaultAction, WebhookFaults } from './webhook-faults.js';

/**
 * Sends the deliveries that `announce` queued. They may arrive in another order than they were queued in: failed attempts are
 * repeated later, and up to `atOnceMax` run at the same time.
 */
export interface WebhookSender {
  /** Makes every attempt that is due. @returns the number of attempts, once each has succeeded or failed */
  deliverDue(): Promise<number>;
  /** Makes one more attempt now, whatever the delivery's status. @throws Refusal where its endpoint is removed or disabled */
  redeliver(deliveryId: string): Promise<void>;
}

const attemptTimeoutMs = 15_000;
const replyBytesMax = 64 * 1024;
/** Attempts under way at the same time. */
const atOnceMax = 8;

export function createWebhookSender(state: State, faults: WebhookFaults): WebhookSender {
  const underWay = new Set<string>();
  const attemptOnce = async (delivery: Delivery): Promise<void> => {
    underWay.add(delivery.id);
    try {
      await attempt(delivery, faults.take(delivery), state);
    } finally {
      underWay.delete(delivery.id);
    }
  };
  return {
    async deliverDue() {
      const due = dueNow(state).filter(({ id }) => !underWay.has(id));
      for (let at = 0; at < due.length; at += atOnceMax) {
        await Promise.all(due.slice(at, at + atOnceMax).map(attemptOnce));
      }
      return due.length;
    },
    async redeliver(deliveryId) {
      const delivery = required(state.deliveries.get(deliveryId), 'delivery');
      const endpoint = state.webhookEndpoints.get(delivery.endpointId);
      if (!endpoint || endpoint.disabled) {
        throw new Refusal(409, 'endpoint_disabled', 'The endpoint of this delivery is gone or disabled.');
      }
      await attemptOnce(delivery);
    },
  };
}

function dueNow(state: State): Delivery[] {
  const nowOf = new Map([...state.apps.values()].map((app) => [app.id, stateOf(app, state).now()]));
  return [...state.deliveries.values()].filter(
    ({ nextAt, appId }) => nextAt !== null && nextAt <= (nowOf.get(appId) ?? 0),
  );
}

async function attempt(delivery: Delivery, fault: WebhookFaultAction | null, state: State): Promise<void> {
  const endpoint = state.webhookEndpoints.get(delivery.endpointId);
  const app = state.apps.get(delivery.appId);
  if (!endpoint || endpoint.disabled || !app) {
    settleDelivery(delivery, 'failed');
    return;
  }
  const now = stateOf(app, state).now();
  const entry: DeliveryAttempt = { at: now, status: null, error: null, fault: fault?.kind ?? null };
  delivery.attempts.push(entry);
  delivery.status = 'waiting';
  if (fault?.kind === 'late') {
    delivery.nextAt = now + fault.ms;
    return;
  }
  if (fault?.kind === 'lost') {
    settleDelivery(delivery, 'delivered');
    return;
  }
  delivery.nextAt = null;
  const copies = fault?.kind === 'doubled' ? 2 : 1;
  let reply: TransportReply | null = null;
  for (let copy = 0; copy < copies; copy++) {
    const answer = await send(delivery, endpoint, app, fault?.kind === 'forged', state);
    reply = answer.reply;
    entry.error = answer.error;
  }
  entry.status = reply?.status ?? null;
  judge(delivery, endpoint, reply, entry, state);
}

/** Sends one POST. A failure to reach the receiver or a reply other than 2xx is returned as `error`, not thrown. */
async function send(
  { eventId, body: text }: Delivery,
  endpoint: WebhookEndpoint,
  app: App,
  forged: boolean,
  state: State,
): Promise<{ reply: TransportReply | null; error: string | null }> {
  const own = stateOf(app, state);
  const body = Buffer.from(text);
  const secrets = forged ? [newSecret(state)] : signingSecrets(endpoint, own.now());
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders({ id: eventId, sentAt: own.wall(), body }, secrets, state),
  };
  const request = { method: 'POST', url: endpoint.url, headers, body };
  try {
    if (state.transport === null) return { reply: null, error: 'The sandbox has no transport.' };
    const reply = await state.transport.send({ ...request, timeoutMs: attemptTimeoutMs, replyBytesMax });
    const isTaken = reply.status >= 200 && reply.status < 300;
    return { reply, error: isTaken ? null : `It was answered ${reply.status}, which is not a 2xx.` };
  } catch (error) {
    if (error instanceof TransportError) return { reply: null, error: error.message };
    throw error;
  }
}

function signedHeaders(
  { id, sentAt, body }: { id: string; sentAt: number; body: Uint8Array },
  secrets: readonly string[],
  { protocol }: State,
): Record<string, string> {
  const names = webhookHeaders(protocol);
  const timestamp = String(Math.floor(sentAt / 1000));
  const { webhook_signature_prefix: prefix, webhook_signature_encoding: encoding } = protocol;
  const message = {
    id: names.id === null ? null : id,
    timestamp: names.timestamp === null ? null : timestamp,
    body,
  };
  const signatures = webhookSignatures(message, secrets, protocol);
  return {
    ...(names.id === null ? {} : { [names.id]: id }),
    ...(names.timestamp === null ? {} : { [names.timestamp]: timestamp }),
    [names.signature]: signatures.map((each) => prefix + each.toString(encoding)).join(' '),
  };
}

/**
 * Settles one attempt. Without an error the event counts as delivered. A reply of 410 disables the endpoint. So does any other failure if the
 * first failure since the last success is at least `webhookDisableAfterMs` ago. Until then a failed delivery is retried after the next wait,
 * until no wait is left.
 */
function judge(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  reply: TransportReply | null,
  { at, error }: DeliveryAttempt,
  state: State,
): void {
  if (error === null) {
    endpoint.failingSince = null;
    settleDelivery(delivery, 'delivered');
    return;
  }
  endpoint.failingSince ??= at;
  const { webhookRetryMs, webhookDisableAfterMs } = state.settings;
  if (reply?.status === 410) {
    disable(endpoint, at, 'It answered 410 Gone.', state);
  } else if (at - endpoint.failingSince >= webhookDisableAfterMs) {
    disable(
      endpoint,
      at,
      `Nothing was delivered since ${new Date(endpoint.failingSince).toISOString()}.`,
      state,
    );
  }
  const tries = delivery.attempts.filter(({ fault }) => fault !== 'late').length;
  const wait = webhookRetryMs[tries - 1];
  if (endpoint.disabled || wait === undefined) settleDelivery(delivery, 'failed');
  else delivery.nextAt = at + Math.max(wait, retryAfterMs(reply));
}

/** The wait of the receiver's Retry-After header in milliseconds, at most an hour; 0 without a number of seconds. */
function retryAfterMs(reply: TransportReply | null): number {
  const text = reply?.headers['retry-after'] ?? '';
  return /^\d{1,4}$/.test(text) ? Math.min(Number(text), 3600) * 1000 : 0;
}

function disable(endpoint: WebhookEndpoint, at: number, reason: string, state: State): void {
  endpoint.disabled = { at, reason };
  for (const delivery of state.deliveries.values()) {
    if (delivery.endpointId === endpoint.id && delivery.status === 'waiting')
      settleDelivery(delivery, 'failed');
  }
}

function settleDelivery(delivery: Delivery, status: 'delivered' | 'failed'): void {
  delivery.status = status;
  delivery.nextAt = null;
}

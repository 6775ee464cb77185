import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log/log.js';
import type { WebhookStore } from '../store/store.js';
import type { Protocol } from '../wire/protocol.js';
import { readWebhookEvent } from '../wire/webhook-event.js';
import { verifyWebhook } from '../wire/webhook-signature.js';
import { createRepeatedLine } from '../platform/log/repeated-line.js';
import { createSlots, type Slots } from '../platform/slots.js';
import { receiveBody, whyNotPlainJson } from './receive-body.js';

export interface WebhookDeps {
  webhooks: WebhookStore;
  secrets: readonly string[];
  protocol: Protocol;
  clock: Clock;
  /** Returns the current time by the portal's clock. */
  portalTime: () => number;
  log: Log;
  gate: WebhookGate;
  /** The address block of the sender, by which limits are counted. */
  sender: string;
}

/** Limits shared by all webhook requests, since anyone can send one. */
export interface WebhookGate {
  /** Logs that a webhook was refused: the first at once, further ones as a count per minute. */
  noteRefused: (fields: { reason: string }) => void;
  /** Bound the number of bodies received at the same time, in total and per sender. */
  bodies: Slots;
}

export function createWebhookGate(deps: { log: Log; clock: Clock }): WebhookGate {
  return { noteRefused: createRepeatedLine('webhook refused', deps), bodies: createSlots(bodiesMax) };
}

/** A larger body is refused. The portal's events have a few hundred bytes. */
const bytesMax = 64 * 1024;
/**
 * Bodies that may be received or wait at the same time, in total and per sender. Many may wait, because the portal may send many webhooks at once.
 */
const bodiesMax = { all: 16, each: 8, waiting: { all: 500, each: 100 } } as const;

const idCharactersMax = 200;

/**
 * Receives one webhook (RULES R129): verifies it, stores it once by its id, and only then confirms it to the portal. A webhook is only a
 * hint: the connection or the listings that it names become due to be read from the portal. If the store fails, the answer is 503, so that
 * the portal sends the webhook again.
 */
export async function receiveWebhook(request: Request, deps: WebhookDeps): Promise<Response> {
  const { protocol, secrets, clock, log } = deps;
  const refusal = whyNotPlainJson(request.headers);
  if (refusal !== null) return answer(refusal.status, refusal.reason);
  const received = await receiveBody(request, clock, { bytesMax, slots: deps.gate.bodies, who: deps.sender });
  if (!received.ok) return answer(received.status, received.reason);
  const { body } = received;
  const headers = Object.fromEntries(request.headers);
  const verdict = verifyWebhook({ headers, body }, secrets, protocol, deps.portalTime());
  if (!verdict.ok) {
    deps.gate.noteRefused({ reason: verdict.reason });
    return answer(
      401,
      `This webhook is not accepted: ${verdict.reason}. Its receiver compares portal.webhook_secrets and its clock with the portal’s.`,
    );
  }
  const event = readWebhookEvent(body, protocol);
  if (event === null) return answer(400, 'The body is no JSON object.');
  const id = verdict.id ?? event.id;
  if (id === null || id.length > idCharactersMax)
    return answer(400, 'The event has no id of a usable length, by which it could be told from others.');
  const { type, connectionId: connection, hint: wakes, note: certificationNote } = event;
  try {
    const isNew = await deps.webhooks.receive(
      { id, type, connectionId: connection, wakes, certificationNote },
      clock.now(),
    );
    const outcome = !isNew ? 'known already' : wakes === null ? 'of no use here' : 'noted';
    log.info('webhook received', { event: id, type, connection, outcome });
    return answer(200, 'Received.');
  } catch (error) {
    log.error('webhook could not be stored', {
      event: id,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return answer(503, 'The event could not be stored; send it again.');
  }
}

function answer(status: number, text: string): Response {
  // These answers may leave the body unread: the server closes the connection instead of reading the rest.
  const closing: Record<string, string> = [408, 413, 415, 503].includes(status)
    ? { connection: 'close', ...(status === 503 && { 'retry-after': '30' }) }
    : {};
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...closing },
  });
}

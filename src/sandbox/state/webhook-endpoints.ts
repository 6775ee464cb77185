import type { App, WebhookEndpoint } from './model.js';
import { Refusal } from '../refusal.js';
import { stateOf, type State } from './state.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** A webhook endpoint to register. */
export interface NewEndpoint {
  url: string;
  /** Every one of them signs each event [one random secret]. */
  secrets?: readonly string[];
  /** Names of the events to send; null: all [null]. */
  events?: readonly WebhookEventName[] | null;
}

/** Registers an endpoint for an app's events. @throws Refusal without a transport, and for an address that may not be used */
export function addEndpoint(
  app: App,
  { url, secrets, events = null }: NewEndpoint,
  state: State,
): WebhookEndpoint {
  requireTransport(state);
  requireReachable(url, state);
  const endpoint: WebhookEndpoint = {
    id: `we_${state.uuid().replaceAll('-', '')}`,
    appId: app.id,
    url,
    secrets: (secrets ?? [newSecret(state)]).map((text) => ({ text, until: null })),
    events: events === null ? null : [...events],
    disabled: null,
    failingSince: null,
  };
  state.webhookEndpoints.set(endpoint.id, endpoint);
  return endpoint;
}

/** Changes the fields that are present. A new address, or enabling the endpoint, also forgets the failures so far. */
export function changeEndpoint(
  endpoint: WebhookEndpoint,
  changes: Partial<NewEndpoint> & { disabled?: boolean },
  state: State,
): void {
  const { url, secrets, events, disabled } = changes;
  if (url !== undefined) requireReachable(url, state);
  if (url !== undefined) endpoint.url = url;
  if (secrets !== undefined) endpoint.secrets = secrets.map((text) => ({ text, until: null }));
  if (events !== undefined) endpoint.events = events === null ? null : [...events];
  if (disabled === false) endpoint.disabled = null;
  if (disabled === true) endpoint.disabled = { at: nowOf(endpoint, state), reason: 'Switched off by staff.' };
  if (disabled === false || url !== undefined) endpoint.failingSince = null;
}

/**
 * Adds a secret. The earlier secrets go on signing for `webhookRotationMs`, so that the client has time to switch. A secret that was replaced
 * before keeps its earlier end.
 * @returns the new secret
 */
export function rotateSecret(endpoint: WebhookEndpoint, state: State): string {
  const now = nowOf(endpoint, state);
  const until = now + state.settings.webhookRotationMs;
  const text = newSecret(state);
  const before = endpoint.secrets.filter((secret) => secret.until === null || secret.until > now);
  endpoint.secrets = [
    { text, until: null },
    ...before.map((secret) => ({ ...secret, until: secret.until ?? until })),
  ];
  return text;
}

/** The secrets that sign at this time, newest first. */
export function signingSecrets(endpoint: WebhookEndpoint, now: number): string[] {
  return endpoint.secrets.filter(({ until }) => until === null || until > now).map(({ text }) => text);
}

/** A random secret of 24 bytes, with the prefix and in the encoding of the protocol settings. */
export function newSecret({ random, protocol }: Pick<State, 'random' | 'protocol'>): string {
  const { webhook_secret_prefix: prefix, webhook_secret_encoding: encoding } = protocol;
  const bytes = Buffer.from(random.bytes(24));
  return prefix + (encoding === 'utf8' ? bytes.toString('hex') : bytes.toString(encoding));
}

function nowOf({ appId }: WebhookEndpoint, state: State): number {
  const app = state.apps.get(appId);
  return app ? stateOf(app, state).now() : state.now();
}

function requireTransport({ transport }: State): void {
  if (transport !== null) return;
  throw new Refusal(
    409,
    'no_transport',
    'This sandbox was made without a transport: it can send no webhooks.',
  );
}

/** The sandbox is a developer's tool: its webhooks stay on this machine, unless `allowRemoteWebhooks` is set. @throws Refusal */
function requireReachable(url: string, { settings }: State): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new Refusal(422, 'endpoint_invalid', `${url} is no http or https address.`);
  }
  if (settings.allowRemoteWebhooks || isLoopbackHost(parsed.hostname)) return;
  throw new Refusal(
    422,
    'endpoint_not_local',
    `${parsed.hostname} is not this machine. The sandbox sends webhooks to localhost, 127.0.0.1 and [::1] only; the option allowRemoteWebhooks lifts that.`,
  );
}

/** @param hostname of a WHATWG URL, which writes every spelling of an IPv4 address as four decimal numbers */
function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

import { isDueAgain } from '../core/schedule/due.js';
import type { Stop } from './reports.js';
import type { Store } from '../store/store.js';
import type { Ping } from '../wire/replies.js';
import { keepLimits } from './read-limits.js';
import type { Services } from './services.js';
import { stopOf } from './stop-of.js';

/** Which portal, and which app there, this store's knowledge is about. */
interface Bound {
  baseUrl: string;
  environment: string;
  appId: string;
}

const boundKey = 'portal.bound';
const verifiedKey = 'portal.verified_at';
const verifyEveryMs = 3_600_000;
const askAgainMs = 15 * 60_000;

/**
 * Before anything is written to the portal: is it the one that this store is about? (RULES R99) The first ping binds the
 * store; another address, environment or app is refused. Asked after each start, and every hour.
 */
export async function bindStore(connectionId: string, services: Services): Promise<Stop | null> {
  const { store, clock, portal, baseUrl } = services;
  const verifiedAt = Number((await store.meta.get(verifiedKey)) ?? 0);
  if (!isDueAgain(verifiedAt, verifyEveryMs, clock.now())) return null;
  const reply = await portal.ping();
  if (reply.kind !== 'ok') return stopOf(reply, connectionId, services);
  await keepLimits(reply.body, services);
  const { id: appId, environment } = reply.body.app;
  const found = { baseUrl, environment, appId };
  const bound = await boundTo(store);
  if (bound === null) await store.meta.set(boundKey, JSON.stringify(found));
  else if (!isSame(bound, found))
    return { reason: refusal(bound, found), retryAt: clock.now() + askAgainMs, expected: false };
  await store.meta.set(verifiedKey, String(clock.now()));
  return null;
}

/** At start, before any request: a sentence where the configuration names another portal than the store knows. */
export async function otherPortal(baseUrl: string, store: Store): Promise<string | null> {
  const bound = await boundTo(store);
  return bound === null || bound.baseUrl === baseUrl ? null : refusal(bound, { ...bound, baseUrl });
}

/** A sentence where this is another app, or environment, than the one that the store knows. */
export async function otherApp(
  { app: { id: appId, environment } }: Ping,
  baseUrl: string,
  store: Store,
): Promise<string | null> {
  const bound = await boundTo(store);
  const found = { baseUrl, environment, appId };
  return bound === null || isSame(bound, found) ? null : refusal(bound, found);
}

/** A process that starts takes nothing for granted: the portal is asked who it is, and each connection for its last push. */
export async function verifyAgain(store: Store): Promise<void> {
  await store.meta.set(verifiedKey, '0');
  await store.connections.readAllAgain();
}

async function boundTo(store: Store): Promise<Bound | null> {
  const text = await store.meta.get(boundKey);
  return text === null ? null : (JSON.parse(text) as Bound);
}

function isSame(a: Bound, b: Bound): boolean {
  return a.baseUrl === b.baseUrl && a.environment === b.environment && a.appId === b.appId;
}

function refusal(bound: Bound, found: Bound): string {
  return `This store belongs to ${tell(bound)}, and the configuration leads to ${tell(found)}: nothing was sent, because what one portal holds says nothing about another. Put portal.base_url and portal.key_id back, or give the other portal its own \`store\` and \`data_dir\`.`;
}

function tell({ baseUrl, environment, appId }: Bound): string {
  return `${baseUrl} (${environment}, app ${appId})`;
}

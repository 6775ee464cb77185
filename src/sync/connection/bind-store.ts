import type { ConnectionId } from '../../model/ids.js';
import { isDueAgain } from '../../core/schedule/due.js';
import type { Stop } from '../reports.js';
import type { Store } from '../../store/store.js';
import type { Ping } from '../../wire/replies.js';
import { keepLimits } from '../portal-state/read-limits.js';
import type { Services } from '../services/services.js';
import { backoffAfter } from '../portal-state/backoff-after.js';

/** The portal, and the app there, that this store's data is about. */
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
 * Checks, before the first write and every hour, that the portal is the one that the store belongs to. The first ping binds the store to
 * its portal. Another address, environment or app is refused (RULES R127).
 */
export async function bindStore(connectionId: ConnectionId, services: Services): Promise<Stop | null> {
  const { store, clock, portal, baseUrl } = services;
  const verifiedAt = Number((await store.meta.get(verifiedKey)) ?? 0);
  if (!isDueAgain(verifiedAt, verifyEveryMs, clock.now())) return null;
  const reply = await portal.ping();
  if (reply.kind !== 'ok') return backoffAfter(reply, connectionId, services);
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

/** Checks at the start, before any request, that the configuration names the store's portal. @returns a message if it names another one */
export async function otherPortal(baseUrl: string, store: Store): Promise<string | null> {
  const bound = await boundTo(store);
  return bound === null || bound.baseUrl === baseUrl ? null : refusal(bound, { ...bound, baseUrl });
}

/** @returns a message if the address, or the ping's app or environment, is not the store's; null also if the store is not bound yet */
export async function otherApp(
  { app: { id: appId, environment } }: Ping,
  baseUrl: string,
  store: Store,
): Promise<string | null> {
  const bound = await boundTo(store);
  const found = { baseUrl, environment, appId };
  return bound === null || isSame(bound, found) ? null : refusal(bound, found);
}

/** At the start of a process: makes the next check read the portal's identity and each connection's last push again. */
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
  return `This store belongs to ${named(bound)}, and the configuration names ${named(found)}: nothing was sent, because the listings of one portal say nothing about another. Restore portal.base_url and portal.key_id, or give the other portal its own \`store\` and \`data_dir\`.`;
}

function named({ baseUrl, environment, appId }: Bound): string {
  return `${baseUrl} (${environment}, app ${appId})`;
}

import { isDue } from '../../core/schedule/due.js';
import { saveStoppedKey, stoppedKey, type StoppedKey } from '../../store/facts/stopped-key.js';
import { usedKey } from '../../store/facts/used-key.js';
import type { Stop } from '../reports.js';
import type { Services } from '../services/services.js';

export { stoppedKey, type StoppedKey } from '../../store/facts/stopped-key.js';

const pingEveryMs = 15 * 60_000;

/**
 * Stores that the portal refuses the key, so that a restarted process sends nothing either. A job that began before the key was changed
 * still uses the former key: the refusal of that key says nothing about the key in use, so the key in use is tested at once.
 */
export async function stopKey(code: string, { store, clock, keyId }: Services): Promise<StoppedKey> {
  const now = clock.now();
  const former = await stoppedKey(store);
  const used = await usedKey(store);
  const isInUse = used === null || used.keyId === keyId;
  const stopped = { code, since: former?.since ?? now, nextPingAt: isInUse ? now + pingEveryMs : now };
  await saveStoppedKey(store, stopped);
  return stopped;
}

/**
 * Call it before any request to the portal. Returns a stop while the key is refused. If a ping is due, it is sent first, and its reply
 * decides.
 */
export async function checkKey(services: Services): Promise<Stop | null> {
  const { store } = services;
  const stopped = await stoppedKey(store);
  if (stopped === null) return null;
  if ((await isPingDue(services)) && (await tryKey(services))) return null;
  const { code, nextPingAt } = (await stoppedKey(store)) ?? stopped;
  return keyStop(code, nextPingAt);
}

export async function isPingDue({ store, clock }: Pick<Services, 'store' | 'clock'>): Promise<boolean> {
  const stopped = await stoppedKey(store);
  return stopped !== null && isDue(stopped.nextPingAt, pingEveryMs, clock.now());
}

export function keyStop(code: string, retryAt: number): Stop {
  return {
    reason: `the portal refuses the key (${code}): check key_id, the private key and the clock with \`feedsync doctor\`; nothing is sent until the portal accepts the key, which is tested every 15 minutes`,
    retryAt,
    expected: false,
  };
}

/** Sends one signed ping. A success resumes everything that waited for the key. */
async function tryKey(services: Services): Promise<boolean> {
  const { store, portal, clock, log } = services;
  const reply = await portal.ping();
  if (reply.kind !== 'ok') {
    const former = await stoppedKey(store);
    const isKey = reply.kind === 'refused' && reply.scope === 'key_auth';
    await stopKey(isKey ? reply.code : (former?.code ?? 'unknown'), services);
    return false;
  }
  await saveStoppedKey(store, null);
  for (const { id } of await store.connections.all())
    await store.connections.update(id, { nextPushAt: clock.now(), backoffStep: 0 });
  log.info('key works again', {});
  return true;
}

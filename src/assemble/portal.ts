import { messageOf } from '../platform/code-of.js';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { AssemblyError } from './error.js';
import type { Config } from '../config/schema.js';
import type { Clock } from '../platform/clock.js';
import type { Random } from '../platform/random.js';
import type { Transport } from '../platform/http/transport.js';
import { createPortalClient, type PortalClient } from '../portal/client.js';
import type { RequestParking } from '../portal/request-parking.js';
import { saveStoppedKey, stoppedKey } from '../store/facts/stopped-key.js';
import { saveUsedKey } from '../store/facts/used-key.js';
import type { Store } from '../store/store.js';
import { otherApp, verifyAgain } from '../sync/connection/bind-store.js';
import { meterRequests } from '../sync/services/metered-transport.js';
import { parkRequests } from '../sync/push/park-requests.js';
import type { PortalAccess } from '../sync/services/services.js';
import { recordWrites } from '../sync/services/record-writes.js';
import { publicKeyOf } from '../wire/keys.js';

const requestTimeoutMs = 60_000;

interface PortalSeams {
  transport: Transport;
  clock: Clock;
  random: Random;
}

/** The portal alone, for commands without a store. @throws AssemblyError if the key cannot be read */
export async function openPortal(config: Config, seams: PortalSeams): Promise<PortalClient> {
  return portalWith(await readKey(config.portal.privateKeyFile), config, seams);
}

export type KeyChange =
  | { kind: 'same' }
  | { kind: 'taken'; access: PortalAccess }
  /** The running key stays in use. */
  | { kind: 'kept'; problem: string };

export interface PortalKeys {
  readonly access: PortalAccess;
  /** Switches to another key, if the configuration or the key's file has one and the portal accepts it. */
  change(config: Config): Promise<KeyChange>;
}

/** The portal for the daemon: requests are metered, writes are dated. @throws AssemblyError if the key cannot be read */
export async function openPortalKeys(
  config: Config,
  seams: PortalSeams & { store: Store; followClock: () => Promise<void> },
): Promise<PortalKeys> {
  const { store } = seams;
  const open = (pem: string, { portal, ...rest }: Config): PortalAccess => {
    const { keyId, protocol } = portal;
    const windowSeconds = protocol.rate_window_seconds;
    const transport = meterRequests(seams.transport, { ...seams, keyId, windowSeconds });
    const parking = parkRequests(seams);
    const client = portalWith(pem, { portal, ...rest }, { ...seams, transport, parking });
    return { portal: recordWrites(client, store), keyId };
  };
  let pem = await readKey(config.portal.privateKeyFile);
  let access = open(pem, config);
  if (await noteKey(config, pem, store)) await recheckPortal(seams);
  return {
    get access() {
      return access;
    },
    async change({ portal: { keyId, privateKeyFile } }) {
      const changed = await readKey(privateKeyFile).catch((error: unknown) => error);
      if (typeof changed !== 'string') return { kind: 'kept', problem: messageOf(changed) };
      if (changed === pem && keyId === access.keyId) return { kind: 'same' };
      const next = open(changed, { ...config, portal: { ...config.portal, keyId } });
      const problem = await whyNotAccepted(next, config.portal.baseUrl, store);
      if (problem !== null) return { kind: 'kept', problem };
      [pem, access] = [changed, next];
      await noteKey({ portal: { ...config.portal, keyId } }, pem, store);
      await recheckPortal(seams);
      return { kind: 'taken', access };
    },
  };
}

function portalWith(
  privateKeyPem: string,
  { portal }: Config,
  { transport, clock, random, parking }: PortalSeams & { parking?: RequestParking },
): PortalClient {
  const { baseUrl, keyId, protocol } = portal;
  return createPortalClient({
    ...{ baseUrl, keyId, protocol, privateKeyPem, transport, clock, random },
    ...(parking && { parking }),
    timeoutMs: requestTimeoutMs,
  });
}

/** Tests the new key before the old one is dropped. If the old one is refused anyway, a refusal of the new one does not matter. */
async function whyNotAccepted(
  { portal, keyId }: PortalAccess,
  baseUrl: string,
  store: Store,
): Promise<string | null> {
  const reply = await portal.ping();
  if (reply.kind === 'ok') return otherApp(reply.body, baseUrl, store);
  const isRefused = reply.kind === 'refused' && reply.scope === 'key_auth';
  if (!isRefused || (await stoppedKey(store)) !== null) return null;
  return `The portal does not accept the key ${keyId} (${reply.code}): nothing was changed. Register its public half for the same app, correct portal.key_id or portal.private_key_file, and save the file again.`;
}

/** After a change of the key: pings a refused key again at once, and checks the portal's identity before the next write. */
async function recheckPortal({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  await verifyAgain(store);
  const stopped = await stoppedKey(store);
  if (stopped !== null) await saveStoppedKey(store, { ...stopped, nextPingAt: clock.now() });
}

/** @returns whether another key was used with this store before */
async function noteKey(
  { portal: { baseUrl, keyId } }: { portal: Pick<Config['portal'], 'baseUrl' | 'keyId'> },
  pem: string,
  store: Store,
): Promise<boolean> {
  const used = { baseUrl, keyId, publicKeyPem: publicKeyOf(pem).publicKeyPem };
  const former = await saveUsedKey(store, used);
  return former !== null && !isDeepStrictEqual(former, used);
}

async function readKey(path: string): Promise<string> {
  let pem: string;
  try {
    pem = await readFile(path, 'utf8');
  } catch {
    throw new AssemblyError(
      'key',
      `The private key ${path} (portal.private_key_file) cannot be read. \`feedsync keygen\` makes a new one.`,
    );
  }
  try {
    publicKeyOf(pem);
    return pem;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new AssemblyError(
      'key',
      `The file ${path} (portal.private_key_file) cannot be used: nothing was sent. ${reason} \`feedsync keygen\` makes a new one, whose public half must be registered at the portal.`,
    );
  }
}

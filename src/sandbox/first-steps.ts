import { publicKeyBytes } from '../wire/keys.js';
import type { ConnectionState } from './state/model.js';
import type { Staff } from './staff/staff.js';
import type { State } from './state/state.js';

/** A key, connections and a connect code, with which a client can start at once. */
export interface FirstSteps {
  keyId: string;
  /** Id of an active connection; null if a portal from a state file has none any more. */
  active: string | null;
  /** Id of a certifying connection; null if a portal from a state file has none any more. */
  certifying: string | null;
  /** A valid code that was not redeemed. */
  connectCode: string;
}

/** Adds key, connections and code to an empty portal. Finds them in a portal from a state file. @param publicKey SPKI PEM or raw base64url */
export function firstSteps(publicKey: string, staff: Staff, state: State): FirstSteps {
  const isFresh = state.connections.size === 0;
  const keyId = keyOf(publicKey, state) ?? staff.registerKey(publicKey);
  const app = state.keys.get(keyId)?.app;
  const inState = (status: ConnectionState): string | null =>
    [...state.connections.values()].find((each) => each.app === app && each.status === status)?.id ?? null;
  const appId = app === undefined ? {} : { appId: app.id };
  return {
    keyId,
    active: isFresh ? staff.addConnection({ ...appId }) : inState('active'),
    certifying: isFresh
      ? staff.addConnection({ ...appId, status: 'certifying', agency: { name: 'Agencija Proba' } })
      : inState('certifying'),
    connectCode: codeOf(app?.id, state) ?? staff.issueCode(appId).code,
  };
}

function keyOf(publicKey: string, state: State): string | null {
  const wanted = Buffer.from(publicKeyBytes(publicKey));
  return [...state.keys.values()].find((key) => !key.revoked && wanted.equals(key.publicKey))?.id ?? null;
}

function codeOf(appId: string | undefined, state: State): string | null {
  const now = state.now();
  const pending = [...state.connections.values()].find(
    ({ app, code }) => app.id === appId && code !== null && code.expiresAt > now,
  );
  return pending?.code?.text ?? null;
}

import type { Clock } from '../../platform/clock.js';
import { foldedName } from '../../platform/keyed-hash.js';
import type { Random } from '../../platform/random.js';
import type {
  AccountRecord,
  AccountRole,
  ApiTokenRecord,
  SetupRecord,
  Store,
  TokenScope,
} from '../../store/store.js';
import { hashSecret, newSecret, newToken } from './secrets.js';

const hourMs = 3_600_000;
const invitationMs = 7 * 24 * hourMs;
const firstLinkMs = 24 * hourMs;

const firstAdministrator = 'admin';

export interface AccessDeps {
  store: Pick<Store, 'access' | 'connections'>;
  clock: Clock;
  random: Random;
}

export type Refusable<T> = ({ ok: true } & T) | { ok: false; message: string };

const nameShape = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,99}$/u;

export function isAccountName(name: string): boolean {
  return nameShape.test(name);
}

/** Adds an account without a password, which cannot sign in yet. `invite` lets its owner choose a password. */
export async function addAccount(
  wanted: { name: string; role: AccountRole; connections: readonly string[] },
  by: string,
  { store, clock }: AccessDeps,
): Promise<Refusable<{ account: AccountRecord }>> {
  const name = foldedName(wanted.name);
  const refusal = await whyNotAccount({ ...wanted, name }, store);
  if (refusal !== null) return { ok: false, message: `${refusal} Nothing was changed.` };
  const { role, connections } = wanted;
  const account = await store.access.addAccount(
    { name, role, connections: [...connections] },
    by,
    clock.now(),
  );
  return account === null
    ? { ok: false, message: `There is an account "${name}" already. Nothing was changed.` }
    : { ok: true, account };
}

async function whyNotAccount(
  { name, role, connections }: { name: string; role: AccountRole; connections: readonly string[] },
  store: AccessDeps['store'],
): Promise<string | null> {
  if (!isAccountName(name))
    return 'A name has 2 to 100 letters, digits and . _ @ + -, such as an e-mail address.';
  if (role !== 'agency')
    return connections.length === 0
      ? null
      : 'Administrators and operators see all connections: name some for an agency only.';
  if (connections.length === 0)
    return 'An agency needs the id of a connection: `feedsync connections` lists them.';
  const known = new Set((await store.connections.all()).map(({ id }) => id));
  const unknown = connections.filter((id) => !known.has(id));
  return unknown.length === 0
    ? null
    : `No such connection is known here: ${unknown.join(', ')}. \`feedsync connections\` lists them.`;
}

/** Returns the secret of a link by which the owner of an account chooses a password, once. All former links of the account become void. */
export async function invite(
  account: Pick<AccountRecord, 'id'>,
  by: string,
  { store, clock, random }: AccessDeps,
  lastsMs = invitationMs,
): Promise<{ secret: string; expiresAt: number }> {
  const secret = newSecret(random);
  const now = clock.now();
  const expiresAt = now + lastsMs;
  await store.access.invite({
    hash: hashSecret(secret),
    accountId: account.id,
    createdAt: now,
    createdBy: by,
    expiresAt,
  });
  return { secret, expiresAt };
}

/**
 * Invites a person of an agency, which may have no connection yet. If no account is named after the e-mail address, adds one. Refuses a
 * name that is no e-mail address, and an account that is not an agency's.
 * @param email null: the agency's own address
 */
export async function inviteToAgency(
  agency: Pick<SetupRecord, 'name' | 'email'>,
  email: string | null,
  by: string,
  deps: AccessDeps & { store: Pick<Store, 'setups'> },
): Promise<Refusable<{ account: AccountRecord; secret: string; expiresAt: number }>> {
  const { access, setups } = deps.store;
  const name = foldedName(email ?? agency.email);
  if (!isAccountName(name))
    return {
      ok: false,
      message: `"${name}" is no e-mail address to sign in with. Nothing was changed.`,
    };
  const known = await access.accountNamed(name);
  const account =
    known ?? (await access.addAccount({ name, role: 'agency', connections: [] }, by, deps.clock.now()));
  if (account?.role !== 'agency')
    return {
      ok: false,
      message: `"${name}" is one of the partner’s own people, who see all agencies already. Nothing was changed.`,
    };
  await setups.addPerson(agency.name, account.id, by, deps.clock.now());
  return { ok: true, account, ...(await invite(account, by, deps)) };
}

/**
 * Returns a new link for the first administrator while no administrator has a password. Null once one has, and if the operator has added
 * administrators under other names only, or if the account cannot be added.
 */
export async function firstLink(deps: AccessDeps): Promise<{ secret: string; expiresAt: number } | null> {
  const administrators = (await deps.store.access.accounts()).filter(({ role }) => role === 'administrator');
  if (administrators.some(({ passwordHash }) => passwordHash !== null)) return null;
  const waiting = administrators.find(({ name }) => name === firstAdministrator);
  if (waiting !== undefined) return invite(waiting, 'first start', deps, firstLinkMs);
  // The operator has added an administrator under another name, who uses the invitation of that account.
  if (administrators.length > 0) return null;
  const added = await addAccount(
    { name: firstAdministrator, role: 'administrator', connections: [] },
    'first start',
    deps,
  );
  return added.ok ? invite(added.account, 'first start', deps, firstLinkMs) : null;
}

/** Maximum number of an account's tokens. More are a mistake or an attack. */
const tokensMax = 100;

/**
 * Returns the token's row and the token itself. Only its hash is stored, so the token cannot be shown again. Refuses more than `tokensMax`.
 */
export async function addToken(
  wanted: { accountId: number; label: string; scope: TokenScope; lastsMs: number | null },
  by: string,
  { store, clock, random }: AccessDeps,
): Promise<Refusable<{ token: string; row: ApiTokenRecord }>> {
  const token = newToken(random);
  const now = clock.now();
  const { accountId, label, scope, lastsMs } = wanted;
  const expiresAt = lastsMs === null ? null : now + lastsMs;
  const hash = hashSecret(token);
  const row = await store.access.addToken(
    { accountId, label, scope, hash, createdAt: now, createdBy: by, expiresAt },
    tokensMax,
  );
  return row === null
    ? {
        ok: false,
        message: `There are ${tokensMax} tokens of this account already: revoke those that are not used any more. Nothing was added.`,
      }
    : { ok: true, token, row };
}

/**
 * Returns why an account cannot be removed, or null. An administrator cannot if no other administrator has a password: no one else could
 * sign in to undo a mistake.
 */
export async function whyNotRemoved(
  account: AccountRecord,
  { access }: Pick<Store, 'access'>,
): Promise<string | null> {
  if (account.role !== 'administrator') return null;
  const others = (await access.accounts()).filter(
    ({ id, role, passwordHash }) => id !== account.id && role === 'administrator' && passwordHash !== null,
  );
  return others.length > 0
    ? null
    : `"${account.name}" is the last administrator: add another one first, who has signed in. Nothing was changed.`;
}

import { browserLimits, sessionLimits, signInsOver } from '../../core/setup/sign-in.js';
import type { AccountRecord } from '../../store/store.js';
import type { AccessDeps } from './invite.js';
import { hashPassword, whyNotPassword } from './passwords.js';
import type { Actor } from './permissions.js';
import { hashSecret, newSecret } from './secrets.js';

/** Minimum time between two writes of a session's or token's last use. */
const touchEveryMs = 60_000;

/** What a sign-in gives the browser. */
export interface Opened {
  account: AccountRecord;
  /** Secret of the session. */
  secret: string;
  /** Secret by which the browser is recognised at the next sign-in. */
  browser: string;
}

export type Accepted = ({ ok: true } & Opened) | { ok: false; code: 'gone' | 'password'; message: string };

const gone: Accepted = {
  ok: false,
  code: 'gone',
  message: 'This link is not good any more: it was used, replaced or is too old. Ask for another one.',
};

/** Sets the password of an invited account and signs in. The invitation can be used only once. */
export async function acceptInvitation(
  by: { secret: string; password: string; former: string | null },
  deps: AccessDeps,
): Promise<Accepted> {
  const { access } = deps.store;
  const hash = hashSecret(by.secret);
  const invited = await invitedAccount(by.secret, deps);
  if (invited === null) return gone;
  const refusal = whyNotPassword(by.password, invited.name);
  if (refusal !== null) return { ok: false, code: 'password', message: refusal };
  const passwordHash = await hashPassword(by.password, deps.random);
  const account = await access.acceptInvitation(hash, passwordHash, deps.clock.now());
  if (account === null) return gone;
  return { ok: true, ...(await openSession(account, { ...by, browser: null }, deps)) };
}

/** Returns the account that an invitation is for; null where the invitation is no longer valid. */
export async function invitedAccount(
  secret: string,
  { store, clock }: Pick<AccessDeps, 'store' | 'clock'>,
): Promise<AccountRecord | null> {
  const invitation = await store.access.invitation(hashSecret(secret), clock.now());
  return invitation === null ? null : store.access.account(invitation.accountId);
}

/** Starts a new session, and ends the `former` one that the browser sent, if any. From now on the browser is known for this account. */
export async function openSession(
  account: AccountRecord,
  by: { former: string | null; browser: string | null },
  { store: { access }, clock, random }: AccessDeps,
): Promise<Opened> {
  const secret = newSecret(random);
  const now = clock.now();
  const session = { hash: hashSecret(secret), accountId: account.id, createdAt: now, seenAt: now };
  await access.startSession(session, by.former === null ? null : hashSecret(by.former));
  const isKnown = by.browser !== null && (await access.accountsOfBrowser(hashSecret(by.browser))).length > 0;
  const browser = isKnown && by.browser !== null ? by.browser : newSecret(random);
  await access.noteBrowser(
    { hash: hashSecret(browser), accountId: account.id, usedAt: now },
    browserLimits.most,
  );
  await access.prune(signInsOver(now));
  return { account, secret, browser };
}

/**
 * Returns the account of a session; null where the session is over or the account is gone.
 * @param touch whether the request counts as use of the session
 */
export async function actorOfSession(
  secret: string,
  { store: { access }, clock }: Pick<AccessDeps, 'store' | 'clock'>,
  touch: boolean,
): Promise<Actor | null> {
  const hash = hashSecret(secret);
  const session = await access.session(hash);
  if (session === null) return null;
  const now = clock.now();
  const { idleMs, absoluteMs } = sessionLimits;
  if (now - session.seenAt >= idleMs || now - session.createdAt >= absoluteMs) {
    await access.endSession(hash);
    return null;
  }
  const account = await access.account(session.accountId);
  if (account === null) return null;
  if (touch && now - session.seenAt >= touchEveryMs) await access.touchSession(hash, now);
  return { account, token: null, session: hash };
}

/**
 * Returns the account of a token; null where the token is unknown, was revoked or has expired, or the account is gone.
 * @param touch whether the request counts as use
 */
export async function actorOfToken(
  token: string,
  { store: { access }, clock }: Pick<AccessDeps, 'store' | 'clock'>,
  touch: boolean,
): Promise<Actor | null> {
  const row = await access.tokenOf(hashSecret(token));
  const now = clock.now();
  if (row === null || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  const account = await access.account(row.accountId);
  if (account === null) return null;
  if (touch && now - (row.usedAt ?? 0) >= touchEveryMs) await access.touchToken(row.id, now);
  const { id, label, scope } = row;
  return { account, token: { id, label, scope }, session: null };
}

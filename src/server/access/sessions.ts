import type { AccountRow } from '../../store/store.js';
import type { AccessDeps } from './invite.js';
import { hashPassword, isPassword, whyNotPassword } from './passwords.js';
import type { Actor } from './permissions.js';
import { hashSecret, newSecret } from './secrets.js';

const minuteMs = 60_000;
/** A session ends when nothing was asked for so long, and in any case after a working day. */
export const sessionLimits = { idleMs: 30 * minuteMs, absoluteMs: 12 * 60 * minuteMs } as const;
/** A session's last use is written down no more often. */
const touchEveryMs = minuteMs;

/** Tries to sign in, within the window: of one name, and of one address, behind which there may be an office. */
export const attemptLimits = { windowMs: 15 * minuteMs, ofName: 10, ofAddress: 50 } as const;

export type SignedIn =
  | { kind: 'in'; account: AccountRow; secret: string }
  | { kind: 'refused' }
  | { kind: 'too_many'; retryAfterMs: number };

/** Always another session than the one that the browser came with. */
export async function signIn(
  by: { name: string; password: string; address: string; former: string | null },
  deps: AccessDeps,
): Promise<SignedIn> {
  const { access } = deps.store;
  const now = deps.clock.now();
  const name = by.name.trim().normalize('NFKC').toLowerCase();
  const { windowMs, ofName, ofAddress } = attemptLimits;
  const tried = await access.noteAttempt({ name, address: by.address, at: now }, now - windowMs);
  if (tried.ofName > ofName || tried.ofAddress > ofAddress)
    return { kind: 'too_many', retryAfterMs: windowMs };
  const account = await access.accountNamed(name);
  if (!(await isPassword(by.password, account?.passwordHash ?? null)) || account === null)
    return { kind: 'refused' };
  await access.forgetAttempts(name);
  return { kind: 'in', account, secret: await startSession(account, by.former, deps) };
}

export type Accepted =
  | { ok: true; account: AccountRow; secret: string }
  | { ok: false; code: 'gone' | 'password'; message: string };

const gone: Accepted = {
  ok: false,
  code: 'gone',
  message: 'This link is not good any more: it was used, replaced or is too old. Ask for another one.',
};

/** Chooses the password that an invitation asks for, and signs in. */
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
  await access.forgetAttempts(account.name);
  return { ok: true, account, secret: await startSession(account, by.former, deps) };
}

/** Whom an invitation is for; null where it is not good any more. */
export async function invitedAccount(
  secret: string,
  { store, clock }: Pick<AccessDeps, 'store' | 'clock'>,
): Promise<AccountRow | null> {
  const invitation = await store.access.invitation(hashSecret(secret), clock.now());
  return invitation === null ? null : store.access.account(invitation.accountId);
}

/** @returns a sentence where it was not changed; else every session of theirs is over, and this is the new one's secret */
export async function changePassword(
  account: AccountRow,
  { former, password }: { former: string; password: string },
  deps: AccessDeps,
): Promise<{ ok: true; secret: string } | { ok: false; message: string }> {
  const { access } = deps.store;
  if (!(await isPassword(former, account.passwordHash)))
    return { ok: false, message: 'The former password is not right. Nothing was changed.' };
  const refusal = whyNotPassword(password, account.name);
  if (refusal !== null) return { ok: false, message: refusal };
  await access.changePassword(account.id, await hashPassword(password, deps.random), deps.clock.now());
  return { ok: true, secret: await startSession(account, null, deps) };
}

async function startSession(
  { id }: AccountRow,
  former: string | null,
  { store, clock, random }: AccessDeps,
): Promise<string> {
  const secret = newSecret(random);
  const now = clock.now();
  const session = { hash: hashSecret(secret), accountId: id, createdAt: now, seenAt: now };
  await store.access.startSession(session, former === null ? null : hashSecret(former));
  const { idleMs, absoluteMs } = sessionLimits;
  await store.access.prune({
    sessionsSeen: now - idleMs,
    sessionsCreated: now - absoluteMs,
    attempts: now - attemptLimits.windowMs,
    now,
  });
  return secret;
}

/** Who comes with this cookie; null where the session is over. @param touch whether this counts as use */
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

/** Who comes with this token; null where it was revoked or is too old. */
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

import type { Millis } from '../../model/millis.js';

/** Administrators and operators of the partner see all agencies; an agency sees its own connections. */
export const accountRoles = ['administrator', 'operator', 'agency'] as const;
export type AccountRole = (typeof accountRoles)[number];

/** What a token may be used for: everything that its account may, reading alone, or asking for a poll alone. */
export const tokenScopes = ['full', 'read', 'poll'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export interface AccountRecord {
  id: number;
  /** By which its owner signs in: folded to lower case, unique. */
  name: string;
  role: AccountRole;
  /** What `server/access/passwords.ts` made of it; null until an invitation was accepted. */
  passwordHash: string | null;
  createdAt: Millis;
  createdBy: string;
  signedInAt: Millis | null;
  /** Of an agency; empty for the partner's people. */
  connections: string[];
}

export interface InvitationRecord {
  /** SHA-256 of its secret, hex. */
  hash: string;
  accountId: number;
  createdAt: Millis;
  createdBy: string;
  expiresAt: Millis;
}

export interface SessionRecord {
  /** SHA-256 of what its cookie holds, hex. */
  hash: string;
  accountId: number;
  createdAt: Millis;
  seenAt: Millis;
}

export interface ApiTokenRecord {
  id: number;
  accountId: number;
  /** What its owner calls it. */
  label: string;
  scope: TokenScope;
  /** SHA-256 of the token, hex. */
  hash: string;
  createdAt: Millis;
  createdBy: string;
  /** Null: until it is revoked. */
  expiresAt: Millis | null;
  usedAt: Millis | null;
}

/** Who may come in. Secrets are stored as hashes alone; each decision and its audit line are one transaction. */
export interface AccessStore {
  /** By name. */
  accounts(): Promise<AccountRecord[]>;
  account(id: number): Promise<AccountRecord | null>;
  accountNamed(name: string): Promise<AccountRecord | null>;
  /** Null where the name is taken. */
  addAccount(
    account: Pick<AccountRecord, 'name' | 'role' | 'connections'>,
    by: string,
    now: Millis,
  ): Promise<AccountRecord | null>;
  /** An agency's connections: these and no others. */
  setConnections(id: number, connections: readonly string[], by: string, now: Millis): Promise<void>;
  /** With its sessions, tokens and invitations. False where there is none. */
  removeAccount(id: number, by: string, now: Millis): Promise<boolean>;
  /** Replaces the account's former one: only the newest link is good. */
  invite(invitation: InvitationRecord): Promise<void>;
  /** Null where it is unknown, used or over. */
  invitation(hash: string, now: Millis): Promise<InvitationRecord | null>;
  /** Uses it up: its account has this password from now on, and no former session, token or known browser. Null where it is not good any more. */
  acceptInvitation(hash: string, passwordHash: string, now: Millis): Promise<AccountRecord | null>;
  /** Ends all sessions and known browsers of the account. @returns how many tokens ended */
  changePassword(
    id: number,
    passwordHash: string,
    by: { revokesTokens: boolean; now: Millis },
  ): Promise<number>;
  /** Notes the sign-in, and ends the session that the browser came with, if any. */
  startSession(session: SessionRecord, former: string | null): Promise<void>;
  session(hash: string): Promise<SessionRecord | null>;
  touchSession(hash: string, now: Millis): Promise<void>;
  endSession(hash: string): Promise<void>;
  /** Newest first. */
  tokens(): Promise<ApiTokenRecord[]>;
  /** Null where the account has `most` already that are not over. */
  addToken(token: Omit<ApiTokenRecord, 'id' | 'usedAt'>, most: number): Promise<ApiTokenRecord | null>;
  tokenOf(hash: string): Promise<ApiTokenRecord | null>;
  touchToken(id: number, now: Millis): Promise<void>;
  /** False where there is none. */
  revokeToken(id: number, by: string, now: Millis): Promise<boolean>;
  /** Counters of failed sign-ins by these keys; a missing one stands at nothing. */
  failures(keys: readonly string[]): Promise<Map<string, SignInFailures>>;
  /** Adds one failure to each counter. What is older than `since`, or of a time yet to come, is forgotten first; there are at most `most`. */
  addFailure(
    counters: readonly { key: string; nameKey: string | null }[],
    bounds: { at: Millis; since: Millis; most: number },
  ): Promise<void>;
  forgetFailures(keys: readonly string[]): Promise<void>;
  /** Accounts that signed in by this browser before. @param hash of its cookie */
  accountsOfBrowser(hash: string): Promise<number[]>;
  /** Of each account the browsers that were used last stay. */
  noteBrowser(browser: KnownBrowserRow, most: number): Promise<void>;
  /** Forgets sessions, invitations, failures and browsers that are over. */
  prune(over: {
    sessionsSeen: Millis;
    sessionsCreated: Millis;
    failures: Millis;
    browsers: Millis;
    now: Millis;
  }): Promise<void>;
}

/** How often a sign-in failed by one name, from one address, or both; only keyed hashes say which. */
export interface SignInFailures {
  failures: number;
  /** The last one. */
  at: Millis;
}

/** A browser in which an account signed in before. */
export interface KnownBrowserRow {
  /** SHA-256 of what its cookie holds, hex. */
  hash: string;
  accountId: number;
  usedAt: Millis;
}

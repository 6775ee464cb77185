import type { MailChoice } from '../../core/setup/mail-choice.js';
import type { Millis } from '../../model/millis.js';

/** Administrators and operators of the partner see all agencies; an agency sees its own connections. */
export const accountRoles = ['administrator', 'operator', 'agency'] as const;
export type AccountRole = (typeof accountRoles)[number];

/** What a token allows: `full` everything that its account may do, `read` only reading, `poll` only the request to poll a feed now. */
export const tokenScopes = ['full', 'read', 'poll'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export interface AccountRecord {
  id: number;
  /** The sign-in name: lower case, unique. */
  name: string;
  role: AccountRole;
  /** Hash in the format of `server/access/passwords.ts`; null until the account accepts an invitation. */
  passwordHash: string | null;
  createdAt: Millis;
  createdBy: string;
  signedInAt: Millis | null;
  /** Which notices the person wants by mail; null: nothing was chosen. */
  mail: MailChoice | null;
  /** Ids of the connections that an agency's account sees; empty for administrators and operators. */
  connections: string[];
}

export interface InvitationRecord {
  /** SHA-256 of the secret in the invitation's link, hex. */
  hash: string;
  accountId: number;
  createdAt: Millis;
  createdBy: string;
  expiresAt: Millis;
}

export interface SessionRecord {
  /** SHA-256 of the session cookie's value, hex. */
  hash: string;
  accountId: number;
  createdAt: Millis;
  seenAt: Millis;
}

export interface ApiTokenRecord {
  id: number;
  accountId: number;
  /** Name that its owner gave it, for display. */
  label: string;
  scope: TokenScope;
  /** SHA-256 of the token, hex. */
  hash: string;
  createdAt: Millis;
  createdBy: string;
  /** Null: the token is valid until it is revoked. */
  expiresAt: Millis | null;
  usedAt: Millis | null;
}

/** Accounts, sessions and tokens. Only hashes of secrets are stored. Each decision and its audit line are one transaction. */
export interface AccessStore {
  /** Ordered by name. */
  accounts(): Promise<AccountRecord[]>;
  account(id: number): Promise<AccountRecord | null>;
  accountNamed(name: string): Promise<AccountRecord | null>;
  /** @returns null if the name is taken */
  addAccount(
    account: Pick<AccountRecord, 'name' | 'role' | 'connections'>,
    by: string,
    now: Millis,
  ): Promise<AccountRecord | null>;
  /** Replaces the connections that an agency's account sees. */
  setConnections(id: number, connections: readonly string[], by: string, now: Millis): Promise<void>;
  /** Stores which notices the person wants by mail. */
  setMail(id: number, mail: MailChoice, by: string, now: Millis): Promise<void>;
  /** Removes the account with its sessions, tokens and invitations. @returns false if there is no such account */
  removeAccount(id: number, by: string, now: Millis): Promise<boolean>;
  /** Replaces the account's former invitation: only the newest link works. */
  invite(invitation: InvitationRecord): Promise<void>;
  /** @returns null if the invitation is unknown, used or expired */
  invitation(hash: string, now: Millis): Promise<InvitationRecord | null>;
  /**
   * Uses up the invitation: sets the account's password, and deletes its sessions, tokens and known browsers.
   * @returns null if the invitation is unknown, used or expired
   */
  acceptInvitation(hash: string, passwordHash: string, now: Millis): Promise<AccountRecord | null>;
  /**
   * Sets the password and deletes the account's sessions and known browsers; its tokens too if `revokesTokens` is set.
   * @returns the number of revoked tokens
   */
  changePassword(
    id: number,
    passwordHash: string,
    by: { revokesTokens: boolean; now: Millis },
  ): Promise<number>;
  /**
   * Stores a new session and the time of the sign-in.
   * @param former hash of the session that the browser sent with the sign-in, which ends now; null: it sent none
   */
  startSession(session: SessionRecord, former: string | null): Promise<void>;
  session(hash: string): Promise<SessionRecord | null>;
  touchSession(hash: string, now: Millis): Promise<void>;
  endSession(hash: string): Promise<void>;
  /** Newest first. */
  tokens(): Promise<ApiTokenRecord[]>;
  /** @returns null if the account already has `most` unexpired tokens */
  addToken(token: Omit<ApiTokenRecord, 'id' | 'usedAt'>, most: number): Promise<ApiTokenRecord | null>;
  tokenOf(hash: string): Promise<ApiTokenRecord | null>;
  touchToken(id: number, now: Millis): Promise<void>;
  /** @returns false if there is no such token */
  revokeToken(id: number, by: string, now: Millis): Promise<boolean>;
  /** Counters of failed sign-ins, by key. The map has no entry for a key without a failure. */
  failures(keys: readonly string[]): Promise<Map<string, SignInFailures>>;
  /**
   * First deletes counters whose last failure is before `since`, or in the future (after a clock change). Then adds one failure to each of
   * these counters. Last, while there are more than `most` counters, deletes the one whose last failure is the longest ago.
   */
  addFailure(
    counters: readonly { key: string; nameKey: string | null }[],
    bounds: { at: Millis; since: Millis; most: number },
  ): Promise<void>;
  forgetFailures(keys: readonly string[]): Promise<void>;
  /** Ids of accounts that signed in from this browser before. @param hash see `KnownBrowserRow.hash` */
  accountsOfBrowser(hash: string): Promise<number[]>;
  /** Stores that the account signed in from this browser. Only the account's `most` last used browsers are kept. */
  noteBrowser(browser: KnownBrowserRow, most: number): Promise<void>;
  /**
   * Deletes expired invitations, sessions last seen or created before these times, and failures and browsers older than these times.
   * Failures in the future (after a clock change) are deleted too.
   */
  prune(over: {
    sessionsSeen: Millis;
    sessionsCreated: Millis;
    failures: Millis;
    browsers: Millis;
    now: Millis;
  }): Promise<void>;
}

/** A counter of failed sign-ins for one name, one address, or a pair of both. Its key is a keyed hash, so neither is stored. */
export interface SignInFailures {
  failures: number;
  /** Time of the last failure. */
  at: Millis;
}

/** A browser in which an account signed in before. */
export interface KnownBrowserRow {
  /** SHA-256 of the browser cookie's value, hex. */
  hash: string;
  accountId: number;
  usedAt: Millis;
}

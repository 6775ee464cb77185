import type { AccountRole, AccountRecord, TokenScope } from '../../store/store.js';

/** What an account must be allowed to do for a request. An agency's account has its permissions for its own connections only. */
export type Permission =
  /** Reads data. */
  | 'read'
  /** Decides about listings and holds, and pauses or resumes a feed. */
  | 'decide'
  /** Requests that a feed is read now. */
  | 'poll'
  /** Reads and decides what concerns all agencies, and retires a feed for good. */
  | 'operate'
  /** Manages accounts. With a token, accounts may only be read: so revoking a leaked token ends all access that the token gave. */
  | 'administer'
  /** Manages the account's own password and tokens. Never granted to a token. */
  | 'self';

const ofRoles: Readonly<Record<AccountRole, readonly Permission[]>> = {
  administrator: ['read', 'decide', 'poll', 'operate', 'administer', 'self'],
  operator: ['read', 'decide', 'poll', 'operate', 'self'],
  agency: ['read', 'decide', 'poll', 'self'],
};

const ofScopes: Readonly<Record<TokenScope, readonly Permission[]>> = {
  full: ['read', 'decide', 'poll', 'operate', 'administer'],
  read: ['read', 'operate'],
  poll: ['poll'],
};

/** The account that sends a request, and how the request is authenticated. */
export interface Actor {
  account: AccountRecord;
  /** Null: the request has a session instead. */
  token: { id: number; label: string; scope: TokenScope } | null;
  /** Hash of the session; null for a token. */
  session: string | null;
}

/** @param changes whether the request changes something: a token with the scope `read` may not, nor may any token change accounts */
export function mayDo({ account, token }: Actor, permission: Permission, changes: boolean): boolean {
  if (!ofRoles[account.role].includes(permission)) return false;
  if (token === null) return true;
  if (changes && (token.scope === 'read' || permission === 'administer')) return false;
  return ofScopes[token.scope].includes(permission);
}

export function rolesThatMay(permission: Permission): AccountRole[] {
  return (Object.keys(ofRoles) as AccountRole[]).filter((role) => ofRoles[role].includes(permission));
}

/** The connections that the account may see; null: all. */
export function connectionsOf({ account }: Actor): readonly string[] | null {
  return account.role === 'agency' ? account.connections : null;
}

/** The author as the audit names it. */
export function authorOf({ account, token }: Actor): string {
  return token === null ? account.name : `${account.name} (token ${token.id}, ${token.label})`;
}

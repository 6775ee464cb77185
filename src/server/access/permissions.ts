import type { AccountRole, AccountRecord, TokenScope } from '../../store/store.js';

/** What a request needs. Agencies have theirs for their own connections alone. */
export type Permission =
  /** Sees what is known. */
  | 'read'
  /** Decides about listings, holds and the life of a feed. */
  | 'decide'
  /** Asks for a feed to be read now. */
  | 'poll'
  /** Sees and does what concerns all agencies, or ends a feed for good. */
  | 'operate'
  /** Says who may come in; a token sees it and changes nothing of it, so that one that leaked ends when it is revoked. */
  | 'administer'
  /** Their own account: its password, its tokens. Never by a token. */
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

/** Who asks. */
export interface Actor {
  account: AccountRecord;
  /** Null: a person who signed in. */
  token: { id: number; label: string; scope: TokenScope } | null;
  /** Hash of the session; null for a token. */
  session: string | null;
}

/** @param changes whether something is changed: a token that reads must not, whatever else it may */
export function mayDo({ account, token }: Actor, permission: Permission, changes: boolean): boolean {
  if (!ofRoles[account.role].includes(permission)) return false;
  if (token === null) return true;
  if (changes && (token.scope === 'read' || permission === 'administer')) return false;
  return ofScopes[token.scope].includes(permission);
}

export function rolesThatMay(permission: Permission): AccountRole[] {
  return (Object.keys(ofRoles) as AccountRole[]).filter((role) => ofRoles[role].includes(permission));
}

/** Connections that they see; null: all. */
export function connectionsOf({ account }: Actor): readonly string[] | null {
  return account.role === 'agency' ? account.connections : null;
}

/** For the record of decisions. */
export function authorOf({ account, token }: Actor): string {
  return token === null ? account.name : `${account.name} (token ${token.id}, ${token.label})`;
}

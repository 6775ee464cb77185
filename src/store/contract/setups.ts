import type { ConnectionId } from '../../model/ids.js';
import type { AgencyReading } from '../../core/setup/agency-reading.js';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Millis } from '../../model/millis.js';
import type { FeedChangeRecord } from './feed-changes.js';

export const agencyLanguages = ['sr-Latn', 'sr-Cyrl', 'en'] as const;
export type AgencyLanguage = (typeof agencyLanguages)[number];

/** An agency that is set up here: its feed is not in the configuration. */
export interface SetupRecord {
  id: number;
  /** Unique; its feed bears the same name. */
  name: string;
  /** What people call it. */
  title: string;
  /** Where its invitation goes. */
  email: string;
  language: AgencyLanguage;
  /** As a feed is written in a configuration, without name and connection. */
  feed: Record<string, unknown>;
  createdAt: Millis;
  createdBy: string;
  /** When its feed was asked to be read, or when a reading that failed is tried again; null once it was read. */
  readAskedAt: Millis | null;
  /** The file that is kept will do: only what is made of it changed. */
  readFromKept: boolean;
  reading: AgencyReading | null;
  keptFile: KeptFile | null;
  /** Null until a connect code was redeemed. */
  connectionId: ConnectionId | null;
  /** The connection as the portal told it last. */
  remote: Record<string, unknown> | null;
  connectedAt: Millis | null;
  /** When the agency said that it is its own. */
  confirmedAt: Millis | null;
  confirmedBy: string | null;
  /** From then on its feed is polled and pushed as any other. */
  sentAt: Millis | null;
  sentBy: string | null;
}

/** A copy of the feed's file, read again after each answer. */
export interface KeptFile {
  /** Parts joined (`model/snapshot-parts.ts`). */
  path: string;
  fetchedAt: Millis;
  bytes: number;
}

export const statementKinds = ['mandate', 'owner_nearby', 'identity'] as const;
type StatementKind = (typeof statementKinds)[number];

/** What a person stated for an agency: never changed and never taken back, only followed by another one. */
export interface StatementRecord {
  id: number;
  agency: string;
  connectionId: ConnectionId | null;
  kind: StatementKind;
  version: number;
  language: AgencyLanguage;
  /** Word for word, as it was shown. */
  sentence: string;
  value: boolean;
  /** Who stated it, and as what. */
  name: string;
  role: string;
  /** By which they signed in. */
  account: string;
  at: Millis;
}

export type NewStatement = Omit<StatementRecord, 'id' | 'agency' | 'connectionId' | 'account' | 'at'>;
type NewSetup = Pick<SetupRecord, 'name' | 'title' | 'email' | 'language' | 'feed'>;

/** Each decision and its audit line are one transaction. Those that name an agency which is not there do nothing. */
export interface SetupStore {
  /** Its feed is to be read at once. Null where the name is taken. */
  add(agency: NewSetup, author: string, now: Millis): Promise<SetupRecord | null>;
  /** By name. */
  all(): Promise<SetupRecord[]>;
  /** By name, those after `after`. @param only none but these; null: any @param text part of a name, title or e-mail, in any case */
  page(of: {
    after: string | null;
    limit: number;
    only: readonly string[] | null;
    text: string | null;
  }): Promise<SetupRecord[]>;
  byName(name: string): Promise<SetupRecord | null>;
  /** @param read whether its feed is to be read again */
  change(
    name: string,
    change: Partial<Omit<NewSetup, 'name'>>,
    by: { author: string; now: Millis; read: boolean },
  ): Promise<void>;
  /** What was stated stays where it was sent, and so do its feed changes; people who belong to nothing else go. */
  remove(name: string, author: string, now: Millis): Promise<void>;
  /** From now on the account sees the agency; and its connection, once it was sent. */
  addPerson(name: string, accountId: number, author: string, now: Millis): Promise<void>;
  /** Ids of accounts by agency. */
  people(): Promise<Map<string, number[]>>;
  /** Names of the agencies of an account. */
  agenciesOf(accountId: number): Promise<string[]>;
  /** @param fromKept the kept file will do; one that was asked for already stays as it was asked for */
  askReading(name: string, fromKept: boolean, now: Millis): Promise<void>;
  /** Those that wait, in the order of asking. */
  waiting(): Promise<SetupRecord[]>;
  /** The file of an agency that was sent in between is not kept. @param asked the request that it answers: there may be a newer one */
  endReading(
    name: string,
    asked: Millis,
    outcome: {
      reading: AgencyReading;
      keptFile: KeptFile | null;
      feed?: Record<string, unknown>;
      /** When it is to be read again. */
      retryAt?: Millis;
    },
  ): Promise<void>;
  connect(
    name: string,
    connection: { id: string; remote: Record<string, unknown> },
    author: string,
    now: Millis,
  ): Promise<void>;
  /** As the portal tells it now. */
  updateRemote(name: string, remote: Record<string, unknown>): Promise<void>;
  /** It is not the agency's own: as if no code had been redeemed. */
  disconnect(name: string, author: string, now: Millis): Promise<void>;
  confirm(name: string, statement: NewStatement, author: string, now: Millis): Promise<void>;
  /** Statements and what follows from them, together; its kept file is read again. */
  answer(
    name: string,
    said: { statements: readonly NewStatement[]; changes: readonly FeedChange[] },
    author: string,
    now: Millis,
  ): Promise<FeedChangeRecord[]>;
  /** Its feed runs from now on, its changes are the connection's, and its people see the connection. */
  send(name: string, author: string, now: Millis): Promise<void>;
  /** Oldest first. */
  statements(agency: string): Promise<StatementRecord[]>;
}

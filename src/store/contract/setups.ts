import type { PortalConnection } from '../../model/connection.js';
import type { ConnectionId } from '../../model/ids.js';
import type { AgencyReading } from '../../core/setup/agency-reading.js';
import type { FeedChange } from '../../core/setup/feed-changes.js';
import type { Millis } from '../../model/millis.js';
import type { FeedChangeRecord } from './feed-changes.js';

export const agencyLanguages = ['sr-Latn', 'sr-Cyrl', 'en'] as const;
export type AgencyLanguage = (typeof agencyLanguages)[number];

/** An agency that is set up in the console. Its feed is stored here and not in the configuration. */
export interface SetupRecord {
  id: number;
  /** Unique. The agency's feed has the same name. */
  name: string;
  /** Name for display. */
  title: string;
  /** Address that the invitation is sent to. */
  email: string;
  language: AgencyLanguage;
  /** The feed in the format of the configuration, without name and connection. */
  feed: Record<string, unknown>;
  createdAt: Millis;
  createdBy: string;
  /** When reading the feed was requested, or when a failed reading is tried again; null: nothing to read. */
  readAskedAt: Millis | null;
  /** The requested reading uses the kept file, since only settings changed. */
  readFromKept: boolean;
  reading: AgencyReading | null;
  keptFile: KeptFile | null;
  /** Null until a connect code is redeemed. */
  connectionId: ConnectionId | null;
  /** The connection as the portal last reported it. */
  remote: PortalConnection | null;
  connectedAt: Millis | null;
  /** When the agency confirmed that the connection is its own. */
  confirmedAt: Millis | null;
  confirmedBy: string | null;
  /** Since when the agency's feed is polled and pushed; null: not yet. */
  sentAt: Millis | null;
  sentBy: string | null;
}

/** A copy of the feed's file during setup. It is read again after each answer. */
export interface KeptFile {
  /** Path of the file; parts of a feed with several files are joined (`model/snapshot-parts.ts`). */
  path: string;
  fetchedAt: Millis;
  bytes: number;
}

export const statementKinds = [
  'mandate',
  'owner_nearby',
  'owner_nearby_some',
  'owner_nearby_rule',
  'owner_nearby_rule_ended',
  'rental_type_some',
  'rental_type_rule',
  'rental_type_rule_ended',
  'furnished_some',
  'furnished_rule',
  'furnished_rule_ended',
  'identity',
] as const;
type StatementKind = (typeof statementKinds)[number];

/** A statement that a person made for an agency. It is never changed or deleted after sending; a later statement replaces it. */
export interface StatementRecord {
  id: number;
  agency: string;
  connectionId: ConnectionId | null;
  kind: StatementKind;
  version: number;
  language: AgencyLanguage;
  /** The sentence as it was shown, verbatim. */
  sentence: string;
  /** Whether the person affirmed the sentence. */
  value: boolean;
  /** Name of the person. */
  name: string;
  /** Position of the person in the agency. */
  role: string;
  /** Name of the account that the person was signed in with. */
  account: string;
  at: Millis;
}

export type NewStatement = Omit<StatementRecord, 'id' | 'agency' | 'connectionId' | 'account' | 'at'>;
type NewSetup = Pick<SetupRecord, 'name' | 'title' | 'email' | 'language' | 'feed'>;

/** Agencies in setup. Each decision and its audit line are one transaction. Methods that change an unknown agency do nothing. */
export interface SetupStore {
  /** Adds an agency and requests a reading of its feed. @returns null if the name is taken */
  add(agency: NewSetup, author: string, now: Millis): Promise<SetupRecord | null>;
  /** Ordered by name. */
  all(): Promise<SetupRecord[]>;
  /** A page of agencies, ordered by name. */
  page(of: {
    /** Name of the last agency of the previous page. */
    after: string | null;
    limit: number;
    /** Names of the agencies to choose from; null: all. */
    only: readonly string[] | null;
    /** Part of a name, title or e-mail address, in any case. */
    text: string | null;
  }): Promise<SetupRecord[]>;
  byName(name: string): Promise<SetupRecord | null>;
  /** @param by `read`: requests a reading of the feed from its source */
  change(
    name: string,
    change: Partial<Omit<NewSetup, 'name'>>,
    by: { author: string; now: Millis; read: boolean },
  ): Promise<void>;
  /**
   * Removes an agency, and those of its accounts that belong to no other agency or connection. If the agency was ever started (`send`), its
   * statements stay, and so do the feed changes of its connection; otherwise they are deleted too.
   */
  remove(name: string, author: string, now: Millis): Promise<void>;
  /** Lets an account see the agency and, once the agency is sent, its connection. */
  addPerson(name: string, accountId: number, author: string, now: Millis): Promise<void>;
  /** Ids of accounts, by name of the agency. */
  people(): Promise<Map<string, number[]>>;
  /** Names of the agencies of an account. */
  agenciesOf(accountId: number): Promise<string[]>;
  /** Requests a reading. @param fromKept the kept file is enough; a pending request for a new file stays one */
  askReading(name: string, fromKept: boolean, now: Millis): Promise<void>;
  /** Agencies with a requested reading, in the order of the requests. */
  waiting(): Promise<SetupRecord[]>;
  /** Agencies that are not sent yet, and whose last reading failed; ordered by name. */
  unread(): Promise<SetupRecord[]>;
  /**
   * Stores the outcome of a reading. No file is kept for an agency that is sent by now.
   * @param asked `readAskedAt` of the request; a newer request stays pending
   */
  endReading(
    name: string,
    asked: Millis,
    outcome: {
      reading: AgencyReading;
      keptFile: KeptFile | null;
      /** Replaces the agency's feed. */
      feed?: Record<string, unknown>;
      /** When a failed reading is tried again. */
      retryAt?: Millis;
    },
  ): Promise<void>;
  /** Stores the connection that a connect code was redeemed for. It is unconfirmed. */
  connect(
    name: string,
    connection: { id: string; remote: PortalConnection },
    author: string,
    now: Millis,
  ): Promise<void>;
  /** Stores the connection as the portal reports it now. */
  updateRemote(name: string, remote: PortalConnection): Promise<void>;
  /** Takes back `connect` and `confirm`: the connection is not the agency's own, or it has ended at the portal. */
  disconnect(name: string, author: string, now: Millis): Promise<void>;
  /** Stores the agency's statement that the connection is its own. */
  confirm(name: string, statement: NewStatement, author: string, now: Millis): Promise<void>;
  /** Stores statements and the feed changes that follow from them, together. Before sending, the kept file is read again. */
  answer(
    name: string,
    said: { statements: readonly NewStatement[]; changes: readonly FeedChange[] },
    author: string,
    now: Millis,
  ): Promise<FeedChangeRecord[]>;
  /** Starts the agency: its feed is polled and pushed, its feed changes apply to the connection, and its accounts see the connection. */
  send(name: string, author: string, now: Millis): Promise<void>;
  /** The agency's statements, oldest first. */
  statements(agency: string): Promise<StatementRecord[]>;
}

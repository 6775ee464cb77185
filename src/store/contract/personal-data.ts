import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** An agency's part of the store: one connection and all feeds that ever belonged to it. */
export interface AgencyScope {
  connectionId: ConnectionId;
  feeds: readonly { id: number; name: string }[];
}

/** One exported row. Compressed values are unpacked; bytes that are not UTF-8 text are base64. */
export interface AgencyRow {
  table: string;
  row: Record<string, unknown>;
}

export interface AgencyDataStore {
  /** Number of the agency's rows, by table. Tables without any are left out. */
  count(scope: AgencyScope): Promise<Record<string, number>>;
  /** All of the agency's rows, table by table. */
  read(scope: AgencyScope): AsyncGenerator<AgencyRow>;
  /** Number of listings that are, or may be, on the portal; of outbox entries; and of batches whose outcome is not known. */
  unfinished(scope: AgencyScope): Promise<{ listings: number; queued: number; batches: number }>;
  /**
   * Deletes all of the agency's rows except the audit, and writes an audit line.
   * @returns number of deleted rows, by table
   */
  erase(scope: AgencyScope, by: { author: string; now: Millis }): Promise<Record<string, number>>;
}

/** Masks every occurrence of a person's contact in a text. The text keeps its length. */
export type Masking = (text: string) => string;

export interface PersonDataStore {
  /**
   * Number of rows with an occurrence, by table. Tables without any are left out.
   * @param nameKey keyed hash under which failed sign-ins with this contact as the name are counted; null: none
   */
  count(mask: Masking, nameKey: string | null): Promise<Record<string, number>>;
  /**
   * Returns two kinds of listings. First, the listings on the portal or to be published there, if their stored payload has an occurrence of
   * the contact. Second, all listings of a batch whose outcome is unknown, if the batch's body has an occurrence.
   */
  shown(mask: Masking): Promise<{ connectionId: ConnectionId; externalId: ExternalId }[]>;
  /**
   * Masks every occurrence, block by block, deletes the counters of failed sign-ins under `nameKey`, and writes the number of rows to
   * the audit.
   * @param by.about kind of the contact, such as an e-mail address; never the contact itself
   */
  erase(
    mask: Masking,
    by: { nameKey: string | null; author: string; about: string; now: Millis },
  ): Promise<Record<string, number>>;
}

export interface AuditStore {
  /** Adds a line for an act that changes nothing else in the store. */
  add(entry: {
    at: Millis;
    author: string;
    action: string;
    subject: string;
    data: Record<string, unknown>;
  }): Promise<void>;
  /**
   * Newest first.
   * @param filter `before`: id of the last line of the previous page; `text`: lines whose author, action, subject or data have it, in any case
   */
  list(filter: { limit: number; before?: number; text?: string }): Promise<AuditRecord[]>;
}

export interface AuditRecord {
  id: number;
  at: Millis;
  author: string;
  action: string;
  subject: string;
  data: Record<string, unknown>;
}

import type { ConnectionId, ExternalId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** An agency as the store knows it: one connection and the feeds that ever belonged to it. */
export interface AgencyScope {
  connectionId: ConnectionId;
  feeds: readonly { id: number; name: string }[];
}

/** One row, readable: what lies compressed is unpacked, bytes that are no text are base64. */
export interface AgencyRow {
  table: string;
  row: Record<string, unknown>;
}

export interface AgencyDataStore {
  /** Rows by table; tables without any are left out. */
  count(scope: AgencyScope): Promise<Record<string, number>>;
  /** Everything of the agency, table by table. */
  read(scope: AgencyScope): AsyncGenerator<AgencyRow>;
  /** Listings that are, or may be, on the portal, outbox entries, and batches whose outcome is not known. */
  unfinished(scope: AgencyScope): Promise<{ listings: number; queued: number; batches: number }>;
  /**
   * Deletes every row but what the audit says, which gets one more line.
   * @returns rows by table
   */
  erase(scope: AgencyScope, by: { author: string; now: Millis }): Promise<Record<string, number>>;
}

/** Changes every occurrence in a text, and never its length. */
export type Masking = (text: string) => string;

export interface PersonDataStore {
  /**
   * Rows with an occurrence, by table; tables without any are left out.
   * @param nameKey the keyed hash by which failed sign-ins under this contact are counted; null where there are none
   */
  count(mask: Masking, nameKey: string | null): Promise<Record<string, number>>;
  /** Of listings that are on the portal or wanted there, or carried by a batch whose outcome is not known. */
  shown(mask: Masking): Promise<{ connectionId: ConnectionId; externalId: ExternalId }[]>;
  /**
   * Masks every occurrence, block by block, deletes counters of failed sign-ins under `nameKey`, and says in the audit how many
   * rows there were.
   * @param by.about what kind of contact it was; never the contact
   */
  erase(
    mask: Masking,
    by: { nameKey: string | null; author: string; about: string; now: Millis },
  ): Promise<Record<string, number>>;
}

export interface AuditStore {
  /** A person's act that changes nothing else. */
  add(entry: {
    at: Millis;
    author: string;
    action: string;
    subject: string;
    data: Record<string, unknown>;
  }): Promise<void>;
  /** Newest first; `before`: the id of the last line of the page before. */
  list(filter: { limit: number; before?: number }): Promise<AuditRecord[]>;
}

export interface AuditRecord {
  id: number;
  at: Millis;
  author: string;
  action: string;
  subject: string;
  data: Record<string, unknown>;
}

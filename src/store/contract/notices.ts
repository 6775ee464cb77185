import type { ConnectionId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A notice to send, or sent: one row per cause and addressee, so that each is notified once. */
export interface NoticeRecord {
  id: number;
  /** Identifies the attention item; the same as long as it lasts, such as `hold 12`. */
  cause: string;
  kind: string;
  /** The recipient, without an address: `agency <name>`, `operator <digest>`, `partner <digest>`, `webhook <digest>`. */
  addressee: string;
  /** Null: the notice concerns all agencies. */
  connectionId: ConnectionId | null;
  /** True: sent at once. False: sent in the morning, together with other notices. */
  atOnce: boolean;
  noticedAt: Millis;
  /** Id of the message that carries the notice, the same at each try; null before the first try. */
  message: string | null;
  tries: number;
  nextTryAt: Millis;
  /** Why the latest try failed, without the recipient's address; null if it did not fail. */
  problem: string | null;
  /** When the notice was delivered. */
  toldAt: Millis | null;
  /** When the attention item ended or got another recipient; null: it is open. */
  overAt: Millis | null;
}

export type NewNotice = Pick<NoticeRecord, 'cause' | 'kind' | 'addressee' | 'connectionId' | 'atOnce'>;

/** Notices to send, and notices sent. */
export interface NoticeStore {
  /** Notices whose attention item is open, oldest first. */
  open(): Promise<NoticeRecord[]>;
  /** Adds notices and ends others, in one transaction. @param change `over`: ids of the notices that end */
  note(change: { added: readonly NewNotice[]; over: readonly number[]; now: Millis }): Promise<void>;
  /** Stores the id of the message with these notices, before it is sent. */
  write(ids: readonly number[], message: string): Promise<void>;
  /** Stores that these notices were delivered. */
  told(ids: readonly number[], now: Millis): Promise<void>;
  /** Counts a failed try. */
  failed(ids: readonly number[], failure: { problem: string; nextTryAt: Millis }): Promise<void>;
  /** Newest first. */
  list(filter: { limit: number }): Promise<NoticeRecord[]>;
}

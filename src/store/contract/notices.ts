import type { ConnectionId } from '../../model/ids.js';
import type { Millis } from '../../model/millis.js';

/** A notice to send, or sent: one row per cause and addressee, so that each is notified once. */
export interface NoticeRecord {
  id: number;
  /** Identifies the attention item; the same as long as it lasts, such as `hold 12`. */
  cause: string;
  kind: string;
  /** The recipient, without an address: `agency <connection>`, `operator <digest>`, `webhook <digest>`. */
  addressee: string;
  /** Null: it concerns all agencies. */
  connectionId: ConnectionId | null;
  /** Else in the morning, with whatever waits then. */
  atOnce: boolean;
  noticedAt: Millis;
  /** Id of the message that carries it, the same at each try; null before it is first written. */
  message: string | null;
  tries: number;
  nextTryAt: Millis;
  /** Why the latest try failed, without an address; null where it did not. */
  problem: string | null;
  toldAt: Millis | null;
  /** The cause is gone, or it has another recipient now. */
  overAt: Millis | null;
}

export type NewNotice = Pick<NoticeRecord, 'cause' | 'kind' | 'addressee' | 'connectionId' | 'atOnce'>;

/** What was told to whom, and when. */
export interface NoticeStore {
  /** All that is not over, oldest first. */
  open(): Promise<NoticeRecord[]>;
  /** What came up and what is over, together. */
  note(change: { added: readonly NewNotice[]; over: readonly number[]; now: Millis }): Promise<void>;
  /** Before a message is sent. */
  write(ids: readonly number[], message: string): Promise<void>;
  told(ids: readonly number[], now: Millis): Promise<void>;
  failed(ids: readonly number[], failure: { problem: string; nextTryAt: Millis }): Promise<void>;
  /** Newest first. */
  list(filter: { limit: number }): Promise<NoticeRecord[]>;
}

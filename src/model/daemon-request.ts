import type { ConnectionId, ExternalId } from './ids.js';
import type { Millis } from './millis.js';

type RequestKind =
  | 'approve'
  | 'reject'
  | 'confirm'
  | 'expect'
  | 'suppress'
  | 'unsuppress'
  | 'put'
  | 'remove'
  | 'resend'
  | 'close_item'
  | 'pause'
  | 'resume'
  | 'retire'
  | 'accept_vocabulary'
  | 'upgrade_mapping'
  | 'erase_agency'
  | 'erase_person'
  | 'show_contacts'
  | 'setup'
  | 'sync'
  | 'reconcile';

export interface DaemonRequest {
  id: number;
  kind: RequestKind;
  payload: Record<string, unknown>;
  author: string;
  createdAt: Millis;
  doneAt: Millis | null;
  result: string | null;
}

/** A listing that an operator or agency suppresses: it is not published although its feed has it. */
export interface Suppression {
  connectionId: ConnectionId;
  externalId: ExternalId;
  reason: string;
  /** When the suppression ends; null: not until it is lifted. */
  until: Millis | null;
  author: string;
  at: Millis;
}

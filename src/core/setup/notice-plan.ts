import type { HoldCause } from '../../model/hold.js';
import type { ConnectionId } from '../../model/ids.js';
import type { AttentionKind } from '../../model/attention-kinds.js';
import type { QuestionHead } from '../content/shared-questions.js';
import { backoffMs, backoffs } from '../schedule/backoff.js';

/** Languages of notices. */
export const noticeLanguages = ['sr', 'en'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

/** The role that must act: the agency, the partner (contracts, configuration), or the operator, who watches over the feeds. */
export type NoticeRole = 'agency' | 'partner' | 'operator';

export const noticeKinds = [
  'hold',
  'host_shrunk',
  'shared_question',
  'unanswered_fact',
  'partner_asked',
  'new_word',
  'connection_paused',
  'connection_revoked',
  'connection_not_found',
  'connection_sent_back',
  'connection_adopting',
  'foreign',
  'taken_down',
  'vocabulary',
  'key',
  'feed_stalled',
  'feed_suspended',
  'feed_failed',
  'feed_unreadable',
] as const satisfies readonly AttentionKind[];
export type NoticeKind = (typeof noticeKinds)[number];

/** An attention item that is notified. */
export interface NoticeItem {
  /** Identity of the item: constant while it lasts, different when it recurs: `hold 12`, `key 1750000000000`. */
  cause: string;
  kind: NoticeKind;
  /** Null: several or all agencies. */
  connectionId: ConnectionId | null;
  /** The agency’s name at the portal, several of them, or the host that they share. */
  agency: string;
  /** Number of listings, records, words or feeds concerned. */
  count: number;
  /** Of `count`, what a shared question asks the operator instead: staff are not asked about it a second time. */
  shared?: number;
  /** The question that several feeds share, and their number. */
  asked?: { question: QuestionHead; feeds: number };
  /** Epoch milliseconds; null where the start is unknown. */
  since: number | null;
  /** The roles that must act; several if each has a part. */
  roles: readonly NoticeRole[];
  /** Notified at once; otherwise in the morning, if it is still open then. */
  atOnce: boolean;
  hold: {
    id: number;
    kind: string;
    lines: number;
    inactive?: number;
    cause?: HoldCause | null;
    titles: readonly string[];
  } | null;
  /** The portal staff's note, verbatim. */
  note: string | null;
  /** The reason: the message of the run that failed, or why a connection was paused. */
  reason?: string | null;
  /** The side that paused a connection. */
  subject?: string | null;
}

/** A recipient of notices, and the channel. */
export interface Addressee {
  /** Identifies the recipient in stored notices; holds no address. */
  key: string;
  /** `machine`: a webhook, which receives every notice. */
  role: NoticeRole | 'machine';
  /** The agency's connection; null for other roles. */
  connectionId: ConnectionId | null;
  language: NoticeLanguage;
  /** Serbian in Cyrillic letters. */
  cyrillic: boolean;
  /** An e-mail address; null: the webhook. */
  email: string | null;
  /** The notices that a person wants; missing: all. */
  wants?: { atOnce: boolean; digest: boolean };
}

/** A stored notice: a cause and a recipient, sent or still to be sent. */
export interface NotedNotice {
  id: number;
  cause: string;
  addressee: string;
  atOnce: boolean;
  toldAt: number | null;
}

export interface NoticeRequest {
  cause: string;
  kind: NoticeKind;
  addressee: string;
  connectionId: ConnectionId | null;
  atOnce: boolean;
}

/**
 * Compares stored notices with the current items. `added`: notices to store. `over`: ids of stored notices whose cause is gone, or that
 * are unsent and now go to another recipient. A cause has one notice per recipient while it lasts.
 */
export function planNotices(
  before: readonly NotedNotice[],
  items: readonly NoticeItem[],
  addressees: readonly Addressee[],
): { added: NoticeRequest[]; over: number[] } {
  const wanted = new Map<string, NoticeRequest>();
  for (const item of items)
    for (const { key } of recipientsOf(item, addressees).filter((one) => isWanted(item, one))) {
      const { cause, kind, connectionId, atOnce } = item;
      wanted.set(noticeKey(cause, key), { cause, kind, addressee: key, connectionId, atOnce });
    }
  const causes = new Set(items.map(({ cause }) => cause));
  const known = new Set(before.map(({ cause, addressee }) => noticeKey(cause, addressee)));
  return {
    added: [...wanted].filter(([key]) => !known.has(key)).map(([, request]) => request),
    over: before
      .filter(({ cause, addressee, toldAt }) =>
        // An unsent notice ends when its recipient changes. A sent notice stays while its cause lasts.
        toldAt === null ? !wanted.has(noticeKey(cause, addressee)) : !causes.has(cause),
      )
      .map(({ id }) => id),
  };
}

/**
 * Webhooks receive every notice. Mail goes to the roles that must act; if none of them has an address, to operators, and if there are
 * none, to the partner. What a shared question asks is not asked of those a second time.
 */
export function recipientsOf(
  {
    roles,
    connectionId,
    count,
    shared = 0,
  }: Pick<NoticeItem, 'roles' | 'connectionId'> & Partial<Pick<NoticeItem, 'count' | 'shared'>>,
  addressees: readonly Addressee[],
): Addressee[] {
  const inRole = (role: NoticeRole): Addressee[] =>
    addressees.filter((one) => one.role === role && (role !== 'agency' || one.connectionId === connectionId));
  const people = roles.flatMap(inRole);
  const isAskedOnce = shared > 0 && shared === count;
  const instead = isAskedOnce
    ? []
    : ([inRole('operator'), inRole('partner')].find((one) => one.length > 0) ?? []);
  const machines = addressees.filter(({ role }) => role === 'machine');
  return [...machines, ...(people.length > 0 ? people : instead)];
}

/** Whether the person takes the item: what no one of an agency wants goes to no one else in its place. */
function isWanted({ atOnce }: Pick<NoticeItem, 'atOnce'>, { wants }: Addressee): boolean {
  return wants === undefined || (atOnce ? wants.atOnce : wants.digest);
}

const dayMs = 24 * 3_600_000;
/** A question that its agency has not answered for this long is the partner's too. */
const escalatedAfterMs = 3 * dayMs;
/** From then on a question is only listed. */
const mailedForMs = 14 * dayMs;

/** The items that are mailed, with whom they are mailed to: what an agency does not answer goes to the partner, and at last to no one. */
export function mailedItems(items: readonly NoticeItem[], now: number): NoticeItem[] {
  return items.flatMap((item) => {
    const { roles } = item;
    if (isOnlyListed(item, now)) return [];
    const isEscalated = unansweredMs(item, now) >= escalatedAfterMs && !roles.includes('partner');
    return isEscalated ? { ...item, roles: [...roles, 'partner' as const] } : item;
  });
}

/** Whether its agency has left it unanswered for so long that no mail is about it any more. */
export function isOnlyListed(item: Pick<NoticeItem, 'roles' | 'since'>, now: number): boolean {
  return unansweredMs(item, now) >= mailedForMs;
}

/** Whether staff may close it: it is only listed, and no listing waits for a decision about it. */
export function isClosable(
  item: Pick<NoticeItem, 'roles' | 'since'> & { hold: unknown },
  now: number,
): boolean {
  return item.hold === null && isOnlyListed(item, now);
}

function unansweredMs({ roles, since }: Pick<NoticeItem, 'roles' | 'since'>, now: number): number {
  return roles.includes('agency') && since !== null ? now - since : 0;
}

const refusedWaitMs = 6 * 3_600_000;

/** The wait before the next try. A permanent refusal is retried every 6 hours, because addresses get corrected. */
export function noticeWaitMs(tries: number, isRefused: boolean): number {
  return isRefused ? refusedWaitMs : backoffMs(tries + 1, backoffs.notice);
}

function noticeKey(cause: string, addressee: string): string {
  return `${addressee}\n${cause}`;
}

import type { AttentionKind } from '../../model/attention-kinds.js';
import { backoffMs, backoffs } from '../schedule/backoff.js';

/** Languages in which people are told something. */
export const noticeLanguages = ['sr', 'en'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];

/** Whose turn it is: the agency, whoever runs feedsync (contracts, configuration), or whoever watches over the feeds. */
export type NoticeRole = 'agency' | 'partner' | 'operator';

export const noticeKinds = [
  'hold',
  'host_shrunk',
  'unanswered_fact',
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
] as const satisfies readonly AttentionKind[];
export type NoticeKind = (typeof noticeKinds)[number];

/** Something that waits for a person now. */
export interface NoticeItem {
  /** The same as long as it lasts, and another one when it comes again: `hold 12`, `key 1750000000000`. */
  cause: string;
  kind: NoticeKind;
  /** Null: all agencies, or several. */
  connectionId: string | null;
  /** The agency’s name at the portal, several of them, or the host that they share. */
  agency: string;
  /** Listings, records, words or feeds concerned. */
  count: number;
  /** Epoch milliseconds; null where nothing tells when it began. */
  since: number | null;
  /** Whose turn it is; several where each has a part in it. */
  roles: readonly NoticeRole[];
  /** Told now; else in the morning, if it still waits then. */
  atOnce: boolean;
  hold: { id: number; kind: string; lines: number; titles: readonly string[] } | null;
  /** What the portal’s staff wrote, word for word. */
  note: string | null;
  /** Why, in the words of the run that ended so. */
  reason?: string | null;
}

/** Whom something is told to, and how. */
export interface Addressee {
  /** By which what was told is remembered; holds no address. */
  key: string;
  /** `machine`: another program, which is told everything. */
  role: NoticeRole | 'machine';
  /** Of an agency. */
  connectionId: string | null;
  language: NoticeLanguage;
  /** Serbian in Cyrillic letters. */
  cyrillic: boolean;
  /** An e-mail address; null: the webhook. */
  email: string | null;
}

/** What was noted before: a cause that somebody was told, or is to be told. */
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
  connectionId: string | null;
  atOnce: boolean;
}

/**
 * What becomes of notices between two looks: whom a cause that came up is told to, and which notices are over because their cause
 * is gone, or because somebody else is told now. A cause is noted once for each addressee as long as it lasts.
 */
export function planNotices(
  before: readonly NotedNotice[],
  matters: readonly NoticeItem[],
  addressees: readonly Addressee[],
): { added: NoticeRequest[]; over: number[] } {
  const wanted = new Map<string, NoticeRequest>();
  for (const matter of matters)
    for (const { key } of toldCausesOf(matter, addressees)) {
      const { cause, kind, connectionId, atOnce } = matter;
      wanted.set(noticeKey(cause, key), { cause, kind, addressee: key, connectionId, atOnce });
    }
  const causes = new Set(matters.map(({ cause }) => cause));
  const known = new Set(before.map(({ cause, addressee }) => noticeKey(cause, addressee)));
  return {
    added: [...wanted].filter(([key]) => !known.has(key)).map(([, wish]) => wish),
    over: before
      .filter(({ cause, addressee, toldAt }) =>
        // Who was told stays told while the cause lasts, wherever the next one would go.
        toldAt === null ? !wanted.has(noticeKey(cause, addressee)) : !causes.has(cause),
      )
      .map(({ id }) => id),
  };
}

/**
 * Machines are told everything. Of people those whose turn it is; where nobody of them has an address, whoever watches, and where
 * there is nobody either, whoever runs it.
 */
export function toldCausesOf(
  { roles, connectionId }: Pick<NoticeItem, 'roles' | 'connectionId'>,
  addressees: readonly Addressee[],
): Addressee[] {
  const inRole = (role: NoticeRole): Addressee[] =>
    addressees.filter((one) => one.role === role && (role !== 'agency' || one.connectionId === connectionId));
  const people = roles.flatMap(inRole);
  const instead = [inRole('operator'), inRole('partner')].find((one) => one.length > 0) ?? [];
  const machines = addressees.filter(({ role }) => role === 'machine');
  return [...machines, ...(people.length > 0 ? people : instead)];
}

const refusedWaitMs = 6 * 3_600_000;

/** How long until the next try. What was refused for good is tried seldom: addresses are corrected. */
export function noticeWaitMs(tries: number, isRefused: boolean): number {
  return isRefused ? refusedWaitMs : backoffMs(tries + 1, backoffs.notice);
}

function noticeKey(cause: string, addressee: string): string {
  return `${addressee}\n${cause}`;
}

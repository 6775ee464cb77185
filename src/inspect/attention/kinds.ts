import type { CauseKind } from '../../core/cause-words.js';
import type { MatterKind, NoticeRole } from '../../core/notices.js';
import type { AttentionContext } from './facts.js';
import type { AttentionItem, AttentionKind } from './item.js';

/** Who ends it. `asks`: a question; once it is old, the operator sees that it is answered. */
type EndedBy = 'operator' | 'asks' | 'others';

/** What a kind of item means to each view. */
export interface KindEntry {
  /** `others`: the portal, the agency at the portal, or time. */
  endedBy: EndedBy | ((item: AttentionItem) => EndedBy);
  /** Listed as `attention` by commands and the API. */
  isListed: boolean;
  /** Items of one subject are listed and reported as one. */
  isGrouped?: true;
  /** As the operators' overview names it; null: it is not there. */
  overview: CauseKind | null;
  /** Null: no notice is sent of it. */
  notice: {
    kind: MatterKind;
    roles: (item: AttentionItem) => readonly NoticeRole[];
    /** Else in the morning. */
    atOnce?: (item: AttentionItem) => boolean;
  } | null;
}

const always = (): boolean => true;
const agency = (): readonly NoticeRole[] => ['agency'];
const operator = (): readonly NoticeRole[] => ['operator'];
const partner = (): readonly NoticeRole[] => ['partner'];

export const kinds: Readonly<Record<AttentionKind, KindEntry>> = {
  clock: { endedBy: 'operator', isListed: true, overview: null, notice: null },
  key: {
    endedBy: 'operator',
    isListed: true,
    overview: 'key',
    notice: { kind: 'key', roles: partner, atOnce: always },
  },
  vocabulary: {
    endedBy: 'operator',
    isListed: true,
    overview: 'vocabulary',
    notice: { kind: 'vocabulary', roles: partner },
  },
  hold: {
    endedBy: 'operator',
    isListed: true,
    overview: 'hold',
    notice: {
      kind: 'hold',
      roles: ({ hold }) => (hold?.kind === 'removals' ? agency() : operator()),
      atOnce: ({ hold }) => hold?.remindedAt === null,
    },
  },
  host_shrunk: {
    endedBy: 'operator',
    isListed: true,
    isGrouped: true,
    overview: 'host_shrunk',
    notice: { kind: 'host_shrunk', roles: operator, atOnce: always },
  },
  unanswered_fact: {
    endedBy: 'asks',
    isListed: true,
    overview: 'unanswered_fact',
    notice: { kind: 'unanswered_fact', roles: agency },
  },
  new_word: {
    endedBy: 'asks',
    isListed: true,
    overview: 'new_word',
    notice: { kind: 'new_word', roles: agency },
  },
  unknown_word: { endedBy: 'others', isListed: false, overview: null, notice: null },
  connection_paused: {
    endedBy: 'others',
    isListed: true,
    overview: 'connection_paused',
    notice: { kind: 'connection_paused', roles: agency },
  },
  connection_revoked: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_revoked',
    notice: { kind: 'connection_revoked', roles: partner },
  },
  connection_not_found: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_not_found',
    notice: { kind: 'connection_not_found', roles: partner },
  },
  connection_sent_back: {
    endedBy: 'asks',
    isListed: true,
    overview: 'connection_sent_back',
    notice: { kind: 'connection_sent_back', roles: () => ['agency', 'partner'], atOnce: always },
  },
  connection_adopting: {
    endedBy: 'operator',
    isListed: true,
    overview: 'connection_adopting',
    notice: { kind: 'connection_adopting', roles: operator },
  },
  foreign: {
    endedBy: 'others',
    isListed: true,
    overview: 'foreign',
    notice: { kind: 'foreign', roles: operator },
  },
  taken_down: {
    endedBy: 'asks',
    isListed: true,
    overview: 'taken_down',
    notice: { kind: 'taken_down', roles: agency },
  },
  not_shown: { endedBy: 'asks', isListed: true, overview: 'not_shown', notice: null },
  plan_full: { endedBy: 'others', isListed: true, overview: 'plan_full', notice: null },
  item_refused: { endedBy: 'others', isListed: true, overview: 'item_refused', notice: null },
  request_refused: { endedBy: 'operator', isListed: true, overview: 'request_refused', notice: null },
  batch_too_large: { endedBy: 'others', isListed: false, overview: 'batch_too_large', notice: null },
  refused: { endedBy: 'others', isListed: false, overview: 'refused', notice: null },
  invalid: { endedBy: 'others', isListed: false, overview: null, notice: null },
  feed_suspended: {
    endedBy: 'operator',
    isListed: true,
    overview: 'feed_suspended',
    notice: { kind: 'feed_suspended', roles: operator, atOnce: always },
  },
  feed_stalled: {
    endedBy: 'others',
    isListed: false,
    isGrouped: true,
    overview: 'source_down',
    notice: { kind: 'feed_stalled', roles: operator },
  },
};

/** Whether the operator is to look now: only they can end it, a hold waits, or a question has waited for too long. */
export function needsOperator(item: AttentionItem, { now, remindAfterMs }: AttentionContext): boolean {
  const { endedBy } = kinds[item.kind];
  const by = typeof endedBy === 'function' ? endedBy(item) : endedBy;
  return by === 'operator' || (by === 'asks' && item.since !== null && item.since <= now - remindAfterMs);
}

/** Items of one subject together, where their kind is grouped; in the order in which the first of each was found. */
export function grouped(items: readonly AttentionItem[]): AttentionItem[][] {
  const groups = new Map<string, AttentionItem[]>();
  for (const [index, item] of items.entries()) {
    const { kind, subject } = item;
    const key = kinds[kind].isGrouped === true ? `${kind}\n${subject ?? ''}` : String(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** When the first of them began; null where nothing tells. */
export function earliest(items: readonly AttentionItem[]): number | null {
  const times = items.flatMap(({ since }) => since ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

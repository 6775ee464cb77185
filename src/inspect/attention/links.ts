import type { AttentionKind } from '../../model/attention-kinds.js';
import { isAgencysHold } from '../../model/hold.js';
import { planFullCode } from '../../model/wait-cause.js';
import { agenciesOf } from './kinds.js';
import type { AttentionItem } from './item.js';

export type Reader = 'agency' | 'staff';
type Query = Readonly<Record<string, string>>;

/**
 * The address, within the console, of the page on which a reader acts on the items; null: there is none. A list of listings shows exactly as many
 * as the items count.
 * @param items of one kind and subject
 */
export function linkOf(items: readonly AttentionItem[], reader: Reader): string | null {
  const [first] = items;
  if (first === undefined) return null;
  const [connection, ...others] = agenciesOf(items);
  const ofOne = others.length === 0 && connection != null ? connection : null;
  const query = queries[first.kind]?.(first) ?? null;
  if (query !== null) return address('/listings', { ...(ofOne !== null && { connection: ofOne }), ...query });
  return reader === 'agency' ? agencyPage(first, ofOne) : staffPage(items, first, ofOne);
}

/** Kinds about listings that one filter of the list shows. */
const queries: Readonly<Partial<Record<AttentionKind, (item: AttentionItem) => Query>>> = {
  missing: () => ({ there: 'true', presence: 'grace' }),
  invalid: () => ({ standing: 'invalid' }),
  refused: ({ subject }) => (subject === null ? { standing: 'refused' } : { code: subject }),
  connection_sent_back: () => ({ code: 'certification_rejected' }),
  foreign: () => ({ about: 'foreign' }),
  taken_down: () => ({ about: 'taken_down' }),
  not_shown: () => ({ about: 'not_shown' }),
  plan_full: () => ({ about: 'plan_full', code: planFullCode }),
  item_refused: ({ subject }) => ({ about: 'item_refused', ...(subject !== null && { code: subject }) }),
};

function agencyPage({ kind, hold, feed }: AttentionItem, connection: string | null): string | null {
  switch (kind) {
    case 'hold':
    case 'host_shrunk':
      return isAgencysHold(hold) && hold !== null ? `/waiting/${hold.id}` : null;
    case 'unanswered_fact':
      return '/setup';
    case 'new_word':
    case 'unknown_word':
      return feed === null ? '/words' : `/words/${encodeURIComponent(feed)}`;
    default:
      return connection === null ? null : address('/listings', { connection });
  }
}

function staffPage(
  items: readonly AttentionItem[],
  { kind, subject, hold, feed, question }: AttentionItem,
  connection: string | null,
): string | null {
  const ofFeed = (page: string): string | null =>
    feed === null || items.length > 1 ? null : `${page}/${encodeURIComponent(feed)}`;
  switch (kind) {
    case 'hold':
    case 'host_shrunk':
      if (items.length === 1) return hold === null ? null : `/holds/${hold.id}`;
      return kind === 'hold' && subject !== null ? address('/holds', { kind: subject }) : '/holds';
    case 'shared_question':
      return question === null ? null : `/questions/${encodeURIComponent(question.id)}`;
    case 'new_word':
    case 'unknown_word':
      return ofFeed('/words');
    case 'unanswered_fact':
    case 'partner_asked':
    case 'mapping_copied':
    case 'mapping_suspended':
    case 'mapping_gain':
      return ofFeed('/mapping');
    case 'mapping_awaited':
      return ofFeed('/agencies');
    case 'key':
    case 'vocabulary':
    case 'batch_too_large':
      return '/portal';
    case 'job_failed':
      return '/logs?level=error';
    case 'clock':
    case 'disk':
    case 'proxy_not_trusted':
      return null;
    default:
      return (
        ofFeed('/feeds') ?? (connection === null ? null : `/connections/${encodeURIComponent(connection)}`)
      );
  }
}

function address(page: string, query: Query): string {
  return `${page}?${new URLSearchParams(query).toString()}`;
}

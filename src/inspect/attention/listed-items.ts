import type { ConnectionId } from '../../model/ids.js';
import type { AttentionKind } from '../../model/attention-kinds.js';
import { itemWords } from './words.js';
import type { Sentence } from '../../model/sentence.js';
import type { NoticeAudience } from '../../texts/notice-words.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { Facts, type AttentionContext } from './facts.js';
import { linkOf } from './links.js';
import { findAttention } from './finders.js';
import type { AttentionItem } from './item.js';
import { askedOnce, earliest, grouped, feedsOf, kinds, needsOperator, ownersOf } from './kinds.js';

/** An item, or a group of items, as commands and the API list it. */
export interface Attention {
  kind: AttentionKind;
  /** The agency's name at the portal, or the connection's id while the name is unknown; of a group, its owners. */
  agency: string;
  /** Number of listings, records, words or feeds concerned. */
  count: number;
  /** When the problem began; null where that is unknown. */
  since: Millis | null;
  /** Whether the item first appeared in the latest poll of its feed, or later. */
  new: boolean;
  /** The portal staff's note, verbatim, if known. */
  note?: string;
  /** Whether the operator must act now: commands exit with code 3. */
  operator: boolean;
  /** The connection's id; null: several or all agencies. */
  connection: string | null;
  feed: string | null;
  /** The hold's id. */
  hold: number | null;
  /** The id of a question that several feeds share. */
  question: string | null;
  /** The page on which the reader acts; see `linkOf`. */
  link: string | null;
  sentence: Sentence;
  next: Sentence;
}

/**
 * The attention items that commands and the API list.
 * @param connectionIds restricts the list to these agencies, with texts for agencies; null: everything, with texts for staff
 */
export async function attention(
  store: Store,
  context: AttentionContext,
  connectionIds: readonly ConnectionId[] | null = null,
): Promise<Attention[]> {
  const facts = new Facts(store, context, connectionIds);
  const found = await findAttention(facts, (kind) => kinds[kind].isListed);
  // An agency cannot resolve an item that concerns all agencies.
  const shown = connectionIds === null ? found : found.filter((item) => item.connectionId !== null);
  const audience = connectionIds === null ? 'staff' : 'agency';
  return grouped(askedOnce(shown)).flatMap((group) =>
    listed(
      group,
      audience,
      group.some((item) => needsOperator(item, context)),
    ),
  );
}

/** Formats an item that was not found in the store like a listed one. */
export function asListed(item: AttentionItem, operator: boolean): Attention[] {
  return listed([item], 'staff', operator);
}

function listed(group: readonly AttentionItem[], audience: NoticeAudience, operator: boolean): Attention[] {
  const [first] = group;
  if (first === undefined) return [];
  const { kind, note, connectionId, feed, hold } = first;
  const agency = agencyOfGroup(first, group);
  const count = group.reduce((sum, item) => sum + item.count, 0);
  const isAlone = group.length === 1;
  return [
    {
      kind,
      agency,
      count,
      since: earliest(group),
      new: group.some((item) => item.new),
      ...(note !== null && { note }),
      operator,
      connection: isAlone ? connectionId : null,
      feed: isAlone ? feed : null,
      hold: isAlone ? (hold?.id ?? null) : null,
      question: first.question?.id ?? null,
      link: linkOf(group, audience),
      ...itemWords({ ...first, agency, count, feeds: group.length }, ownersOf(group), audience),
    },
  ];
}

function agencyOfGroup(
  { kind, agency, subject, question }: AttentionItem,
  group: readonly AttentionItem[],
): string {
  if (kind === 'host_shrunk' || kind === 'shared_question') return feedsOf(group, question?.name ?? subject);
  return group.length === 1 ? agency : ownersOf(group).en;
}

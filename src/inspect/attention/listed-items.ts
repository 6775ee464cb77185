import type { AttentionKind } from '../../model/attention-kinds.js';
import { itemWords } from './words.js';
import type { Sentence } from '../../model/sentence.js';
import type { NoticeAudience } from '../../texts/notice-words.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../../store/store.js';
import { Facts, type AttentionContext } from './facts.js';
import { findAttention } from './finders.js';
import type { AttentionItem } from './item.js';
import { earliest, grouped, kinds, needsOperator, ownersOf } from './kinds.js';

/** An item as commands and the API list it. */
export interface Attention {
  kind: AttentionKind;
  /** The agency's name at the portal, or the connection's id while that is not known. */
  agency: string;
  /** Listings, records or words concerned. */
  count: number;
  /** Null where nothing tells when it began. */
  since: Millis | null;
  /** Came up in the latest poll of its feed, or since. */
  new: boolean;
  /** What the portal’s staff wrote, word for word, where that is known. */
  note?: string;
  /** The operator is to look now: exit code 3. */
  operator: boolean;
  /** The connection's id; null: all agencies, or several. */
  connection: string | null;
  feed: string | null;
  /** The hold's number. */
  hold: number | null;
  sentence: Sentence;
  next: Sentence;
}

/** All that needs a person. @param connectionIds only what concerns these agencies; null: everything */
export async function attention(
  store: Store,
  context: AttentionContext,
  connectionIds: readonly string[] | null = null,
): Promise<Attention[]> {
  const facts = new Facts(store, context, connectionIds);
  const found = await findAttention(facts, (kind) => kinds[kind].isListed);
  // What concerns all agencies is not an agency's to end.
  const shown = connectionIds === null ? found : found.filter((item) => item.connectionId !== null);
  const audience = connectionIds === null ? 'staff' : 'agency';
  return grouped(shown).flatMap((group) =>
    listed(
      group,
      audience,
      group.some((item) => needsOperator(item, context)),
    ),
  );
}

/** One that is not in the store, as if it were. */
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
      ...itemWords({ ...first, agency, count }, ownersOf(group), audience),
    },
  ];
}

function agencyOfGroup({ kind, agency, subject }: AttentionItem, group: readonly AttentionItem[]): string {
  if (kind === 'host_shrunk') return `${group.length} feeds of ${subject ?? ''}`;
  return group.length === 1 ? agency : ownersOf(group).en;
}

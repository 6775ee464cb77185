import type { Millis } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { Facts, type AttentionContext } from './facts.js';
import { findAttention } from './finders.js';
import type { AttentionItem, AttentionKind } from './item.js';
import { earliest, grouped, kinds } from './kinds.js';

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
  return grouped(shown).flatMap(listed);
}

function listed(group: readonly AttentionItem[]): Attention[] {
  const [first] = group;
  if (first === undefined) return [];
  const { kind, note } = first;
  return [
    {
      kind,
      agency: agencyOfGroup(first, group.length),
      count: group.reduce((sum, { count }) => sum + count, 0),
      since: earliest(group),
      new: group.some((item) => item.new),
      ...(note !== null && { note }),
    },
  ];
}

function agencyOfGroup({ kind, agency, subject }: AttentionItem, feeds: number): string {
  return kinds[kind].isGrouped === true ? `${feeds} feeds of ${subject ?? ''}` : agency;
}

import type { ConnectionId } from '../../model/ids.js';
import type { FeedLife } from '../../model/listing-states.js';

/** A feed in the current configuration. */
export interface DeclaredFeed {
  name: string;
  /** Its former name, from `renamed_from`. */
  renamedFrom: string | null;
  connectionId: ConnectionId;
  idPrefix: string;
}

/** A feed in the store. */
export interface KnownFeed {
  id: number;
  name: string;
  connectionId: ConnectionId;
  life: FeedLife;
  idPrefix: string;
  /** Whether listings of the feed were sent to the portal. If so, its id prefix must not change any more. */
  pushed: boolean;
}

/** Feeds of configuration files that cannot be used. They count as declared, so that they are not orphaned. */
export interface UnreadFeeds {
  names: ReadonlySet<string>;
  /** Whether a file could not be read at all, so that any feed may be declared in it. */
  any: boolean;
}

/** The effect of the configuration on one feed. No step removes a listing from the portal. */
export type FeedStep =
  | { kind: 'new'; name: string; connectionId: ConnectionId }
  | { kind: 'same'; name: string; id: number }
  /** The feed was orphaned before and is in the configuration again. */
  | { kind: 'returned'; name: string; id: number }
  | { kind: 'renamed'; name: string; id: number; from: string }
  /** `renamed_from` was added late, when the store knows both names: the old feed's listings are transferred to the new feed. */
  | { kind: 'given'; name: string; id: number; from: string; fromId: number }
  /** The feed's listings stay, and a hold is raised about them. */
  | { kind: 'orphaned'; name: string; id: number; why: 'gone' | 'repointed' }
  /** The feed's configuration is invalid: the feed cannot run, but it is not orphaned. */
  | { kind: 'refused'; name: string; problem: string };

/**
 * Compares the configuration with the known feeds. Name and connection identify a feed. A feed is orphaned if it vanished, was renamed
 * without `renamed_from`, or moved to another connection (RULES R46). A feed of a configuration file that cannot be used is not orphaned. No
 * feed is orphaned while a file cannot be read at all.
 */
export function feedSteps(
  declared: readonly DeclaredFeed[],
  known: readonly KnownFeed[],
  unread: UnreadFeeds,
): FeedStep[] {
  const byKey = new Map(known.map((feed) => [keyOf(feed), feed]));
  const declaredKeys = new Set(declared.map(keyOf));
  const taken = new Set<number>();
  const steps: FeedStep[] = [];
  for (const feed of declared) {
    const own = byKey.get(keyOf(feed));
    const former = formerOf(feed, byKey);
    if (own !== undefined) taken.add(own.id);
    const isFree =
      former !== undefined &&
      !declaredKeys.has(keyOf(former)) &&
      !taken.has(former.id) &&
      // A known feed with the former name and a higher id is another feed: it took the name after the rename.
      (own === undefined || former.id < own.id);
    const subject = own ?? (isFree ? former : undefined);
    const problem = renameProblem(feed, own, former, isFree) ?? prefixProblem(feed, subject);
    if (isFree) taken.add(former.id);
    if (problem !== null) {
      if (former !== undefined) taken.add(former.id);
      steps.push({ kind: 'refused', name: feed.name, problem });
      continue;
    }
    steps.push(stepOf(feed, own, isFree ? former : undefined));
    if (own !== undefined && isFree)
      steps.push({ kind: 'given', name: feed.name, id: own.id, from: former.name, fromId: former.id });
  }
  const names = new Set(declared.map(({ name }) => name));
  return [...steps, ...orphans(known, taken, names, unread)];
}

function stepOf(feed: DeclaredFeed, own: KnownFeed | undefined, former: KnownFeed | undefined): FeedStep {
  const { name, connectionId } = feed;
  if (own !== undefined) return { kind: own.life === 'orphaned' ? 'returned' : 'same', name, id: own.id };
  if (former !== undefined) return { kind: 'renamed', name, id: former.id, from: former.name };
  return { kind: 'new', name, connectionId };
}

function orphans(
  known: readonly KnownFeed[],
  taken: ReadonlySet<number>,
  names: ReadonlySet<string>,
  unread: UnreadFeeds,
): FeedStep[] {
  if (unread.any) return [];
  return known
    .filter(
      ({ id, name, life }) =>
        !taken.has(id) && life !== 'orphaned' && life !== 'retired' && !unread.names.has(name),
    )
    .map(({ id, name }) => ({ kind: 'orphaned', id, name, why: names.has(name) ? 'repointed' : 'gone' }));
}

function formerOf(
  { name, renamedFrom, connectionId }: DeclaredFeed,
  byKey: ReadonlyMap<string, KnownFeed>,
): KnownFeed | undefined {
  if (renamedFrom === null || renamedFrom === name) return undefined;
  return byKey.get(keyOf({ name: renamedFrom, connectionId }));
}

function renameProblem(
  { renamedFrom }: DeclaredFeed,
  own: KnownFeed | undefined,
  former: KnownFeed | undefined,
  isFree: boolean,
): string | null {
  if (own !== undefined || former === undefined || isFree) return null;
  return `renamed_from names ${renamedFrom ?? ''}, which the configuration still has, or which another feed was renamed from already; take the line out, or the other feed`;
}

function prefixProblem({ idPrefix }: DeclaredFeed, known: KnownFeed | undefined): string | null {
  if (known?.pushed !== true || known.idPrefix === idPrefix) return null;
  return `id_prefix was "${known.idPrefix}" when its listings were first sent, and is "${idPrefix}" now: every listing would be removed and sent again under another id. Nothing was changed; write id_prefix: "${known.idPrefix}" again, or declare another feed with the new prefix`;
}

function keyOf({ name, connectionId }: { name: string; connectionId: ConnectionId }): string {
  return `${name} ${connectionId}`;
}

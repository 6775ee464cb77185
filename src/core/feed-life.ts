import type { FeedLife } from './listing-states.js';

/** A feed as the configuration has it now. */
export interface DeclaredFeed {
  name: string;
  /** Its name until now. */
  renamedFrom: string | null;
  connectionId: string;
  idPrefix: string;
}

/** A feed as the store knows it. */
export interface KnownFeed {
  id: number;
  name: string;
  connectionId: string;
  life: FeedLife;
  idPrefix: string;
  /** Something of it was sent to the portal: from then on its ids are fixed. */
  pushed: boolean;
}

/** Feeds of files that cannot be used: they are in the configuration all the same. */
export interface UnreadFeeds {
  names: ReadonlySet<string>;
  /** A file that cannot be read at all may hold any feed. */
  any: boolean;
}

/** What the configuration means for one feed. None of it takes anything off the portal. */
export type FeedStep =
  | { kind: 'new'; name: string; connectionId: string }
  | { kind: 'same'; name: string; id: number }
  /** Orphaned before, and in the configuration again. */
  | { kind: 'returned'; name: string; id: number }
  | { kind: 'renamed'; name: string; id: number; from: string }
  /** A rename that is told late, when both names are known: the old one's listings pass to the new one. */
  | { kind: 'given'; name: string; id: number; from: string; fromId: number }
  /** Its listings stay, and a person is asked. */
  | { kind: 'orphaned'; name: string; id: number; why: 'gone' | 'repointed' }
  /** It cannot run as it stands; it is not gone either. */
  | { kind: 'refused'; name: string; problem: string };

/**
 * Compares the configuration with the feeds that are known (RULES R35). A feed is the same where name and connection are; it
 * is orphaned where it vanished, was renamed without `renamed_from`, or points to another connection.
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
      // A younger one was given the name after it was free again.
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
  return `id_prefix was "${known.idPrefix}" when its listings were first sent, and is "${idPrefix}" now: every listing would be taken off and sent anew under another id. Nothing was changed; write id_prefix: "${known.idPrefix}" again, or declare another feed with the new prefix`;
}

function keyOf({ name, connectionId }: { name: string; connectionId: string }): string {
  return `${name} ${connectionId}`;
}

import {
  feedSteps,
  type DeclaredFeed,
  type FeedStep,
  type KnownFeed,
  type UnreadFeeds,
} from '../../core/removals/feed-life.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { Schedule } from '../../model/schedule.js';
import { raiseOrphanHold } from '../holds/orphan-hold.js';
import type { Services } from '../services/services.js';

export interface FeedDeclaration extends DeclaredFeed {
  /** Hash of URLs and credentials. */
  sourceHash: string;
  mapping: string;
  kind: FeedRecord['kind'];
  /** Host names of the feed's URLs. */
  hosts?: readonly string[];
  weight?: number;
  schedule?: Schedule;
}

export interface DeclaredFeeds {
  /** By name: the feeds that may run. */
  rows: Map<string, FeedRecord>;
  /** By name: why the feed cannot run as declared. */
  refused: Map<string, string>;
  steps: FeedStep[];
}

const author = 'configuration';

/**
 * Aligns the store's feeds with the configuration. A feed that vanished is orphaned: its listings stay, and a hold is raised. Repeating
 * this changes nothing (RULES R46).
 */
export async function declareFeeds(
  declarations: readonly FeedDeclaration[],
  unread: UnreadFeeds,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<DeclaredFeeds> {
  const { store, clock } = services;
  const steps = feedSteps(declarations, await knownFeeds(store), unread);
  const refused = new Map<string, string>();
  for (const step of steps) {
    if (step.kind === 'refused') refused.set(step.name, step.problem);
    else await apply(step, services);
  }
  const rows = new Map<string, FeedRecord>();
  const known = new Map((await store.feeds.all()).map((row) => [`${row.connectionId} ${row.name}`, row]));
  for (const declared of declarations) {
    const { name, connectionId, sourceHash, mapping, idPrefix, kind, hosts, weight, schedule } = declared;
    if (refused.has(name)) continue;
    const share = {
      ...(hosts !== undefined && { hosts }),
      ...(weight !== undefined && { weight }),
      ...(schedule !== undefined && { schedule }),
    };
    const feed = { name, connectionId, sourceHash, mapping, idPrefix, kind, ...share };
    const row = known.get(`${connectionId} ${name}`);
    rows.set(name, row !== undefined && says(row, feed) ? row : await store.feeds.declare(feed, clock.now()));
  }
  await store.connections.ensure([...new Set(declarations.map((feed) => feed.connectionId))]);
  await giveLate(steps, rows, services);
  return { rows, refused, steps };
}

/** Whether the row already says what is declared. Avoids writes where nothing changed: thousands of feeds are declared at each start. */
function says(row: FeedRecord, declared: Partial<FeedRecord>): boolean {
  return (Object.keys(declared) as (keyof FeedRecord)[]).every(
    (name) => JSON.stringify(row[name]) === JSON.stringify(declared[name]),
  );
}

/** The store's feeds, in the form that `feedSteps` takes. */
export async function knownFeeds(store: Store): Promise<KnownFeed[]> {
  return (await store.feeds.all()).map(({ id, name, connectionId, life, idPrefix, firstPushAt }) => ({
    id,
    name,
    connectionId,
    life,
    idPrefix,
    pushed: firstPushAt !== null,
  }));
}

async function apply(step: FeedStep, services: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const { store, clock } = services;
  switch (step.kind) {
    case 'renamed':
      await store.feeds.rename(step.id, step.name);
      return reactivate(step.id, services);
    case 'returned':
      return reactivate(step.id, services);
    case 'orphaned': {
      const row = await store.feeds.get(step.id);
      if (row === null) return;
      // The hold is raised first: after a crash between the two steps the hold is raised again, never forgotten.
      await raiseOrphanHold(row, step.why, services);
      return store.feeds.setLife(row.id, 'orphaned', author, clock.now());
    }
    case 'new':
    case 'same':
    case 'given':
    case 'refused':
  }
}

/**
 * The feed is in the configuration again, which answers the hold about it. Its next poll reads the file again, so that listings that were
 * removed meanwhile return.
 */
async function reactivate(id: number, { store, clock }: Pick<Services, 'store' | 'clock'>): Promise<void> {
  const row = await store.feeds.get(id);
  if (row?.life !== 'orphaned') return;
  await store.feeds.update(id, { context: null });
  await store.feeds.setLife(id, 'active', author, clock.now());
  for (const hold of await store.holds.open({ feedId: id, kind: 'orphan' }))
    await store.holds.close(hold.id, clock.now());
}

/** Handles a `renamed_from` that was added after the new name was declared: it answers the hold about the feed of the old name. */
async function giveLate(
  steps: readonly FeedStep[],
  rows: ReadonlyMap<string, FeedRecord>,
  services: Pick<Services, 'store' | 'clock'>,
): Promise<void> {
  const { store, clock } = services;
  for (const step of steps) {
    const to = rows.get(step.name);
    const from = step.kind === 'given' ? await store.feeds.get(step.fromId) : null;
    if (to === undefined || from === null) continue;
    const hold = await raiseOrphanHold(from, 'gone', services);
    if (hold !== null)
      await store.holds.decide(hold.id, { kind: 'given', toFeedId: to.id }, author, clock.now());
    if (from.life !== 'orphaned') await store.feeds.setLife(from.id, 'orphaned', author, clock.now());
  }
}

import { causeText, type CauseKind, type CauseText } from '../core/cause-words.js';
import { isOnPortal } from '../core/listing-states.js';
import { lostWords } from '../core/vocabulary.js';
import type { ConnectionRow, FeedRow, HoldRow, Millis } from '../store/rows.js';
import { stoppedKey } from '../store/stopped-key.js';
import type { StandingCount, Store } from '../store/store.js';
import { agencyName, agencyNames } from './attention.js';
import { countBy, foreignCounts, takenDownCounts } from './standing-counts.js';
import { unknownWordKey } from './unknown-words.js';

/** One matter, however many agencies it concerns. */
export interface Cause extends CauseText {
  kind: CauseKind;
  subject: string | null;
  /** Listings, words or feeds concerned. */
  count: number;
  since: Millis | null;
  /** How many agencies it concerns; 0: all of them. */
  agencies: number;
  /** The first of them. */
  examples: CauseExample[];
}

export interface CauseExample {
  agency: string;
  connectionId: string | null;
  feed: string | null;
  hold: number | null;
}

/** One agency's part in a cause. */
interface Part extends CauseExample {
  kind: CauseKind;
  subject: string | null;
  count: number;
  since: Millis | null;
}

/** What is known of all agencies, read once for a page. */
export interface Situation {
  feeds: readonly FeedRow[];
  connections: readonly ConnectionRow[];
  holds: readonly HoldRow[];
  standings: readonly StandingCount[];
  /** Wishes that wait, by connection. */
  waiting: ReadonlyMap<string, number>;
}

const examplesMax = 20;
/** One reading that fails is nothing yet. */
const failuresMin = 2;
const hostPrefix = 'host ';

/** Everything that somebody should settle, one line for each cause; what stops everybody first, then by how many it concerns. */
export async function causes(situation: Situation, store: Store): Promise<Cause[]> {
  const parts = [
    ...(await ofPortal(situation, store)),
    ...ofSources(situation),
    ...ofHolds(situation),
    ...ofConnections(situation),
    ...ofListings(situation),
    ...(await ofContent(situation, store)),
    ...(await ofRefusals(situation, store)),
  ];
  const grouped = new Map<string, Part[]>();
  for (const part of parts) {
    const key = `${part.kind}\n${part.subject ?? ''}`;
    grouped.set(key, [...(grouped.get(key) ?? []), part]);
  }
  return [...grouped.values()].map(causeOf).sort(byWeight);
}

function causeOf(parts: readonly Part[]): Cause {
  const { kind = 'key', subject = null } = parts[0] ?? {};
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const agencies = new Set(parts.flatMap(({ connectionId }) => connectionId ?? [])).size;
  const times = parts.flatMap(({ since }) => since ?? []);
  const oldestFirst = [...parts].sort((a, b) => (a.since ?? Infinity) - (b.since ?? Infinity));
  return {
    kind,
    subject,
    count,
    since: times.length === 0 ? null : Math.min(...times),
    agencies,
    examples: oldestFirst
      .filter(({ connectionId }) => connectionId !== null)
      .slice(0, examplesMax)
      .map(({ agency, connectionId, feed, hold }) => ({ agency, connectionId, feed, hold })),
    ...causeText({ kind, subject, count, agencies }),
  };
}

function byWeight(a: Cause, b: Cause): number {
  const stops = (cause: Cause): number => (cause.kind === 'key' ? 2 : cause.kind === 'vocabulary' ? 1 : 0);
  return stops(b) - stops(a) || b.agencies - a.agencies || b.count - a.count;
}

const everybody = { agency: '', connectionId: null, feed: null, hold: null } as const;

async function ofPortal({ waiting }: Situation, store: Store): Promise<Part[]> {
  const stopped = await stoppedKey(store);
  const suspect = await store.reference.suspect();
  const serving = suspect === null ? null : await store.reference.vocabulary();
  const parts: Part[] = [];
  if (stopped !== null) {
    const count = [...waiting.values()].reduce((sum, one) => sum + one, 0);
    parts.push({ ...everybody, kind: 'key', subject: null, count, since: stopped.since });
  }
  if (suspect !== null && serving !== null) {
    const { length: count } = lostWords(serving.vocabulary, suspect.vocabulary);
    parts.push({ ...everybody, kind: 'vocabulary', subject: null, count, since: suspect.readAt });
  }
  return parts;
}

/** A host that is down is one matter, however many feeds lie there. */
function ofSources({ feeds, connections }: Situation): Part[] {
  const nameOf = agencyNames(connections);
  return feeds
    .filter(({ life, failures }) => life === 'stalled' && failures >= failuresMin)
    .map(({ name, hosts, connectionId, stalledSince }) => ({
      kind: 'source_down',
      subject: hosts === '' ? name : (hosts.split('\n')[0] ?? name),
      agency: nameOf(connectionId),
      connectionId,
      feed: name,
      hold: null,
      count: 1,
      since: stalledSince,
    }));
}

function ofHolds({ holds, feeds, connections }: Situation): Part[] {
  const nameOf = agencyNames(connections);
  const feedOf = new Map(feeds.map(({ id, name }) => [id, name]));
  return holds.map(({ id, kind, cause, connectionId, feedId, lineCount, openedAt }) => {
    const host = cause?.startsWith(hostPrefix) === true ? cause.slice(hostPrefix.length) : null;
    return {
      kind: host === null ? 'hold' : 'host_shrunk',
      subject: host ?? kind,
      agency: nameOf(connectionId),
      connectionId,
      feed: feedId === null ? null : (feedOf.get(feedId) ?? null),
      hold: id,
      count: lineCount,
      since: openedAt,
    };
  });
}

const stoppedKinds = {
  paused: 'connection_paused',
  revoked: 'connection_revoked',
  not_found: 'connection_not_found',
} as const;

function ofConnections({ connections, standings, waiting }: Situation): Part[] {
  const onPortal = countBy(standings, ({ portal }) => isOnPortal(portal));
  const refused = countBy(standings, ({ portal, presence }) => portal === 'rejected' && presence !== 'gone');
  return connections.flatMap((row) => {
    const { id, status, adoptingSince, certificationNote } = row;
    const part = { ...everybody, agency: agencyName(row, id), connectionId: id, subject: null };
    const found: Part[] = [];
    if (status === 'paused' || status === 'revoked' || status === 'not_found')
      found.push({ ...part, kind: stoppedKinds[status], count: waiting.get(id) ?? 0, since: pausedAt(row) });
    if (status === 'certifying' && certificationNote !== null)
      found.push({ ...part, kind: 'connection_sent_back', count: refused.get(id) ?? 0, since: null });
    if (adoptingSince !== null)
      found.push({
        ...part,
        kind: 'connection_adopting',
        count: onPortal.get(id) ?? 0,
        since: adoptingSince,
      });
    return found;
  });
}

export function pausedAt({ remote }: ConnectionRow): Millis | null {
  const paused = remote?.paused;
  const at: unknown = typeof paused === 'object' && paused !== null ? Reflect.get(paused, 'at') : null;
  const parsed = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

function ofListings({ standings, holds, connections }: Situation): Part[] {
  const nameOf = agencyNames(connections);
  const partsOf = (kind: 'foreign' | 'taken_down', counts: ReadonlyMap<string, number>): Part[] =>
    [...counts].map(([connectionId, count]) => ({
      ...everybody,
      kind,
      subject: null,
      agency: nameOf(connectionId),
      connectionId,
      count,
      since: null,
    }));
  return [
    ...partsOf('foreign', foreignCounts(standings, holds)),
    ...partsOf('taken_down', takenDownCounts(standings)),
  ];
}

/** Words that came up after a feed went live and are used still, and answers that nobody gave. */
async function ofContent({ feeds, connections }: Situation, store: Store): Promise<Part[]> {
  const nameOf = agencyNames(connections);
  const contents = await store.figures.contents(feeds.map(({ id }) => id));
  return feeds.flatMap(({ id, name, connectionId }) => {
    const { waits = null, met = [] } = contents.get(id) ?? {};
    const part = { ...everybody, subject: null, agency: nameOf(connectionId), connectionId, feed: name };
    const found: Part[] = [];
    if (waits === null) return found;
    if (waits.answers > 0)
      found.push({ ...part, kind: 'unanswered_fact', count: waits.answers, since: null });
    const used = new Set(waits.words.map(({ pointer, word }) => unknownWordKey(pointer, word)));
    const told = met.flatMap(({ pointer, word, toldAt }) =>
      toldAt !== null && used.has(unknownWordKey(pointer, word)) ? [toldAt] : [],
    );
    if (told.length > 0)
      found.push({ ...part, kind: 'new_word', count: told.length, since: Math.min(...told) });
    return found;
  });
}

async function ofRefusals({ standings, connections }: Situation, store: Store): Promise<Part[]> {
  const nameOf = agencyNames(connections);
  const some = countBy(standings, ({ portal, presence }) => portal === 'rejected' && presence !== 'gone');
  const refusals = await store.figures.refusals([...some.keys()]);
  return refusals.map(({ connectionId, code, count, since }) => ({
    ...everybody,
    kind: 'refused',
    subject: code,
    agency: nameOf(connectionId),
    connectionId,
    count,
    since,
  }));
}

import { isOnPortal, portalStates } from '../core/listing-states.js';
import { lostWords } from '../core/vocabulary.js';
import type { ConnectionRow, FeedRow, HoldRow, Millis } from '../store/rows.js';
import { stoppedKey } from '../store/stopped-key.js';
import type { MetWord, Store } from '../store/store.js';
import { foreignCounts, takenDownCounts } from './standing-counts.js';
import { unknownWordKey, unknownWords } from './unknown-words.js';

const statesOnPortal = portalStates.filter(isOnPortal);

/** Something that only a person can settle. */
export interface Attention {
  kind:
    | 'hold'
    | 'host_shrunk'
    | 'unanswered_fact'
    | 'new_word'
    | 'connection_paused'
    | 'connection_revoked'
    | 'connection_not_found'
    | 'connection_sent_back'
    | 'connection_adopting'
    | 'foreign'
    | 'taken_down'
    | 'vocabulary'
    | 'key';
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

/** The same, with what it is about. */
export interface Waiting {
  item: Attention;
  /** Null: all agencies, or several. */
  connectionId: string | null;
  feedId: number | null;
  hold: HoldRow | null;
}

/** All that waits for a person: holds, unanswered facts, connections that take nothing, what nobody here put or took off. */
export async function attention(store: Store): Promise<Attention[]> {
  return (await waiting(store)).map(({ item }) => item);
}

/** However many agencies there are, few statements: what concerns none of them is not looked for one by one. */
export async function waiting(store: Store): Promise<Waiting[]> {
  const { figures } = store;
  const connections = await store.connections.all();
  const feeds = await store.feeds.all();
  const open = await store.holds.open({});
  const standings = await figures.standings(null);
  const contents = await figures.contents(feeds.map(({ id }) => id));
  const unansweredFeeds = await figures.unanswered();
  const agencyOf = agencyNames(connections);
  const ofConnections = (look: (row: ConnectionRow, store: Store) => Promise<Attention | null>) =>
    about(connections, (row) => look(row, store), ofRow);
  const ofCounts = (kind: 'foreign' | 'taken_down', counts: ReadonlyMap<string, number>): Waiting[] =>
    connections.flatMap((row) => {
      const count = counts.get(row.id) ?? 0;
      const item = { kind, agency: agencyOf(row.id), count, since: null, new: false };
      return count === 0 ? [] : [{ item, ...ofRow(row) }];
    });
  return [
    ...(await about([ofKey, ofVocabulary], (look) => look(store), nothing)),
    ...(await waitingHolds(open, agencyOf, store)),
    ...(await about(
      feeds.filter(({ id }) => unansweredFeeds.has(id)),
      (feed) => unanswered(feed, agencyOf(feed.connectionId), store),
      ofFeed,
    )),
    ...(await about(
      feeds,
      (feed) => ofNewWords(feed, contents.get(feed.id)?.met ?? [], agencyOf(feed.connectionId), store),
      ofFeed,
    )),
    ...(await ofConnections(ofConnection)),
    ...(await ofConnections(ofSentBack)),
    ...(await ofConnections(ofAdoption)),
    ...ofCounts('foreign', foreignCounts(standings, open)),
    ...ofCounts('taken_down', takenDownCounts(standings)),
  ];
}

/** Of this what nobody should wait for until the morning: decisions, first pushes that were sent back, a key that is refused. */
export async function waitingAtOnce(store: Store): Promise<Waiting[]> {
  const connections = await store.connections.all();
  return [
    ...(await about([ofKey], (look) => look(store), nothing)),
    ...(await waitingHolds(await store.holds.open({}), agencyNames(connections), store)),
    ...(await about(connections, (row) => ofSentBack(row, store), ofRow)),
  ];
}

type Subject = Omit<Waiting, 'item'>;

const nothing = (): Subject => ({ connectionId: null, feedId: null, hold: null });
const ofRow = ({ id: connectionId }: ConnectionRow): Subject => ({ ...nothing(), connectionId });
const ofFeed = ({ id: feedId, connectionId }: FeedRow): Subject => ({ ...nothing(), feedId, connectionId });

async function about<T>(
  things: readonly T[],
  look: (thing: T) => Promise<Attention | null>,
  subjectOf: (thing: T) => Subject,
): Promise<Waiting[]> {
  const found = await Promise.all(
    things.map(async (thing) => {
      const item = await look(thing);
      return item === null ? null : { item, ...subjectOf(thing) };
    }),
  );
  return found.filter((one) => one !== null);
}

/** Those of one host as one, before the others. */
async function waitingHolds(
  open: readonly HoldRow[],
  agencyOf: (connectionId: string) => string,
  store: Store,
): Promise<Waiting[]> {
  const alone = open.filter((hold) => hostOf(hold) === null);
  const hosts = (await ofHosts(open, store)).map((item) => ({ item, ...nothing() }));
  const holds = await about(
    alone,
    (hold) => ofHold(hold, agencyOf(hold.connectionId), store),
    (hold): Subject => ({ hold, feedId: hold.feedId, connectionId: hold.connectionId }),
  );
  return [...hosts, ...holds];
}

/** The agency's name as the portal knows it; the connection's id until its first reading. */
export function agencyName(connection: ConnectionRow | null, id: string): string {
  const agency = connection?.remote?.agency;
  const name: unknown = typeof agency === 'object' && agency !== null ? Reflect.get(agency, 'name') : null;
  return typeof name === 'string' && name !== '' ? name : id;
}

/** The same for any of these connections by its id. */
export function agencyNames(connections: readonly ConnectionRow[]): (id: string) => string {
  const names = new Map(connections.map((row) => [row.id, agencyName(row, row.id)]));
  return (id) => names.get(id) ?? id;
}

async function ofHold(hold: HoldRow, agency: string, store: Store): Promise<Attention> {
  const { feedId, lineCount: count, openedAt: since, remindedAt } = hold;
  const [latest] = feedId === null ? [] : await store.runs.list({ feedId, kind: 'poll', limit: 1 });
  return { kind: 'hold', agency, count, since, new: (remindedAt ?? since) >= (latest?.startedAt ?? 0) };
}

const hostCause = 'host ';

function hostOf({ cause }: HoldRow): string | null {
  return cause?.startsWith(hostCause) === true ? cause.slice(hostCause.length) : null;
}

/** Feeds of one host that shrank together are one matter, however many holds it takes. */
async function ofHosts(open: readonly HoldRow[], store: Store): Promise<Attention[]> {
  const hosts = [...new Set(open.flatMap((hold) => hostOf(hold) ?? []))];
  return Promise.all(
    hosts.map(async (host): Promise<Attention> => {
      const holds = open.filter((hold) => hostOf(hold) === host);
      const told = await Promise.all(holds.map((hold) => ofHold(hold, host, store)));
      return {
        kind: 'host_shrunk',
        agency: `${holds.length} feeds of ${host}`,
        count: holds.reduce((sum, { lineCount }) => sum + lineCount, 0),
        since: Math.min(...holds.map(({ openedAt }) => openedAt)),
        new: told.some((one) => one.new),
      };
    }),
  );
}

async function unanswered(feed: FeedRow, agency: string, store: Store): Promise<Attention | null> {
  const { length: count } = await store.records.using(feed.id, 'answer', 'missed');
  return count === 0 ? null : { kind: 'unanswered_fact', agency, count, since: null, new: false };
}

/** Words that appeared after the feed went live: they wait until somebody gives them a meaning, or no record has them. */
async function ofNewWords(
  feed: FeedRow,
  met: readonly MetWord[],
  agency: string,
  store: Store,
): Promise<Attention | null> {
  const told = met.filter(({ toldAt }) => toldAt !== null);
  if (told.length === 0) return null;
  const used = await unknownWords(feed.id, store);
  const waiting = told.filter(({ pointer, word }) => used.has(unknownWordKey(pointer, word)));
  if (waiting.length === 0) return null;
  const [latest] = await store.runs.list({ feedId: feed.id, kind: 'poll', limit: 1 });
  const times = waiting.map(({ toldAt }) => toldAt ?? 0);
  const isNew = Math.max(...times) >= (latest?.startedAt ?? 0);
  return { kind: 'new_word', agency, count: waiting.length, since: Math.min(...times), new: isNew };
}

const stoppedKinds = {
  paused: 'connection_paused',
  revoked: 'connection_revoked',
  not_found: 'connection_not_found',
} as const;

async function ofConnection(row: ConnectionRow, store: Store): Promise<Attention | null> {
  const { status } = row;
  if (status !== 'paused' && status !== 'revoked' && status !== 'not_found') return null;
  const { upserts, removals } = await store.outbox.counts(row.id);
  return {
    kind: stoppedKinds[status],
    agency: agencyName(row, row.id),
    count: upserts + removals,
    since: pausedAt(row),
    new: false,
  };
}

/** Staff refused the first push: somebody corrects what they found, and it goes again. */
async function ofSentBack(row: ConnectionRow, store: Store): Promise<Attention | null> {
  if (row.status !== 'certifying') return null;
  const refused = await store.listings.refused(row.id, { codes: ['certification_rejected'] });
  if (refused.length === 0 && row.certificationNote === null) return null;
  return {
    kind: 'connection_sent_back',
    agency: agencyName(row, row.id),
    count: refused.length,
    since: refused[0]?.refusedAt ?? null,
    new: false,
    ...(row.certificationNote !== null && { note: row.certificationNote }),
  };
}

/** Another writer was on the portal: two stores push to it, or a backup was restored. Nothing is removed meanwhile. */
async function ofAdoption(row: ConnectionRow, store: Store): Promise<Attention | null> {
  const { id, adoptingSince: since } = row;
  if (since === null) return null;
  const counts = await store.listings.countsByPortalState({ connectionId: id });
  const count = statesOnPortal.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return { kind: 'connection_adopting', agency: agencyName(row, id), count, since, new: false };
}

/** The portal’s vocabulary lost words: the former one serves until somebody accepts that, or a day has passed. */
async function ofVocabulary(store: Store): Promise<Attention | null> {
  const suspect = await store.reference.suspect();
  const serving = await store.reference.vocabulary();
  if (suspect === null || serving === null) return null;
  const { length: count } = lostWords(serving.vocabulary, suspect.vocabulary);
  return { kind: 'vocabulary', agency: 'all agencies', count, since: suspect.readAt, new: false };
}

/** The portal refuses the key: nothing of any agency is sent. */
async function ofKey(store: Store): Promise<Attention | null> {
  const stopped = await stoppedKey(store);
  if (stopped === null) return null;
  const { upserts, removals } = await store.outbox.counts(null);
  const { since } = stopped;
  return { kind: 'key', agency: 'all agencies', count: upserts + removals, since, new: false };
}

function pausedAt({ remote }: ConnectionRow): Millis | null {
  const paused = remote?.paused;
  const at: unknown = typeof paused === 'object' && paused !== null ? Reflect.get(paused, 'at') : null;
  const parsed = typeof at === 'string' ? Date.parse(at) : NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

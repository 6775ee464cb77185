import type { Matter, NoticeRole } from '../core/notices.js';
import { titlesShown } from '../core/hold-text.js';
import type { FeedRow, HoldRow, Millis } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { agencyName, waiting, waitingAtOnce, type Attention, type Waiting } from './attention.js';

/** A feed that cannot be read for so long does not come back by itself within the hour. */
const stalledForMs = 3 * 3_600_000;
/** Agencies of a host that are named. */
const namedMax = 3;

/** What waits for a person, as it is told to people: all of it, or what is told at once. */
export async function matters(store: Store, which: 'all' | 'at_once', now: Millis): Promise<Matter[]> {
  const found = which === 'all' ? await waiting(store) : await waitingAtOnce(store);
  const told = await Promise.all(found.map((one) => matterOf(one, store)));
  const stalled = which === 'all' ? await stalledHosts(store, now) : [];
  return [...told.filter((matter) => matter !== null), ...stalled];
}

async function matterOf(one: Waiting, store: Store): Promise<Matter | null> {
  const { item, connectionId, hold } = one;
  const { kind, agency, count, since, note = null } = item;
  // What goes once more waits for the portal’s staff, not for us.
  if (kind === 'connection_sent_back' && count === 0) return null;
  const reminder = hold?.remindedAt ?? null;
  return {
    cause: await causeOf(one, store),
    kind,
    connectionId,
    agency,
    count,
    since,
    roles: rolesOf(item, hold),
    atOnce: kind === 'host_shrunk' || (kind === 'hold' && reminder === null) || isUrgent(item),
    hold: hold === null ? null : await holdOf(hold, store),
    note,
  };
}

function isUrgent({ kind }: Attention): boolean {
  return kind === 'connection_sent_back' || kind === 'key';
}

/** The same as long as it lasts. A hold that is told again is told again here too, in the morning. */
async function causeOf({ item, connectionId, feedId, hold }: Waiting, store: Store): Promise<string> {
  const { kind, since, agency } = item;
  if (hold !== null)
    return hold.remindedAt === null ? `hold ${hold.id}` : `hold ${hold.id} again ${hold.remindedAt}`;
  if (kind === 'host_shrunk') return `host_shrunk ${agency.split(' ').at(-1) ?? ''} ${since ?? ''}`;
  if (kind === 'new_word' && feedId !== null)
    return `new_word ${feedId} ${await latestWordAt(feedId, store)}`;
  // Their counts move from poll to poll: what began is one matter.
  return [kind, feedId ?? connectionId ?? '', since ?? ''].join(' ').trim();
}

async function latestWordAt(feedId: number, store: Store): Promise<Millis> {
  return Math.max(0, ...(await store.quality.metWords(feedId)).map(({ toldAt }) => toldAt ?? 0));
}

async function holdOf({ id, kind, lineCount }: HoldRow, store: Store): Promise<Matter['hold']> {
  const lines = (await store.holds.get(id))?.lines ?? [];
  const titles = lines.slice(0, titlesShown).map(({ title, externalId }) => title ?? externalId);
  return { id, kind, lines: lineCount, titles };
}

/** Whose turn it is (OPERATING.md: what waits for a person). */
function rolesOf({ kind }: Attention, hold: HoldRow | null): NoticeRole[] {
  switch (kind) {
    case 'hold':
      return hold?.kind === 'removals' ? ['agency'] : ['operator'];
    case 'unanswered_fact':
    case 'new_word':
    case 'connection_paused':
    case 'taken_down':
      return ['agency'];
    case 'connection_sent_back':
      return ['agency', 'partner'];
    case 'connection_revoked':
    case 'connection_not_found':
    case 'vocabulary':
    case 'key':
      return ['partner'];
    case 'host_shrunk':
    case 'connection_adopting':
    case 'foreign':
      return ['operator'];
  }
}

/** A host that is down is one matter, however many feeds lie there. */
async function stalledHosts(store: Store, now: Millis): Promise<Matter[]> {
  const stalled = (await store.feeds.all()).filter(
    ({ life, stalledSince }) =>
      life === 'stalled' && stalledSince !== null && stalledSince <= now - stalledForMs,
  );
  if (stalled.length === 0) return [];
  const connections = new Map((await store.connections.all()).map((row) => [row.id, row]));
  const hosts = new Map<string, FeedRow[]>();
  for (const feed of stalled) {
    const host = feed.hosts.split('\n')[0] ?? '';
    const key = host === '' ? feed.name : host;
    hosts.set(key, [...(hosts.get(key) ?? []), feed]);
  }
  return [...hosts].map(([host, feeds]): Matter => {
    const ids = [...new Set(feeds.map(({ connectionId }) => connectionId))];
    const names = ids.slice(0, namedMax).map((id) => agencyName(connections.get(id) ?? null, id));
    const others = ids.length > namedMax ? ` + ${ids.length - namedMax}` : '';
    return {
      cause: `feed_stalled ${host}`,
      kind: 'feed_stalled',
      connectionId: ids.length === 1 ? (ids[0] ?? null) : null,
      agency: `${host} (${names.join(', ')}${others})`,
      count: feeds.length,
      since: Math.min(...feeds.map(({ stalledSince }) => stalledSince ?? now)),
      roles: ['operator'],
      atOnce: false,
      hold: null,
      note: null,
    };
  });
}

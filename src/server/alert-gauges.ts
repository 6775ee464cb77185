import type { Registry } from 'prom-client';
import type { AttentionContext } from '../inspect/attention/facts.js';
import { attention, type Attention } from '../inspect/attention/listed-items.js';
import { releaseVersion } from '../platform/release-version.js';
import type { Hold } from '../model/hold.js';
import type { FeedRecord } from '../model/feed.js';
import { backupState } from '../store/facts/last-backup.js';
import { stoppedKey } from '../store/facts/stopped-key.js';
import type { Store } from '../store/store.js';
import type { Services } from '../sync/services/services.js';
import { attentionContext } from './attention-context.js';
import { createMeters } from './meters.js';

/** The metrics that only the alert rules in `config/alerts.yaml` need. `createMetrics` makes all others. */
export type AlertGauges = ReturnType<typeof createAlertGauges>;

export function createAlertGauges(registry: Registry) {
  const { gauge, counter } = createMeters(registry);
  return {
    requests: counter('portal_requests', 'Requests to the portal, by how it answered.', ['reply']),
    build: gauge('build_info', 'Always 1; the label is the running release.', ['version']),
    key: gauge('key_stopped', '1 while the portal refuses the key, so that nothing is sent.', []),
    stalled: gauge('feed_stalled_age_seconds', 'Time since the feed stalled.', ['feed']),
    hostFeeds: gauge('host_feeds', 'Feeds that are polled from a host.', ['host']),
    hostStalled: gauge('host_feeds_stalled', 'Feeds polled from a host that are stalled.', ['host']),
    hostShrunk: gauge(
      'host_shrunk_holds',
      'Open holds because feeds of a host lost listings within the same hour.',
      ['host'],
    ),
    holdAge: gauge('hold_oldest_age_seconds', 'Age of the oldest open hold, by kind.', ['kind']),
    outboxAge: gauge(
      'outbox_oldest_age_seconds',
      'Age of the oldest outbox entry that could be sent now, by lane; active connections only.',
      ['lane'],
    ),
    backupAge: gauge('backup_age_seconds', 'Age of the last scheduled copy of the store.', []),
    backupFailed: gauge(
      'backup_failed',
      '1 if the latest scheduled copy of the store could not be made.',
      [],
    ),
    disk: gauge('disk_free_bytes', 'Free disk space for snapshots and logs.', []),
    attention: gauge(
      'attention_items',
      'Attention items as status lists them, by kind; operator: whether the operator must act now.',
      ['kind', 'operator'],
    ),
    unsent: gauge('notices_unsent', 'Notices that could not be sent yet.', []),
  };
}

/** Sets all alert metrics from the current state. A metric about which nothing is known has no value. */
export async function measureAlerts(
  gauges: AlertGauges,
  {
    store,
    clock,
    spool,
    requests,
    notices,
    protocol,
    limits,
    disk,
  }: Pick<Services, 'store' | 'clock' | 'spool' | 'requests' | 'notices' | 'protocol' | 'limits' | 'disk'>,
): Promise<void> {
  const now = clock.now();
  for (const gauge of Object.values(gauges)) gauge.reset();
  gauges.build.set({ version: releaseVersion() }, 1);
  setRequests(gauges, requests.tally().byStatus);
  gauges.key.set((await stoppedKey(store)) === null ? 0 : 1);
  setHosts(gauges, await store.feeds.all(), now);
  setHolds(gauges, await store.holds.open({}), now);
  for (const { lane, queuedAt } of await store.outbox.oldest(now))
    gauges.outboxAge.set({ lane }, age(queuedAt, now));
  const backup = await backupState(store);
  if (backup !== null) gauges.backupFailed.set(backup.problem === null ? 0 : 1);
  if (backup?.last != null) gauges.backupAge.set(age(backup.last.at, now));
  const context = attentionContext({ clock, protocol, limits, disk });
  for (const { kind, operator } of await attentionOf(store, context))
    gauges.attention.inc({ kind, operator: String(operator) });
  const free = await spool.freeBytes().catch(() => null);
  if (free !== null) gauges.disk.set(free);
  // Without a recipient no notice is ever sent, so no notice counts as unsent.
  const open = notices.settings === null ? [] : await store.notices.open();
  gauges.unsent.set(open.filter(({ toldAt, tries }) => toldAt === null && tries > 0).length);
}

/** Scrapes within this time of each other share one result, because finding attention items reads all listings. */
const sharedMs = 60_000;
const latest = new WeakMap<Store, { at: number; found: Promise<Attention[]> }>();

function attentionOf(store: Store, context: AttentionContext): Promise<Attention[]> {
  const last = latest.get(store);
  if (last !== undefined && Math.abs(context.now - last.at) < sharedMs) return last.found;
  const found = attention(store, context);
  found.catch(() => latest.delete(store));
  latest.set(store, { at: context.now, found });
  return found;
}

/**
 * Values of the label `reply`. Each series exists from the start with 0: Prometheus cannot see the first increase of a series that is new.
 */
const replies = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

function setRequests({ requests }: AlertGauges, byStatus: Readonly<Record<string, number>>): void {
  for (const reply of replies) requests.inc({ reply }, 0);
  for (const [status, count] of Object.entries(byStatus))
    requests.inc({ reply: replies.find((reply) => reply.startsWith(status.charAt(0))) ?? 'none' }, count);
}

function setHosts(gauges: AlertGauges, feeds: readonly FeedRecord[], now: number): void {
  for (const { name, life, hosts, stalledSince } of feeds) {
    if (life !== 'active' && life !== 'stalled') continue;
    if (life === 'stalled' && stalledSince !== null)
      gauges.stalled.set({ feed: name }, age(stalledSince, now));
    for (const host of new Set(hosts)) {
      gauges.hostFeeds.inc({ host });
      gauges.hostStalled.inc({ host }, life === 'stalled' ? 1 : 0);
    }
  }
}

const hostCause = /^host (.+)$/;

function setHolds(gauges: AlertGauges, holds: readonly Hold[], now: number): void {
  const oldest = new Map<Hold['kind'], number>();
  for (const { kind, openedAt, cause } of holds) {
    oldest.set(kind, Math.min(openedAt, oldest.get(kind) ?? openedAt));
    const host = hostCause.exec(cause ?? '')?.[1];
    if (host !== undefined) gauges.hostShrunk.inc({ host });
  }
  for (const [kind, openedAt] of oldest) gauges.holdAge.set({ kind }, age(openedAt, now));
}

/** Seconds since `since`; 0 where the clock was set back to before it. */
function age(since: number, now: number): number {
  return Math.max(0, now - since) / 1000;
}

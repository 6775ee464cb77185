import { collectDefaultMetrics, Registry } from 'prom-client';
import { lanes } from '../model/listing-states.js';
import { status, type Status } from '../inspect/status.js';
import type { JobReport } from '../sync/job.js';
import { createAlertGauges, measureAlerts } from './alert-gauges.js';
import { createMeters } from './meters.js';
import { storedLimits } from '../store/facts/portal-limits.js';
import type { Services } from '../sync/services/services.js';

export interface Metrics {
  /** Counts what a job did. */
  observe(report: JobReport): void;
  /** Returns all metrics in Prometheus' text format, with gauges read from the store now. */
  render(services: Services): Promise<{ contentType: string; text: string }>;
}

const feedLives = ['active', 'paused', 'stalled', 'orphaned', 'retired'] as const;

/** Counters last as long as the process. Gauges are read from the store at each scrape. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  let hasDefaults = false;
  const counters = createCounters(registry);
  const gauges = createGauges(registry);
  const alerts = createAlertGauges(registry);
  return {
    observe: (report) => count(report, counters),
    async render(services) {
      // The default metrics observe every garbage collection. They are made at the first scrape, so that a process that is never scraped,
      // such as a command, runs without them.
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      await measure(gauges, services);
      for (const { name: feed } of await services.store.feeds.all())
        counters.polls.inc({ feed, state: 'failed' }, 0);
      await measureAlerts(alerts, services);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function createCounters(registry: Registry) {
  const { counter } = createMeters(registry);
  return {
    polls: counter('polls', 'Polls of a feed, by how they ended.', ['feed', 'state']),
    records: counter('records', 'Records of ended polls, by outcome.', ['feed', 'outcome']),
    pushes: counter('pushes', 'Pushes of a connection, by how they ended.', ['connection', 'state']),
    items: counter('items', 'Listings sent, by the portal’s answer.', ['connection', 'result']),
    words: counter('new_words', 'Unmapped values that first occurred after the feed went live.', ['feed']),
    photos: counter('photos', 'Photos that were requested again, by result.', ['feed', 'result']),
    removals: counter('removals', 'Listings that the portal removed on our request.', ['connection']),
    readings: counter('outcome_readings', 'Readings of the reconcile view, by how they ended.', ['result']),
    notices: counter('notices', 'Notices sent by mail and webhook, by result.', ['result']),
  };
}

function createGauges(registry: Registry) {
  const { gauge } = createMeters(registry);
  return {
    feeds: gauge('feeds', 'Feeds, by life.', ['life']),
    age: gauge('feed_last_complete_poll_age_seconds', 'Time since the last complete poll of a feed.', [
      'feed',
    ]),
    doubts: gauge('feed_doubts', 'Records in which something looks wrong, by code.', ['feed', 'code']),
    failures: gauge('feed_failures', 'Polls in a row that were not complete.', ['feed']),
    listings: gauge('listings', 'Listings, by their state at the portal.', ['state']),
    outbox: gauge('outbox_listings', 'Listings that wait to be sent or removed, by lane.', ['lane']),
    holds: gauge('holds_open', 'Open holds, by kind.', ['kind']),
    used: gauge('budget_items_used', 'Items spent in the current window.', ['connection']),
    limit: gauge('budget_items_limit', 'Items that may be spent in a window.', ['connection']),
    connections: gauge('connections', 'Connections, by status.', ['status']),
    skew: gauge('portal_clock_offset_seconds', 'How far the portal’s clock is ahead of ours.', []),
  };
}

function count(job: JobReport, counters: ReturnType<typeof createCounters>): void {
  if (job.kind === 'poll') {
    const { feed, state, balance } = job.report;
    counters.polls.inc({ feed, state });
    const { known, mapped, invalid, keep, ignored, removals, duplicates, conflicts } = balance;
    const outcomes = { known, mapped, invalid, keep, ignored, removals, duplicates, conflicts };
    counters.words.inc({ feed }, job.report.newWords);
    for (const [outcome, records] of Object.entries(outcomes))
      counters.records.inc({ feed, outcome }, records);
  } else if (job.kind === 'remap') {
    counters.words.inc({ feed: job.report.feed }, job.report.newWords);
  } else if (job.kind === 'push') {
    const { connectionId: connection, state, results, removed } = job.report;
    counters.pushes.inc({ connection, state });
    for (const [result, items] of Object.entries(results)) counters.items.inc({ connection, result }, items);
    counters.removals.inc({ connection }, removed);
  } else if (job.kind === 'outcomes') {
    counters.readings.inc({ result: job.report.stop === null ? 'done' : 'failed' });
  } else if (job.kind === 'photos') {
    for (const { feed, asked, changed, failed } of job.reports) {
      counters.photos.inc({ feed, result: 'changed' }, changed);
      counters.photos.inc({ feed, result: 'failed' }, failed);
      counters.photos.inc({ feed, result: 'as_before' }, asked - changed - failed);
    }
  } else if (job.kind === 'notices') {
    counters.notices.inc({ result: 'told' }, job.report.sent);
    counters.notices.inc({ result: 'failed' }, job.report.failed);
  } else if (job.kind === 'requested') for (const part of job.jobs) count(part, counters);
}

async function measure(gauges: ReturnType<typeof createGauges>, services: Services): Promise<void> {
  const { store, clock, portal, protocol } = services;
  const now = clock.now();
  const limits = await storedLimits(services);
  const budget = { windowMs: protocol.item_window_seconds * 1000, itemsLimit: limits?.itemsPerHour ?? null };
  const found = await status(store, budget, now);
  const states = await store.listings.countsByPortalState({});
  const { byLane } = await store.outbox.counts(null);
  for (const gauge of Object.values(gauges)) gauge.reset();
  for (const life of feedLives)
    gauges.feeds.set({ life }, found.feeds.filter(({ feed }) => feed.life === life).length);
  for (const [state, listings] of Object.entries(states)) gauges.listings.set({ state }, listings);
  for (const lane of lanes) gauges.outbox.set({ lane }, byLane[lane] ?? 0);
  gauges.skew.set(portal.clockOffset() / 1000);
  setFeeds(gauges, found, now);
  setConnections(gauges, found);
  for (const hold of found.holds) gauges.holds.inc({ kind: hold.kind });
}

function setFeeds(gauges: ReturnType<typeof createGauges>, { feeds }: Status, now: number): void {
  for (const { feed, doubts } of feeds) {
    for (const { code, count } of doubts) gauges.doubts.inc({ feed: feed.name, code }, count);
    gauges.failures.set({ feed: feed.name }, feed.failures);
    if (feed.lastCompleteAt !== null) gauges.age.set({ feed: feed.name }, (now - feed.lastCompleteAt) / 1000);
  }
}

function setConnections(gauges: ReturnType<typeof createGauges>, { connections }: Status): void {
  for (const { connection, itemsSpent, itemsLimit } of connections) {
    gauges.connections.inc({ status: connection.status });
    gauges.used.set({ connection: connection.id }, itemsSpent);
    if (itemsLimit !== null) gauges.limit.set({ connection: connection.id }, itemsLimit);
  }
}

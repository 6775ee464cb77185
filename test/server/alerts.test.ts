import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createHttpTransport } from '../../src/platform/http/http-transport.js';
import { TransportError, type Transport } from '../../src/platform/http/transport.js';
import { run } from '../cli/command-line.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { Promql, secondsOf, type Scrape } from '../support/promql.js';
import { readMetrics, type MetricFamily } from '../support/prometheus-text.js';
import { World, type WorldOptions } from '../support/world.js';
import { altered } from '../support/altered.js';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string; legendFormat?: string }[];
}

const file = parse(await readFile('config/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = file.groups.flatMap((group) => group.rules);
const runbook = await readFile('config/RUNBOOK.md', 'utf8');
const dashboard = JSON.parse(await readFile('config/dashboards/feedsync.json', 'utf8')) as {
  panels: Panel[];
};

const scrapeEveryMs = 5 * minute;
const http = createHttpTransport();
/** The portal can be taken away. */
const portal = { isDown: false };
const transport: Transport = {
  async send(request) {
    if (portal.isDown) throw new TransportError('refused', 'The portal could not be reached.');
    return http.send(request);
  },
};

/** What Prometheus would have seen of a daemon. */
class Watch {
  readonly scrapes: Scrape[] = [];

  constructor(readonly world: World) {}

  async scrape(): Promise<void> {
    const { app, clock } = this.world;
    const { text } = await app.metrics.render(app.services);
    const samples = readMetrics(text).flatMap((family) => family.samples);
    this.scrapes.push({ at: clock.now() / 1000, samples });
  }

  /** Scrapes as often as Prometheus does, while the daemon goes on, or while nothing happens. */
  async lasts(ms: number, goesOn = true): Promise<void> {
    await this.scrape();
    for (let passed = 0; passed < ms; passed += scrapeEveryMs) {
      if (goesOn) await this.world.tick(scrapeEveryMs);
      else this.world.clock.advance(scrapeEveryMs);
      await this.scrape();
    }
  }

  /** Rules that fire now: true at each scrape for as long as they ask. */
  firing(): string[] {
    return firingAt(this.scrapes);
  }
}

function firingAt(scrapes: readonly Scrape[]): string[] {
  return rules.filter((rule) => isFiring(rule, scrapes)).map(({ alert }) => alert);
}

function isFiring({ expr, for: wait = '0s' }: Rule, scrapes: readonly Scrape[]): boolean {
  const query = new Promql(expr);
  const since = (scrapes.at(-1)?.at ?? 0) - secondsOf(wait);
  if (secondsOf(wait) > 0 && (scrapes[0]?.at ?? Infinity) > since) return false;
  const looks = scrapes.map(({ at }, index) => ({ at, until: index + 1 })).filter(({ at }) => at >= since);
  return looks.every(({ until }) => holds(query, scrapes.slice(0, until)));
}

function holds(query: Promql, scrapes: readonly Scrape[]): boolean {
  const value = query.at(scrapes);
  return typeof value !== 'number' && value.length > 0;
}

let world: World | null = null;
afterEach(async () => {
  portal.isDown = false;
  await world?.close();
  world = null;
});
afterAll(() => http.close());

const fired = new Set<string>();

async function start(options: WorldOptions = {}, list = ads(6)): Promise<Watch> {
  world = await World.create({ transport, ...options });
  world.feed.body = estateFeed(list);
  await world.tick();
  await world.tick(minute);
  await world.tick(minute);
  expect(world.live()).toHaveLength(list.length);
  return new Watch(world);
}

/** All that fires, apart from what was expected of others. */
function expectFiring(watch: Watch, ...alerts: string[]): void {
  const now = watch.firing();
  expect(now).toEqual(expect.arrayContaining(alerts));
  for (const alert of alerts) fired.add(alert);
}

/** A connection and a feed of its own for each further path of the feed server. */
async function withFeeds(of: World, paths: readonly string[]): Promise<void> {
  const more = paths.map((path) => ({ path, connection: of.sandbox.staff.addConnection() }));
  await of.declare((feeds) => [
    ...feeds,
    ...more.map(({ path, connection }) => ({
      ...feeds[0],
      name: `agency-${path}`,
      connection,
      url: String(feeds[0]?.url).replace('feed.xml', `${path}.xml`),
    })),
  ]);
  await of.restart();
}

const commands = /\bfeedsync ([a-z]+)/g;

describe('what is served and asked for', () => {
  let families: MetricFamily[];
  let known: Set<string>;
  beforeAll(async () => {
    const watch = await start();
    await watch.world.tick(15 * minute);
    const { app } = watch.world;
    families = readMetrics((await app.metrics.render(app.services)).text);
    const help = await run(watch.world, '--help');
    known = new Set([...help.out.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name = '']) => name));
  });

  it('is named as Prometheus asks, with units, and explained', () => {
    const own = families.filter(({ name }) => name.startsWith('feedsync_'));
    expect(own.length).toBeGreaterThan(25);
    for (const { name, type, help } of own) {
      expect(name).toMatch(/^feedsync_[a-z]+(_[a-z]+)*$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name, 'times are seconds, sizes bytes').not.toMatch(
        /_(ms|milliseconds|minutes|hours|days|kb|mb|gb)(_|$)/,
      );
      expect(help, name).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  it('exists wherever a rule or the dashboard asks for it', () => {
    const names = new Set(families.map(({ name }) => name));
    const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(panels.length).toBeGreaterThan(20);
    for (const expr of [...rules.map((rule) => rule.expr), ...panels])
      expect(
        new Promql(expr).metrics().filter((name) => !names.has(name)),
        expr,
      ).toEqual([]);
  });

  it('is shown by the dashboard with labels that its metrics have', async () => {
    const source =
      (await readFile('src/server/metrics.ts', 'utf8')) +
      (await readFile('src/server/alert-gauges.ts', 'utf8'));
    const labels = new Set(
      [...source.matchAll(/'([a-z]+)'(?=(?:, '[a-z]+')*\])/g)].map(([, name = '']) => name),
    );
    for (const { title, type, targets = [] } of dashboard.panels) {
      expect(targets.length > 0, title).toBe(type !== 'row');
      for (const { expr, legendFormat = '' } of targets) {
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
        for (const label of [...new Promql(expr).labels(), ...shown])
          expect([...labels], `${title}: ${label}`).toContain(label);
        new Promql(expr).at([{ at: 0, samples: families.flatMap((family) => family.samples) }]);
      }
    }
  });

  it('says what to do, with commands that exist, and leads to a page that names the alert', () => {
    const pages = new Map(
      runbook
        .split(/^## /m)
        .slice(1)
        .map((page) => [slugOf(page.split('\n')[0] ?? ''), page]),
    );
    for (const { alert, labels, annotations } of rules) {
      const { summary, description, runbook: page } = annotations;
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(summary, alert).toMatch(/\.$/);
      expect(description, alert).toMatch(/\b(Run|Check|Open|Do|Free|Enable|Correct)\b.*\.$/);
      for (const [, command = ''] of description.matchAll(commands))
        expect([...known], alert).toContain(command);
      const [, anchor = ''] = /^config\/RUNBOOK\.md#(.+)$/.exec(page) ?? [];
      expect(pages.get(anchor), `${alert}: ${page}`).toMatch(new RegExp(`^_.*${alert}: `, 'm'));
    }
  });
});

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
}

describe('alert rules', () => {
  it('fire where nothing answers, where polls fail, the disk is full, no copy is made, and much is refused; none does while all is well', async () => {
    const watch = await start({ config: { backups: { schedule: '0 3 * * *', folder: '/dev/null/copies' } } });
    await watch.lasts(15 * minute);
    const wellNow = rules
      .filter(({ expr }) => holds(new Promql(expr), watch.scrapes))
      .map(({ alert }) => alert);
    expect(wellNow).toEqual([]);
    const silence = [0, 300, 600].map((at) => ({ at, samples: [] }));
    expect(firingAt(silence)).toEqual(['FeedsyncDown']);
    fired.add('FeedsyncDown');

    // In the same world: polls fail, the disk fills up, no copy is made, much is refused, a connection goes.
    const { services, metrics } = watch.world.app;
    const { polls } = await watch.world.round();
    await watch.scrape();
    watch.world.clock.advance(minute);
    for (const report of polls) metrics.observe({ kind: 'poll', report: { ...report, state: 'failed' } });
    const { spool } = services;
    altered(services).spool = { ...spool, freeBytes: async () => 1e9 };
    await watch.lasts(15 * minute, false);
    expectFiring(watch, 'FeedsyncDiskLow', 'FeedsyncRunsFail');
    await watch.world.tick(day);
    await watch.lasts(30 * minute, false);
    expectFiring(watch, 'FeedsyncBackupOld');

    watch.world.sandbox.staff.setQuota(watch.world.connectionId, 6);
    watch.world.feed.body = estateFeed(ads(40));
    await watch.world.tick(15 * minute);
    await watch.world.tick(minute);
    await watch.world.tick(minute);
    await watch.lasts(hour, false);
    expectFiring(watch, 'FeedsyncManyRefused');
    watch.world.sandbox.staff.revoke(watch.world.connectionId);
    await watch.world.tick(hour);
    await watch.lasts(30 * minute, false);
    expectFiring(watch, 'FeedsyncConnectionGone', 'FeedsyncNeedsOperator');
  });

  it('fire where the portal is down, where the key is refused and where the clock is off', async () => {
    const watch = await start();
    const { staff } = watch.world.sandbox;
    portal.isDown = true;
    watch.world.feed.body = estateFeed(ads(7).slice(1));
    await watch.lasts(50 * minute);
    expectFiring(watch, 'FeedsyncPortalDown');
    await watch.world.tick(hour);
    await watch.world.tick(3 * hour);
    await watch.lasts(20 * minute, false);
    expectFiring(watch, 'FeedsyncRemovalsWait');
    await watch.world.tick(22 * hour);
    await watch.lasts(30 * minute, false);
    expectFiring(watch, 'FeedsyncOutboxOld');

    portal.isDown = false;
    await watch.world.tick(hour);
    await watch.lasts(5 * minute);
    expect(watch.firing()).toEqual([]);
    staff.setClockOffset(2 * minute);
    await watch.world.tick(hour);
    await watch.lasts(15 * minute, false);
    expectFiring(watch, 'FeedsyncClockOff');
    staff.setClockOffset(0);
    staff.revokeKey(watch.world.app.config.portal.keyId);
    await watch.world.tick(2 * hour);
    await watch.lasts(5 * minute, false);
    expectFiring(watch, 'FeedsyncKeyRefused');
  });

  it('fire where a host is down, for the host and for what lasts', async () => {
    const watch = await start();
    await withFeeds(watch.world, ['2', '3']);
    for (const path of ['2', '3'])
      watch.world.at(`/${path}.xml`).body = estateFeed(ads(2, 100 * Number(path)));
    await watch.world.tick(15 * minute);
    for (const answer of [watch.world.feed, watch.world.at('/2.xml'), watch.world.at('/3.xml')])
      answer.status = 503;
    await watch.world.tick(15 * minute);
    await watch.lasts(30 * minute, false);
    expectFiring(watch, 'FeedsyncHostDown');
    await watch.world.tick(6 * hour);
    await watch.lasts(15 * minute, false);
    expectFiring(watch, 'FeedsyncFeedStalled');
  });

  it('fire where feeds of a host shrink together, where a hold waits and where people cannot be told', async () => {
    const notices = {
      webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz' },
    };
    const watch = await start({ config: { notices } }, ads(20));
    await withFeeds(watch.world, ['2', '3']);
    const serve = (count: number): void => {
      watch.world.feed.body = estateFeed(ads(count));
      for (const path of ['2', '3'])
        watch.world.at(`/${path}.xml`).body = estateFeed(ads(count, 100 * Number(path)));
    };
    serve(20);
    await watch.world.tick(15 * minute);
    await watch.world.tick(minute);
    serve(16);
    await watch.world.tick(15 * minute);
    await watch.world.tick(2 * hour);
    await watch.world.tick(minute);
    await watch.lasts(15 * minute, false);
    expectFiring(watch, 'FeedsyncHostShrunk');
    await watch.lasts(hour, false);
    expectFiring(watch, 'FeedsyncNoticesNotSent');
    watch.world.clock.advance(day);
    await watch.lasts(15 * minute, false);
    expectFiring(watch, 'FeedsyncHoldWaits');
  });

  it('fire each in one of these', () => {
    expect([...fired].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

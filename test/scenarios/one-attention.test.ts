import { afterEach, describe, expect, it } from 'vitest';
import { withSettling } from '../../src/sync/settle-job.js';
import { run } from '../cli/command-line.js';
import { ApiWorld } from '../server/api-world.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { day, hour, minute } from '../support/manual-clock.js';
import { readMetrics } from '../support/prometheus-text.js';

let api: ApiWorld;
afterEach(() => api.close());

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 15 * minute) await api.world.tick(Math.min(left, 15 * minute));
}

async function failJob(): Promise<void> {
  const { store, clock } = api.services;
  for (let tries = 0; tries < 2; tries++) {
    const [due] = await withSettling(
      [{ key: 'backup', lane: 'backup', run: () => Promise.reject(new Error('no')) }],
      { store, clock },
    );
    await due?.run().catch(() => undefined);
    api.world.clock.advance(5 * minute);
  }
}

interface State {
  make: () => Promise<unknown>;
  /** Kinds of each view, written by hand. Listed: by `status`, `/overview` and the metrics. */
  listed: string[];
  overview: string[];
  notices: string[];
  /** Of agency A. */
  tasks: string[];
  /** Exit codes of `status` under `--attention operator` and `any`. */
  codes: [number, number];
}

const states: Readonly<Record<string, State>> = {
  'nothing at all': {
    make: () => pass(hour),
    ...{ listed: [], overview: [], notices: [], tasks: [], codes: [0, 0] },
  },
  'a host that is down': {
    make: async () => {
      api.world.feed.status = 500;
      api.world.at('/b.xml').status = 500;
      await pass(5 * hour);
    },
    // The host is named once: the overview has it as what it is, and not once more as feeds that are behind.
    ...{ listed: ['feed_behind'], overview: ['source_down'], notices: ['feed_stalled'], tasks: [] },
    codes: [0, 3],
  },
  'a key that is refused': {
    make: async () => {
      api.world.sandbox.staff.revokeKey(api.world.app.config.portal.keyId);
      await pass(2 * hour);
    },
    ...{ listed: ['key'], overview: ['key'], notices: ['key'], tasks: [], codes: [3, 3] },
  },
  'a connection that is paused': {
    make: async () => {
      api.world.sandbox.staff.pause(api.a);
      await pass(hour);
    },
    ...{ listed: ['connection_paused'], overview: ['connection_paused'], notices: ['connection_paused'] },
    ...{ tasks: ['connection'], codes: [0, 0] },
  },
  'half of the listings gone from a file': {
    make: async () => {
      api.world.feed.body = estateFeed(ads(30));
      await pass(hour);
      api.world.feed.body = estateFeed(ads(12));
      await pass(5 * hour);
    },
    ...{
      listed: ['hold'],
      overview: ['hold'],
      notices: ['hold'],
      tasks: ['confirm_removals'],
      codes: [3, 3],
    },
  },
  'listings that a file has just lost': {
    make: async () => {
      api.world.feed.body = estateFeed(ads(30));
      await pass(hour);
      api.world.feed.body = estateFeed(ads(12));
      await pass(15 * minute);
    },
    ...{ listed: [], overview: ['missing'], notices: [], tasks: ['missing'], codes: [0, 0] },
  },
  'a price that is in doubt': {
    make: async () => {
      api.world.feed.body = estateFeed(ads(10));
      await pass(hour);
      api.world.feed.body = estateFeed(
        ads(10).map((one, index) => (index === 0 ? { ...one, price: 1 } : one)),
      );
      await pass(hour);
    },
    ...{ listed: ['hold'], overview: ['hold'], notices: ['hold'], tasks: ['confirm_values'], codes: [0, 3] },
  },
  'a price that has been in doubt for days': {
    make: async () => {
      await states['a price that is in doubt']?.make();
      for (let days = 0; days < 4; days++) await api.world.tick(day);
    },
    ...{ listed: ['hold'], overview: ['hold'], notices: ['hold'], tasks: ['confirm_values'], codes: [3, 3] },
  },
  'a job that fails': {
    make: failJob,
    ...{ listed: ['job_failed'], overview: ['job_failed'], notices: [], tasks: [], codes: [3, 3] },
  },
};

describe('every view of what needs a person shows the same items', () => {
  it.each(Object.entries(states))('%s', async (_, { make, listed, overview, notices, tasks, codes }) => {
    api = await ApiWorld.create();
    await make();
    const operator = await api.signedIn('operator', 'operator');
    // Metrics look once a minute.
    api.world.clock.advance(minute);

    const status = await run(api.world, 'status', '--json');
    const items = (status.json().attention ?? []) as { kind: string; operator: boolean; count: number }[];
    expect(items.map(({ kind }) => kind)).toEqual(listed);
    expect((await operator.get<{ attention: unknown }>('/overview')).attention).toMatchObject(
      items.map(({ kind, count, operator: isNeeded }) => ({ kind, count, operator: isNeeded })),
    );
    const { text } = await api.world.app.metrics.render(api.services);
    const gauge = readMetrics(text).find(({ name }) => name === 'feedsync_attention_items');
    expect(gauge?.samples.map(({ labels, value }) => ({ ...labels, value }))).toEqual(
      items.map(({ kind, operator: isNeeded }) => ({ kind, operator: String(isNeeded), value: 1 })),
    );

    const { causes } = await operator.get<{ causes: { kind: string }[] }>('/situation');
    expect(causes.map(({ kind }) => kind)).toEqual(overview);
    const matters = await api.services.notices.attentionItems('all');
    expect(matters.map(({ kind }) => kind)).toEqual(notices);
    const { homes } = await operator.get<{ homes: { tasks: { kind: string }[] }[] }>(
      `/home?connection=${api.a}`,
    );
    expect(homes[0]?.tasks.map(({ kind }) => kind)).toEqual(tasks);

    const any = await run(api.world, 'status', '--attention', 'any');
    expect([status.code, any.code]).toEqual(codes);
    expect(items.some((item) => item.operator)).toBe(codes[0] === 3);
  });
});

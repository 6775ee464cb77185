import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createContext, type ReadConfig } from '../../src/cli/context.js';
import { reloadOnChange } from '../../src/cli/reload.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { silentLog, type Log } from '../../src/platform/log.js';
import type { Watcher } from '../../src/platform/watch.js';
import { ads, estateFeed } from '../support/estate-feed.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import { terminalOf } from './command-line.js';

let world: World;
let stop: () => void;
let watched: readonly string[] = [];
let change: () => void = () => undefined;
let hangUp: () => void = () => undefined;
const said: string[] = [];

const watcher: Watcher = {
  watch(paths, changed) {
    [watched, change] = [paths, changed];
    return () => undefined;
  },
};

beforeEach(async () => {
  world = await World.create();
  said.length = 0;
  const note = (message: string, fields?: Record<string, unknown>): void =>
    void said.push([message, ...Object.values(fields ?? {})].join(' '));
  const log: Log = { ...silentLog, info: note, warn: note, error: note };
  const terminal = {
    ...terminalOf(world, { out: [], err: [] }),
    onReload: (listener: () => void) => {
      hangUp = listener;
      return () => undefined;
    },
  };
  const context = createContext(terminal, { config: world.configFile, attention: 'any' });
  const loaded = (await loadConfig(world.configFile, diskDeps({}))) as ReadConfig;
  stop = reloadOnChange(context, world.app, loaded, { watcher, log });
});
afterEach(async () => {
  stop();
  await world.close();
});

async function hears(sentence: string): Promise<void> {
  await vi.waitFor(() => expect(said.join('\n')).toContain(sentence));
}

it('takes over a feed that is added to the file', async () => {
  world.feed.body = estateFeed(ads(3));
  world.at('/b.xml').body = estateFeed(ads(3, 11));
  expect(watched).toContain(world.configFile);
  await world.declare(([first = {}]) => [
    first,
    { ...first, name: 'agency-b', url: String(first.url).replace('/feed.xml', '/b.xml') },
  ]);
  change();
  await hears('configuration taken over 2 0');
  world.clock.advance(minute);
  await world.round();
  expect(world.live()).toHaveLength(6);
});

it('keeps the running configuration while the new one has problems', async () => {
  await writeFile(world.configFile, '{');
  hangUp();
  await hears('the running configuration is kept');
  expect(world.app.feeds.map(({ name }) => name)).toEqual(['agency']);
});

it('says which changed keys need a restart', async () => {
  await world.configure({ retention: { snapshots: 9 } });
  hangUp();
  await hears('a restart is needed for these keys retention');
});

import { status, type Status } from '../inspect/status.js';
import { storedLimits } from '../store/facts/portal-limits.js';
import { mergedConfig } from '../effective/merge.js';
import { openReader, type Seams } from '../assemble.js';
import type { FeedConfig } from '../config/feed-schema.js';
import { diskDeps, loadConfig, type LoadedConfig } from '../config/load.js';
import { formatProblem } from '../config/problems.js';
import type { Config } from '../config/schema.js';
import type { Disk } from '../platform/files/disk.js';
import type { LogLevel } from '../platform/log/log.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { CliError } from './exit.js';
import type { Terminal } from './terminal.js';
import { timesIn, type Times } from './print/times.js';
import { printable, printableJson } from './print/text.js';

/** Options that every command takes. */
export interface GlobalOptions {
  config: string;
  json?: boolean;
  attention: 'operator' | 'new' | 'holds' | 'any';
}

/** What one command works with. */
export interface Context {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  /** What a command that lasts says when it starts: text, or its one document. */
  announce: (text: string, document: Record<string, unknown>) => void;
  /** The outside world, with a log of this level on stderr. */
  seams: (level?: LogLevel) => Seams;
}

export function createContext(terminal: Terminal, options: GlobalOptions): Context {
  return {
    terminal,
    options,
    announce: (text, document) =>
      terminal.out(`${options.json === true ? printableJson(document) : printable(text)}\n`),
    seams: (level = 'warn') => terminal.createSeams(terminal.createLog(level)),
  };
}

export type ReadConfig = Extract<LoadedConfig, { ok: true }>;

/** The configuration; what is wrong in `feeds_dir` is told on stderr. @throws CliError 2 */
export async function readConfig({ terminal, options }: Context): Promise<ReadConfig> {
  const loaded = await loadConfig(options.config, diskDeps(terminal.env));
  if (!loaded.ok) throw badConfig(options.config, loaded);
  for (const problem of loaded.problems) terminal.err(`${printable(formatProblem(problem))}\n`);
  return loaded;
}

function badConfig(file: string, { problems }: Extract<LoadedConfig, { ok: false }>): CliError {
  const lines = problems.map((problem) => `  ${formatProblem(problem)}`);
  return new CliError(
    2,
    `The configuration ${file} cannot be used; nothing was done. Correct this, or name another file with --config:\n${lines.join('\n')}`,
    { problems },
  );
}

/** The configuration with the feeds as they run, as far as the store can be read. To open the store with, the one that was read serves. */
export async function settledConfig(config: Config, context: Context): Promise<Config> {
  const store = await openReader(config, context.seams()).catch(() => null);
  if (store === null) return config;
  try {
    return (await mergedConfig(config, store)).config;
  } finally {
    await store.close();
  }
}

export interface StoreView {
  /** With the feeds as they run: what people changed of them, and those that the store has. */
  config: Config;
  /** As it is written: to open the store with. */
  written: Config;
  store: Store;
  feeds: FeedRecord[];
  times: Times;
  now: number;
  disk: Disk;
  /** Name of a feed; null for none. */
  feedName: (id: number | null) => string | null;
}

/** Reads the store, beside a daemon or without one. @throws CliError, StoreError */
export async function viewStore<T>(context: Context, work: (view: StoreView) => Promise<T>): Promise<T> {
  const read = await readConfig(context);
  const seams = context.seams();
  const store = await openReader(read.config, seams);
  try {
    const { config } = await mergedConfig(read.config, store);
    const feeds = await store.feeds.all();
    const names = new Map(feeds.map((feed) => [feed.id, feed.name]));
    const now = seams.clock.now();
    const feedName = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
    const times = timesIn(config.timezone, now);
    return await work({ config, written: read.config, store, feeds, now, times, feedName, disk: seams.disk });
  } finally {
    await store.close();
  }
}

/** How every feed and connection stands now, counted from the store. */
export async function currentStatus({ store, config, now }: StoreView): Promise<Status> {
  const limits = await storedLimits({ store });
  const windowMs = config.portal.protocol.item_window_seconds * 1000;
  return status(store, { windowMs, itemsLimit: limits?.itemsPerHour ?? null }, now);
}

/** Options that choose a part of the listings. */
export interface ScopeOptions {
  feed?: string;
  connection?: string;
}

/** @throws CliError 2 where the store knows no such feed */
export function scopeOf(
  { feed: name, connection }: ScopeOptions,
  feeds: readonly FeedRecord[],
): { feedId?: number; connectionId?: string } {
  const connectionId = connection === undefined ? {} : { connectionId: connection };
  if (name === undefined) return connectionId;
  const feed = feeds.find((row) => row.name === name);
  if (feed === undefined) throw unknownFeed(name, feeds);
  return { ...connectionId, feedId: feed.id };
}

export function unknownFeed(name: string, feeds: readonly { name: string }[]): CliError {
  const known = feeds.length === 0 ? 'there is none yet' : feeds.map((feed) => feed.name).join(', ');
  return new CliError(2, `There is no feed "${name}". Write one of these: ${known}.`);
}

export function feedConfig(config: Config, name: string): FeedConfig | null {
  return config.feeds.find((feed) => feed.name === name) ?? null;
}

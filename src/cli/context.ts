import type { ConnectionId, FeedId } from '../model/ids.js';
import { status, type Status } from '../inspect/status.js';
import { storedLimits } from '../store/facts/portal-limits.js';
import { mergedConfig } from '../effective/merge.js';
import type { Seams } from '../assemble.js';
import { openReader } from '../assemble/reader.js';
import type { FeedConfig } from '../config/feed-schema.js';
import { diskDeps, loadConfig, type LoadedConfig } from '../config/load.js';
import { formatProblem } from '../config/problems.js';
import type { Config } from '../config/schema.js';
import type { Disk } from '../platform/files/disk.js';
import type { LogLevel } from '../platform/log/log.js';
import type { FeedRecord } from '../model/feed.js';
import type { Store } from '../store/store.js';
import { CliError } from './exit.js';
import type { Machine, Terminal } from './terminal.js';
import { timesIn, type Times } from './print/times.js';
import { printable } from '../platform/printable.js';
import { printableJson } from './print/text.js';

/** Options of every command. */
export interface GlobalOptions {
  config: string;
  json?: boolean;
  attention: 'operator' | 'new' | 'holds' | 'any';
}

/** What a command works with. */
export interface Context {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  /** Prints what a long-running command reports when it starts: text, or its one document. */
  announce: (text: string, document: Record<string, unknown>) => void;
  readonly machine: Machine;
  /** The whole outside world, with a log of this level on stderr. */
  seams: (level?: LogLevel) => Promise<Seams>;
}

export function createContext(terminal: Terminal, options: GlobalOptions): Context {
  return {
    terminal,
    options,
    announce: (text, document) =>
      terminal.out(`${options.json === true ? printableJson(document) : printable(text)}\n`),
    machine: terminal.machine,
    seams: async (level = 'warn') => terminal.createSeams(terminal.createLog(level)),
  };
}

export type ReadConfig = Extract<LoadedConfig, { ok: true }>;

/** Reads the configuration; problems in `feeds_dir` go to stderr. @throws CliError 2 */
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
    `The configuration ${file} cannot be used; nothing was done. Correct these problems, or name another file with --config:\n${lines.join('\n')}`,
    { problems },
  );
}

/**
 * The configuration with the feeds as they run; if the store cannot be read, the configuration as it was read from the file. To open the
 * store, use the one from the file.
 */
export async function settledConfig(config: Config, context: Context): Promise<Config> {
  const store = await openReader(config, context.machine.clock).catch(() => null);
  if (store === null) return config;
  try {
    return (await mergedConfig(config, store)).config;
  } finally {
    await store.close();
  }
}

export interface StoreView {
  /** The feeds as they run: with the changes made in the console, and with the feeds of the store. */
  config: Config;
  /** The configuration as it is in the file; the store is opened with it. */
  written: Config;
  store: Store;
  feeds: FeedRecord[];
  times: Times;
  now: number;
  disk: Disk;
  /** Name of a feed; null for a null or unknown id. */
  feedName: (id: number | null) => string | null;
}

/** Reads the store, with or without a running daemon. @throws CliError, StoreError */
export async function viewStore<T>(context: Context, work: (view: StoreView) => Promise<T>): Promise<T> {
  const read = await readConfig(context);
  const { clock, disk } = context.machine;
  const store = await openReader(read.config, clock);
  try {
    const { config } = await mergedConfig(read.config, store);
    const feeds = await store.feeds.all();
    const names = new Map(feeds.map((feed) => [feed.id, feed.name]));
    const now = clock.now();
    const feedName = (id: number | null): string | null => (id === null ? null : (names.get(id) ?? null));
    const times = timesIn(config.timezone, now);
    return await work({ config, written: read.config, store, feeds, now, times, feedName, disk });
  } finally {
    await store.close();
  }
}

/** The status of every feed and connection, counted from the store. */
export async function currentStatus({ store, config, now }: StoreView): Promise<Status> {
  const limits = await storedLimits({ store });
  const windowMs = config.portal.protocol.item_window_seconds * 1000;
  return status(store, { windowMs, itemsLimit: limits?.itemsPerHour ?? null }, now);
}

/** Options that limit a command to a part of the listings. */
export interface ScopeOptions {
  feed?: string;
  connection?: string;
}

/** @throws CliError 2 if the store has no such feed */
export function scopeOf(
  { feed: name, connection }: ScopeOptions,
  feeds: readonly FeedRecord[],
): { feedId?: FeedId; connectionId?: ConnectionId } {
  const connectionId = connection === undefined ? {} : { connectionId: connection };
  if (name === undefined) return connectionId;
  const feed = feeds.find((row) => row.name === name);
  if (feed === undefined) throw unknownFeed(name, feeds);
  return { ...connectionId, feedId: feed.id };
}

export function unknownFeed(name: string, feeds: readonly { name: string }[]): CliError {
  const known = feeds.length === 0 ? 'none yet' : feeds.map((feed) => feed.name).join(', ');
  return new CliError(2, `There is no feed "${name}". Known feeds: ${known}.`);
}

export function feedConfig(config: Config, name: string): FeedConfig | null {
  return config.feeds.find((feed) => feed.name === name) ?? null;
}

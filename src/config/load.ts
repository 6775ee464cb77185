import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { declareFeeds, feedEntries, inheritedBy, type FeedEntry } from './feeds.js';
import type { References } from './interpolate.js';
import type { ConfigProblem } from './problems.js';
import { errorMap, problemsOf } from './schema-problems.js';
import { documentSchema, type Config, type StoppedFeed } from './schema.js';
import { readSource, withUnresolved, type Source } from './source.js';

export interface ConfigDeps extends References {
  /** Names of the files in a folder. @throws if it cannot be read */
  listFiles(path: string): Promise<string[]>;
}

export type LoadedConfig =
  | {
      ok: true;
      config: Config;
      /** Every file that was read, including those of `${file:}`: the files to watch for changes. */
      sources: string[];
      /** The problems in `feeds_dir`. */
      problems: ConfigProblem[];
      stopped: StoppedFeed[];
    }
  | { ok: false; problems: ConfigProblem[] };

/**
 * Reads the configuration file and the files of its `feeds_dir`. A problem in the configuration file refuses all of it. A problem in
 * `feeds_dir` stops only the feed in question. Relative paths start at the working directory.
 */
export async function loadConfig(path: string, deps: ConfigDeps): Promise<LoadedConfig> {
  const main = await readSource(path, deps);
  if (!main.ok) return main;
  const { source } = main;
  const parsed = documentSchema.safeParse(source.value, { error: errorMap });
  const own = parsed.success ? [] : problemsOf(parsed.error, source.document);
  const folder = await readFeedsDir(parsed.data?.feedsDir ?? null, source, deps);
  const feeds = declareFeeds([...feedEntries(source), ...folder.entries], source.value);

  const mainFeeds = feeds.filter((feed) => feed.source === source);
  const fatal = [...own, ...folder.fatal, ...mainFeeds.flatMap((feed) => feed.problems)];
  const problems = withUnresolved(source, fatal);
  if (!parsed.success || problems.length > 0) return { ok: false, problems: inOrder(problems) };

  const broken = feeds.filter((feed) => feed.config === null);
  const stopped = [
    ...folder.stopped,
    ...broken.map((feed) => ({ file: feed.source.document.file, name: feed.name })),
  ];
  return {
    ok: true,
    config: {
      ...parsed.data,
      feeds: feeds.flatMap((feed) => feed.config ?? []),
      unread: stopped,
      inherited: inheritedBy(source.value),
    },
    sources: [...source.files, ...folder.files],
    problems: [...folder.problems, ...broken.flatMap((feed) => feed.problems)],
    stopped,
  };
}

/** Reads from this machine's disk. */
export function diskDeps(env: References['env']): ConfigDeps {
  return { env, readFile: (path) => readFile(path, 'utf8'), listFiles: (path) => readdir(path) };
}

interface FeedsDir {
  entries: FeedEntry[];
  files: string[];
  stopped: StoppedFeed[];
  problems: ConfigProblem[];
  /** The folder cannot be read. This is fatal because all of its feeds would seem to be removed. */
  fatal: ConfigProblem[];
}

const feedsFileSchema = z.strictObject({ feeds: z.array(z.unknown()) });

async function readFeedsDir(path: string | null, main: Source, deps: ConfigDeps): Promise<FeedsDir> {
  const folder: FeedsDir = { entries: [], files: [], stopped: [], problems: [], fatal: [] };
  if (path === null) return folder;
  const names = await deps.listFiles(path).catch(() => null);
  if (names === null) {
    const message = 'names a folder that cannot be read; create it or correct the path';
    folder.fatal.push(main.document.problem(['feeds_dir'], message));
    return folder;
  }
  for (const name of names.filter((file) => /^[^.].*\.(ya?ml|json)$/.test(file)).sort()) {
    await readFeedsFile(join(path, name), deps, folder);
  }
  return folder;
}

async function readFeedsFile(file: string, deps: ConfigDeps, folder: FeedsDir): Promise<void> {
  const read = await readSource(file, deps);
  if (!read.ok) {
    folder.files.push(file);
    folder.problems.push(...read.problems);
    folder.stopped.push({ file, name: null });
    return;
  }
  const { source } = read;
  folder.files.push(...source.files);
  folder.entries.push(...feedEntries(source));
  const parsed = feedsFileSchema.safeParse(source.value, { error: errorMap });
  if (parsed.success) return;
  folder.problems.push(...problemsOf(parsed.error, source.document, { known: ['feeds'] }));
  if (feedEntries(source).length === 0) folder.stopped.push({ file, name: null });
}

function inOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}

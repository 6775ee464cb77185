import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/schema.js';

export function storeUrl({ store }: Config): string {
  return store.kind === 'sqlite' ? `sqlite:${store.path}` : store.url;
}

/** The process lock's path: next to a store that is a file, so that it has one daemon by any configuration; else in the data folder. */
export function lockPath(config: Config): string {
  return config.store.kind === 'sqlite'
    ? `${behindLinks(config.store.path)}.lock`
    : join(config.dataDir, 'feedsync.lock');
}

/** Resolves links, so that a store has one lock by whatever name it is opened. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The file does not exist yet.
    return path;
  }
}

/** The folder of the store's files. */
export function storeFolder(config: Config): string {
  return dirname(lockPath(config));
}

/** The folder of the log of processes that use the store. The command `logs` reads it. */
export function logFolder({ dataDir }: Config): string {
  return join(dataDir, 'logs');
}

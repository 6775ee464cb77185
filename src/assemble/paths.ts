import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/schema.js';

export function storeUrl({ store }: Config): string {
  return store.kind === 'sqlite' ? `sqlite:${store.path}` : store.url;
}

/** Where the process lock lies: beside the store, so that one store has one daemon. */
export function lockPath(config: Config): string {
  return config.store.kind === 'sqlite'
    ? `${behindLinks(config.store.path)}.lock`
    : join(config.dataDir, 'feedsync.lock');
}

/** One store is one, by whatever name it is opened. */
function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It is yet to be made.
    return path;
  }
}

/** Where the store's files lie. */
export function storeFolder(config: Config): string {
  return dirname(lockPath(config));
}

/** Where whoever works on the store writes its log; `logs` reads it. */
export function logFolder({ dataDir }: Config): string {
  return join(dataDir, 'logs');
}

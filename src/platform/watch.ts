import { unwatchFile, watchFile } from 'node:fs';

/** Tells that files changed. */
export interface Watcher {
  /** Calls back after any of these files or folders changed, appeared or vanished, until the returned function is called. */
  watch(paths: readonly string[], changed: () => void): () => void;
}

/** Files are replaced by renaming, or lie on mounts that send no events: looking at them works everywhere. */
export function createFileWatcher(lookEveryMs = 2_000): Watcher {
  return {
    watch(paths, changed) {
      const unique = [...new Set(paths)];
      for (const path of unique) watchFile(path, { interval: lookEveryMs, persistent: false }, changed);
      return () => unique.forEach((path) => unwatchFile(path, changed));
    },
  };
}

import { readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';

/** Tells that files changed. */
export interface Watcher {
  /** Calls back after any of these files or folders changed, appeared or vanished, until the returned function is called. */
  watch(paths: readonly string[], changed: () => void): () => void;
}

/**
 * Files are replaced by renaming, or lie on mounts that send no events: looking at them works everywhere.
 *
 * What is compared with is taken before `watch` returns, so that no change after it goes unseen.
 */
export function createFileWatcher(lookEveryMs = 2_000): Watcher {
  return {
    watch(paths, changed) {
      const seen = new Map([...new Set(paths)].map((path) => [path, lookNow(path)]));
      let stopped = false;
      const lookAgain = async () => {
        let different = false;
        for (const [path, before] of seen) {
          const now = await look(path);
          if (now !== before) different = true;
          seen.set(path, now);
        }
        if (stopped) return;
        if (different) changed();
        wait();
      };
      const wait = () => void setTimeout(() => void lookAgain(), lookEveryMs).unref();
      wait();
      return () => void (stopped = true);
    },
  };
}

interface Looked {
  ino: number;
  size: number;
  mtimeMs: number;
  isDirectory(): boolean;
}

/** A folder's time is too coarse to tell two changes at once apart, so that its names count as well. */
const appearance = ({ ino, size, mtimeMs }: Looked, names: readonly string[] = []) =>
  JSON.stringify([ino, size, mtimeMs, [...names].sort()]);
const MISSING = 'missing';

async function look(path: string): Promise<string> {
  try {
    const looked = await stat(path);
    return appearance(looked, looked.isDirectory() ? await readdir(path) : []);
  } catch {
    return MISSING;
  }
}

function lookNow(path: string): string {
  try {
    const looked = statSync(path);
    return appearance(looked, looked.isDirectory() ? readdirSync(path) : []);
  } catch {
    return MISSING;
  }
}

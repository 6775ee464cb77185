import { readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';

/** Reports changes of files. */
export interface Watcher {
  /** Calls back after any of these files or folders changed, appeared or vanished, until the returned function is called. */
  watch(paths: readonly string[], changed: () => void): () => void;
}

/**
 * Watches by polling, which also works for files that are replaced by renaming, and on mounts that send no events. The first state is
 * taken before `watch` returns, so that no later change is missed.
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

/** The state that is compared. Names count too, because the time of a folder is too coarse to distinguish two quick changes. */
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

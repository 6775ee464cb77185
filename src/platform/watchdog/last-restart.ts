import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The last restart that the watchdog asked for. */
export interface LastRestart {
  at: number;
  reason: 'blocked' | 'stuck';
}

/** Restarts that do not help must not follow each other. */
const pauseMs = 30 * 60_000;

/**
 * Where a process notes its restarts: one file each, since several may share a folder, and a restart of one forbids no other.
 * @param role of the process, of which a machine may have one each
 */
export function restartFile(dataDir: string, role: string): string {
  const name = `${hostname()}-${role}`.replace(/[^\w.-]/g, '_');
  return join(dataDir, `last-restart.${name}.json`);
}

/** The newest of all processes that share the folder; null where there was none. */
export function lastRestartIn(dataDir: string): LastRestart | null {
  const restarts = namesIn(dataDir)
    .filter((name) => /^last-restart\..+\.json$/.test(name))
    .flatMap((name) => readLastRestart(join(dataDir, name)) ?? []);
  return restarts.sort((a, b) => b.at - a.at)[0] ?? null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Null where there was none, or its file cannot be read. */
export function readLastRestart(path: string): LastRestart | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(path, 'utf8')) as Partial<LastRestart>;
    const isKnown = reason === 'blocked' || reason === 'stuck';
    return typeof at === 'number' && Number.isFinite(at) && isKnown ? { at, reason } : null;
  } catch {
    return null;
  }
}

/**
 * Notes a restart before it happens. Without blocking calls to anything but the disk: the loop may be blocked.
 * @returns false where there must be none: one was a short time ago, or it cannot be noted
 */
export function noteRestart(path: string, restart: LastRestart): boolean {
  const last = readLastRestart(path);
  // A last one in the far future was noted by a clock that was wrong.
  if (last !== null && Math.abs(restart.at - last.at) < pauseMs) return false;
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(restart)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return true;
  } catch {
    return false;
  }
}

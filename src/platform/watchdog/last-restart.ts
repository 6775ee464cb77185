import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The last restart that the watchdog triggered. */
export interface LastRestart {
  at: number;
  reason: 'blocked' | 'stuck';
}

/** Minimum time between restarts, so that restarts that do not help are not repeated. */
const pauseMs = 30 * 60_000;

/**
 * The file in which a process records its restarts. Each process has its own, because several may share a folder, and the restart of one
 * must not delay that of another.
 * @param role of the process; a machine has at most one process per role
 */
export function restartFile(dataDir: string, role: string): string {
  const name = `${hostname()}-${role}`.replace(/[^\w.-]/g, '_');
  return join(dataDir, `last-restart.${name}.json`);
}

/** The newest restart of all processes that share the folder; null: none. */
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

/** Null if there was none, or if the file cannot be read. */
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
 * Records a restart before it happens. Synchronous, because the event loop may be blocked.
 * @returns false if there must be no restart: the last one was less than 30 minutes ago, or it cannot be recorded
 */
export function noteRestart(path: string, restart: LastRestart): boolean {
  const last = readLastRestart(path);
  // The absolute difference, because a time in the far future was recorded by a wrong clock.
  if (last !== null && Math.abs(restart.at - last.at) < pauseMs) return false;
  try {
    writeFileSync(`${path}.new`, `${JSON.stringify(restart)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return true;
  } catch {
    return false;
  }
}

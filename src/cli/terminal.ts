import { systemClock } from '../platform/clock.js';
import { createLog, type Log, type LogLevel } from '../platform/log/log.js';
import { isStartedByNpx, onParentGone } from '../platform/process/parent.js';
import type { Seams } from '../assemble.js';
import { systemDisk } from '../platform/files/disk.js';
import { systemRandom } from '../platform/random.js';

/** What most commands need of the outside world. The rest is loaded when a command asks for it: commands that only read start faster. */
export type Machine = Pick<Seams, 'clock' | 'random' | 'disk'>;

export const systemMachine: Machine = { clock: systemClock, random: systemRandom, disk: systemDisk };

/** What the command line needs from its process. Tests pass another one. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The author of decisions, for the audit log. */
  readonly user: string;
  out: (text: string) => void;
  err: (text: string) => void;
  createLog: (level: LogLevel) => Log;
  readonly machine: Machine;
  createSeams: (log: Log) => Seams | Promise<Seams>;
  /** Calls `listener` at every request to stop, until the returned function is called. */
  onStop: (listener: () => void) => () => void;
  /** Calls `listener` at every request to reload the configuration, until the returned function is called. */
  onReload: (listener: () => void) => () => void;
}

export function processTerminal(process: NodeJS.Process): Terminal {
  return {
    env: process.env,
    user: process.env.USER ?? process.env.USERNAME ?? `uid ${process.getuid?.() ?? 'unknown'}`,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    createLog,
    machine: systemMachine,
    async createSeams(log) {
      const { systemSeams } = await import('../assemble.js');
      return systemSeams(log);
    },
    onStop: (listener) => onStopOf(process, listener),
    onReload(listener) {
      process.on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener);
    },
  };
}

function onStopOf(process: NodeJS.Process, listener: () => void): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  let isAsked = false;
  const asked = (): void => {
    isAsked = true;
    listener();
  };
  for (const signal of signals) process.on(signal, asked);
  // Ctrl+C ends npx as well: that is one request to stop, not two.
  const orphaned = (): void => {
    if (!isAsked) asked();
  };
  const stopWatching = isStartedByNpx(process.env)
    ? onParentGone({ process, clock: systemClock }, orphaned)
    : () => undefined;
  return () => {
    stopWatching();
    for (const signal of signals) process.off(signal, asked);
  };
}

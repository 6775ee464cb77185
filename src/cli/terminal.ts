import { createLog, type Log, type LogLevel } from '../platform/log/log.js';
import { systemSeams, type Seams } from '../assemble.js';

/** What the command line needs of its process; tests pass another one. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who decides, for the record of decisions. */
  readonly user: string;
  out: (text: string) => void;
  err: (text: string) => void;
  createLog: (level: LogLevel) => Log;
  createSeams: (log: Log) => Seams;
  /** Calls back at every request to stop, until the returned function is called. */
  onStop: (listener: () => void) => () => void;
  /** Calls back at every request to read the configuration again, until the returned function is called. */
  onReload: (listener: () => void) => () => void;
}

export function processTerminal(process: NodeJS.Process): Terminal {
  return {
    env: process.env,
    user: process.env.USER ?? process.env.USERNAME ?? `uid ${process.getuid?.() ?? 'unknown'}`,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    createLog,
    createSeams: systemSeams,
    onStop(listener) {
      const signals = ['SIGTERM', 'SIGINT'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => signals.forEach((signal) => process.off(signal, listener));
    },
    onReload(listener) {
      process.on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener);
    },
  };
}

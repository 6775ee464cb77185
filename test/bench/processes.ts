import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtFile } from './built-file.js';

export interface Worker {
  pid: number;
  stop(): Promise<void>;
}

/** A daemon, as people start it, ready when it says so. @param role null: a store of its own */
export async function startWorker(configFile: string, role: 'worker' | null): Promise<Worker> {
  const argv = [builtFile('main'), 'run', '--config', configFile, ...(role === null ? [] : ['--role', role])];
  const child: ChildProcess = spawn(process.execPath, argv, {
    cwd: dirname(configFile),
    stdio: ['ignore', 'pipe', process.env.FEEDSYNC_BENCH_LOG === undefined ? 'ignore' : 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  await new Promise<void>((ready, fail) => {
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('feedsync keeps')) ready();
    });
    void ended.then(() => fail(new Error('a worker ended before it was ready')));
  });
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface CommandCost {
  seconds: number;
  cpuSeconds: number;
  peakMegabytes: number;
}

/** A command to its end. @throws where it failed */
export async function runCommand(configFile: string, ...args: string[]): Promise<CommandCost> {
  const begun = performance.now();
  const child = spawn(process.execPath, [builtFile('main'), ...args, '--config', configFile], {
    cwd: dirname(configFile),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)));
  let peakMegabytes = 0;
  let cpuSeconds = 0;
  const watch = setInterval(() => {
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(child.pid ?? 0));
    peakMegabytes = Math.max(peakMegabytes, residentOf(child.pid ?? 0));
  }, 100);
  const code = await new Promise((done) => child.once('close', done));
  clearInterval(watch);
  if (code !== 0) throw new Error(`feedsync ${args.join(' ')} ended with ${String(code)}: ${said}`);
  return { seconds: (performance.now() - begun) / 1000, cpuSeconds, peakMegabytes };
}

/** Clock ticks of /proc, which are hundredths of a second on every Linux that runs Node. */
const ticksPerSecond = 100;

interface Stat {
  parent: number;
  own: number;
  /** Of children that ended. */
  gone: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (index: number): number => fields[index] ?? 0;
    return {
      parent: at(1),
      own: (at(11) + at(12)) / ticksPerSecond,
      gone: (at(13) + at(14)) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

/** User and system seconds of a process. */
export function cpuSecondsOf(pid: number): number {
  return statOf(pid)?.own ?? 0;
}

/** The same of a server and all that it ever started. */
export function cpuSecondsOfTree(pid: number): number {
  const parent = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return (parent?.own ?? 0) + (parent?.gone ?? 0) + children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0);
}

export function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

/** Megabytes in memory now; none of a process that ended. */
export function residentOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeCsvFeed } from './csv-feed.js';
import { writeKyeroFeed, type FeedShape } from './kyero-feed.js';
import type { Measured, Task } from './task.js';

/** What `compare` and `profile` know to measure. */
export interface Line {
  name: string;
  write: (path: string, shape: FeedShape) => Promise<void>;
  mapping: string;
  /** What others need to read the same file once. */
  peer: 'fast-xml-parser' | 'csv-parse';
  /** null: a first sync, into a new store. A number: a later poll, of an export that changes every n-th record, 0 for none. */
  changedEvery: number | null;
}

const xml = { write: writeKyeroFeed, mapping: 'kyero-v3', peer: 'fast-xml-parser' } as const;
const csv = { write: writeCsvFeed, mapping: 'csv-header', peer: 'csv-parse' } as const;

export const lines: readonly Line[] = [
  { name: 'first-xml', ...xml, changedEvery: null },
  { name: 'first-csv', ...csv, changedEvery: null },
  { name: 'unchanged-xml', ...xml, changedEvery: 0 },
  { name: 'changed-xml', ...xml, changedEvery: 100 },
  { name: 'changed-csv', ...csv, changedEvery: 100 },
];

/** One process from its start to its end. */
export interface Cost {
  seconds: number;
  /** User and system time of all its threads. */
  cpuSeconds: number;
  peakMegabytes: number;
}

/** A built program whose processes are measured, with a store of its own. */
export class Contender {
  /**
   * @param checkout where `.bench` and `mappings` are
   * @param folder of its configuration and store
   */
  constructor(
    private readonly checkout: string,
    private readonly folder: string,
  ) {}

  /** Leaves a store that knows the connection and no record. */
  begin(feed: string, mapping: string): void {
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true });
    this.run('prepare', feed, mapping);
  }

  /** @param flags of Node.js */
  run(kind: Task['kind'], feed: string, mapping: string, flags: readonly string[] = []): Cost {
    const task: Task = { kind, folder: this.folder, feed, mapping };
    const program = join(this.checkout, '.bench', 'measure.js');
    if (!existsSync(program)) throw new Error(`${program} is not built`);
    // The shell adds up what the process and its threads took, whatever the program of a former release reports about itself.
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', '"$@" || exit 1; times', 'sh', process.execPath, ...flags, program, JSON.stringify(task)],
      { cwd: this.checkout, encoding: 'utf8' },
    );
    const seconds = (performance.now() - begun) / 1000;
    if (status !== 0)
      throw new Error(`${kind} of ${basename(this.checkout)} failed: ${stderr.slice(-2_000)}`);
    const end = stdout.lastIndexOf('}') + 1;
    const { peakMegabytes } = JSON.parse(stdout.slice(0, end)) as Measured;
    return { seconds, cpuSeconds: childSeconds(stdout.slice(end)), peakMegabytes };
  }
}

/** Of the shell's `times`: user and system time of its children, which stand on the second line as `0m1.230s 0m0.450s`. */
function childSeconds(times: string): number {
  const ofChildren = times.trim().split('\n')[1] ?? '';
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

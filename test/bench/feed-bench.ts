import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { builtFile } from './built-file.js';
import type { FeedShape } from './kyero-feed.js';
import { warmingPolls, type Measured, type Task } from './task.js';

/** What is repeated, of which the fastest counts. */
export const repetitions = 5;
/** A first sync takes long, and needs a new store. */
export const firstSyncs = 3;

type Write = (path: string, shape: FeedShape) => Promise<void>;

/** One generated feed and what is done with it, each in a process of its own. */
export class FeedBench {
  readonly #folder = mkdtempSync(join(tmpdir(), 'feedsync-bench-'));
  readonly feed = join(this.#folder, 'feed');
  #exports = 0;

  constructor(
    private readonly records: number,
    private readonly write: Write,
    private readonly mapping: string,
  ) {}

  export(changedEvery: number, to = this.feed): Promise<void> {
    this.#exports += 1;
    return this.write(to, {
      records: this.records,
      exportedAt: `export ${this.#exports}`,
      changedEvery,
      // No export is like one before.
      raise: this.#exports * 100,
    });
  }

  /** @param flags of Node.js */
  task(
    kind: Task['kind'],
    more: Pick<Task, 'url' | 'exports'> = {},
    flags: readonly string[] = [],
  ): Measured {
    const task: Task = { kind, folder: this.#folder, feed: this.feed, mapping: this.mapping, ...more };
    const output = execFileSync(process.execPath, [...flags, builtFile('measure'), JSON.stringify(task)]);
    return JSON.parse(output.toString()) as Measured;
  }

  /** The fastest of some, each into a store of its own; the last one's stays. */
  firstSync(more: Pick<Task, 'url'> = {}, flags: readonly string[] = []): Promise<Measured> {
    const syncInto = (): Measured => {
      for (const name of readdirSync(this.#folder))
        if (name !== basename(this.feed)) rmSync(join(this.#folder, name), { recursive: true });
      this.task('prepare', more);
      return this.task('poll', {}, flags);
    };
    return this.fastest(syncInto, { times: firstSyncs });
  }

  async fastest(
    measure: () => Measured,
    { changedEvery = null, times = repetitions }: { changedEvery?: number | null; times?: number } = {},
  ): Promise<Measured> {
    let best: Measured | null = null;
    for (let time = 0; time < times; time++) {
      if (changedEvery !== null) await this.export(changedEvery);
      const next = measure();
      if (best === null || next.seconds < best.seconds) best = next;
    }
    if (best === null) throw new Error('nothing was measured');
    return best;
  }

  /** Of a process that polled the feed before, as a daemon has. */
  async laterPolls(changedEvery: number): Promise<Measured> {
    const exports = Array.from({ length: warmingPolls + repetitions }, (_, index) => `${this.feed}.${index}`);
    for (const path of exports) await this.export(changedEvery, path);
    return this.task('later-polls', { exports });
  }

  /** Seconds of a tool of this machine; null where it is not installed. */
  command(name: string, args: string[]): number | null {
    const times = Array.from({ length: repetitions }, () => {
      const start = performance.now();
      const { status } = spawnSync(name, [...args, this.feed], { stdio: 'ignore' });
      return status === 0 ? (performance.now() - start) / 1000 : NaN;
    });
    return times.some(Number.isNaN) ? null : Math.min(...times);
  }

  get megabytes(): number {
    return Math.round(statSync(this.feed).size / 1e6);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function serveGzip(feed: string): Promise<{ url: string; stop: () => void }> {
  const server = spawn(process.execPath, [builtFile('serve-gzip'), feed]);
  const [address] = (await once(server.stdout, 'data')) as [Buffer];
  return { url: address.toString().trim(), stop: () => void server.kill() };
}

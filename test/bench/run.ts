import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { writeCsvFeed } from './csv-feed.js';
import { writeKyeroFeed, type FeedShape } from './kyero-feed.js';
import { warmingPolls, type Measured, type Task } from './task.js';
import { measureApi } from './api.js';
import { builtFile } from './built-file.js';
import { measureCapacity } from './capacity.js';
import { measureIdle } from './idle-round.js';
import { measureMigrate } from './migrate.js';
import { readMeasured, writeMeasured } from './measurements.js';
import { parts, report, type Measurements, type Part, type Row } from './report.js';
import { writeBench } from './results-file.js';
import { measureSandbox } from './sandbox.js';

/**
 * `npm run bench [-- records… | memory | sandbox | api | capacity | idle | migrate]`: polls of generated feeds against what others need to read the
 * same file once; the sandbox portal; the console's API; what polls and pushes cost on each store; a round in which nothing changed; moving
 * to PostgreSQL. Given some of these alone, what was measured of the others before stays on the page.
 */
const given = process.argv.slice(2);
const measures: Readonly<Record<Part, () => Promise<{ markdown: string; missed: string[] }>>> = {
  sandbox: measureSandbox,
  api: measureApi,
  capacity: measureCapacity,
  idle: measureIdle,
  migrate: measureMigrate,
};
const numbers = given.filter((name) => name !== 'memory' && !Object.hasOwn(measures, name));
const standardSizes = [20_000, 100_000];
const sizes = given.length > 0 ? numbers.map(Number) : standardSizes;
const unknown = numbers.filter((name) => !(Number(name) > 0));
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(', ')} cannot be measured: give numbers of records, memory, or ${parts.join(', ')}.\n`,
  );
  process.exit(2);
}
const repetitions = 5;

type Write = (path: string, shape: FeedShape) => Promise<void>;

/** One generated feed and what is done with it. */
class Bench {
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

  async fastest(measure: () => Measured, changedEvery: number | null = null): Promise<Measured> {
    let best: Measured | null = null;
    for (let time = 0; time < repetitions; time++) {
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

async function measureXml(records: number): Promise<Row[]> {
  const bench = new Bench(records, writeKyeroFeed, 'kyero-v3');
  try {
    await bench.export(0);
    const bare = await bench.fastest(() => bench.task('fast-xml-parser'));
    const parsed = await bench.fastest(() => bench.task('parse'));
    const mapped = await bench.fastest(() => bench.task('parse-and-map'));
    const openssl = bench.command('openssl', ['dgst', '-sha256']);
    const xmllint = bench.command('xmllint', ['--stream', '--noout']);
    bench.task('prepare');
    const first = bench.task('poll');
    const unchanged = await bench.fastest(() => bench.task('poll'), 0);
    const changed = await bench.fastest(() => bench.task('poll'), 100);
    const changedLater = await bench.laterPolls(100);
    const file = `Kyero XML, ${bench.megabytes} MB`;
    const line = (what: string, measured: Partial<Measured>, against?: Row['against']): Row => ({
      file,
      records,
      what,
      measured,
      ...(against && { against }),
    });
    const perOpenssl = (most: number): Row['against'] => ({
      name: 'openssl',
      seconds: openssl ?? NaN,
      most,
    });
    return [
      line('openssl dgst -sha256', { seconds: openssl ?? NaN }),
      ...(xmllint === null ? [] : [line('xmllint --stream --noout', { seconds: xmllint })]),
      line('fast-xml-parser, one call a record', { seconds: bare.seconds }),
      line('parse: our reader, record by record, one thread', parsed, {
        name: 'fast-xml-parser',
        seconds: bare.seconds,
      }),
      // Parsing alone is what the bare parser does: ours takes a part of its time.
      line('parse and map: the same, one thread', mapped, {
        name: 'fast-xml-parser',
        seconds: bare.seconds,
        most: 1.5,
      }),
      line('first sync', first, { name: 'fast-xml-parser', seconds: bare.seconds, most: 1.5 }),
      line('first sync with little memory, one thread', await firstSyncInLittleMemory(records), {
        name: 'fast-xml-parser',
        seconds: bare.seconds,
      }),
      line('unchanged records, new export', unchanged, perOpenssl(2.5)),
      line('1 % changed, first poll of a process', changed, perOpenssl(5)),
      line('1 % changed, a later poll, as a daemon’s are', changedLater, perOpenssl(5)),
    ];
  } finally {
    bench.remove();
  }
}

/** Where a process may not have the memory that threads take, it maps all records itself. */
async function firstSyncInLittleMemory(records: number): Promise<Measured> {
  const bench = new Bench(records, writeKyeroFeed, 'kyero-v3');
  try {
    await bench.export(0);
    bench.task('prepare');
    return bench.task('poll', {}, ['--max-old-space-size=256']);
  } finally {
    bench.remove();
  }
}

async function measureCsv(records: number): Promise<Row[]> {
  const bench = new Bench(records, writeCsvFeed, 'csv-header');
  try {
    await bench.export(0);
    const bare = await bench.fastest(() => bench.task('csv-parse'));
    bench.task('prepare');
    const first = bench.task('poll');
    const unchanged = await bench.fastest(() => bench.task('poll'), 0);
    const changed = await bench.fastest(() => bench.task('poll'), 100);
    const file = `CSV, 30 columns, ${bench.megabytes} MB`;
    const against = { name: 'csv-parse', seconds: bare.seconds };
    return [
      { file, records, what: 'csv-parse', measured: { seconds: bare.seconds } },
      { file, records, what: 'first sync', measured: first, against },
      {
        file,
        records,
        what: 'unchanged records, new export',
        measured: unchanged,
        against: { ...against, most: 0.2 },
      },
      { file, records, what: '1 % changed', measured: changed, against },
    ];
  } finally {
    bench.remove();
  }
}

async function serveGzip(feed: string): Promise<{ url: string; stop: () => void }> {
  const server = spawn(process.execPath, [builtFile('serve-gzip'), feed]);
  const [address] = (await once(server.stdout, 'data')) as [Buffer];
  return { url: address.toString().trim(), stop: () => void server.kill() };
}

/** The same over HTTP with gzip: recorded, and compared with the same from the disk. */
async function measureHttp(records: number): Promise<Row[]> {
  const bench = new Bench(records, writeKyeroFeed, 'kyero-v3');
  const { url, stop } = await serveGzip(bench.feed);
  try {
    await bench.export(0);
    const gzip = bench.command('gzip', ['-1', '-c']);
    bench.task('prepare', { url });
    const first = bench.task('poll');
    const unchanged = await bench.fastest(() => bench.task('poll'), 0);
    const changed = await bench.fastest(() => bench.task('poll'), 100);
    const file = `Kyero XML over HTTP with gzip, ${bench.megabytes} MB`;
    const against = { name: 'gzip -1', seconds: gzip ?? NaN };
    return [
      { file, records, what: 'gzip -1 of the file, as its server does', measured: { seconds: gzip ?? NaN } },
      { file, records, what: 'first sync', measured: first, against },
      { file, records, what: 'unchanged records, new export', measured: unchanged, against },
      { file, records, what: '1 % changed', measured: changed, against },
    ];
  } finally {
    stop();
    bench.remove();
  }
}

/** What each poll takes at most: the first, one of a new export, one of which 1 % changed. */
async function measureMemory(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const records of standardSizes)
    for (const { file, write, mapping, isServed = false } of [
      { file: 'Kyero XML', write: writeKyeroFeed, mapping: 'kyero-v3' },
      { file: 'CSV', write: writeCsvFeed, mapping: 'csv-header' },
      { file: 'Kyero XML over HTTP with gzip', write: writeKyeroFeed, mapping: 'kyero-v3', isServed: true },
    ]) {
      const bench = new Bench(records, write, mapping);
      const server = isServed ? await serveGzip(bench.feed) : null;
      try {
        await bench.export(0);
        bench.task('prepare', server === null ? {} : { url: server.url });
        for (const [what, changedEvery] of [
          ['first sync', null],
          ['unchanged records, new export', 0],
          ['1 % changed', 100],
        ] as const) {
          if (changedEvery !== null) await bench.export(changedEvery);
          rows.push({ file, records, what, measured: bench.task('poll') });
        }
      } finally {
        server?.stop();
        bench.remove();
      }
    }
  return rows;
}

function machine(): string {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB, ${process.platform}, Node ${process.version}, load before it ${load}`;
}

/** Into what stands there now: another part may have been measured meanwhile. */
function keep(change: (measured: Measurements) => void): void {
  const measured = readMeasured();
  change(measured);
  writeMeasured(measured);
}

for (const records of sizes) {
  const on = machine();
  const rows = [
    ...(await measureXml(records)),
    ...(await measureCsv(records)),
    ...(await measureHttp(records)),
  ];
  keep((measured) => {
    const others = measured.feeds.filter((other) => other.records !== records);
    measured.feeds = [...others, { records, on, rows }];
  });
}
if (given.length === 0 || given.includes('memory')) {
  const rows = await measureMemory();
  keep((measured) => (measured.memory = rows));
}
for (const part of parts) {
  if (given.length > 0 && !given.includes(part)) continue;
  const { markdown, missed } = await measures[part]();
  keep((measured) => (measured[part] = markdown));
  if (missed.length > 0) process.stderr.write(`Missed by ${part}: ${missed.join('; ')}\n`);
}
const text = report(readMeasured(), repetitions);
process.stdout.write(text);
writeBench(text);

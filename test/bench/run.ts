import { cpus, loadavg, totalmem } from 'node:os';
import { measureApi } from './api.js';
import { measureCapacity } from './capacity.js';
import { compare, profile } from './compare.js';
import { writeCsvFeed } from './csv-feed.js';
import { FeedBench, firstSyncs, repetitions, serveGzip } from './feed-bench.js';
import { measureIdle } from './idle-round.js';
import { writeKyeroFeed } from './kyero-feed.js';
import { measureMemory } from './memory.js';
import { measureMigrate } from './migrate.js';
import { readMeasured, writeMeasured } from './measurements.js';
import { parts, report, type Measurements, type Part, type PartResult, type Row } from './report.js';
import { writeBench } from './results-file.js';
import { measureSandbox } from './sandbox.js';
import type { Measured } from './task.js';

/**
 * `npm run bench [-- records… | memory | sandbox | api | capacity | idle | migrate]`: polls of generated feeds against what others need to
 * read the same file once; the memory they take; the sandbox portal; the console's API; what polls and pushes cost on each store; a round in
 * which nothing changed; moving to PostgreSQL. Given some of these alone, what was measured of the others before stays on the page.
 * `npm run bench -- compare REV …` and `-- profile LINE …` are tools for work on speed.
 */
const given = process.argv.slice(2);
const tools = { compare, profile };
const [first = ''] = given;
if (first === 'compare' || first === 'profile') {
  await tools[first](given.slice(1));
  process.exit();
}
const measures: Readonly<Record<Part, () => Promise<PartResult>>> = {
  memory: measureMemory,
  sandbox: measureSandbox,
  api: measureApi,
  capacity: measureCapacity,
  idle: measureIdle,
  migrate: measureMigrate,
};
const numbers = given.filter((name) => !Object.hasOwn(measures, name));
const sizes = given.length > 0 ? numbers.map(Number) : [20_000, 100_000];
const unknown = numbers.filter((name) => !(Number(name) > 0));
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(', ')} cannot be measured: give numbers of records, or ${parts.join(', ')}.\n`,
  );
  process.exit(2);
}

async function measureXml(records: number): Promise<Row[]> {
  const bench = new FeedBench(records, writeKyeroFeed, 'kyero-v3');
  try {
    await bench.export(0);
    const parsed = await bench.fastest(() => bench.task('parse'));
    const mapped = await bench.fastest(() => bench.task('parse-and-map'));
    // Where a process may not have the memory that threads take, it maps all records itself.
    const alone = await bench.firstSync({}, ['--max-old-space-size=256']);
    // The machine's speed drifts: what is compared is measured one after the other.
    const bare = await bench.fastest(() => bench.task('fast-xml-parser'));
    const first = await bench.firstSync();
    const openssl = bench.command('openssl', ['dgst', '-sha256']);
    const xmllint = bench.command('xmllint', ['--stream', '--noout']);
    const unchanged = await bench.fastest(() => bench.task('poll'), { changedEvery: 0 });
    const changed = await bench.fastest(() => bench.task('poll'), { changedEvery: 100 });
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
      line('first sync with little memory, one thread', alone, {
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

async function measureCsv(records: number): Promise<Row[]> {
  const bench = new FeedBench(records, writeCsvFeed, 'csv-header');
  try {
    await bench.export(0);
    const bare = await bench.fastest(() => bench.task('csv-parse'));
    const first = await bench.firstSync();
    const unchanged = await bench.fastest(() => bench.task('poll'), { changedEvery: 0 });
    const changed = await bench.fastest(() => bench.task('poll'), { changedEvery: 100 });
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

/** The same over HTTP with gzip: recorded, and compared with the same from the disk. */
async function measureHttp(records: number): Promise<Row[]> {
  const bench = new FeedBench(records, writeKyeroFeed, 'kyero-v3');
  const { url, stop } = await serveGzip(bench.feed);
  try {
    await bench.export(0);
    const gzip = bench.command('gzip', ['-1', '-c']);
    const first = await bench.firstSync({ url });
    const unchanged = await bench.fastest(() => bench.task('poll'), { changedEvery: 0 });
    const changed = await bench.fastest(() => bench.task('poll'), { changedEvery: 100 });
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
for (const part of parts) {
  if (given.length > 0 && !given.includes(part)) continue;
  const { markdown, missed } = await measures[part]();
  keep((measured) => (measured[part] = markdown));
  if (missed.length > 0) process.stderr.write(`Missed by ${part}: ${missed.join('; ')}\n`);
}
const text = report(readMeasured(), { repetitions, firstSyncs });
process.stdout.write(text);
writeBench(text);

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { writeKyeroFeed } from './kyero-feed.js';
import type { Measured, Task } from './measure.js';

/** `npm run bench [-- records…]`: polls of generated feeds against what others need to read the same file once. */
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [20_000, 100_000];
const repetitions = 3;
const results = 'test/bench/RESULTS.md';

interface Row {
  records: number;
  what: string;
  measured: Measured;
  /** What it is compared with, and the limit of the ratio. */
  against: { name: string; seconds: number; most: number } | null;
}

const rows: Row[] = [];
for (const size of sizes) rows.push(...(await measureXml(size)));
const report = written(rows);
process.stdout.write(report);
writeFileSync(results, report);

async function measureXml(records: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-bench-'));
  const feed = join(folder, 'feed.xml');
  const task = (kind: Task['kind']): Measured => measure({ kind, folder, feed, mapping: 'kyero-v3' });
  let exports = 0;
  const exported = (changedEvery: number): Promise<void> =>
    writeKyeroFeed(feed, { records, exportedAt: `export ${(exports += 1)}`, changedEvery });
  try {
    await exported(0);
    const bare = task('fast-xml-parser');
    const openssl = fastest(() => command('openssl', ['dgst', '-sha256', feed]));
    const xmllint = fastest(() => command('xmllint', ['--stream', '--noout', feed]));
    task('prepare');
    const first = task('poll');
    const unchanged = await fastestOf(async () => {
      await exported(0);
      return task('poll');
    });
    await exported(100);
    const changed = task('poll');
    const row = (what: string, measured: Measured, against: Row['against'] = null): Row => ({
      records,
      what,
      measured,
      against,
    });
    return [
      row(`openssl dgst -sha256 (${Math.round(statSync(feed).size / 1e6)} MB)`, tool(openssl)),
      ...(xmllint === null ? [] : [row('xmllint --stream --noout', tool(xmllint))]),
      row('fast-xml-parser, one call a record', bare),
      row('first sync', first, { name: 'fast-xml-parser', seconds: bare.seconds, most: 1.5 }),
      row('unchanged records, new export', unchanged, {
        name: 'openssl',
        seconds: openssl ?? NaN,
        most: 2.5,
      }),
      row('1 % changed', changed, { name: 'openssl', seconds: openssl ?? NaN, most: 5 }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(task: Task): Measured {
  const child = execFileSync(process.execPath, [
    join(import.meta.dirname, 'measure.js'),
    JSON.stringify(task),
  ]);
  return JSON.parse(child.toString()) as Measured;
}

/** Seconds of a tool of this machine; null where it is not installed. */
function command(name: string, args: string[]): number | null {
  const start = performance.now();
  const { status } = spawnSync(name, args, { stdio: 'ignore' });
  return status === 0 ? (performance.now() - start) / 1000 : null;
}

function fastest(run: () => number | null): number | null {
  const seconds = Array.from({ length: repetitions }, run).filter((time) => time !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

async function fastestOf(run: () => Promise<Measured>): Promise<Measured> {
  let best = await run();
  for (let again = 1; again < repetitions; again++) {
    const next = await run();
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

function tool(seconds: number | null): Measured {
  return { seconds: seconds ?? NaN, peakMegabytes: NaN, records: 0, parsed: 0, message: '' };
}

function written(all: readonly Row[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1e9)} GB, ${process.platform}, Node ${process.version}`;
  return `# Benchmarks

\`npm run bench\`, in one run on ${machine}. Each line is a process of its own; times are of the work alone, the fastest of
${repetitions} where nothing is stored by it. Machines differ: the ratios count. Kyero records of some 5 KB, texts without HTML.

| records | what | seconds | ratio | wanted | peak MB | records parsed |
|---|---|---|---|---|---|---|
${all.map(line).join('\n')}
${memory(all)}
`;
}

function line({ records, what, measured, against }: Row): string {
  const ratio =
    against === null ? '' : `${(measured.seconds / against.seconds).toFixed(2)} × ${against.name}`;
  const wanted = against === null ? '' : `at most ${against.most}`;
  const peak = Number.isNaN(measured.peakMegabytes) ? '' : measured.peakMegabytes.toFixed(0);
  const parsed = measured.records === 0 ? '' : String(measured.parsed);
  return `| ${records} | ${what} | ${measured.seconds.toFixed(2)} | ${ratio} | ${wanted} | ${peak} | ${parsed} |`;
}

/** Memory must not grow with the feed. */
function memory(all: readonly Row[]): string {
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  if (least === most) return '';
  const polls = all.filter(({ records, against }) => against !== null && records === most);
  const lines = polls.map(({ what, measured }) => {
    const small =
      all.find((row) => row.what === what && row.records === least)?.measured.peakMegabytes ?? NaN;
    return `- ${what}: ${(measured.peakMegabytes / small).toFixed(2)} × the peak at ${least} records (wanted: at most 1.15, and under 150 MB)`;
  });
  return `\nPeak memory at ${most} records:\n\n${lines.join('\n')}`;
}

import { writeCsvFeed } from './csv-feed.js';
import { FeedBench, serveGzip } from './feed-bench.js';
import { writeKyeroFeed } from './kyero-feed.js';
import type { PartResult } from './report.js';

const [few, many] = [20_000, 100_000];
const peakMost = 150;
const growthMost = 1.15;
/** Of polls of which there can be several: most are alike, some take 3 MB more. */
const times = 5;

const feeds = [
  { file: 'Kyero XML', write: writeKyeroFeed, mapping: 'kyero-v3', isServed: false },
  { file: 'CSV', write: writeCsvFeed, mapping: 'csv-header', isServed: false },
  { file: 'Kyero XML over HTTP with gzip', write: writeKyeroFeed, mapping: 'kyero-v3', isServed: true },
];

const polls = [
  { what: 'first sync', changedEvery: null },
  { what: 'unchanged records, new export', changedEvery: 0 },
  { what: '1 % changed', changedEvery: 100 },
];

/** Megabytes that a poll takes at most, by feed and poll. */
type Peaks = Map<string, number>;

/** What each poll takes at most; unlike its time it is the same on a busy machine. Memory must not grow with the feed. */
export async function measureMemory(): Promise<PartResult> {
  return written(await peaksAt(few), await peaksAt(many));
}

async function peaksAt(records: number): Promise<Peaks> {
  const peaks: Peaks = new Map();
  for (const { file, write, mapping, isServed } of feeds) {
    const bench = new FeedBench(records, write, mapping);
    const server = isServed ? await serveGzip(bench.feed) : null;
    try {
      await bench.export(0);
      bench.task('prepare', server === null ? {} : { url: server.url });
      for (const { what, changedEvery } of polls) {
        const found: number[] = [];
        for (let time = 0; time < (changedEvery === null ? 1 : times); time++) {
          if (changedEvery !== null) await bench.export(changedEvery);
          found.push(bench.task('poll').peakMegabytes);
        }
        peaks.set(`${file}, ${what}`, median(found));
      }
    } finally {
      server?.stop();
      bench.remove();
    }
  }
  return peaks;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

function written(atFew: Peaks, atMany: Peaks): PartResult {
  const rows = [...atMany].map(([poll, peak]) => ({ poll, peak, growth: peak / (atFew.get(poll) ?? NaN) }));
  const markdown = `## Memory

\`npm run bench -- memory\`; each poll is a process of its own, the peak the median of ${times}, but of a first sync. Wanted: under ${peakMost} MB, and at ${many} records at most ${growthMost} × that at ${few}.

| poll | peak MB at ${many} | × that at ${few} |
|---|---|---|
${rows.map(({ poll, peak, growth }) => `| ${poll} | ${peak.toFixed(0)} | ${growth.toFixed(2)} |`).join('\n')}
`;
  const missed = rows
    .filter(({ peak, growth }) => peak >= peakMost || growth > growthMost)
    .map(({ poll, peak, growth }) => `${poll}: ${peak.toFixed(0)} MB, ${growth.toFixed(2)} ×`);
  return { markdown, missed };
}

import type { Measured } from './task.js';

export interface Row {
  file: string;
  records: number;
  what: string;
  measured: Partial<Measured>;
  /** What it is compared with, and the limit of the ratio where there is one. */
  against?: { name: string; seconds: number; most?: number };
}

/** What is measured beside feeds, in the order in which it stands on the page. */
export const parts = ['memory', 'sandbox', 'api', 'capacity', 'idle', 'migrate'] as const;
export type Part = (typeof parts)[number];

export interface PartResult {
  markdown: string;
  /** What was not reached; empty when all is well. */
  missed: string[];
}

/** The last measurement of each size of feed, all lines of a size from one run, and the page's text of every other part. */
export type Measurements = {
  feeds: { records: number; on: string; rows: Row[] }[];
} & Partial<Record<Part, string>>;

export function report(
  { feeds, ...texts }: Measurements,
  { repetitions, firstSyncs }: { repetitions: number; firstSyncs: number },
): string {
  const ordered = feeds.toSorted((a, b) => a.records - b.records);
  const rows = ordered.flatMap((size) => size.rows);
  const files = [...new Set(rows.map(({ file }) => file))];
  return `# Benchmarks

\`npm run bench\`; all lines of one size come from one run:

${ordered.map(({ records, on }) => `- ${records} records on ${on}`).join('\n')}

Each line is a process of its own. A poll is timed from the feed's URL until its plan is stored; tools of others are timed whole, the
parsers without their start. Times are the fastest of ${repetitions}, of first syncs the fastest of ${firstSyncs}, each into a store of its own.
Machines differ: the ratios count.

${files.map((file) => section(file, rows)).join('\n')}
${parts.map((part) => texts[part] ?? '').join('\n')}`;
}

function section(file: string, rows: readonly Row[]): string {
  const own = rows.filter((row) => row.file === file);
  return `## ${file}, ${own[0]?.records ?? 0} records

| what | seconds | ratio | wanted | peak MB | records parsed |
|---|---|---|---|---|---|
${own.map(line).join('\n')}
`;
}

function line({ what, measured, against }: Row): string {
  const { seconds = NaN, peakMegabytes, records, parsed } = measured;
  const ratio = against === undefined ? '' : `${(seconds / against.seconds).toFixed(2)} × ${against.name}`;
  const wanted = against?.most === undefined ? '' : `at most ${against.most}`;
  const isPoll = records !== undefined && records > 0;
  return `| ${what} | ${seconds.toFixed(2)} | ${ratio} | ${wanted} | ${peakMegabytes?.toFixed(0) ?? ''} | ${isPoll ? parsed : ''} |`;
}

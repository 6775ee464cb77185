import type { Measured } from './task.js';

export interface Row {
  file: string;
  records: number;
  what: string;
  measured: Partial<Measured>;
  /** What it is compared with, and the limit of the ratio where there is one. */
  against?: { name: string; seconds: number; most?: number };
}

const peakWanted = 150;
const growthWanted = 1.15;

/** What is measured beside feeds, in the order in which it stands on the page. */
export const parts = ['sandbox', 'api', 'capacity', 'idle', 'migrate'] as const;
export type Part = (typeof parts)[number];

/** The last measurement of each size of feed, all lines of a size from one run, and the page's text of every other part. */
export type Measurements = {
  feeds: { records: number; on: string; rows: Row[] }[];
  /** Polls measured for their memory alone, once each: unlike their time it is the same on a busy machine. */
  memory?: Row[];
} & Partial<Record<Part, string>>;

export function report({ feeds, memory: polls, ...texts }: Measurements, repetitions: number): string {
  const ordered = feeds.toSorted((a, b) => a.records - b.records);
  const rows = ordered.flatMap((size) => size.rows);
  const files = [...new Set(rows.map(({ file }) => file))];
  return `# Benchmarks

\`npm run bench\`; all lines of one size come from one run:

${ordered.map(({ records, on }) => `- ${records} records on ${on}`).join('\n')}

Each line is a process of its own. A poll is timed from the feed's URL until its plan is stored; tools of others are timed whole, the
parsers without their start. Times are the fastest of ${repetitions}, but for a first sync, which there is only once.
Machines differ: the ratios count.

${files.map((file) => section(file, rows)).join('\n')}
${memory(polls ?? rows)}
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

/** Memory must not grow with the feed. */
function memory(rows: readonly Row[]): string {
  const sizes = rows.map(({ records }) => records);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const kind = ({ file, what }: Row): string => `${file.split(',')[0]}, ${what}`;
  const polls = rows.filter(({ measured }) => measured.peakMegabytes !== undefined);
  const lines = polls
    .filter(({ records }) => records === most)
    .map((row) => {
      const peak = row.measured.peakMegabytes ?? NaN;
      const small = polls.find((other) => other.records === least && kind(other) === kind(row));
      const growth = peak / (small?.measured.peakMegabytes ?? NaN);
      return `| ${kind(row)} | ${peak.toFixed(0)} | ${least === most ? '' : growth.toFixed(2)} |`;
    });
  return `## Memory

\`npm run bench -- memory\`; each poll is a process of its own. Wanted: under ${peakWanted} MB, and at ${most} records at most ${growthWanted} × that at ${least}.

| poll | peak MB at ${most} | × that at ${least} |
|---|---|---|
${lines.join('\n')}
`;
}

import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { soakSection, writeResults } from '../bench/results-file.js';
import { mistakes } from '../simulator/mistakes.js';
import { hostileFeeds } from './hostile-feeds.js';
import { kills } from './kills.js';

/** `npm run soak [-- seeds [first seed]]`: what takes too long for the tests. Its results are recorded. */
const [seeds = 10_000, firstSeed = 1] = process.argv.slice(2).map(Number);
const killCount = 300;
const freshSeeds = 200;
const workers = cpus().length;

interface Line {
  seed: number;
  violations: string[];
  jobs: number;
  deaths: number;
  requests: number;
  items: number;
}

/** Seeds in a process of their own, so that all processors work. */
async function range(first: number, count: number, mistake?: string): Promise<Line[]> {
  const script = join(import.meta.dirname, 'simulate-range.ts');
  const extra = mistake === undefined ? [] : [mistake];
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(first), String(count), ...extra], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Line;
    lines.push(one);
    for (const violation of mistake === undefined ? one.violations : [])
      process.stdout.write(`seed ${one.seed}: ${violation}\n`);
    if (mistake === undefined && one.seed % 250 === 0) process.stdout.write(`… seed ${one.seed}\n`);
  }
  return lines;
}

async function simulateAll(): Promise<string> {
  const start = performance.now();
  const share = Math.ceil(seeds / workers);
  const parts = Array.from({ length: workers }, (_, index) =>
    range(firstSeed + index * share, Math.min(share, seeds - index * share)),
  );
  const lines = (await Promise.all(parts)).flat();
  const minutes = (performance.now() - start) / 60_000;
  const sum = (of: 'jobs' | 'deaths' | 'requests' | 'items'): number =>
    lines.reduce((total, line) => total + line[of], 0);
  const broken = lines.filter(({ violations }) => violations.length > 0).map(({ seed }) => seed);
  if (lines.length < seeds || broken.length > 0) process.exitCode = 1;
  return `| seeds | broken promises | a minute | last seed | jobs | deaths | requests | items |
|---|---|---|---|---|---|---|---|
| ${lines.length} | ${broken.length === 0 ? 'none' : `seeds ${broken.join(', ')}`} | ${(lines.length / minutes).toFixed(0)} | ${firstSeed + seeds - 1} | ${sum('jobs')} | ${sum('deaths')} | ${sum('requests')} | ${sum('items')} |
`;
}

/** Each planted mistake must be found within so many seeds that nobody chose. */
async function findMistakes(): Promise<string> {
  const rows: string[] = [];
  const first = firstSeed + seeds;
  const names = Object.keys(mistakes);
  for (let index = 0; index < names.length; index += workers) {
    const found = await Promise.all(
      names
        .slice(index, index + workers)
        .map(async (name) => ({ name, lines: await range(first, freshSeeds, name) })),
    );
    for (const { name, lines } of found) {
      const last = lines.at(-1);
      const isFound = (last?.violations.length ?? 0) > 0;
      if (!isFound) process.exitCode = 1;
      rows.push(`| ${name} | ${isFound ? `after ${lines.length} seeds` : '**not found**'} |`);
    }
  }
  return `| planted mistake | found |\n|---|---|\n${rows.join('\n')}\n`;
}

async function killIt(): Promise<string> {
  const result = await kills(killCount, firstSeed);
  if (!result.ok) process.exitCode = 1;
  return `\`kill -9\` at random moments of a running daemon, ${result.kills} times: ${result.message}\n`;
}

async function feedItPoison(): Promise<string> {
  const results = await hostileFeeds();
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
  const rows = results.map(
    ({ name, ok, seconds, peakMegabytes, message }) =>
      `| ${name} | ${ok ? 'refused' : '**failed**'} | ${seconds.toFixed(1)} | ${peakMegabytes.toFixed(0)} | ${message.replaceAll('|', '\\|')} |`,
  );
  return `| hostile feed | | seconds | peak MB | what was said |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

const parts = [await simulateAll(), await findMistakes(), await killIt(), await feedItPoison()];
const intro = `\`npm run soak\` on ${workers} processors. A seed is days of a daemon's life against the sandbox portal, with faults, deaths,
people and agencies that change their feeds; after each of them the portal is compared with what the feeds say.`;
writeResults('soak', soakSection([intro, ...parts].join('\n\n')));
process.stdout.write(`${parts.join('\n')}\n`);

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PQueue from 'p-queue';
import { writeSoakPart, type SoakPart } from '../bench/results-file.js';
import { mistakes } from '../simulator/mistakes.js';
import { workerMistakes } from '../simulator/worker-mistakes.js';
import { startPostgres } from '../support/postgres.js';
import { repetitionsVariable } from '../support/repetitions.js';
import { fleet } from './fleet.js';
import { hostileFeeds } from './hostile-feeds.js';
import { hostileValuesFor } from './hostile-values.js';
import { measureMarket } from '../market/measure.js';
import { kills } from './kills.js';
import { blockDaemons } from './watchdog.js';
import { filesThatRepeat } from './repeating-files.js';
import { readSeedLine, seedsResult, type SeedLine } from './seed-lines.js';

const usage = `npm run soak -- [PART]: what takes too long for the tests. Without a part, all of them. Each records its results.
  seeds [COUNT [FIRST]]   so many days of the simulator, none of which may break a promise (10000, from 1)
  seeds --from FILE...    records what simulate-range.ts wrote, one file for each process that ran
  seeds-on-postgres [COUNT [FIRST [WORKERS]]]   the same with the store on PostgreSQL (500, from 1), of so many workers at once
  mistakes [FIRST]        each planted mistake must be found within 200 seeds that nobody chose (from 10001)
  repetitions             the tests that repeat themselves, more often than npm test does
  kills [COUNT]           kill -9 of a running daemon, so many times (300)
  fleet [BLOWS]           workers and servers on one PostgreSQL, killed and stopped so many times (200)
  hostile                 feeds made to hurt, at full size
  values [MINUTES]        a feed of hostile values beside three innocent ones (60)
  market [SEED...]        generated markets of 100 agencies for a quarter, against the content guard (1 2 3 4 5)
  watchdog                daemons whose loop is blocked for longer than a minute
`;
const freshSeeds = 200;
const workers = cpus().length;
/** A process gives back what the lives held that died in it when it ends. */
const seedsOfProcess = 100;

interface Result {
  ok: boolean;
  text: string;
}

/** Seeds in a process of their own, so that all processors work. */
async function range(
  first: number,
  count: number,
  { mistake, extra = [] }: { mistake?: string; extra?: readonly string[] } = {},
): Promise<SeedLine[]> {
  const script = join(import.meta.dirname, 'simulate-range.ts');
  const args = [String(first), String(count), ...(mistake === undefined ? [] : [mistake]), ...extra];
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: SeedLine[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = readSeedLine(line);
    lines.push(one);
    for (const violation of mistake === undefined ? one.violations : [])
      process.stdout.write(`seed ${one.seed}: ${violation}\n`);
    if (mistake === undefined && one.seed % 250 === 0) process.stdout.write(`… seed ${one.seed}\n`);
  }
  return lines;
}

async function simulateSeeds(count: number, first: number, extra?: readonly string[]): Promise<Result> {
  const start = performance.now();
  const queue = new PQueue({ concurrency: workers });
  const parts = Array.from({ length: Math.ceil(count / seedsOfProcess) }, (_, index) => {
    const done = index * seedsOfProcess;
    return queue.add(() =>
      range(first + done, Math.min(seedsOfProcess, count - done), { ...(extra !== undefined && { extra }) }),
    );
  });
  const lines = (await Promise.all(parts)).flat();
  return seedsResult(lines, { wanted: count, minutes: (performance.now() - start) / 60_000, workers });
}

/** What other processes wrote while they ran beside each other, from the first file's beginning to the last one's end. */
function readSeeds(files: readonly string[]): Result {
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(readSeedLine),
  );
  const times = files.map((file) => statSync(file));
  const began = Math.min(...times.map(({ birthtimeMs }) => birthtimeMs));
  const ended = Math.max(...times.map(({ mtimeMs }) => mtimeMs));
  return seedsResult(lines, {
    wanted: lines.length,
    minutes: (ended - began) / 60_000,
    workers: files.length,
  });
}

/** Each planted mistake must be found within so many seeds that nobody chose. */
async function findMistakes(first: number): Promise<Result> {
  const rows: string[] = [];
  const names = [...Object.keys(mistakes), ...Object.keys(workerMistakes)];
  const extraOf = (name: string): string[] => (Object.hasOwn(workerMistakes, name) ? ['--workers=3'] : []);
  let ok = true;
  for (let index = 0; index < names.length; index += workers) {
    const found = await Promise.all(
      names.slice(index, index + workers).map(async (name) => {
        const lines = await range(first, freshSeeds, { mistake: name, extra: extraOf(name) });
        return { name, lines };
      }),
    );
    for (const { name, lines } of found) {
      const isFound = (lines.at(-1)?.violations.length ?? 0) > 0;
      ok &&= isFound;
      rows.push(`| ${name} | ${isFound ? `after ${lines.length} seeds` : '**not found**'} |`);
      process.stdout.write(`${name}: ${isFound ? `found after ${lines.length} seeds` : 'not found'}\n`);
    }
  }
  const title = `Seeds from ${first} on, at most ${freshSeeds}; each mistake is planted into every life of the daemon.`;
  return { ok, text: `${title}\n\n| planted mistake | found |\n|---|---|\n${rows.join('\n')}` };
}

/** The same files as in `npm test`; they read how often to repeat themselves. */
function repeat(): Result {
  const files = filesThatRepeat();
  const start = performance.now();
  const { status } = spawnSync(
    'npx',
    ['--no-install', 'vitest', 'run', '--config', '.config/vitest.config.ts', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, [repetitionsVariable]: 'soak' },
    },
  );
  const minutes = ((performance.now() - start) / 60_000).toFixed(0);
  const names = files.map((file) => `\`${file}\``).join(', ');
  const text = `${names}, each as often as its \`repetitions\` say, in ${minutes} minutes: ${status === 0 ? 'all pass' : '**some fail**'}.`;
  return { ok: status === 0, text };
}

async function killIt(count: number): Promise<Result> {
  const { ok, kills: done, message } = await kills(count, 1);
  return { ok, text: `\`kill -9\` at random moments of a running daemon, ${done} times: ${message}` };
}

const fleetSize = { feeds: 500, listings: 6, workers: 3, servers: 2 };

async function strikeFleet(blows: number): Promise<Result> {
  const server = await startPostgres();
  const start = performance.now();
  try {
    const { ok, message } = await fleet({ ...fleetSize, database: server, blows, seed: 1 });
    const minutes = ((performance.now() - start) / 60_000).toFixed(1);
    const size = `${fleetSize.workers} workers and ${fleetSize.servers} servers on one PostgreSQL, ${fleetSize.feeds} feeds`;
    return {
      ok,
      text: `${size}; killed, stopped or cut off from it ${blows} times in ${minutes} minutes: ${message}`,
    };
  } finally {
    await server.stop();
  }
}

async function feedItPoison(): Promise<Result> {
  const results = await hostileFeeds();
  const rows = results.map(
    ({ name, ok, seconds, peakMegabytes, message }) =>
      `| ${name} | ${ok ? 'refused' : '**failed**'} | ${seconds.toFixed(1)} | ${peakMegabytes.toFixed(0)} | ${message.replaceAll('|', '\\|')} |`,
  );
  return {
    ok: results.every(({ ok }) => ok),
    text: `| hostile feed | | seconds | peak MB | what was said |\n|---|---|---|---|---|\n${rows.join('\n')}`,
  };
}

const makers: Readonly<Record<SoakPart, (args: readonly string[]) => Result | Promise<Result>>> = {
  seeds: ([first, ...rest]) =>
    first === '--from' ? readSeeds(rest) : simulateSeeds(numberOf(first, 10_000), numberOf(rest[0], 1)),
  'seeds-on-postgres': async ([count, first, sharing]) => {
    const extra = sharing === undefined ? '--on-postgres' : `--workers=${numberOf(sharing, 3)}`;
    const { ok, text } = await simulateSeeds(numberOf(count, 500), numberOf(first, 1), [extra]);
    return { ok, text: sharing === undefined ? text : `Each is of ${sharing} workers on one store. ${text}` };
  },
  mistakes: ([first]) => findMistakes(numberOf(first, 10_001)),
  repetitions: () => repeat(),
  kills: ([count]) => killIt(numberOf(count, 300)),
  fleet: ([blows]) => strikeFleet(numberOf(blows, 200)),
  hostile: () => feedItPoison(),
  values: async ([minutes]) => {
    const { ok, message } = await hostileValuesFor(numberOf(minutes, 60));
    return { ok, text: message };
  },
  market: (seeds) =>
    measureMarket((seeds.length > 0 ? seeds : ['1', '2', '3', '4', '5']).map((seed) => numberOf(seed, 1))),
  watchdog: async () => {
    const { ok, message } = await blockDaemons();
    return { ok, text: message };
  },
};

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isInteger(number) || number < 1) misunderstood(`${text ?? ''} is no count.`);
  return number;
}

function misunderstood(why: string): never {
  process.stderr.write(`${why}\n\n${usage}`);
  process.exit(2);
}

const isPart = (name: string): name is SoakPart => Object.hasOwn(makers, name);
const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !isPart(wanted)) misunderstood(`There is no part ${wanted}.`);
for (const part of wanted === undefined ? Object.keys(makers).filter(isPart) : [wanted]) {
  const { ok, text } = await makers[part](args);
  if (!ok) process.exitCode = 1;
  writeSoakPart(part, text);
  process.stdout.write(`${text}\n`);
}

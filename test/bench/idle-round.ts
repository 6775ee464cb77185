import { loadavg } from 'node:os';
import { openReader } from '../../src/assemble/reader.js';
import { systemClock } from '../../src/platform/clock.js';
import { openManyFeeds, read, type ManyFeeds, type StoreKind } from './many-feeds.js';
import type { PartResult } from './report.js';
import {
  cpuSecondsOf,
  cpuSecondsOfTree,
  parentOf,
  residentOf,
  startWorker,
  type Worker,
} from './processes.js';

interface Round {
  seconds: number;
  /** Of the worker, and of the database's processes. */
  cpuSeconds: number;
  databaseSeconds: number;
  peakMegabytes: number;
  load: number;
}

export interface IdleRounds {
  kind: StoreKind;
  startSeconds: number;
  gigabytes: number;
  rounds: Round[];
  /** Milliseconds of the statement that finds due work, where nothing is due. */
  look: { fastest: number; median: number };
}

const rounds = 3;
const looks = 50;
const secondsMost = 60;
const lookMsMost = 5;
const growthMost = 1.1;

/** A round over a million listings in ten thousand feeds of which none changed, on both stores. */
export async function measureIdle({ feeds = 10_000, listingsOfFeed = 100 } = {}): Promise<PartResult> {
  const all: IdleRounds[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) all.push(await idleRounds(kind, feeds, listingsOfFeed));
  return idleResult(all, feeds, listingsOfFeed);
}

/** Rounds over feeds of which every one answers that it did not change, by one worker. */
export async function idleRounds(
  kind: StoreKind,
  feeds: number,
  listingsOfFeed: number,
): Promise<IdleRounds> {
  const many = await openManyFeeds({ kind, feeds, listingsOfFeed });
  try {
    const begun = performance.now();
    const worker = await startWorker(many.configFile, kind === 'postgres' ? 'worker' : null);
    const startSeconds = (performance.now() - begun) / 1000;
    try {
      const done: Round[] = [];
      for (let round = 0; round < rounds; round++) done.push(await idleRound(many, worker, feeds));
      const gigabytes = (await many.bytes()) / 1e9;
      const look = await timeOfLook(many);
      return { kind, startSeconds, gigabytes, rounds: done, look };
    } finally {
      await worker.stop();
    }
  } finally {
    await many.remove();
  }
}

async function idleRound(many: ManyFeeds, { pid }: Worker, feeds: number): Promise<Round> {
  const { rows } = many;
  const server = await databaseServer(many);
  const cpu = cpuSecondsOf(pid);
  const database = server === null ? 0 : cpuSecondsOfTree(server);
  const [load = 0] = loadavg();
  const begun = performance.now();
  const since = Date.now();
  await rows.run(`update connection set read_at = ${since}, next_reconcile_at = ${since + 12 * 3_600_000}`);
  await rows.run('update feed set next_poll_at = 0');
  let peakMegabytes = 0;
  for (;;) {
    await new Promise((later) => setTimeout(later, 250));
    peakMegabytes = Math.max(peakMegabytes, residentOf(pid));
    const [left] = await rows.all(`select count(*) as count from feed where last_poll_at < ${since}`);
    if (Number(left?.count) === 0) break;
  }
  const seconds = (performance.now() - begun) / 1000;
  const [ended] = await rows.all(
    `select count(*) as count from run where kind = 'poll' and state = 'unchanged' and started_at >= ${since}`,
  );
  if (Number(ended?.count) !== feeds)
    throw new Error(`${String(ended?.count)} of ${feeds} polls found nothing changed`);
  return {
    seconds,
    cpuSeconds: cpuSecondsOf(pid) - cpu,
    databaseSeconds: server === null ? 0 : cpuSecondsOfTree(server) - database,
    peakMegabytes,
    load,
  };
}

/** The process that all of the database's others come from. */
export async function databaseServer({ postgres, rows }: ManyFeeds): Promise<number | null> {
  if (postgres === null) return null;
  const [backend] = await rows.all('select pg_backend_pid() as pid');
  return parentOf(Number(backend?.pid));
}

async function timeOfLook({ configFile }: ManyFeeds): Promise<IdleRounds['look']> {
  const store = await openReader(await read(configFile), systemClock);
  try {
    const times: number[] = [];
    for (let look = 0; look < looks; look++) {
      const begun = performance.now();
      const found = await store.due.hints({
        now: Date.now(),
        ...{ rereadMs: 3_600_000, certifyingRereadMs: 60_000, aheadMs: 24 * 3_600_000 },
        quotaCodes: ['quota_exceeded'],
      });
      times.push(performance.now() - begun);
      if (found.length > 0) throw new Error(`${found.length} connections are due after a round`);
    }
    times.sort((a, b) => a - b);
    return { fastest: times[0] ?? NaN, median: times[looks / 2] ?? NaN };
  } finally {
    await store.close();
  }
}

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL, one worker' } as const;

export function idleResult(all: readonly IdleRounds[], feeds: number, listingsOfFeed: number): PartResult {
  const lines = all.flatMap(({ kind, rounds: done }) =>
    done.map(
      (round, index) =>
        `| ${names[kind]} | ${index + 1} | ${round.seconds.toFixed(0)} | ${round.cpuSeconds.toFixed(1)} | ${round.databaseSeconds.toFixed(1)} | ${round.peakMegabytes.toFixed(0)} | ${round.load.toFixed(1)} |`,
    ),
  );
  const stores = all.map(
    ({ kind, startSeconds, gigabytes, look }) =>
      `| ${names[kind]} | ${gigabytes.toFixed(2)} | ${startSeconds.toFixed(0)} | ${look.fastest.toFixed(1)} | ${look.median.toFixed(1)} |`,
  );
  const markdown = `## A round in which nothing changed

\`npm run bench -- idle\`: ${feeds * listingsOfFeed} listings in ${feeds} feeds of as many connections, all due at once, every feed answers 304; one worker, three rounds
after each other. PostgreSQL without fsync. Wanted: a round within ${secondsMost} seconds, memory flat (the last round's peak at most ${growthMost} × the first's),
the statement that finds due work under ${lookMsMost} ms.

| store | round | seconds | worker's processor seconds | database's | peak MB | load |
|---|---|---|---|---|---|---|
${lines.join('\n')}

| store | GB | seconds until it runs | ms to find what is due, fastest of ${looks} | median |
|---|---|---|---|---|
${stores.join('\n')}
`;
  const missed = all.flatMap(({ kind, rounds: done, look }) => {
    const fastest = Math.min(...done.map(({ seconds }) => seconds));
    const growth = (done.at(-1)?.peakMegabytes ?? NaN) / (done[0]?.peakMegabytes ?? NaN);
    return [
      ...(fastest > secondsMost ? [`${names[kind]}: the fastest round took ${fastest.toFixed(0)} s`] : []),
      ...(growth > growthMost ? [`${names[kind]}: memory grew ${growth.toFixed(2)} times`] : []),
      ...(look.median > lookMsMost ? [`${names[kind]}: a look took ${look.median.toFixed(1)} ms`] : []),
    ];
  });
  return { markdown, missed };
}

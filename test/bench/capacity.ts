import { loadavg } from 'node:os';
import { databaseServer } from './idle-round.js';
import { openManyFeeds, type ManyFeeds, type StoreKind } from './many-feeds.js';
import type { PartResult } from './report.js';
import { cpuSecondsOf, cpuSecondsOfTree, startWorker, type Worker } from './processes.js';
import { watchLocks } from './lock-waits.js';
import type { WorldOrder } from './world.js';

export interface CapacityShape {
  feeds: number;
  listingsOfFeed: number;
  changed: number;
  /** Turns of rounds in which every feed answers 304: a process knows its way by heart only after some. */
  idleTurns: number;
  rounds: number;
  largeFeed: number;
}

/** What one kind of poll costs, as the cheapest of its rounds: what else the machine does only adds to it. */
interface Cost {
  /** Processor milliseconds of all workers, and of the database's processes. */
  worker: number;
  database: number;
  perSecond: number;
}

interface Fleet {
  name: string;
  kind: StoreKind;
  workers: number;
  /** They share the feeds and the workers out among them, and nothing else. */
  stores: number;
}

/** One store, and who works on it. */
interface Site {
  many: ManyFeeds;
  crew: Worker[];
  feeds: number;
}

interface FleetCosts {
  fleet: Fleet;
  idle: Cost;
  whole: Cost;
  push: Cost;
  itemsPerSecond: number;
  /** Of the portal, for one push and what follows from it. */
  requests: number;
  /** Of the moments at which a statement was under way, those at which it waited for a lock. */
  lockShare: number;
  load: number;
}

/** Idle rounds of those in one list are measured in turns: what else the machine does, and how fast it is, changes within minutes. */
const fleetsInTurn: readonly (readonly Fleet[])[] = [
  [{ name: 'SQLite', kind: 'sqlite', workers: 1, stores: 1 }],
  [
    { name: 'PostgreSQL, 1 worker', kind: 'postgres', workers: 1, stores: 1 },
    { name: 'PostgreSQL, 2 workers, a store each', kind: 'postgres', workers: 2, stores: 2 },
    { name: 'PostgreSQL, 2 workers', kind: 'postgres', workers: 2, stores: 1 },
  ],
  [
    { name: 'PostgreSQL, 4 workers, a store each', kind: 'postgres', workers: 4, stores: 4 },
    { name: 'PostgreSQL, 4 workers', kind: 'postgres', workers: 4, stores: 1 },
  ],
];

const growthMost = 1.15;
const lockShareMost = 0.05;
const largeRatioMost = 2;

/** What polls and pushes cost, by store and number of workers; and one large feed, whose records did not change. */
export async function measureCapacity(given: Partial<CapacityShape> = {}): Promise<PartResult> {
  const shape = {
    ...{ feeds: 200, listingsOfFeed: 50, changed: 5, idleTurns: 20, rounds: 2, largeFeed: 10_000 },
    ...given,
  };
  const costs: FleetCosts[] = [];
  for (const fleets of fleetsInTurn) costs.push(...(await costsInTurn(fleets, shape)));
  const large = { sqlite: await largeCost('sqlite', shape), postgres: await largeCost('postgres', shape) };
  return capacityResult(costs, large, shape);
}

interface Running {
  fleet: Fleet;
  sites: Site[];
}

async function costsInTurn(fleets: readonly Fleet[], shape: CapacityShape): Promise<FleetCosts[]> {
  const running = fleets.map((fleet): Running => ({ fleet, sites: [] }));
  try {
    for (const { fleet, sites } of running)
      while (sites.length < fleet.stores) await openSite(fleet, shape, sites);
    const idle = running.map((): Round[] => []);
    for (let turn = 0; turn <= shape.idleTurns; turn++)
      for (const [index, { fleet, sites }] of running.entries()) {
        // Of several workers each has a part of the feeds: all are to poll as often. One round counts, for all fleets alike.
        for (let round = 1; round < fleet.workers; round++) await playRounds({ kind: 'same' }, sites);
        const last = await playRounds({ kind: 'same' }, sites);
        // The first turn finds nothing warm.
        if (turn > 0) idle[index]?.push(last);
      }
    const costs: FleetCosts[] = [];
    for (const [index, one] of running.entries())
      costs.push(await fleetCosts(one, cheapest(idle[index] ?? []), shape));
    return costs;
  } finally {
    for (const { sites } of running) await closeSites(sites);
  }
}

async function fleetCosts({ fleet, sites }: Running, idle: Round, shape: CapacityShape): Promise<FleetCosts> {
  const { feeds, changed, rounds } = shape;
  const locks = fleet.kind === 'postgres' ? sites.map(({ many }) => watchLocks(many.rows)) : [];
  const [load = 0] = loadavg();
  const run = async (order: WorldOrder): Promise<Round> => {
    // It finds nothing warm.
    await playRounds(order, sites);
    const done: Round[] = [];
    while (done.length < rounds) done.push(await playRounds(order, sites));
    return cheapest(done);
  };
  const whole = await run({ kind: 'export' });
  const asked = await requestsOf(sites);
  const changes = await run({ kind: 'change', listings: changed });
  for (const { many } of sites) await allTold(many);
  const requests = (await requestsOf(sites)) - asked;
  // Only for its waits for locks: the rounds that are compared are not watched.
  await playRounds({ kind: 'same' }, sites);
  const perPush = (all: number, poll: number): number => Math.max(0, all - feeds * poll) / feeds;
  return {
    ...{ fleet, load },
    idle: costOf(idle, feeds),
    whole: costOf(whole, feeds),
    push: {
      worker: perPush(changes.worker, costOf(whole, feeds).worker),
      database: perPush(changes.database, costOf(whole, feeds).database),
      perSecond: feeds / changes.seconds,
    },
    requests: requests / (feeds * (rounds + 1)),
    itemsPerSecond: (feeds * changed) / changes.seconds,
    lockShare: Math.max(0, ...(await Promise.all(locks.map((lock) => lock.share())))),
  };
}

/** In all stores of a fleet at once. */
async function playRounds(order: WorldOrder, sites: readonly Site[]): Promise<Round> {
  return together(await Promise.all(sites.map((site) => playRound(order, site))));
}

/** Pushed as soon as there is something to tidy up. */
async function openSite(
  { kind, workers, stores }: Pick<Fleet, 'kind' | 'workers' | 'stores'>,
  { feeds: all, listingsOfFeed }: Pick<CapacityShape, 'feeds' | 'listingsOfFeed'>,
  sites: Site[],
): Promise<Site> {
  const feeds = all / stores;
  const site: Site = { many: await openManyFeeds({ kind, feeds, listingsOfFeed }), crew: [], feeds };
  sites.push(site);
  while (site.crew.length < workers / stores)
    site.crew.push(await startWorker(site.many.configFile, kind === 'postgres' ? 'worker' : null));
  return site;
}

async function closeSites(sites: readonly Site[]): Promise<void> {
  for (const { many, crew } of sites) {
    await Promise.all(crew.map((worker) => worker.stop()));
    await many.remove();
  }
}

async function requestsOf(sites: readonly Site[]): Promise<number> {
  const told = await Promise.all(sites.map(({ many }) => many.world.tell({ kind: 'same' })));
  return told.reduce((sum, { requests }) => sum + requests, 0);
}

/** Milliseconds of processors, and seconds that went by. */
interface Round {
  worker: number;
  database: number;
  seconds: number;
}

/** Every feed is due once; it ends when all of it is on the portal. */
async function playRound(order: WorldOrder, { many, crew, feeds }: Site): Promise<Round> {
  const { rows, world } = many;
  await world.tell(order);
  const server = await databaseServer(many);
  const used = (): { worker: number; database: number } => ({
    worker: crew.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0) * 1000,
    database: server === null ? 0 : cpuSecondsOfTree(server) * 1000,
  });
  const since = Date.now();
  await rows.run(`update connection set read_at = ${since}, next_reconcile_at = ${since + 12 * 3_600_000}`);
  const before = used();
  const begun = performance.now();
  await rows.run('update feed set next_poll_at = 0');
  while (!(await isDone(many, since, feeds))) await new Promise((later) => setTimeout(later, 100));
  const after = used();
  return {
    worker: after.worker - before.worker,
    database: after.database - before.database,
    seconds: (performance.now() - begun) / 1000,
  };
}

async function isDone({ rows }: ManyFeeds, since: number, feeds: number): Promise<boolean> {
  const [row] =
    await rows.all(`select (select count(*) from run where kind = 'poll' and started_at >= ${since}
      and ended_at is not null) as polls,
    (select count(*) from outbox) + (select count(*) from run where ended_at is null) as open`);
  return Number(row?.polls) >= feeds && Number(row?.open) === 0;
}

/** Until the portal was asked what became of all. */
async function allTold({ rows }: ManyFeeds): Promise<void> {
  for (let waits = 0; waits < 300; waits++) {
    const [row] = await rows.all('select count(*) as open from connection where outcomes_due_at is not null');
    if (Number(row?.open) === 0) return;
    await new Promise((later) => setTimeout(later, 200));
  }
}

/** Of stores beside each other. */
function together(rounds: readonly Round[]): Round {
  const sum = (key: 'worker' | 'database'): number => rounds.reduce((all, round) => all + round[key], 0);
  const seconds = Math.max(...rounds.map((round) => round.seconds));
  return { worker: sum('worker'), database: sum('database'), seconds };
}

function cheapest(rounds: readonly Round[]): Round {
  const least = (key: keyof Round): number => Math.min(...rounds.map((round) => round[key]));
  return { worker: least('worker'), database: least('database'), seconds: least('seconds') };
}

function costOf({ worker, database, seconds }: Round, polls: number): Cost {
  return { worker: worker / polls, database: database / polls, perSecond: polls / seconds };
}

/** One feed, exported anew with the same records. */
async function largeCost(kind: StoreKind, { largeFeed, rounds }: CapacityShape): Promise<Round> {
  const sites: Site[] = [];
  try {
    const site = await openSite(
      { kind, workers: 1, stores: 1 },
      { feeds: 1, listingsOfFeed: largeFeed },
      sites,
    );
    const done: Round[] = [];
    for (let round = 0; round <= rounds; round++) done.push(await playRound({ kind: 'export' }, site));
    return cheapest(done.slice(1));
  } finally {
    await closeSites(sites);
  }
}

/** @param large null where it was not measured */
export function capacityResult(
  costs: readonly FleetCosts[],
  large: Readonly<Record<StoreKind, Round>> | null,
  shape: CapacityShape,
): PartResult {
  const ms = ({ worker, database }: Cost): string => `${worker.toFixed(1)} + ${database.toFixed(1)}`;
  const times = ({ idle }: FleetCosts, peer: FleetCosts | undefined): number | null =>
    peer === undefined ? null : totalOf(idle) / totalOf(peer.idle);
  const one = costs.find(({ fleet }) => fleet.kind === 'postgres' && fleet.workers === 1);
  const growth = (cost: FleetCosts): number | null =>
    cost.fleet.kind === 'sqlite' ? null : times(cost, one);
  const beside = (cost: FleetCosts): number | null =>
    cost.fleet.stores > 1
      ? null
      : times(
          cost,
          costs.find(({ fleet: { workers, stores } }) => stores > 1 && workers === cost.fleet.workers),
        );
  const line = (cost: FleetCosts): string =>
    `| ${cost.fleet.name} | ${ms(cost.idle)} | ${growth(cost)?.toFixed(2) ?? ''} | ${beside(cost)?.toFixed(2) ?? ''} | ${ms(cost.whole)} | ${ms(cost.push)} | ${cost.requests.toFixed(1)} | ${cost.idle.perSecond.toFixed(0)} | ${cost.itemsPerSecond.toFixed(0)} | ${cost.fleet.kind === 'sqlite' ? '' : `${(cost.lockShare * 100).toFixed(1)} %`} | ${cost.load.toFixed(1)} |`;
  const ratio = large === null ? 0 : totalOf(large.postgres) / totalOf(large.sqlite);
  const markdown = `## Capacity

\`npm run bench -- capacity\`: ${shape.feeds} feeds of ${shape.listingsOfFeed} listings, all due at once, the sandbox and the feeds in a process of their own.
Processor milliseconds (user and system) of the workers + of the database's processes: of a poll that is answered 304, of a poll that reads
a whole new export of known records, and of a push of ${shape.changed} changed listings with what follows from it. The cheapest of ${shape.idleTurns} rounds for the first, in
turns with the other fleets, and of ${shape.rounds} for the others: what else runs on the machine only adds to them, and all of the rates are its own (two processors for everything). PostgreSQL without fsync.

| store | poll, 304 | × one worker | × a store each | poll, read whole | push | its requests | polls a second | items a second | waiting for locks | load |
|---|---|---|---|---|---|---|---|---|---|---|
${costs.map(line).join('\n')}

Two processors that are both busy do less in a second each: as many workers that have a store each, and share nothing but the machine, show
how much of the growth is its own. Wanted: at most ${growthMost} × from one to two workers; waiting for locks under ${lockShareMost * 100} % of the moments at which a statement is under way.

${largeTable(large, shape.largeFeed)}`;
  const two = costs.find(({ fleet }) => fleet.workers === 2 && fleet.stores === 1);
  const grown = two === undefined ? 0 : (growth(two) ?? 0);
  return {
    markdown,
    missed: [
      ...(grown > growthMost ? [`a poll costs ${grown.toFixed(2)} × as much with two workers`] : []),
      ...costs
        .filter(({ lockShare }) => lockShare >= lockShareMost)
        .map(({ fleet, lockShare }) => `${fleet.name}: ${(lockShare * 100).toFixed(1)} % waiting for locks`),
      ...(ratio > largeRatioMost ? [`a large feed costs ${ratio.toFixed(2)} × on PostgreSQL`] : []),
    ],
  };
}

function totalOf({ worker, database }: Pick<Round, 'worker' | 'database'>): number {
  return worker + database;
}

function largeTable(large: Readonly<Record<StoreKind, Round>> | null, listings: number): string {
  if (large === null) return '';
  const { sqlite, postgres } = large;
  return `| an unchanged feed of ${listings} listings, exported anew | worker ms | database ms | seconds |
|---|---|---|---|
| SQLite | ${sqlite.worker.toFixed(0)} | | ${sqlite.seconds.toFixed(2)} |
| PostgreSQL | ${postgres.worker.toFixed(0)} | ${postgres.database.toFixed(0)} | ${postgres.seconds.toFixed(2)} |

PostgreSQL costs ${(totalOf(postgres) / totalOf(sqlite)).toFixed(2)} × as much; wanted: at most ${largeRatioMost}.
`;
}

import { join } from 'node:path';
import { openApp, systemSeams, type App, type Role, type Sharing } from '../../src/assemble.js';
import type { QueuedJob } from '../../src/engine/job-queue.js';
import type { Clock } from '../../src/platform/clock.js';
import { silentLog, type Log } from '../../src/platform/log/log.js';
import { Death, isTrial } from './daemon.js';
import { loadDaemonConfig, type DaemonOptions } from './daemon-config.js';
import type { JobTable, Offer } from './job-table.js';
import { judgeReport } from './judge-report.js';
import { openLifeLine, type LifeLine, type Traffic } from './life-line.js';
import { createSimFetcher, createSimTransport, never, type Life } from './network.js';
import type { RequestsUnderWay } from './requests-under-way.js';
import { hour, minute, second } from './sim-time.js';
import { simGuard, throwOnSome } from './trials.js';
import type { Passenger, Turnstile } from './turnstile.js';

/** A machine on which one process lives after the other. */
export interface Machine {
  name: string;
  role: Role;
  /** How far its clock is from the right time. */
  skewMs: number;
  /** What its other clock, which nobody sets, says at the beginning. */
  uptimeMs: number;
  /** A slow one needs so much longer for every step. */
  slowMs: number;
}

/** What the processes of a fleet have in common. */
export interface Common {
  options: DaemonOptions;
  /** The store, for whoever shall see the simulated time there. */
  store: string;
  turnstile: Turnstile;
  traffic: Traffic;
  table: JobTable;
  requests: RequestsUnderWay;
  /** What may happen to a process that lives. */
  dangers: Dangers;
  /** How often something of the kind happened. */
  counts: { deaths: number; jobs: number; refused: number; stops: number; cuts: number };
}

export interface Dangers {
  /** Share of the named points at which a process dies. */
  death: number;
  /** Share of the statements before which a process stands still. */
  standstill: number;
  /** Share of the statements at which the connections to PostgreSQL end. */
  cut: number;
}

/** A statement is a smaller step than a named point: so many of them make one. */
const statementsPerPoint = 30;
/** By then whoever stands still may have lost its lanes. */
const leaseSureMs = 40 * second;

/** How long they last at least and at most. */
const standstills = {
  briefly: [second, 50 * second],
  beyond: [55 * second, 400 * second],
  long: [10 * minute, 4 * hour],
} as const;

/** One life of a process of the fleet: the product's own but for the clock, chance, the network and the table of jobs. */
export class Worker implements Life, Passenger {
  dead = false;
  isStill = false;
  /** When it goes on. */
  stillUntil = Infinity;
  /** How many jobs it is at. */
  running = 0;
  readonly name: string;
  #app: App | null = null;
  #line: LifeLine | null = null;
  #work: ((job: QueuedJob) => Promise<void>) | null = null;
  #stillSince = 0;
  #sleptMs = 0;
  #isUp = false;

  private constructor(
    readonly machine: Machine,
    private readonly common: Common,
  ) {
    this.name = machine.name;
  }

  static async start(machine: Machine, common: Common): Promise<Worker> {
    const worker = new Worker(machine, common);
    await worker.#open();
    return worker;
  }

  get app(): App {
    if (this.#app === null) throw new Error(`${this.name} is not up`);
    return this.#app;
  }

  get isAble(): boolean {
    return !this.dead && !this.isStill;
  }

  /** Looks for what is due, as each does every second. */
  look(): Promise<void> {
    return this.#busy(() => this.app.engine.tick());
  }

  get hasRoom(): boolean {
    return this.isAble && this.#work !== null && this.running < 4;
  }

  async take(offer: Offer): Promise<void> {
    const work = this.#work;
    if (work === null) return;
    await this.#busy(() => offer.take(this, work));
  }

  /** Begins something that the fleet waits for. */
  #busy(work: () => Promise<void>): Promise<void> {
    return this.common.turnstile.begin(this, async () => {
      this.running++;
      try {
        await work();
      } finally {
        this.running--;
      }
    });
  }

  travel(ms: number): Promise<void> {
    return this.common.turnstile.pass(null, ms);
  }

  arrive(): Promise<void> {
    return this.dead ? never() : this.common.turnstile.pass(this, this.machine.slowMs);
  }

  sends(path: string): () => void {
    return this.common.requests.begin(this, path);
  }

  /** Beyond the time that any of its jobs may take. */
  async hang(what: string): Promise<void> {
    this.common.options.world.note(`${this.name} waits for ${what}`);
    await this.common.turnstile.pass(this, this.common.options.world.dice.between(20, 90) * minute);
  }

  die(where: string): Promise<never> {
    this.#end(where);
    return never();
  }

  /** Nobody stops a process that stands still or works in order. */
  async stop(): Promise<void> {
    if (this.dead) return;
    if (!this.isAble || this.running > 0) {
      this.#end('as it is stopped');
      return;
    }
    this.#isUp = false;
    await this.app.close();
    this.dead = true;
    this.#line?.cut();
  }

  /** It does nothing and hears nothing for a while, which it does not notice. */
  standStill(): void {
    const { options, counts, turnstile } = this.common;
    const { dice, time } = options.world;
    const [least, most] = standstills[dice.weighted({ briefly: 3, beyond: 4, long: 3 })];
    const ms = dice.between(least, most);
    this.isStill = true;
    this.#stillSince = time.now;
    this.stillUntil = time.now + ms;
    // The other clock of a machine that is asleep stands still too.
    if (dice.chance(0.4)) this.#sleptMs += ms;
    this.#line?.hold();
    turnstile.tellStep();
    counts.stops++;
    options.world.note(`${this.name} stands still for ${Math.round(ms / minute)} min`);
  }

  /** Whether its lanes may be others' by now, since it stands still. */
  get mayHaveLostLanes(): boolean {
    return this.isStill && this.common.options.world.time.now - this.#stillSince > leaseSureMs;
  }

  async goOn(): Promise<void> {
    if (!this.isStill || this.dead) return;
    this.common.options.world.note(`${this.name} goes on`);
    if (this.mayHaveLostLanes) this.common.requests.excuse(this);
    this.isStill = false;
    this.stillUntil = Infinity;
    if (this.#line?.hasHeld === true) await this.common.turnstile.step(() => this.#line?.goOn());
    else this.#line?.goOn();
  }

  /** As where the server of the database begins anew. */
  loseConnections(): void {
    this.common.requests.excuse(this);
    this.#line?.reset();
  }

  async #open(): Promise<void> {
    const { options, traffic } = this.common;
    const { world, plant } = options;
    this.#line = await openLifeLine(this.common.store, {
      traffic,
      onStatement: (isBetween) => this.#onStatement(isBetween),
    });
    const config = await loadDaemonConfig(options, {
      dataFolder: join(options.folder, 'shared', 'data'),
      store: this.#line.address,
    });
    this.#app = await openApp(
      config,
      {
        ...systemSeams(this.#log),
        clock: this.#clock,
        random: { bytes: (count) => world.dice.bytes(count), fraction: () => world.dice.fraction() },
        transport: createSimTransport(world, this),
        fetcher: createSimFetcher(world, this),
        crashPoints: { reach: (point) => this.#reach(point) },
        watcher: { watch: () => () => undefined },
        ...{ threads: null, guard: options.isGuarded ? simGuard() : null, readThread: null },
        sharing: this.#sharing,
      },
      (report) => {
        if (this.dead) return;
        this.common.counts.jobs++;
        judgeReport(report, { key: `${this.name}: ${report.kind}`, by: this.name, world });
      },
      this.machine.role,
    );
    if (this.#app.stopped.length > 0)
      throw new Error(this.#app.stopped.flatMap((feed) => feed.problems).join('\n'));
    throwOnSome(this.#app);
    plant(this.#app.services, this.#app);
    const { engine } = this.#app;
    await this.common.turnstile.step(() => engine.start());
    this.#isUp = true;
  }

  /** Nobody here needs to be told of what others did: the store knows it. */
  get #sharing(): Sharing {
    return {
      openSignals: async () => ({
        send: () => undefined,
        listen: () => () => undefined,
        close: async () => undefined,
      }),
      openQueue: async () =>
        this.common.table.queue((work) => {
          this.#work = work;
          return () => (this.#work = null);
        }),
      // When it looks is decided by the seed.
      everySecond: () => ({ start: () => undefined, stop: async () => undefined }),
    };
  }

  get #clock(): Clock {
    const { time } = this.common.options.world;
    const { machine } = this;
    return {
      now: () => time.now + machine.skewMs,
      elapsed: () => time.now + machine.uptimeMs - this.#sleptMs,
      sleep: (ms, signal) =>
        this.dead && signal?.aborted !== true
          ? never()
          : this.common.turnstile.pass(this, ms + machine.slowMs, signal),
    };
  }

  get #log(): Log {
    const log: Log = {
      ...silentLog,
      error: (message, fields) => this.#failed(`${message}: ${JSON.stringify(fields)}`),
      scope: () => log,
    };
    return log;
  }

  /** Losing its lane or its database is nobody's mistake. */
  #failed(what: string): void {
    const { world } = this.common.options;
    if (this.dead) return;
    world.note(`${this.name}: ${what}`);
    if (what.includes('Another process works on')) this.common.counts.refused++;
    else if (isTrial(what)) return;
    // Deaths here are of chance.
    else if (!what.includes('cannot be reached') && !what.startsWith('feed suspended'))
      world.witness.broken(`${this.name}: ${what}`);
  }

  #onStatement(isBetween: boolean): void {
    if (!this.#isUp || !this.isAble || this.machine.role === 'server') return;
    const { options, dangers, counts } = this.common;
    const { world } = options;
    const { dice } = world;
    if (dice.chance(dangers.death / statementsPerPoint)) this.#end('at a statement');
    else if (dice.chance(dangers.cut)) {
      counts.cuts++;
      world.note(`${this.name} loses its connections`);
      this.loseConnections();
    } else if (isBetween && this.running > 0 && dice.chance(dangers.standstill)) this.standStill();
  }

  #reach(point: string): void {
    if (this.dead) throw new Death(point);
    if (!this.#isUp || !this.common.options.world.dice.chance(this.common.dangers.death)) return;
    this.#end(`at ${point}`);
    throw new Death(point);
  }

  #end(where: string): void {
    if (this.dead) return;
    this.common.options.world.note(`${this.name} dies ${where}`);
    this.common.counts.deaths++;
    this.dead = true;
    this.common.turnstile.tellStep();
    this.common.requests.excuse(this);
    this.#line?.cut();
    void this.#app?.close().catch(() => undefined);
  }
}

import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { silentLog } from '../../src/platform/log/log.js';
import { openSqlite } from '../../src/platform/files/sqlite.js';
import { createWebhookGate, receiveWebhook } from '../../src/server/webhooks.js';
import { dueWork } from '../../src/sync/due-work.js';
import type { Job } from '../../src/sync/job.js';
import { Dice } from './dice.js';
import { loadDaemonConfig, type DaemonOptions } from './daemon-config.js';
import { judgeReport } from './judge-report.js';
import { openLifeLine, type LifeLine } from './life-line.js';
import { simGuard, throwOnSome } from './trials.js';
import { createSimFetcher, createSimTransport, never, unforeseen, type Life } from './network.js';
import { minute, second } from './sim-time.js';

/** Thrown where the process dies; whoever catches it is dead as well. */
export class Death extends Error {}

/** Who does the work of one store. */
export interface Crew {
  /** While somebody is alive. */
  readonly app: App;
  readonly isAlive: boolean;
  /** Share of the named points at which the process dies. */
  deadliness: number;
  readonly deaths: number;
  readonly jobs: number;
  start(): Promise<void>;
  /** Ended and to be started again, in order. */
  stop(): Promise<void>;
  /** Does what is due, job after job, until nothing is due that can be done now. */
  work(): Promise<void>;
  webhook(request: Request): Promise<Response>;
  /** The clock of a machine is wrong by so much. */
  setClock(ms: number): void;
  /** What a job that ended long ago still waits for may come: it must do nothing any more. */
  releaseLate(): Promise<void>;
  /** No trouble of its own any more. */
  calmDown(): void;
}

/** The daemon's own code, one life after the other, over files that survive exactly as they were at the moment of death. */
export class Daemon implements Crew {
  #lives = 0;
  #life = { dead: true };
  #line: LifeLine | null = null;
  #app: App | null = null;
  #jobsEnded = 0;
  #late: { what: string; life: { dead: boolean }; wake: () => void }[] = [];
  /** A connection of another process. */
  #observer: Sqlite.Database | null = null;
  #died: (error: Death) => void = () => undefined;
  #death = new Promise<never>(() => undefined);
  /** Share of the named points at which the process dies. */
  deadliness = 0;
  deaths = 0;
  jobs = 0;
  /**
   * Decides whether the process dies at a point of staging. With throws of the world's dice there, the recorded seeds would live other
   * days than those for which they were recorded.
   */
  readonly #stagingDice = new Dice(1);

  constructor(private readonly options: DaemonOptions) {}

  get app(): App {
    if (this.#app === null) throw new Error('the daemon is not alive');
    return this.#app;
  }

  get isAlive(): boolean {
    return this.#app !== null;
  }

  async start(): Promise<void> {
    const { world, plant, store, isGuarded } = this.options;
    this.#line = store === null ? null : await openLifeLine(store);
    const config = await loadDaemonConfig(this.options, {
      dataFolder: join(this.#folder, 'data'),
      store: this.#line?.address ?? `sqlite:${join(this.#folder, 'feedsync.db')}`,
    });
    const life = { dead: false };
    this.#life = life;
    this.#death = new Promise<never>((_, reject) => (this.#died = reject));
    this.#death.catch(() => undefined);
    const line = this.#lineOf(life);
    this.#app = await openApp(config, {
      ...systemSeams(silentLog),
      clock: world.time.daemonClock,
      random: { bytes: (count) => world.dice.bytes(count), fraction: () => world.dice.fraction() },
      transport: createSimTransport(world, line),
      fetcher: createSimFetcher(world, line),
      crashPoints: {
        reach: (point) => this.#reach(point, point.startsWith('staging.') ? this.#stagingDice : world.dice),
      },
      watcher: { watch: () => () => undefined },
      ...{ threads: null, guard: isGuarded ? simGuard() : null, readThread: null },
    });
    if (this.#app.stopped.length > 0)
      throw new Error(this.#app.stopped.flatMap((feed) => feed.problems).join('\n'));
    throwOnSome(this.#app);
    plant(this.#app.services, this.#app);
  }

  /** The process is gone: a copy of its files is all that the next life finds. */
  #die(where: string): never {
    const { world } = this.options;
    if (!this.#life.dead) {
      world.note(`dies ${where}`);
      this.deaths++;
      const from = this.#folder;
      this.#life.dead = true;
      this.#line?.cut();
      this.#forgetObserver();
      this.#lives++;
      copyLife(from, this.#folder);
      const zombie = this.#app;
      this.#app = null;
      void zombie?.close().catch(() => undefined);
      this.#died(new Death(where));
    }
    throw new Death(where);
  }

  /** Ended and to be started again, in order. */
  async stop(): Promise<void> {
    await this.#app?.close();
    this.#line?.cut();
    this.#forgetObserver();
    this.#life.dead = true;
    this.#app = null;
  }

  /** Does what is due, job after job, until nothing is due or the process died. */
  async work(): Promise<void> {
    const { world } = this.options;
    for (let looks = 0; looks < 40; looks++) {
      if (!this.isAlive) await this.start();
      try {
        const jobs = await this.#orDeath(dueWork(this.app.feeds, this.app.services));
        if (jobs.length === 0) return;
        if (looks > 30) world.note(`still due: ${jobs.map(({ key }) => key).join(', ')}`);
        for (const job of world.dice.shuffled(jobs)) {
          this.jobs++;
          await this.#run(job);
        }
      } catch (error) {
        if (!(error instanceof Death) && this.isAlive) {
          world.witness.broken(
            `a job failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          );
          return;
        }
      }
    }
    world.witness.broken('40 looks at the same moment, and there is still something due');
  }

  async #run(job: Job): Promise<void> {
    const { world } = this.options;
    try {
      judgeReport(await this.#orDeath(job.run()), { key: job.key, by: name, world });
    } catch (error) {
      if (!(error instanceof Error) || !isTrial(error.message)) throw error;
      world.note(`${job.key}: ${error.message}`);
    } finally {
      this.#jobsEnded++;
    }
  }

  async webhook(request: Request): Promise<Response> {
    if (this.#app === null) return new Response(null, { status: 502 });
    return takeWebhook(request, this.#app, this.options.webhookSecret);
  }

  setClock(ms: number): void {
    this.options.world.time.skewMs = ms;
  }

  calmDown(): void {
    this.deadliness = 0;
    this.setClock(0);
  }

  /** Time goes on until the job is given up; it must be, in the time that any job has. */
  async #hang(what: string, life: { dead: boolean }): Promise<void> {
    const { world } = this.options;
    world.note(`waits for ${what}`);
    const before = this.#jobsEnded;
    const isWaiting = (): boolean => !life.dead && this.#jobsEnded === before;
    // In steps that no look at a deadline takes for a machine that stood still.
    for (const end = world.time.now + hangMinutesMax * minute; world.time.now < end && isWaiting();) {
      world.time.advance(10 * second);
      await settled();
    }
    if (isWaiting()) {
      world.witness.broken(`a job still waits for ${what} after ${hangMinutesMax} minutes`);
      this.#died(new Death('as it waits for ever'));
      return never();
    }
    if (life.dead || world.dice.chance(0.4)) return never();
    await new Promise<void>((wake) => this.#late.push({ what, life, wake }));
  }

  /** Everything that the process still does with it is in vain: another connection to the store sees whether it is. */
  async releaseLate(): Promise<void> {
    const { world } = this.options;
    for (const { what, life, wake } of this.#late.splice(0)) {
      if (life.dead) continue;
      world.note(`${what} comes after all`);
      const changes = this.#countChanges();
      const { requests } = world.witness;
      wake();
      for (let times = 0; times < 40; times++) await settled();
      if (changes !== this.#countChanges())
        world.witness.broken(`a job that was ended changed the store once ${what} came`);
      if (requests !== world.witness.requests)
        world.witness.broken(`a job that was ended sent something once ${what} came`);
    }
  }

  /** A number that changes with each commit of another connection. */
  #countChanges(): number {
    if (this.options.store !== null) return 0;
    this.#observer ??= openSqlite(join(this.#folder, 'feedsync.db'), { readonly: true });
    return this.#observer.pragma('data_version', { simple: true }) as number;
  }

  #forgetObserver(): void {
    this.#observer?.close();
    this.#observer = null;
  }

  /** Time passes with whatever is on its way: there is nobody else whom it would pass for. */
  #lineOf(life: { dead: boolean }): Life {
    const { time } = this.options.world;
    return {
      name,
      mayHaveLostLanes: false,
      get dead() {
        return life.dead;
      },
      async travel(ms) {
        time.advance(ms);
      },
      arrive: async () => undefined,
      hang: (what) => this.#hang(what, life),
      die: async (where) => this.#die(where),
      sends: () => () => undefined,
    };
  }

  get #folder(): string {
    return join(this.options.folder, String(this.#lives));
  }

  #reach(point: CrashPoint, dice: Dice): void {
    if (this.#life.dead) throw new Death(point);
    if (dice.chance(this.deadliness)) this.#die(`at ${point}`);
  }

  #orDeath<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#death]);
  }
}

const name = 'the daemon';

/** More than any job may take without coming on. */
const hangMinutesMax = 20;

/** All that can go on by itself has done so: what the disk is asked for is done too, however long it took. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet++) {
    await turn();
    if (process.getActiveResourcesInfo().some((what) => ofFiles.has(what))) quiet = -1;
  }
}

/** What Node.js calls a file operation that is under way. */
const ofFiles: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq']);

/** What the simulated world did to the job on purpose, and no mistake of the daemon's. */
export function isTrial(message: string): boolean {
  return (
    message.includes(unforeseen) ||
    /it did not (make progress|finish) within|This work has been ended/.test(message)
  );
}

export function takeWebhook(request: Request, { services }: App, secret: string): Promise<Response> {
  return receiveWebhook(request, {
    webhooks: services.store.webhooks,
    secrets: [secret],
    protocol: services.protocol,
    clock: services.clock,
    portalTime: () => services.portal.portalTime(),
    log: services.log,
    gate: createWebhookGate(services),
    sender: 'portal',
  });
}

/** What a killed process leaves: everything that was written, nothing that was not. */
function copyLife(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ['feedsync.db', 'feedsync.db-wal'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  if (existsSync(join(from, 'data'))) cpSync(join(from, 'data'), join(to, 'data'), { recursive: true });
}

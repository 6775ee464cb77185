import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { silentLog } from '../../src/platform/log.js';
import { createWebhookGate, receiveWebhook } from '../../src/server/webhooks.js';
import { dueWork } from '../../src/sync/due-work.js';
import type { Dice } from './dice.js';
import { loadDaemonConfig, type DaemonOptions } from './daemon-config.js';
import { judgeReport } from './judge-report.js';
import { openLifeLine, type LifeLine } from './life-line.js';
import { createSimFetcher, createSimTransport, type Life } from './network.js';

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
  /** No trouble of its own any more. */
  calmDown(): void;
}

/** The daemon's own code, one life after the other, over files that survive exactly as they were at the moment of death. */
export class Daemon implements Crew {
  #lives = 0;
  #life = { dead: true };
  #line: LifeLine | null = null;
  #app: App | null = null;
  #died: (error: Death) => void = () => undefined;
  #death = new Promise<never>(() => undefined);
  /** Share of the named points at which the process dies. */
  deadliness = 0;
  deaths = 0;
  jobs = 0;

  constructor(private readonly options: DaemonOptions) {}

  get app(): App {
    if (this.#app === null) throw new Error('the daemon is not alive');
    return this.#app;
  }

  get isAlive(): boolean {
    return this.#app !== null;
  }

  async start(): Promise<void> {
    const { world, plant, store } = this.options;
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
      crashPoints: { reach: (point) => this.#reach(point, world.dice) },
      watcher: { watch: () => () => undefined },
      ...{ threads: null, guard: null, readThread: null },
    });
    if (this.#app.stopped.length > 0)
      throw new Error(this.#app.stopped.flatMap((feed) => feed.problems).join('\n'));
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
          judgeReport(await this.#orDeath(job.run()), { key: job.key, by: name, world });
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

import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApp, systemSeams, type App } from '../../src/assemble.js';
import { diskDeps, loadConfig } from '../../src/config/load.js';
import { formatProblem } from '../../src/config/problems.js';
import type { CrashPoint } from '../../src/platform/crash-points.js';
import { silentLog } from '../../src/platform/log.js';
import { receiveWebhook } from '../../src/server/webhooks.js';
import { dueWork } from '../../src/sync/due-work.js';
import type { JobReport } from '../../src/sync/job.js';
import type { Services } from '../../src/sync/services.js';
import type { Agency } from './agency.js';
import type { Dice } from './dice.js';
import { openLifeLine, type LifeLine } from './life-line.js';
import { createSimFetcher, createSimTransport, type Life, type World } from './network.js';

/** Thrown where the process dies; whoever catches it is dead as well. */
class Death extends Error {}

export interface DaemonOptions {
  folder: string;
  world: World;
  keyId: string;
  privateKeyPem: string;
  webhookSecret: string;
  agencies: readonly Agency[];
  /** The address of an empty store on PostgreSQL; null: a file. */
  store: string | null;
  /** A known mistake, planted into the assembled parts of every life. */
  plant: (services: Services, app: App) => void;
}

/** The daemon's own code, one life after the other, over files that survive exactly as they were at the moment of death. */
export class Daemon {
  #lives = 0;
  #life: Life = { dead: true };
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
    const configFile = this.#writeConfig();
    const loaded = await loadConfig(configFile, diskDeps({}));
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    const life: Life = { dead: false };
    this.#life = life;
    this.#death = new Promise<never>((_, reject) => (this.#died = reject));
    this.#death.catch(() => undefined);
    this.#app = await openApp(loaded.config, {
      ...systemSeams(silentLog),
      clock: world.time.daemonClock,
      random: { bytes: (count) => world.dice.bytes(count), fraction: () => world.dice.fraction() },
      transport: createSimTransport(world, life),
      fetcher: createSimFetcher(world, life),
      crashPoints: { reach: (point) => this.#reach(point, world.dice) },
      watcher: { watch: () => () => undefined },
      threads: null,
    });
    if (this.#app.stopped.length > 0)
      throw new Error(this.#app.stopped.flatMap((feed) => feed.problems).join('\n'));
    plant(this.#app.services, this.#app);
  }

  /** The process is gone: a copy of its files is all that the next life finds. */
  die(where: string): never {
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
          this.#judge(await this.#orDeath(job.run()), job.key);
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
    const { services } = this.#app;
    return receiveWebhook(request, {
      webhooks: services.store.webhooks,
      secrets: [this.options.webhookSecret],
      protocol: services.protocol,
      clock: services.clock,
      portalTime: () => services.portal.portalTime(),
      log: services.log,
    });
  }

  get #folder(): string {
    return join(this.options.folder, String(this.#lives));
  }

  #reach(point: CrashPoint, dice: Dice): void {
    if (this.#life.dead) throw new Death(point);
    if (dice.chance(this.deadliness)) this.die(`at ${point}`);
  }

  #orDeath<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    return Promise.race([work, this.#death]);
  }

  #judge(report: JobReport, key: string): void {
    const { world } = this.options;
    if (report.kind === 'asked') for (const inner of report.jobs) this.#judge(inner, key);
    if (report.kind !== 'poll' && report.kind !== 'push' && report.kind !== 'reconcile') return;
    if (report.kind === 'poll') {
      const { feed, state } = report.report;
      const agency = world.agencies.find(({ name }) => name === feed);
      if (state === 'held') {
        world.witness.heldFeeds.add(feed);
        agency?.hold();
      } else if (state === 'done' || state === 'unchanged') {
        // A file of changes that waits behind a held one brings nothing when it is met once more.
        if (state === 'done' || agency?.kind === 'full') world.witness.heldFeeds.delete(feed);
        agency?.settle();
      }
    }
    world.note(`${key}: ${report.report.state}: ${report.report.message}`);
    if (report.report.state === 'failed' && /does not add up|mistake of feedsync/.test(report.report.message))
      world.witness.broken(`${key}: ${report.report.message}`);
  }

  #writeConfig(): string {
    const { folder, keyId, privateKeyPem, agencies } = this.options;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(folder, 'key.pem'), privateKeyPem, { mode: 0o600 });
    const configFile = join(folder, 'feedsync.json');
    const config = {
      portal: {
        base_url: 'https://portal.example/v1',
        key_id: keyId,
        private_key_file: join(folder, 'key.pem'),
      },
      store: this.#line?.address ?? `sqlite:${join(this.#folder, 'feedsync.db')}`,
      data_dir: join(this.#folder, 'data'),
      mappings: 'mappings',
      feeds: agencies
        .filter(({ isDeclared }) => isDeclared)
        .map((agency) => ({
          name: agency.name,
          connection: agency.connectionId,
          url: agency.url,
          mapping: join(import.meta.dirname, 'agency.yaml'),
          kind: agency.kind,
          schedule: '7 * * * *',
          answers: { mandate_attested: true, owner_lives_nearby: false },
          constants: { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' },
        })),
    };
    writeFileSync(configFile, JSON.stringify(config));
    return configFile;
  }
}

/** What a killed process leaves: everything that was written, nothing that was not. */
function copyLife(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ['feedsync.db', 'feedsync.db-wal'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  if (existsSync(join(from, 'data'))) cpSync(join(from, 'data'), join(to, 'data'), { recursive: true });
}

import type { App } from '../../src/assemble.js';
import { takeWebhook, type Crew } from './daemon.js';
import type { DaemonOptions } from './daemon-config.js';
import { followSimTime, type DatabaseClock } from './database-clock.js';
import { JobTable } from './job-table.js';
import { Traffic } from './life-line.js';
import { RequestsUnderWay } from './requests-under-way.js';
import { hour, minute, second } from './sim-time.js';
import { Turnstile } from './turnstile.js';
import { Worker, type Common, type Dangers, type Machine } from './worker.js';

const stepsMax = 20_000;
const looksMax = 60;

/**
 * Several workers and a server on one store. Theirs are the product's engine, store, leases and clock; the table of jobs and the wakes of
 * each second are simulated, so that the seed decides who takes what. The server, by which people and webhooks come, has no troubles.
 */
export class Fleet implements Crew {
  readonly #machines: Machine[];
  readonly #common: Omit<Common, 'store'>;
  #clock: DatabaseClock | null = null;
  #office: Worker | null = null;
  #workers: (Worker | null)[];

  constructor(
    private readonly options: DaemonOptions & { store: string },
    workers: number,
  ) {
    const { world } = options;
    const { dice, time } = world;
    const machine = (name: string, role: Machine['role']): Machine => ({
      name,
      role,
      skewMs: dice.pick([0, 0, -2 * second, 3 * minute, -hour]),
      uptimeMs: dice.between(0, 1000) * hour,
      slowMs: dice.pick([0, 0, 0, 4 * second]),
    });
    this.#machines = Array.from({ length: workers }, (_, index) => machine(`worker ${index + 1}`, 'worker'));
    this.#workers = this.#machines.map(() => null);
    const traffic = new Traffic();
    this.#common = {
      options,
      traffic,
      turnstile: new Turnstile(time, dice, traffic),
      table: new JobTable(time),
      requests: new RequestsUnderWay(world.witness),
      dangers: {
        death: 0,
        standstill: dice.pick([0, 0.002, 0.006, 0.015]),
        cut: dice.pick([0, 0, 0.001, 0.004]),
      },
      counts: { deaths: 0, jobs: 0, refused: 0, stops: 0, cuts: 0 },
    };
  }

  get app(): App {
    if (this.#office === null) throw new Error('the server is not up');
    return this.#office.app;
  }

  get isAlive(): boolean {
    return this.#office !== null;
  }

  get deaths(): number {
    return this.#common.counts.deaths;
  }

  get jobs(): number {
    return this.#common.counts.jobs;
  }

  get counts(): Common['counts'] {
    return this.#common.counts;
  }

  get deadliness(): number {
    return this.#dangers.death;
  }

  set deadliness(share: number) {
    this.#dangers.death = share;
  }

  async start(): Promise<void> {
    const { store, world } = this.options;
    this.#clock ??= await followSimTime(store, world.time, world.dice.pick([0, 0, -70 * second, 2 * minute]));
    const office = { name: 'the server', role: 'server', skewMs: 0, uptimeMs: 0, slowMs: 0 } as const;
    this.#office = await Worker.start(office, this.#all);
    await this.#startMissing();
  }

  async stop(): Promise<void> {
    for (const worker of this.#workers) await worker?.stop();
    this.#workers = this.#machines.map(() => null);
    await this.#office?.stop();
    this.#office = null;
  }

  async end(): Promise<void> {
    await this.stop();
    this.#clock?.close();
  }

  async work(): Promise<void> {
    const { world } = this.options;
    for (let looks = 0; looks < looksMax; looks++) {
      await this.#startMissing();
      const before = this.jobs;
      if (this.#anyAble() === null) await this.#wakeStill(1);
      const looker = this.#anyAble();
      if (looker === null) return;
      await looker.look();
      await this.#drain();
      if (this.jobs === before || world.witness.violations.length > 0) return;
    }
    world.witness.broken(`${looksMax} looks at the same moment, and there is still something due`);
  }

  async webhook(request: Request): Promise<Response> {
    if (this.#office === null) return new Response(null, { status: 502 });
    return takeWebhook(request, this.app, this.options.webhookSecret);
  }

  /** Each hears of what comes late by itself. */
  releaseLate(): Promise<void> {
    return Promise.resolve();
  }

  setClock(ms: number): void {
    this.options.world.dice.pick(this.#machines).skewMs = ms;
  }

  calmDown(): void {
    Object.assign(this.#dangers, { death: 0, standstill: 0, cut: 0 });
    for (const machine of this.#machines) machine.skewMs = 0;
  }

  get #dangers(): Dangers {
    return this.#common.dangers;
  }

  get #all(): Common {
    if (this.#clock === null) throw new Error('the store has no clock yet');
    return { ...this.#common, store: this.#clock.address };
  }

  /** Whoever died is started anew. */
  async #startMissing(): Promise<void> {
    for (const [index, machine] of this.#machines.entries()) {
      const worker = this.#workers[index] ?? null;
      if (worker === null || worker.dead) this.#workers[index] = await Worker.start(machine, this.#all);
    }
  }

  get #living(): Worker[] {
    return this.#workers.filter((worker) => worker !== null && !worker.dead) as Worker[];
  }

  #anyAble(): Worker | null {
    const able = this.#living.filter((worker) => worker.isAble);
    return able.length === 0 ? null : this.options.world.dice.pick(able);
  }

  /** Those whose time has come, each with this chance: others may be in the midst of what they took over by then. */
  async #wakeStill(chance: number): Promise<void> {
    const { time, dice } = this.options.world;
    for (const worker of this.#living)
      if (worker.stillUntil <= time.now && dice.chance(chance)) await worker.goOn();
  }

  /** Until no job is left that somebody can take or go on with. */
  async #drain(): Promise<void> {
    const { turnstile, table } = this.#common;
    const { world } = this.options;
    const { dice } = world;
    for (let steps = 0; steps < stepsMax; steps++) {
      if (world.witness.violations.length > 0) return;
      await this.#wakeStill(0.1);
      const busy = this.#living.filter((worker) => worker.isAble && worker.running > 0);
      const takers = this.#living.filter((worker) => worker.hasRoom);
      const offers = takers.length > 0 ? table.offers() : [];
      if (offers.length > 0 && (busy.length === 0 || dice.chance(0.6))) {
        await dice.pick(takers).take(dice.pick(offers));
        continue;
      }
      if (busy.length === 0) {
        await this.#wakeStill(1);
        if (this.#living.some((worker) => worker.isAble && worker.running > 0)) continue;
        return;
      }
      if (dice.chance(0.1)) await this.#anyAble()?.look();
      if (dice.chance(this.#dangers.standstill * 4)) dice.pick(busy).standStill();
      else if (dice.chance(this.#dangers.cut)) this.#restartDatabase();
      if (!(await turnstile.next()) && busy.some((worker) => worker.isAble && worker.running > 0)) {
        world.witness.broken(`${busy.map(({ name }) => name).join(', ')} waits for nothing`);
        return;
      }
    }
    world.witness.broken(`${stepsMax} steps, and no end`);
  }

  #restartDatabase(): void {
    this.options.world.note('PostgreSQL is restarted');
    this.#common.counts.cuts++;
    for (const worker of this.#living) worker.loseConnections();
  }
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransportError } from '../../src/platform/http/transport.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { generateKeyPair } from '../../src/wire/keys.js';
import { Agency, changeSomething } from './agency.js';
import { BehindJudge } from './behind-judge.js';
import { ContentJudge } from './content-judge.js';
import { Daemon, type Crew } from './daemon.js';
import { Dice } from './dice.js';
import { Fleet } from './fleet.js';
import { compareBeliefs, compareWithFeeds } from './expectation.js';
import type { World } from './network.js';
import { decideSomething, resumeSuspended, wishSomething } from './people.js';
import { Planted } from './planted.js';
import { day, hour, minute, second, SimTime } from './sim-time.js';
import { fromTheStart, makeSpell, spellNames, spellStepMs, type Spell, type SpellName } from './spells.js';
import type { Simulated, SimulationOptions } from './simulated.js';
import { PortalStaff } from './staff.js';
import { Witness } from './witness.js';

/** Days of a daemon's life in a moment: one seed decides everything that happens, in which order and to whom. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulated> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'feedsync-simulation-'));
  const simulation = new Simulation(seed, folder, options);
  try {
    return await simulation.run();
  } finally {
    await simulation.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An hour, what a failed read waits after a day of failures, and the steps in which the quiet goes by. */
const silenceHoursMax = 12;

class Simulation implements World {
  readonly dice: Dice;
  readonly time = new SimTime(Date.UTC(2026, 2, 26, 10, 0, 0));
  readonly sandbox: Sandbox;
  readonly agencies: Agency[];
  readonly witness: Witness;
  readonly planted: Planted;
  readonly story: string[] = [];
  trouble = 0;
  spell: Spell | null = null;
  readonly #judge = new BehindJudge(this);
  #contents: ContentJudge | null = null;
  readonly #spellName: SpellName | null;
  readonly #daemon: Crew;
  readonly #fleet: Fleet | null;
  readonly #staff = new PortalStaff(this);
  readonly #quietAt: number;
  readonly #quietHours: number;
  readonly #webhookFate: 'all' | 'some' | 'none';
  #inHook = false;
  #isQuiet = false;

  constructor(
    private readonly seed: number,
    folder: string,
    {
      plant = () => undefined,
      hours = 24,
      quietHours = 40,
      spells = false,
      contents = false,
      store,
      workers,
    }: SimulationOptions,
  ) {
    this.#spellName = spells ? (spellNames[seed % spellNames.length] ?? null) : null;
    this.dice = new Dice(seed);
    const { dice, time } = this;
    this.#quietHours = quietHours;
    this.#quietAt = time.now + dice.between(Math.ceil(hours / 6), hours) * hour;
    this.#webhookFate = dice.pick(['all', 'some', 'none']);
    const rate = dice.pick([20, 60, 600]);
    this.planted = new Planted(time, dice.pick([8, 30, 500]));
    this.sandbox = createSandbox({
      clock: time.portalClock,
      random: { bytes: (count) => dice.bytes(count), fraction: () => dice.fraction() },
      transport: { send: (request) => this.#deliver(request) },
      limits: {
        rate_limit_per_minute: rate,
        connection_items_per_hour: this.planted.itemsPerHour,
      },
      outcomeDelayMs: dice.pick([0, 0, 30 * second, 10 * minute]),
      batchDelayMs: dice.pick([0, 0, 5 * second]),
      allowRemoteWebhooks: true,
      shuffleKeys: dice.chance(0.2),
    });
    const certifying = this.#spellName === 'a certification that lasts' ? 1 : 0.15;
    const connections = Array.from({ length: dice.between(1, 2) }, () =>
      this.sandbox.staff.addConnection({ status: dice.chance(certifying) ? 'certifying' : 'active' }),
    );
    this.agencies = Array.from(
      { length: dice.between(1, 3) },
      (_, index) =>
        new Agency(
          `agency-${index}`,
          dice.pick(connections),
          index,
          dice.chance(0.2) && !contents ? 'delta' : 'full',
          dice,
          contents,
        ),
    );
    for (const agency of this.agencies) {
      for (let count = dice.between(2, 18); count > 0; count--) agency.add();
      agency.export(time.now);
    }
    this.witness = new Witness(this.sandbox, this.agencies, time);
    if (contents) this.#contents = new ContentJudge(this);
    this.witness.note = (what) => this.note(what);
    this.witness.onTaken = (connectionId, id) => this.planted.received(connectionId, id);
    const keys = generateKeyPair({ bytes: (count) => dice.bytes(count), fraction: () => dice.fraction() });
    const keyId = this.sandbox.staff.registerKey(keys.publicKeyPem);
    const endpoint = this.sandbox.webhooks.addEndpoint({ url: 'https://daemon.example/webhooks/portal' });
    const of = {
      folder,
      world: this,
      keyId,
      privateKeyPem: keys.privateKeyPem,
      webhookSecret: endpoint.secrets[0]?.text ?? '',
      agencies: this.agencies,
      isGuarded: dice.chance(0.4),
      firstPush: certifying === 1 ? 2 : null,
      plant,
    };
    if (workers !== undefined && store === undefined) throw new Error('workers share a store on PostgreSQL');
    this.#fleet = workers === undefined || store === undefined ? null : new Fleet({ ...of, store }, workers);
    this.#daemon = this.#fleet ?? new Daemon({ ...of, store: store ?? null });
  }

  note(what: string): void {
    this.story.push(`${new Date(this.time.now).toISOString().slice(5, 19)} ${what}`);
  }

  async run(): Promise<Simulated> {
    const { dice, time } = this;
    // Without any, no part and no old copy of a file comes.
    this.trouble = dice.pick(this.#contents === null ? [0, 0.03, 0.1, 0.25] : [0.1, 0.25]);
    this.#daemon.deadliness = dice.pick([0, 0, 0.005, 0.03]);
    await this.#daemon.start();
    if (this.#spellName === fromTheStart) await this.#cast(fromTheStart);
    while (time.now < this.#quietAt && this.witness.violations.length === 0) {
      time.advance(dice.chance(0.3) ? dice.between(1, 90) * second : dice.between(2, 50) * minute);
      await this.#happen();
      await this.#turn();
    }
    if (this.#spellName !== null && this.#spellName !== fromTheStart && this.witness.violations.length === 0)
      await this.#cast(this.#spellName);
    await this.#quietDown();
    if (this.witness.violations.length === 0) this.#listenForSilence();
    if (this.witness.violations.length === 0) await compareWithFeeds(this.#daemon.app, this);
    if (this.witness.violations.length === 0) await this.#contents?.atTheEnd(this.#daemon.app);
    const { jobs, deaths } = this.#daemon;
    const { violations, requests, items } = this.witness;
    const { judged } = this.#judge;
    const fleet = this.#fleet && { fleet: this.#fleet.counts };
    return {
      seed: this.seed,
      violations,
      story: this.story,
      jobs,
      deaths,
      requests,
      items,
      judged,
      ...fleet,
    };
  }

  async end(): Promise<void> {
    await (this.#fleet?.end() ?? this.#daemon.stop());
  }

  /** What may happen while a request is on its way: never within another such moment. */
  async meanwhile(): Promise<void> {
    if (this.#inHook || this.#isQuiet) return;
    this.#inHook = true;
    try {
      await this.#happen();
    } finally {
      this.#inHook = false;
    }
  }

  /** All that the world does by itself up to now, and then the daemon. */
  async #turn(): Promise<void> {
    await this.witness.arriveLate();
    if (this.dice.chance(0.3)) await this.#daemon.releaseLate();
    await this.sandbox.time.tick();
    if (this.#daemon.isAlive && this.spell?.isAlone !== true) await resumeSuspended(this.#daemon.app, this);
    if (this.spell?.isStandstill?.() !== true) await this.#daemon.work();
    if (this.#daemon.isAlive) await compareBeliefs(this.#daemon.app, this);
    if (this.#daemon.isAlive && this.#fleet === null && this.#contents === null)
      await this.#judge.look(this.#daemon.app);
  }

  /** All goes well but for one thing, which lasts. */
  async #cast(name: SpellName): Promise<void> {
    const { time, dice } = this;
    this.trouble = 0;
    this.#isQuiet = true;
    this.#daemon.calmDown();
    if (name !== 'a certification that lasts') this.#staff.makeWell();
    await this.#resumePaused();
    if (name !== fromTheStart) await this.#settleDown();
    const free = this.agencies.filter(
      ({ isDeclared, name: own }) => isDeclared && !this.witness.heldFeeds.has(own),
    );
    const [first] = this.agencies;
    const target = free.length > 0 ? dice.pick(free) : first;
    if (target === undefined) return;
    this.note(`spell: ${name}, of ${target.name}`);
    this.spell = makeSpell(name, this, target);
    this.spell.begin?.();
    if (name === 'a clock that is behind') this.#daemon.setClock(-12 * hour);
    for (
      const end = time.now + this.spell.hours * hour;
      time.now < end && this.witness.violations.length === 0;
    ) {
      time.advance(spellStepMs(dice, this.spell.hours));
      if (name === 'a clock that is behind' && this.#daemon.isAlive) await this.#judge.look(this.#daemon.app);
      else await this.#turn();
      if (this.#daemon.isAlive) await this.spell.decide?.(this.#daemon.app);
    }
    this.note('the spell is over');
    this.#daemon.setClock(0);
    this.spell.end?.();
    this.spell = null;
    this.#isQuiet = false;
    this.trouble = name === fromTheStart ? 0.03 : 0;
  }

  /** People decide what waits, and the daemon catches up. */
  async #settleDown(): Promise<void> {
    for (let times = 0; times < 3; times++)
      if (this.#daemon.isAlive) await decideSomething(this.#daemon.app, this, 1);
    this.time.advance(61 * minute);
    await this.#turn();
  }

  async #resumePaused(): Promise<void> {
    for (const agency of this.agencies) {
      if (agency.life !== 'paused') continue;
      agency.life = 'active';
      await this.#daemon.app.services.store.intents.add({
        kind: 'resume',
        payload: { feed: agency.name },
        author: 'ana',
        now: this.time.now,
      });
    }
  }

  async #happen(): Promise<void> {
    const { dice } = this;
    const agency = dice.pick(this.agencies);
    if (dice.chance(agency.isWritten ? 0.6 : 0.35)) {
      const changes = Array.from({ length: dice.between(1, agency.isWritten ? 6 : 3) }, () =>
        changeSomething(agency, dice, this.agencies),
      );
      for (const one of this.agencies)
        if (one === agency || changes.includes('move')) one.export(this.time.now);
      this.note(`${agency.name}: ${changes.join(', ')}; ${agency.ads.size} ads`);
    }
    if (this.#daemon.isAlive && dice.chance(0.12)) await decideSomething(this.#daemon.app, this, 0.7);
    if (this.#daemon.isAlive && dice.chance(0.05)) await wishSomething(this.#daemon.app, this);
    if (dice.chance(0.06)) this.#staff.act();
    if (dice.chance(0.02)) this.#clockJumps();
    if (this.#daemon.isAlive && !this.#inHook && dice.chance(0.02)) await this.#reconfigure(agency);
    if (this.#daemon.isAlive && !this.#inHook && dice.chance(0.015)) await this.#wrongClockBetweenStarts();
  }

  async #reconfigure(agency: Agency): Promise<void> {
    const declared = this.agencies.filter(({ isDeclared }) => isDeclared);
    if (!agency.isDeclared) agency.declareAgain(this.time.now);
    else if (declared.length > 1) agency.isDeclared = false;
    this.note(
      `${agency.name} ${agency.isDeclared ? 'stands in' : 'is taken out of'} the configuration; a new start`,
    );
    this.witness.changedOutside();
    await this.#daemon.stop();
    await this.#daemon.start();
  }

  /** The process is stopped, a person sets the clock wrong, it runs for a while, and the clock is put right while it is stopped again. */
  async #wrongClockBetweenStarts(): Promise<void> {
    const { dice, time } = this;
    const wrong = dice.pick([40 * minute, 12 * hour, 30 * hour, 30 * day, 365 * day, -5 * hour]);
    this.note(`stopped, and started with a clock that is wrong by ${wrong / minute} min`);
    await this.#daemon.stop();
    this.#daemon.setClock(wrong);
    await this.#daemon.start();
    for (let turns = dice.between(1, 3); turns > 0; turns--) {
      await this.#turn();
      time.advance(dice.between(2, 30) * minute);
    }
    this.note('stopped, and started with the right clock');
    await this.#daemon.stop();
    this.#daemon.setClock(0);
    await this.#daemon.start();
    if (wrong > 2 * day) await this.#restoreDueTimes(wrong);
  }

  /** As in a copy of the store that a machine with a wrong clock made: nothing in it says so. */
  async #restoreDueTimes(aheadMs: number): Promise<void> {
    const { feeds } = this.#daemon.app.services.store;
    this.note(`polls are due ${aheadMs / day} days ahead`);
    for (const { id, nextPollAt } of await feeds.all())
      await feeds.update(id, { nextPollAt: nextPollAt + aheadMs });
  }

  /** Each feed is due every hour, and so much more than that is a silence that nothing explains. */
  #listenForSilence(): void {
    for (const { name, askedAt, isDeclared, life, connectionId } of this.agencies) {
      const hours = Math.round((this.time.now - askedAt) / hour);
      if (this.sandbox.staff.connection(connectionId).status === 'revoked') continue;
      if (isDeclared && life === 'active' && hours > silenceHoursMax)
        this.witness.broken(`${name} has not been asked for its file for ${hours} hours`);
    }
  }

  #clockJumps(): void {
    const wrong = this.dice.pick([0, 0, 2 * second, -3 * minute, 8 * minute, hour, -hour]);
    this.#daemon.setClock(wrong);
    this.note(`the daemon's clock is wrong by ${wrong / 1000} s`);
  }

  /** No more trouble: people mend what they paused, the portal has room, and nights go by. */
  async #quietDown(): Promise<void> {
    const { time } = this;
    this.note('all is quiet');
    this.#isQuiet = true;
    this.trouble = 0;
    this.#daemon.calmDown();
    this.#staff.makeWell();
    for (const agency of this.agencies) {
      agency.declareAgain(time.now);
      // Another agency's file, once it was taken over, may be newer than its own.
      if (agency.isWritten) agency.export(time.now);
    }
    await this.#daemon.stop();
    await this.#daemon.start();
    await this.#resumePaused();
    for (
      const end = time.now + this.#quietHours * hour;
      time.now < end && this.witness.violations.length === 0;
    ) {
      time.advance(121 * minute);
      if (this.#daemon.isAlive && this.dice.chance(0.3)) await decideSomething(this.#daemon.app, this, 1);
      await this.#turn();
    }
    // What was sent last comes out, what went missing last has its grace, and nobody decides anything more.
    for (let turns = 0; turns < 3 || (turns < 9 && (await this.#isAnyInGrace())); turns++) {
      time.advance(20 * minute);
      await this.#turn();
    }
  }

  async #isAnyInGrace(): Promise<boolean> {
    const { listings } = this.#daemon.app.services.store;
    for (const { connectionId } of this.agencies)
      if ((await listings.list({ connectionId, presence: ['grace'], limit: 1 })).length > 0) return true;
    return false;
  }

  async #deliver(request: {
    url: string;
    headers: Record<string, string>;
    body: Uint8Array | null;
    method: string;
  }) {
    const { dice } = this;
    if (this.#webhookFate === 'none' || (this.#webhookFate === 'some' && dice.chance(0.5)))
      throw new TransportError('refused', 'nobody there');
    const { url, headers, body, method } = request;
    const make = (): Request =>
      new Request(url, { method, headers, ...(body !== null && { body: Buffer.from(body) }) });
    if (dice.chance(0.1)) await this.#daemon.webhook(make());
    const response = await this.#daemon.webhook(make());
    return { status: response.status, headers: {}, body: new Uint8Array(await response.arrayBuffer()) };
  }
}

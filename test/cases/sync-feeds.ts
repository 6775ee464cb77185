import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { feedQuality } from '../../src/inspect/quality.js';
import type { Issue } from '../../src/model/outcome.js';
import type { PollReport } from '../../src/sync/reports.js';
import { run } from '../cli/command-line.js';
import { minute } from '../support/manual-clock.js';
import { World, type WorldOptions } from '../support/world.js';
import { FeedHost, type Reply } from './feed-host.js';

/** A file of a feed, or how its host answers. */
export type Served = Buffer | string | readonly Reply[];

/** A feed as a host serves it, poll after poll. */
export interface CaseFeed {
  /** A preset; `proposal`: what is proposed for the first file; `init`: what the command writes for the address. */
  mapping: string;
  /** One for each poll. */
  files: readonly Served[];
  /** Of the feed, below its folder. */
  path?: string;
  /** More keys of the feed. `{base}` stands for its folder. */
  feed?: Record<string, string>;
}

/** What a feed led to. */
export interface CaseOutcome {
  polls: PollReport[];
  /** What the portal holds, by id: `live`, `inactive` or `removed`. */
  states: Record<string, string>;
  /** Payloads that visitors of the portal see, by id. */
  live: Record<string, Payload>;
  /** `rule id value` of each value that waits. */
  doubts: string[];
  issues: Record<string, Issue[]>;
  /** Codes of `quality`. */
  findings: string[];
  /** Why no mapping was proposed; null: one was, or a preset is used. */
  refused: string | null;
}

interface Payload {
  title?: Record<string, string>;
  description?: Record<string, string>;
  price?: { amount: number };
  structure?: Record<string, unknown>;
  photos?: { url: string }[];
}

const answers = { mandate_attested: true, owner_lives_nearby: false };
const constants = { 'price.currency': 'EUR', 'rent.currency': 'EUR', 'rent.type': 'long_term' };
/** What `init` asks where the file does not say it: all invented ads without an offer are sales. */
const asked = { transaction: 'sale' };

/** Syncs all feeds, each of an agency of its own, with one portal, and returns what each led to. */
export async function syncFeeds(
  feeds: Readonly<Record<string, CaseFeed>>,
  options: WorldOptions = {},
): Promise<Record<string, CaseOutcome>> {
  const world = await World.create(options);
  const host = await FeedHost.start();
  try {
    return await new CaseRun(world, host, new Map(Object.entries<CaseFeed>(feeds))).all();
  } finally {
    await world.close();
    await host.close();
  }
}

class CaseRun {
  readonly #prefixes = new Map<string, string>();
  readonly #refused = new Map<string, string>();
  readonly #polls = new Map<string, PollReport[]>();

  constructor(
    private readonly world: World,
    private readonly host: FeedHost,
    private readonly feeds: ReadonlyMap<string, CaseFeed>,
  ) {}

  async all(): Promise<Record<string, CaseOutcome>> {
    const entries: Record<string, unknown>[] = [];
    for (const [name, feed] of this.feeds) {
      this.#serve(name, feed, 0);
      const entry = await this.#entry(name, feed);
      if (entry !== null) entries.push(entry);
    }
    await this.world.declare(() => entries);
    await this.world.restart();
    const most = Math.max(...[...this.feeds.values()].map(({ files }) => files.length));
    for (let poll = 0; poll < most; poll++) await this.#poll(poll);
    const outcomes: Record<string, CaseOutcome> = {};
    for (const name of this.feeds.keys()) outcomes[name] = await this.#outcome(name);
    return outcomes;
  }

  /** Feeds with fewer files are polled along; their last file is served again. */
  async #poll(poll: number): Promise<void> {
    for (const [name, feed] of this.feeds) this.#serve(name, feed, Math.min(poll, feed.files.length - 1));
    const { polls } = await this.world.later(16 * minute);
    for (const report of polls) {
      const isAsked = poll < (this.feeds.get(report.feed)?.files.length ?? 0);
      if (isAsked) this.#polls.set(report.feed, [...(this.#polls.get(report.feed) ?? []), report]);
    }
  }

  #serve(name: string, { files, path = '/feed' }: CaseFeed, poll: number): void {
    const served = files[poll] ?? '';
    const isFile = typeof served === 'string' || Buffer.isBuffer(served);
    this.host.serve(name, isFile ? [{ path, body: served }] : served);
  }

  async #entry(name: string, { mapping, files, path = '/feed', feed = {} }: CaseFeed): Promise<Entry | null> {
    const connection = this.world.connectionId;
    this.#prefixes.set(name, `F${this.#prefixes.size + 1}-`);
    const base = this.host.base(name);
    const more = Object.entries(feed).map(([key, value]) => [key, value.replace('{base}', base)]);
    const url = `${base}${path}`;
    const chosen =
      mapping === 'proposal'
        ? await this.#proposal(name, files[0])
        : mapping === 'init'
          ? await this.#written(name, url)
          : { mapping };
    const isPreset = mapping !== 'proposal' && mapping !== 'init';
    const given = isPreset ? constants : { ...constants, ...asked };
    const entry = { name, connection, url, answers, constants: given, id_prefix: this.#prefixes.get(name) };
    return chosen === null ? null : { ...entry, ...chosen, ...(Object.fromEntries(more) as Entry) };
  }

  async #proposal(name: string, file: Served | undefined): Promise<Entry | null> {
    const proposal = await proposeMapping(Buffer.from(file as Buffer | string), { name });
    if (!proposal.ok) return this.#refuse(name, proposal.reason);
    const own = join(this.world.folder, `${name}.yaml`);
    await writeFile(own, proposal.yaml);
    return { mapping: own, encoding: proposal.encoding };
  }

  /** What the command proposes for the address, in a file of the world's own: written, it would be a preset for all that follow. */
  async #written(name: string, url: string): Promise<Entry | null> {
    const ran = await run(this.world, 'init', url, '--name', name, '--json');
    if (ran.code !== 0 && ran.code !== 3) return this.#refuse(name, ran.out + ran.err);
    const { preset, yaml, encoding } = ran.json() as {
      preset: string | null;
      yaml: string;
      encoding: string;
    };
    const own = join(this.world.folder, `${name}.yaml`);
    await writeFile(own, yaml);
    return { mapping: preset ?? own, encoding };
  }

  #refuse(name: string, reason: string): null {
    this.#refused.set(name, reason);
    return null;
  }

  async #outcome(name: string): Promise<CaseOutcome> {
    const { services } = this.world.app;
    const prefix = this.#prefixes.get(name) ?? '';
    const listings = this.world
      .listings()
      .flatMap(({ externalId, status, payload }) =>
        externalId.startsWith(prefix)
          ? [{ externalId: externalId.slice(prefix.length), status, payload }]
          : [],
      );
    const id = (await services.store.feeds.all()).find((feed) => feed.name === name)?.id ?? 0;
    const issues: Record<string, Issue[]> = {};
    for await (const block of services.store.quality.issues(id))
      for (const record of block) if (record.issues.length > 0) issues[record.sourceId] = record.issues;
    const live = listings.filter(({ status }) => status === 'live');
    return {
      polls: this.#polls.get(name) ?? [],
      states: Object.fromEntries(listings.map(({ externalId, status }) => [externalId, status])),
      live: Object.fromEntries(live.map(({ externalId, payload }) => [externalId, payload ?? {}])),
      doubts: (await services.store.content.doubts(id)).map((one) =>
        `${one.rule} ${one.externalId.slice(prefix.length)} ${one.value}`.trim(),
      ),
      issues,
      findings: (await feedQuality(id, services.store, services.clock.now())).map(({ code }) => code),
      refused: this.#refused.get(name) ?? null,
    };
  }
}

type Entry = Record<string, unknown>;

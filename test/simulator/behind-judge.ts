import type { App } from '../../src/assemble.js';
import { exitCodeOf } from '../../src/cli/answer.js';
import { attention, type Attention } from '../../src/inspect/attention/listed-items.js';
import { attentionContext } from '../../src/server/attention-context.js';
import type { StaffListing } from '../../src/sandbox/sandbox.js';
import type { Ad, Agency } from './agency.js';
import { causes, type CauseName } from './causes.js';
import type { World } from './network.js';
import { hour, minute } from './sim-time.js';
import { fromTheStart } from './spells.js';

/** Feeds are due every hour: three of these, and an hour more. */
const feedMs = 4 * hour;
/** A feed that never was read is missed from when that was first tried. */
const firstReadMs = 30 * minute;
const waitMs = 2 * hour;
const waitMostMs = 24 * hour;
/** Until what is missing from a file is missing for good: two more files, and what the guard waits for. */
const graceMs = 3 * hour;
const budgetMs = 3 * hour;

interface Wait {
  since: number;
  /** When the hour's budget last had no room for it. */
  fullUntil: number;
  /** When each cause kept it last. */
  keptAt: Map<CauseName, number>;
}

/**
 * Knows from what the simulated world did which feeds and listings are behind, and why. What the daemon shows of them must name that.
 * Nothing of the daemon is asked but what a person sees: the sentences, and the exit code of `status`.
 */
export class BehindJudge {
  /** How often each cause was held against a sentence. */
  readonly judged = new Map<CauseName, number>();
  readonly #waits = new Map<string, Wait>();
  /** No earlier moment counts for the feed: it was paused, was out of the configuration, or the clock was wrong. */
  readonly #countsFrom = new Map<Agency, number>();
  #shown: Attention[] | null = null;

  constructor(private readonly world: World) {}

  /** After the daemon did all that is due, or could not. */
  async look(app: App): Promise<void> {
    this.#shown = null;
    const { world } = this;
    if (world.spell?.name === 'a clock that is behind' && world.time.skewMs < -hour)
      await this.#hold(app, { ofAll: true, is: 'all agencies', by: ['the clock is behind'] });
    for (const agency of world.agencies) await this.#lookAtFeed(agency, app);
    for (const id of new Set(world.agencies.map(({ connectionId }) => connectionId)))
      await this.#lookAtListings(id, app);
  }

  async #lookAtFeed(agency: Agency, app: App): Promise<void> {
    const { time, planted, witness, sandbox } = this.world;
    const { status } = sandbox.staff.connection(agency.connectionId);
    if (agency.life !== 'active' || !agency.isDeclared || status === 'revoked' || this.#isClockWrong)
      this.#countsFrom.set(agency, time.now);
    const fed = planted.of(agency);
    const { readAt, isRead, fault } = fed;
    const isHeld = witness.heldFeeds.has(agency.name);
    const from = Math.max(readAt + (isRead ? 0 : firstReadMs), this.#countsFrom.get(agency) ?? 0);
    if (time.now - from < feedMs) return;
    const by: CauseName[] = [];
    if (this.world.spell?.isStandstill?.() === true) {
      by.push('no process reads it');
      // Its server asked to be left alone, so that it is not due yet.
      if (fault === 'busy') by.push('file: busy');
    } else if (this.world.spell?.name === fromTheStart) by.push('the portal never answered');
    else if (fault !== null) by.push(`file: ${fault}`);
    else if (agency.ads.size === 0) by.push('it offers nothing');
    if (isHeld) by.push('its file is held');
    if (isHeld && fed.isRejected) by.push('its file was rejected');
    await this.#hold(app, { connectionId: agency.connectionId, feed: agency.name, is: agency.name, by });
  }

  async #lookAtListings(connectionId: string, app: App): Promise<void> {
    const { world } = this;
    const held = new Map(
      world.sandbox.staff.listings(connectionId).map((listing) => [listing.externalId, listing]),
    );
    const asked = await inDoubt(app, connectionId);
    const late = new Map<string, string[]>();
    for (const { ad, agency } of this.#wanted(connectionId)) {
      const key = `${connectionId} ${ad.id} ${ad.type}`;
      if (isThere(ad, held.get(ad.id)) || this.#isExcused(ad, agency, held.get(ad.id))) {
        this.#waits.delete(key);
        continue;
      }
      const wait = this.#waitOf(key);
      if (asked.has(ad.id)) wait.keptAt.set('its value is asked about', world.time.now);
      const causes = this.#keptBy(ad, agency, wait);
      const { now } = world.time;
      const isLate = now - Math.max(wait.since, wait.fullUntil) >= waitMs || now - wait.since >= waitMostMs;
      if (!isLate) continue;
      const by = [...causes].sort().join('|');
      late.set(by, [...(late.get(by) ?? []), ad.id]);
    }
    for (const { id, agency } of this.#unwanted(connectionId, held)) {
      const wait = this.#waitOf(`${connectionId} ${id} removal`);
      const causes = this.#keptBy(null, agency, wait);
      causes.add('its removal is asked about');
      const since = Math.max(wait.since, world.planted.approvedAt.get(`${connectionId} ${id}`) ?? 0);
      if (world.time.now - since < waitMs + graceMs) continue;
      const by = [...causes].sort().join('|');
      late.set(by, [...(late.get(by) ?? []), id]);
    }
    for (const [by, ids] of late)
      await this.#hold(app, {
        connectionId,
        is: ids.slice(0, 3).join(', '),
        by: by === '' ? [] : (by.split('|') as CauseName[]),
      });
  }

  get #isClockWrong(): boolean {
    return Math.abs(this.world.time.skewMs) > minute;
  }

  /** What the files say that the daemon took over. */
  *#wanted(connectionId: string): Iterable<{ ad: Ad; agency: Agency }> {
    const { agencies, planted } = this.world;
    const own = agencies.filter((agency) => agency.connectionId === connectionId && agency.isDeclared);
    for (const agency of own)
      for (const ad of planted.of(agency).ads?.values() ?? []) {
        const tellers = own.filter((one) => one.ads.has(ad.id) || planted.of(one).ads?.has(ad.id) === true);
        if (tellers.length === 1 && ad.status === 'offered') yield { ad, agency };
      }
  }

  /** What visitors see, and no file has any more. */
  *#unwanted(
    connectionId: string,
    held: ReadonlyMap<string, StaffListing>,
  ): Iterable<{ id: string; agency: Agency }> {
    const { agencies, planted, witness, time } = this.world;
    const own = agencies.filter((agency) => agency.connectionId === connectionId);
    for (const [id, { status }] of held) {
      const key = `${connectionId} ${id}`;
      const agency = own.find((one) => planted.of(one).known.has(id));
      const isOffered = own.some((one) => one.ads.has(id) || planted.of(one).ads?.has(id) !== false);
      const isRead = agency?.isDeclared === true && time.now - planted.of(agency).readAt < 2 * hour;
      const isUnwanted = status === 'live' && isRead && !isOffered;
      const isExcused = planted.kept.has(key) || witness.touched.has(key) || this.#isClockWrong;
      if (isUnwanted && !isExcused) yield { id, agency };
      else this.#waits.delete(`${key} removal`);
    }
  }

  /** What is decided about it, or cannot be known. */
  #isExcused(ad: Ad, { connectionId }: Agency, held: StaffListing | undefined): boolean {
    const { witness, planted } = this.world;
    const key = `${connectionId} ${ad.id}`;
    if (this.#isClockWrong || planted.rejected.has(`${key} ${ad.price}`)) return true;
    if (ad.id.includes(':') || witness.givenUp.has(key) || witness.touched.has(key)) return true;
    if (planted.isInHand(connectionId, ad.id)) return true;
    if (planted.haveWordsChanged && ad.type === 'house') return true;
    return held?.status === 'rejected' && held.failureCode !== 'quota_exceeded';
  }

  #waitOf(key: string): Wait {
    const { now } = this.world.time;
    const known = this.#waits.get(key) ?? { since: now, fullUntil: 0, keptAt: new Map() };
    this.#waits.set(key, known);
    const [connectionId = ''] = key.split(' ');
    if (!this.#hasRoom(connectionId)) known.fullUntil = now;
    return known;
  }

  /** More than half of the hour's budget is left, whatever share of it the lane has. */
  #hasRoom(connectionId: string): boolean {
    const { sandbox, time, witness, planted } = this.world;
    if (time.now < witness.limitsMovedUntil) return false;
    const spent = sandbox.staff
      .ledger(connectionId)
      .filter(({ at }) => at > time.now - 65 * minute)
      .reduce((sum, { count }) => sum + count, 0);
    return spent * 2 < planted.itemsPerHour;
  }

  /** What keeps it, or did until a while ago: it is tried again by and by. */
  #keptBy(ad: Ad | null, agency: Agency, wait: Wait): Set<CauseName> {
    const { now } = this.world.time;
    const { keptAt } = wait;
    for (const cause of this.#keptNow(ad, agency, wait)) keptAt.set(cause, now);
    return new Set([...keptAt].filter(([cause, at]) => at > now - afterMs(cause)).map(([cause]) => cause));
  }

  #keptNow(ad: Ad | null, agency: Agency, wait: Wait): Set<CauseName> {
    const { world } = this;
    const { spell, sandbox, witness, planted } = world;
    const { connectionId } = agency;
    const connection = sandbox.staff.connection(connectionId);
    const found = new Set<CauseName>();
    if (spell?.isStandstill?.() === true) return found.add('no process sends it');
    if (connection.status === 'paused') return found.add('the connection is paused');
    if (connection.status === 'revoked') return found.add('the consent is taken back');
    if (ad?.type === 'castle') return found.add('a word is not known');
    if (witness.heldFeeds.has(agency.name)) found.add('its file is held');
    if (connection.status === 'certifying' && ad !== null) found.add('the portal certifies');
    if (connection.agency.listing_limit !== null && ad !== null) found.add('the plan is full');
    if (
      spell !== null &&
      spell.name in causes &&
      (ofAll.has(spell.name) || spell.target.connectionId === connectionId)
    )
      found.add(spell.name as CauseName);
    else if (planted.hadTrouble(connectionId, wait.since - hour)) found.add('requests went wrong');
    if (wait.fullUntil > world.time.now - budgetMs) found.add('the budget is spent');
    return found;
  }

  async #hold(
    app: App,
    of: { connectionId?: string; feed?: string; is: string; by: readonly CauseName[]; ofAll?: true },
  ): Promise<void> {
    const { world } = this;
    this.#shown ??= await attention(app.services.store, attentionContext(app.services));
    const shown = this.#shown;
    const own = shown.filter(
      ({ connection, feed }) =>
        connection === null ||
        (connection === of.connectionId && (feed === null || of.feed === undefined || feed === of.feed)),
    );
    const said = own.map(({ sentence }) => sentence.en);
    const named = of.by.filter((cause) => said.some((sentence) => causes[cause].says.test(sentence)));
    for (const cause of named) this.judged.set(cause, (this.judged.get(cause) ?? 0) + 1);
    if (named.length === 0) {
      const why = of.by.length === 0 ? 'for no planted reason' : `by ${of.by.join(' or ')}`;
      world.witness.broken(`${of.is} is behind ${why}, and what is shown is: ${said.join(' ') || 'nothing'}`);
      return;
    }
    const code = exitCodeOf({ text: '', json: null, attention: shown }, { attention: 'operator' }, true);
    if (named.every((cause) => causes[cause].operator) && code !== 3)
      world.witness.broken(
        `${of.is} is behind by ${named.join(', ')}, which only the operator ends; exit code ${code}`,
      );
  }
}

/** Listings with a value in doubt: that they wait is right if a person can read it. */
async function inDoubt({ services: { store } }: App, connectionId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const feedId of await store.content.feeds())
    for (const doubt of await store.content.doubts(feedId))
      if (doubt.connectionId === connectionId) ids.add(doubt.externalId);
  return ids;
}

function priceOf(held: StaffListing | undefined, kind: Ad['kind']): number | undefined {
  const { price, rent } = (held?.payload ?? {}) as { price?: { amount: number }; rent?: { amount: number } };
  return (kind === 'sale' ? price : rent)?.amount;
}

/** The portal has it as its agency means it. */
function isThere(ad: Ad, held: StaffListing | undefined): boolean {
  const isGone = held?.status === 'removed' || held?.status === 'archived' || held?.status === 'rejected';
  return !isGone && priceOf(held, ad.kind) === ad.price;
}

/** One listing that was refused is sent again the next day, all else within hours. */
function afterMs(cause: CauseName): number {
  return cause.startsWith('a listing that') || cause.startsWith('batches that') ? 26 * hour : 150 * minute;
}

/** They meet the requests of every connection. */
const ofAll: ReadonlySet<string> = new Set([
  'a portal that refuses',
  'a portal that hangs up',
  'a portal that answers with an error',
  'a portal that says slower',
  'a portal whose answers are cut',
  'a page instead of an answer',
  'a key that is refused',
]);

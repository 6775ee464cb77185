import type { TransportReply, TransportRequest } from '../../src/platform/http/transport.js';
import type { Sandbox, StaffListing } from '../../src/sandbox/sandbox.js';
import type { Agency } from './agency.js';
import { PriceJudge } from './price-judge.js';
import { day, hour, type SimTime } from './sim-time.js';

/** Listings that visitors see, or would but for a pause. */
const shown: ReadonlySet<string> = new Set(['live', 'inactive', 'paused']);
/** What the agency has there, of which the portal has not decided everything yet. */
const owned: ReadonlySet<string> = new Set([...shown, 'accepted', 'needs_review']);
const off: ReadonlySet<string> = new Set(['removed', 'archived']);

/** A listing of a batch. */
export interface Sent {
  external_id: string;
  digest?: string;
  state?: string;
  price?: { amount: number; currency: string };
  rent?: { amount: number; currency: string };
  photos?: { url: string }[];
}

/** Several addresses in one. */
const severalAddresses = /(?:[\s,;|]|%20|%0A)https?:/i;

/**
 * Stands at the portal's door and knows what the agencies have told: each request is held against the promises at the moment at
 * which it takes effect, whatever the daemon believes.
 */
export class Witness {
  readonly violations: string[] = [];
  note?: (what: string) => void;
  /** Of each listing of a batch that the portal takes. */
  onTaken: (connectionId: string, id: string) => void = () => undefined;
  /** Judges what is sent for a listing beyond what is judged here. */
  judgeContents: (connectionId: string, sent: Sent, before: StaffListing | undefined) => void = () =>
    undefined;
  /** Ids that a person gave up, by connection and id. */
  readonly givenUp = new Set<string>();
  /** Prices that a person confirmed, by connection, id and amount. */
  readonly confirmed = new Set<string>();
  readonly #prices = new PriceJudge();
  readonly #removedAt = new Map<string, { at: number; asked: boolean }>();
  readonly #refusedBefore = new Map<string, number>();
  readonly #keysUsed = new Set<string>();
  readonly #tries = new Map<string, number>();
  /** Digest of the content that the portal took last, by connection and id. */
  readonly #lastSent = new Map<string, string>();
  /** So many photos were sent with the content that the portal took last, by connection and id. */
  readonly #photosSent = new Map<string, number>();
  readonly #late: { at: number; run: () => Promise<void> }[] = [];
  /** Until then the portal may say "too many" through no doing of the daemon. */
  limitsMovedUntil = 0;
  /** Feeds whose last file waits for a person as a whole: nothing of it is taken over. */
  readonly heldFeeds = new Set<string>();
  requests = 0;
  items = 0;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly agencies: readonly Agency[],
    private readonly time: SimTime,
  ) {}

  broken(promise: string): void {
    if (this.violations.length < 20) this.violations.push(promise);
  }

  /** A request that the line still holds. */
  later(run: () => Promise<void>, ms: number): void {
    this.#late.push({ at: this.time.now + ms, run });
  }

  async arriveLate(): Promise<void> {
    const due = this.#late.filter((one) => one.at <= this.time.now);
    for (const one of due) {
      this.#late.splice(this.#late.indexOf(one), 1);
      await one.run();
    }
  }

  async watch(request: TransportRequest, serve: () => Promise<TransportReply>): Promise<TransportReply> {
    this.requests++;
    const path = new URL(request.url).pathname;
    this.note?.(`${request.method} ${path}`);
    const connectionId = /\/connections\/([0-9a-f-]{36})/.exec(path)?.[1] ?? null;
    if (connectionId === null || request.method === 'GET') return this.judgeReply(await serve(), path);
    const before = this.#states(connectionId);
    const isNew = this.#isNewKey(request);
    const reply = await serve();
    // One that the portal would not take has spent nothing.
    if (isNew && path.endsWith('/batches') && reply.status < 300)
      this.#judgeItems(request, connectionId, before);
    this.#judgeRemovals(connectionId, before, `${request.method} ${path}`);
    // Under the same key it only asks what became of it.
    return this.#asksAgain(request) ? this.#judgeKey(reply, path) : this.judgeReply(reply, path);
  }

  /** Something went wrong with a request: whether a listing that it was to take off is off, nobody told. */
  doubt(path: string): void {
    const removed = removedBy(path);
    if (removed !== null) this.repaired.add(removed);
  }

  judgeReply(reply: TransportReply, path: string): TransportReply {
    if (reply.status === 429 && this.time.now > this.limitsMovedUntil)
      this.broken(
        `the portal had to say "too many" to ${path}: ${Buffer.from(reply.body).toString().slice(0, 160)}`,
      );
    return this.#judgeKey(reply, path);
  }

  #judgeKey(reply: TransportReply, path: string): TransportReply {
    if (reply.status === 422 && Buffer.from(reply.body).toString().includes('idempotency_key_reused'))
      this.broken(`one idempotency key was used for two bodies at ${path}`);
    return reply;
  }

  #states(connectionId: string): Map<string, StaffListing> {
    return new Map(this.sandbox.staff.listings(connectionId).map((listing) => [listing.externalId, listing]));
  }

  /** Words, limits or the configuration changed: what was refused under the former ones may be sent once more. */
  changedOutside(): void {
    this.#refusedBefore.clear();
  }

  /** It leaves the daemon, and may never arrive. */
  leaves(request: TransportRequest): void {
    const key = keyOf(request);
    if (key !== undefined) this.#tries.set(key, (this.#tries.get(key) ?? 0) + 1);
    const removed = removedBy(new URL(request.url).pathname);
    if (removed !== null && this.#tellerOf(removed) === undefined) this.#rightlySent.add(removed);
  }

  /** Removals that no feed spoke against when they left. A file that comes before their reply does not call them off. */
  readonly #rightlySent = new Set<string>();

  #asksAgain(request: TransportRequest): boolean {
    return (this.#tries.get(keyOf(request) ?? '') ?? 0) > 1;
  }

  #isNewKey(request: TransportRequest): boolean {
    const key = keyOf(request);
    if (key === undefined) return true;
    const isNew = !this.#keysUsed.has(key);
    this.#keysUsed.add(key);
    return isNew;
  }

  /** Nothing is spent on content that the portal shows already. */
  #judgeItems(
    { body }: TransportRequest,
    connectionId: string,
    before: ReadonlyMap<string, StaffListing>,
  ): void {
    const { listings } = JSON.parse(Buffer.from(body ?? []).toString()) as { listings: Sent[] };
    this.items += listings.length;
    this.note?.(`  a new batch: ${listings.map(({ external_id: id }) => id).join(', ')}`);
    for (const sent of listings) {
      const { external_id: id, digest = '', price, rent, photos = [] } = sent;
      this.onTaken(connectionId, id);
      this.judgeContents(connectionId, sent, before.get(id));
      for (const { url } of photos)
        if (severalAddresses.test(url)) this.broken(`a photo of ${id} is several addresses: ${url}`);
      const jump = this.#prices.judge(
        `${connectionId} ${id}`,
        { price, rent },
        this.confirmed,
        this.time.now,
      );
      if (jump !== null) this.broken(`${id} ${jump}`);
      const held = before.get(id);
      const key = `${connectionId} ${id}`;
      // Other content that was sent since was refused: nobody told what became of the former.
      const isShown = held?.status === 'live' && held.digest === digest;
      const isSame = this.#lastSent.get(key) === digest;
      if (isShown && isSame && !this.repaired.has(key))
        this.broken(`${id} was sent again although the portal shows this very content`);
      this.#lastSent.set(key, digest);
      this.#photosSent.set(key, photos.length);
      const wasRefused = `${key} ${digest}`;
      const refusedFor = held?.failureCode ?? null;
      if (refusedFor !== null && !this.repaired.has(key)) {
        const times = isSame ? (this.#refusedBefore.get(wasRefused) ?? 0) + 1 : 0;
        this.#refusedBefore.set(wasRefused, times);
        if (times > timesRefusedMax(refusedFor))
          this.broken(
            `${id} was sent ${times} times more after it was refused (${refusedFor}), and nothing had changed`,
          );
      }
      this.repaired.delete(key);
      this.#rightlySent.delete(key);
    }
  }

  /** Listings that were changed behind the daemon's back, or of which it cannot know, and may be sent once more for it. */
  readonly repaired = new Set<string>();
  /** All that were ever changed so. */
  readonly touched = new Set<string>();

  /**
   * Another plan keeps other photos: of a listing that was cut and now has room for more, the portal does not show the content that was
   * sent, although it holds its digest. It may be sent once more for it.
   */
  planMayKeepMore(connectionId: string): void {
    const { photo_limit: limit } = this.sandbox.staff.connection(connectionId).agency;
    for (const { externalId, payload } of this.sandbox.staff.listings(connectionId)) {
      const key = `${connectionId} ${externalId}`;
      const { photos = [] } = (payload ?? {}) as Pick<Sent, 'photos'>;
      if (photos.length < Math.min(limit, this.#photosSent.get(key) ?? 0)) this.repaired.add(key);
    }
  }

  #judgeRemovals(connectionId: string, before: ReadonlyMap<string, StaffListing>, request: string): void {
    const taken: string[] = [];
    for (const listing of this.sandbox.staff.listings(connectionId)) {
      const former = before.get(listing.externalId);
      if (former !== undefined && shown.has(former.status) && off.has(listing.status))
        taken.push(listing.externalId);
    }
    for (const id of taken) this.#judgeRemoval(connectionId, id, request);
    if (taken.length > 0) this.#judgeMass(connectionId, taken, before);
  }

  #judgeRemoval(connectionId: string, id: string, request: string): void {
    const key = `${connectionId} ${id}`;
    if (this.givenUp.has(key)) return;
    const teller = this.#tellerOf(key);
    if (teller !== undefined && this.#rightlySent.has(key)) return;
    if (teller !== undefined) {
      this.broken(
        `${id} was taken off by ${request}, although ${teller.name} still had it in its last whole file`,
      );
      return;
    }
    const owners = this.agencies.filter(
      (agency) => agency.connectionId === connectionId && agency.known.has(sourceOf(id)),
    );
    const missed = Math.max(0, ...owners.map((agency) => agency.missed(sourceOf(id))));
    const isSaid = owners.some(
      (agency) => agency.ads.get(sourceOf(id))?.status === 'sold' || agency.soldOnce.has(sourceOf(id)),
    );
    if (missed < 2 && !isSaid)
      this.broken(`${id} was taken off by ${request} after ${missed} whole file without it`);
  }

  /** Who still has it. @param key connection and id */
  #tellerOf(key: string): Agency | undefined {
    const [connectionId, id = ''] = key.split(' ');
    return this.agencies.find(
      (agency) =>
        agency.connectionId === connectionId &&
        !this.heldFeeds.has(agency.name) &&
        agency.stillHas(sourceOf(id)),
    );
  }

  /** More than the guard's limits, by absence or by the feed's word, within a day, and nobody was asked. */
  #judgeMass(
    connectionId: string,
    taken: readonly string[],
    before: ReadonlyMap<string, StaffListing>,
  ): void {
    const { now } = this.time;
    const unasked = taken.filter((id) => !this.givenUp.has(`${connectionId} ${id}`));
    for (const id of taken)
      this.#removedAt.set(`${connectionId} ${id}`, { at: now, asked: !unasked.includes(id) });
    if (unasked.length === 0) return;
    const inWindow = [...this.#removedAt].filter(
      ([key, { at }]) => key.startsWith(connectionId) && now - at < day - hour,
    );
    const recent = inWindow.filter(([, { asked }]) => !asked);
    const on = [...before.values()].filter((listing) => owned.has(listing.status)).length - taken.length;
    const base = on + inWindow.length + this.#undecided(connectionId, before);
    // Feeds of one connection are guarded each for itself: this is the most that all of them let through together.
    const feeds = this.agencies.filter((agency) => agency.connectionId === connectionId).length;
    const most = Math.max(2 * feeds, Math.ceil(base * 0.3) + feeds);
    if (recent.length > most)
      this.broken(
        `${recent.length} of ${base} listings were taken off within a day, and nobody was asked (at most ${most})`,
      );
  }

  /** Sent, and the portal has not begun with them: they are part of what the guard goes by (RULES R67). */
  #undecided(connectionId: string, before: ReadonlyMap<string, StaffListing>): number {
    const ids = [...this.#lastSent.keys()].flatMap((key) => {
      const [connection, id = ''] = key.split(' ');
      return connection === connectionId ? id : [];
    });
    return ids.filter((id) => !before.has(id)).length;
  }
}

/**
 * What time or the agency's plan may cure is tried again; the rest is a person's, whom nobody asked here. Other words of the portal are
 * two occasions: the words themselves, and what a feed's tables come to with them.
 */
function timesRefusedMax(code: string): number {
  return code === 'worker_error' || code === 'photo_fetch_failed' || code === 'quota_exceeded' ? 12 : 2;
}

/** Source id of a listing: that of the rental of a record that offers both ends differently, which these feeds never do. */
export function sourceOf(externalId: string): string {
  return externalId;
}

function keyOf({ headers }: TransportRequest): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}

/** Connection and id of the listing that a request takes off. */
function removedBy(path: string): string | null {
  const [, connectionId, externalId] = /\/connections\/([^/]+)\/listings\/([^/]+)\/remove$/.exec(path) ?? [];
  return connectionId === undefined || externalId === undefined
    ? null
    : `${connectionId} ${decodeURIComponent(externalId)}`;
}

import type { App } from '../../src/assemble.js';
import type { StaffListing } from '../../src/sandbox/sandbox.js';
import type { Ad, Agency, Told } from './agency.js';
import { photosOf, plainly, rsdPerEur, wordOf } from './contents.js';
import type { World } from './network.js';
import type { Sent } from './witness.js';

/** The portal shows it, or has it in hand. */
const known: ReadonlySet<string> = new Set(['live', 'inactive', 'paused', 'accepted', 'needs_review']);
const standIns: ReadonlySet<number> = new Set([1, 11, 111, 1111, 123, 1234, 12345]);
/** What no sale costs and no rent: far outside of what anyone asks, in EUR. */
const saleLeast = 1000;
const rentLeast = 30;

interface Shown {
  amount: number;
  currency: string;
  /** The first file that said it. */
  since: number;
}

/**
 * Knows what the people of the agencies wrote and meant. Each listing that is sent is held against their files, and at the end what the
 * portal shows against what they mean. It reads no code of the daemon.
 */
export class ContentJudge {
  /** The price that was sent last, by connection and id. */
  readonly #shown = new Map<string, Shown>();

  constructor(private readonly world: World) {
    world.witness.judgeContents = (connectionId, sent, before) => this.#judge(connectionId, sent, before);
  }

  #judge(connectionId: string, sent: Sent, before: StaffListing | undefined): void {
    const { external_id: id } = sent;
    const own = this.world.agencies.filter((agency) => agency.connectionId === connectionId);
    const said = own.flatMap((agency) => agency.saidOf(id));
    const tellings = own.flatMap(({ tellings: all }) => [...all]).filter(({ ads }) => ads.has(id));
    if (tellings.length === 0) {
      this.#broken(`${id} was sent, and no whole file ever had it`);
      return;
    }
    // What was let through before its word changed may be on its way still.
    const wasOffered = tellings.some(({ ads }) => ads.get(id)?.status === 'offered');
    this.#judgeState(connectionId, sent, { said, own, before, wasOffered });
    this.#judgePhotos(sent, tellings);
    this.#judgePrice(connectionId, sent, { tellings, before });
  }

  #broken(what: string): void {
    this.world.witness.broken(what);
  }

  /** Nothing becomes visible whose files say that it is gone or reserved, or say what no one understands. */
  #judgeState(
    connectionId: string,
    { external_id: id, state }: Sent,
    {
      said,
      own,
      before,
      wasOffered,
    }: {
      said: readonly Ad[];
      own: readonly Agency[];
      before: StaffListing | undefined;
      wasOffered: boolean;
    },
  ): void {
    if (said.length === 0 || own.some(({ name }) => this.world.witness.heldFeeds.has(name))) return;
    // A person said that it stays as it is.
    if (this.world.planted.kept.has(`${connectionId} ${id}`)) return;
    if (before !== undefined && known.has(before.status)) return;
    const [first] = said;
    if (first === undefined || said.some(({ status }) => status !== first.status)) return;
    const isShown = state !== 'inactive';
    if (first.status === 'sold') this.#broken(`${id} was published although its files call it sold`);
    if (first.status === 'reserved' && isShown)
      this.#broken(`${id} was published as on offer although its files call it reserved`);
    if (first.status === 'unknown' && isShown && !this.#isConfirmed(connectionId, id) && !wasOffered)
      this.#broken(`${id} was published as on offer although no one knows what “${wordOf(first)}” means`);
  }

  #isConfirmed(connectionId: string, id: string): boolean {
    return [...this.world.witness.confirmed].some((key) => key.startsWith(`${connectionId} ${id} `));
  }

  #judgePhotos({ external_id: id, photos = [] }: Sent, tellings: readonly Told[]): void {
    const own = new Set(
      tellings.flatMap(({ ads }) => [...ads.values()].filter((ad) => ad.id === id).flatMap(photosOf)),
    );
    for (const { url } of photos)
      if (!own.has(url)) this.#broken(`a photo of ${id} is no address that its agency has: ${url}`);
  }

  #judgePrice(
    connectionId: string,
    { external_id: id, price, rent }: Sent,
    { tellings, before }: { tellings: readonly Told[]; before: StaffListing | undefined },
  ): void {
    const sum = price ?? rent;
    if (sum === undefined) return;
    const key = `${connectionId} ${id}`;
    const sayings = tellings.filter(({ ads }) => isSaid(ads.get(id), sum));
    if (sayings.length === 0) {
      this.#broken(`${id} was sent at ${sum.amount} ${sum.currency}, which no whole file ever said`);
      return;
    }
    const orders = sayings.map(({ order }) => order);
    const former = this.#shown.get(key);
    this.#shown.set(key, { ...sum, since: Math.min(...orders) });
    const isSame = former?.amount === sum.amount && former.currency === sum.currency;
    if (isSame || this.world.witness.touched.has(key)) return;
    const isDecided = [this.world.witness.confirmed, this.world.planted.rejected].some(
      (decided) =>
        decided.has(`${key} ${sum.amount}`) ||
        (former !== undefined && decided.has(`${key} ${former.amount}`)),
    );
    if (isDecided) return;
    if (former?.amount === sum.amount)
      this.#broken(
        `${id} went from ${former.currency} to ${sum.currency} at the same figure, and no one confirmed it`,
      );
    const isNew = before === undefined || !known.has(before.status);
    const eur = sum.currency === 'RSD' ? sum.amount / rsdPerEur : sum.amount;
    const isStandIn = rent === undefined && standIns.has(sum.amount);
    if (isNew && (isStandIn || eur < (rent === undefined ? saleLeast : rentLeast)))
      this.#broken(`${id} was published at ${sum.amount} ${sum.currency}, and no one confirmed it`);
    if (former !== undefined && !isNew && Math.max(...orders) < former.since)
      this.#broken(`${id} went back to ${sum.amount}, which only files before that of ${former.amount} say`);
  }

  /** Once all is quiet: who is sold or reserved is not shown, whatever else of it waits, and what is in no doubt is as it was written. */
  async atTheEnd(app: App): Promise<void> {
    const { world } = this;
    for (const connectionId of new Set(world.agencies.map((agency) => agency.connectionId))) {
      if (world.sandbox.staff.connection(connectionId).status !== 'active') continue;
      const asked = await askedAbout(app, connectionId);
      if (asked === 'all') continue;
      const questioned = await idsWithUnknownState(app, connectionId);
      const own = world.agencies.filter((agency) => agency.connectionId === connectionId);
      for (const listing of world.sandbox.staff.listings(connectionId)) {
        const { externalId: id, status } = listing;
        const key = `${connectionId} ${id}`;
        const ads = own.flatMap(({ ads: all }) => all.get(id) ?? []);
        const [ad] = ads;
        const isOther = asked.has(id) || world.planted.kept.has(key) || world.witness.touched.has(key);
        if (ad === undefined || ads.length > 1 || isOther || status !== 'live') continue;
        // The portal took the word for its category away, and refuses all that is sent of it since. A removal it takes.
        const isRefused = world.planted.haveWordsChanged && ad.type === 'house';
        const isReserved = ad.status === 'reserved' && !isRefused;
        if (ad.status === 'sold' || isReserved || ad.status === 'request')
          this.#broken(`at the end ${id} is shown as on offer although its feed says: ${ad.status}`);
        const isWordOpen = ad.status === 'unknown' && !this.#isConfirmed(connectionId, id);
        if (isWordOpen && !questioned.has(id))
          this.#broken(`at the end no one is asked what “${wordOf(ad)}” of ${id} means`);
        if (isRefused) continue;
        const street = (listing.payload?.location as { address_line?: string } | undefined)?.address_line;
        if ((ad.status === 'offered' || ad.status === 'unknown') && street !== ad.street)
          this.#broken(`at the end ${id} is shown in ${street}, the feed says ${ad.street}`);
      }
    }
  }
}

function isSaid(ad: Ad | undefined, { amount, currency }: Pick<Shown, 'amount' | 'currency'>): boolean {
  return ad?.price === amount && (ad.written ?? plainly).currency === currency;
}

/** Listings about whose removal a person is asked, or has said no; `all`: a whole file waits. Values in doubt are no such question. */
async function askedAbout({ services: { store } }: App, connectionId: string): Promise<Set<string> | 'all'> {
  const ids = new Set<string>();
  for (const hold of await store.holds.all()) {
    if (hold.connectionId !== connectionId || (hold.state !== 'open' && hold.state !== 'rejected')) continue;
    if (hold.kind === 'plan') return 'all';
    if (hold.kind === 'content') continue;
    for (const line of (await store.holds.get(hold.id))?.lines ?? []) ids.add(line.externalId);
  }
  return ids;
}

/** Listings whose word for the state waits for an answer, or had one. */
async function idsWithUnknownState(app: App, connectionId: string): Promise<Set<string>> {
  const { feeds, content } = app.services.store;
  const own = await feeds.ofConnection(connectionId);
  const doubts = await content.doubtsIn(own.map(({ id }) => id));
  return new Set(doubts.filter(({ field }) => field === 'state').map(({ externalId }) => externalId));
}

import type { Ad, Agency } from './agency.js';
import type { FeedFault, VisibleFault } from './network.js';
import type { SimTime } from './sim-time.js';
import { hour, minute } from './sim-time.js';

/** What one feed was given, as its host knows it. */
export interface Fed {
  /** When the daemon last took over a whole file. */
  readAt: number;
  /** Whether it ever did. */
  isRead: boolean;
  /** Ids of all files that it took over. */
  known: Set<string>;
  /** The ads of that file, if it was the newest; null: it was an older one, or another feed's. */
  ads: ReadonlyMap<string, Ad> | null;
  /** A whole file that it has and did not take over yet. */
  given: { ads: ReadonlyMap<string, Ad> | null } | null;
  /** What it has waits for a person as a whole. */
  isHeld: boolean;
  /** People would not have a file of it that was held. */
  isRejected: boolean;
  /** What its host did instead of giving a whole file, the last time. */
  fault: VisibleFault | null;
}

/** How long the simulator remembers what it did to a request. */
const rememberedMs = 30 * hour;
/** How long the portal may take over what it has: no longer than any look at it. */
const inHandMs = 130 * minute;

/** What the simulator did to the daemon on purpose: the truth that reasons are held against. */
export class Planted {
  readonly #fed = new Map<Agency, Fed>();
  #portal: { at: number; connectionId: string | null; fault: string }[] = [];
  /** The portal took words away, or gave them back: what they are in may be refused. */
  haveWordsChanged = false;
  /** What people would not have removed, by connection and id. */
  readonly kept = new Set<string>();
  /** Prices in doubt that people rejected, by connection, id and amount: the portal stays as it is, and nothing is shown of it. */
  readonly rejected = new Set<string>();
  /** When people last said yes to a removal, by connection and id: it waited for them until then. */
  readonly approvedAt = new Map<string, number>();
  readonly #receivedAt = new Map<string, number>();

  constructor(
    private readonly time: SimTime,
    /** The hour's budget of each connection. */
    public itemsPerHour: number,
  ) {}

  of(agency: Agency): Fed {
    const known = this.#fed.get(agency);
    if (known !== undefined) return known;
    const fed: Fed = {
      readAt: this.time.now,
      isRead: false,
      known: new Set(),
      ads: null,
      given: null,
      isHeld: false,
      isRejected: false,
      fault: null,
    };
    this.#fed.set(agency, fed);
    return fed;
  }

  /** What a host answered. */
  feedAnswered(agency: Agency, fault: FeedFault | 'none'): void {
    const fed = this.of(agency);
    if (fault === 'none' || fault === 'stale' || fault === 'foreign') {
      const ads = new Map([...agency.ads].map(([id, ad]) => [id, { ...ad }]));
      fed.given = { ads: fault === 'none' ? ads : null };
      fed.fault = null;
    } else {
      fed.given = null;
      fed.fault = fault;
    }
  }

  /** The daemon took over what it was given last. */
  tookOver(agency: Agency): void {
    const fed = this.of(agency);
    const { given, isHeld } = fed;
    fed.isHeld = false;
    // A file that was held is taken over from the disk.
    if (given === null && !isHeld) return;
    Object.assign(fed, { readAt: this.time.now, isRead: true, ads: given?.ads ?? null, given: null });
    for (const id of fed.ads?.keys() ?? []) fed.known.add(id);
  }

  /** It read the file to its end and waits one poll with it, as that may be an older one; or it knows no words yet. */
  putOff(agency: Agency): void {
    const fed = this.of(agency);
    if (fed.isRead) fed.readAt = this.time.now;
  }

  isHeld(agency: Agency): void {
    this.of(agency).isHeld = true;
  }

  /** The portal took it, and may be at it still. */
  received(connectionId: string, id: string): void {
    this.#receivedAt.set(`${connectionId} ${id}`, this.time.now);
  }

  isInHand(connectionId: string, id: string): boolean {
    return (this.#receivedAt.get(`${connectionId} ${id}`) ?? -Infinity) > this.time.now - inHandMs;
  }

  portalAnswered(path: string, fault: string): void {
    const connectionId = /\/connections\/([0-9a-f-]{36})/.exec(path)?.[1] ?? null;
    const { now } = this.time;
    if (this.#portal.length > 500) this.#portal = this.#portal.filter(({ at }) => at > now - rememberedMs);
    this.#portal.push({ at: now, connectionId, fault });
  }

  /** Whether a request that the connection needs went wrong since then. */
  hadTrouble(id: string, since: number): boolean {
    return this.#portal.some(
      ({ at, connectionId }) => at >= since && (connectionId === null || connectionId === id),
    );
  }
}

import type { Deployment } from '../upgrade/deployment.js';
import { contentsConnections } from '../upgrade/contents-life.js';
import { hour } from './sim-time.js';

/** What visitors see of an ad that an upgrade leaves as it is. */
type Seen = Readonly<Record<'state' | 'price' | 'area' | 'cover', string>>;

interface Payload {
  external_id?: string;
  state?: string;
  price?: { amount: number; currency: string };
  rent?: { amount: number; currency: string };
  structure?: { area_sqm?: number };
  photos?: { url: string }[];
}

/** Changes of the release's own making may take this part of an hour, so that an agency's own changes find room. */
const ownShare = 0.8;
/** Several addresses that 0.1.0 sent as one, or an escaped one: no visitor saw such a cover, and it may be mended once its record is read. */
const isNoAddress = /[\s,;|]\s*https?:|%20https?:|&amp;/;
const connections: readonly string[] = Object.values(contentsConnections);

/** Stands beside the portal and knows what it showed before the upgrade. It reads no code of the daemon. */
export class UpgradeJudge {
  readonly violations: string[] = [];
  sent = 0;
  readonly #before = new Map<string, Seen>();
  readonly #live: ReadonlySet<string>;
  /** Batches by their keys: a batch that is tried again is spent once. */
  readonly #sentAt = new Map<string, { at: number; connectionId: string; count: number }>();
  /** Whose agency wrote other bytes of its records: what is sent of them may be its own changes. */
  readonly #rewritten = new Set<string>();
  /** Holds of removals that ever were, by feed. */
  readonly #removals = new Map<number, Set<number>>();
  #read = 0;
  #ownMappings = true;

  constructor(
    private readonly deployment: Deployment,
    private readonly itemsPerHour: number,
  ) {
    this.#live = this.#shown();
    for (const connectionId of connections)
      for (const { externalId, payload } of deployment.sandbox.staff.listings(connectionId))
        if (payload !== null) this.#before.set(`${connectionId} ${externalId}`, seenOf(payload));
    this.#read = deployment.changes.length;
  }

  /** The operator takes the mappings of today over: what they read otherwise may be asked about. */
  takesMappings(): void {
    this.#ownMappings = false;
  }

  /** The agency's software writes each of its records in other bytes. */
  writesAnew(connectionId: string): void {
    this.#rewritten.add(connectionId);
  }

  /** Judges all that was sent since the last look, and what people are asked. */
  async look(): Promise<void> {
    const { changes } = this.deployment;
    for (const { at, request, body, key } of changes.slice(this.#read)) {
      if (/\/listings\/[^/]+\/remove$/.test(request)) this.#broken(`${request} was sent`);
      const connectionId = /\/connections\/([0-9a-f-]{36})\/batches$/.exec(request)?.[1];
      if (connectionId === undefined) continue;
      const { listings } = JSON.parse(body) as { listings: Payload[] };
      for (const listing of listings) this.#judge(connectionId, listing);
      if (!this.#sentAt.has(key ?? '')) this.sent += listings.length;
      this.#sentAt.set(key ?? '', { at, connectionId, count: listings.length });
      this.#judgeShare(connectionId, at);
    }
    this.#read = changes.length;
    await this.#judgeHolds();
  }

  /** Whoever was shown is shown, whatever was sent again. */
  async atTheEnd(): Promise<void> {
    await this.look();
    const shown = this.#shown();
    const gone = [...this.#live].filter((id) => !shown.has(id));
    const added = [...shown].filter((id) => !this.#live.has(id));
    if (gone.length + added.length > 0)
      this.#broken(`shown no more: ${gone.join(', ')}; shown now: ${added.join(', ')}`);
  }

  #broken(what: string): void {
    this.violations.push(what);
  }

  #shown(): Set<string> {
    return new Set(
      connections.flatMap((connectionId) =>
        this.deployment.sandbox.staff
          .listings(connectionId)
          .filter(({ status }) => status === 'live')
          .map(({ externalId }) => `${connectionId} ${externalId}`),
      ),
    );
  }

  #judge(connectionId: string, listing: Payload): void {
    const { external_id: id = '' } = listing;
    const before = this.#before.get(`${connectionId} ${id}`);
    if (before === undefined) {
      this.#broken(`${id} was sent, and no ad had this id before`);
      return;
    }
    const now = seenOf(listing);
    for (const field of ['state', 'price', 'area', 'cover'] as const) {
      if (field === 'cover' && isNoAddress.test(before.cover)) continue;
      if (now[field] !== before[field])
        this.#broken(`the ${field} of ${id} went from ${before[field]} to ${now[field]}`);
    }
  }

  /** By the connection's hour until then; what was lost on the way counts, as the portal may have it. */
  #judgeShare(connectionId: string, until: number): void {
    const most = this.#rewritten.has(connectionId)
      ? this.itemsPerHour
      : Math.floor(this.itemsPerHour * ownShare);
    const count = [...this.#sentAt.values()]
      .filter((one) => one.connectionId === connectionId && one.at > until - hour)
      .reduce((sum, one) => sum + one.count, 0);
    if (count > most) this.#broken(`${count} were sent within an hour, of ${most} at most`);
  }

  async #judgeHolds(): Promise<void> {
    for (const { id, kind, feedId } of await this.deployment.app.services.store.holds.all()) {
      if (kind === 'content' && !this.#ownMappings) continue;
      if (this.#ownMappings || kind !== 'removals' || feedId === null) {
        this.#broken(`hold ${id} was opened: ${kind}`);
        continue;
      }
      const known = this.#removals.get(feedId) ?? new Set();
      this.#removals.set(feedId, known.add(id));
      if (known.size > 1) this.#broken(`${known.size} holds of removals were opened for one feed`);
    }
  }
}

function seenOf(payload: Payload): Seen {
  const { state = 'active', price, rent, structure, photos } = payload;
  const sum = price ?? rent;
  return {
    state,
    price: `${sum?.amount} ${sum?.currency}`,
    area: String(structure?.area_sqm),
    cover: String(photos?.[0]?.url),
  };
}

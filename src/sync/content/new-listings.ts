import { namedFigures } from '../../core/content/guard/named-figures.js';
import { Neighbours, type KnownListings } from '../../core/content/guard/neighbours.js';
import { UsualTally } from '../../core/content/guard/usual-values.js';
import { valueOf } from '../../core/content/guard/payload-values.js';
import type { OpenDoubt, ValueDoubt } from '../../model/content.js';
import type { ExternalId } from '../../model/ids.js';
import type { StagedListing } from '../../model/staged-record.js';
import { liveListings } from '../../store/facts/usual-values.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import type { StagedWithStored } from '../../store/store.js';
import { rsdPerEur } from '../../wire/limits.js';
import type { Feed, Services } from '../services/services.js';

/** Reads some of a file's new and changed listings. */
export type StagedSample = () => AsyncIterable<readonly { listing: StagedListing }[]>;

/** Compares the new listings of one committing poll with others (RULES R82). */
export class NewListings {
  #neighbours: Neighbours | null = null;

  constructor(
    private readonly feed: Pick<Feed, 'id'>,
    private readonly services: Pick<Services, 'store'>,
    private readonly sample: StagedSample,
  ) {}

  /**
   * Doubts of the new listings in a block, by external id. A listing that went live without its odd value is compared until that is answered.
   * Nothing is read for a block without such listings.
   * @param openOf open doubts of a listing
   */
  async doubts(
    block: readonly StagedWithStored[],
    openOf: (externalId: ExternalId) => readonly OpenDoubt[],
  ): Promise<Map<ExternalId, ValueDoubt>> {
    const doubts = new Map<ExternalId, ValueDoubt>();
    for (const row of block)
      for (const { externalId, measure, wanted } of row.staged.listings) {
        if (measure === undefined || wanted === null) continue;
        const open = openOf(externalId).filter(({ rule }) => rule === 'unlikely');
        if (isLive(row, externalId) && open.length === 0) continue;
        this.#neighbours ??= await this.#find();
        const figures = (): ReturnType<typeof namedFigures> =>
          namedFigures(unpackPayload(wanted.packed), rsdPerEur);
        const found = this.#neighbours.doubtOf(measure, figures);
        const isKnown = found !== null || this.#neighbours.areManyLive(measure);
        const doubt = isKnown ? found : standingDoubt(open, wanted.packed);
        if (doubt !== null) doubts.set(externalId, doubt);
      }
    return doubts;
  }

  async #find(): Promise<Neighbours> {
    const live = await liveListings(this.services.store, this.feed.id);
    return new Neighbours(live, await this.#ofFile(), rsdPerEur);
  }

  async #ofFile(): Promise<KnownListings> {
    const tally = new UsualTally();
    for await (const block of this.sample())
      for (const { listing } of block) if (listing.measure !== undefined) tally.add(listing.measure);
    return tally.known();
  }
}

/**
 * The doubt that is open about the same values. The file that showed it may not show it again, and while few of its kind are live, nothing
 * else can tell that the values are right.
 */
function standingDoubt(open: readonly OpenDoubt[], packed: Uint8Array): ValueDoubt | null {
  const [first] = open;
  if (first === undefined) return null;
  const payload = unpackPayload(packed);
  if (open.some(({ field, value }) => valueOf(payload, field) !== value)) return null;
  return {
    rule: 'unlikely',
    fields: open.flatMap(({ field }) => (field === 'state' ? [] : field)),
    causes: first.causes,
  };
}

function isLive({ stored }: StagedWithStored, externalId: ExternalId): boolean {
  return stored.some((listing) => listing.externalId === externalId && listing.offSince === null);
}

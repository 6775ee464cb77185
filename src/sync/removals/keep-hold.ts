import { counted, listingForms } from '../../texts/counted.js';
import { isUpgraded } from '../../store/facts/upgraded-feeds.js';
import type { HoldLine, Hold } from '../../model/hold.js';
import type { ListingRecord } from '../../model/listing.js';
import type { RemovalsVerdict } from './judge-removals.js';
import { raiseHold } from '../holds/raise-hold.js';
import type { Feed, Services } from '../services/services.js';

/** The lines of a hold, and why they would leave public view. */
export interface HeldLines {
  lines: HoldLine[];
  /** Number of listings that the feed itself reports as sold, rented or withdrawn. */
  stated: number;
  /** Number of listings that would become inactive. */
  inactive: number;
  /** Whether these are kept records that were mapped again, so that they said the same before. */
  isKept: boolean;
}

function whatLeaves({ name }: Feed, { lines, stated, inactive }: HeldLines): string {
  const listings = (count: number): string =>
    `${counted(count, listingForms).en} that ${count === 1 ? 'is' : 'are'} on the portal`;
  const removals = lines.length - inactive;
  const off = 'sold, rented or withdrawn';
  const missing =
    stated === 0
      ? `Feed ${name} no longer has ${listings(removals)}.`
      : stated === removals
        ? `Feed ${name} reports ${listings(removals)} as ${off}.`
        : `Feed ${name} no longer has ${listings(removals)}, or reports them (${stated}) as ${off}.`;
  const hidden = `Feed ${name} reports ${listings(inactive)} as reserved or switched off: they would become inactive and not be removed.`;
  return [removals > 0 ? missing : null, inactive > 0 ? hidden : null]
    .filter((part) => part !== null)
    .join(' ');
}

/** Like `whatLeaves`, for listings whose records said so before an upgrade of the mapping. */
function whatLeft({ name }: Feed, { lines, stated, inactive }: HeldLines): string {
  const states = [
    stated > 0 ? 'sold, rented or withdrawn' : null,
    inactive > 0 ? 'reserved or switched off' : null,
  ].filter((state) => state !== null);
  const listings = counted(lines.length, listingForms).en;
  const are = lines.length === 1 ? 'is' : 'are';
  return `The software of feed ${name} has called ${listings} that ${are} on the portal ${states.join(', or ')} for some time: the version of its mapping before the upgrade did not read that.`;
}

/**
 * Whether the records of all lines called their listings sold, reserved or the like before an upgrade of the mapping. That stays known of a
 * hold until other lines come in.
 */
async function wereStated(
  { id }: Feed,
  openHold: Hold | null,
  { lines, stated, inactive, isKept }: HeldLines,
  { store }: Pick<Services, 'store'>,
): Promise<boolean> {
  if (stated + inactive < lines.length) return false;
  if (isKept && (await isUpgraded(id, store))) return true;
  if (openHold?.cause !== 'upgrade') return false;
  const known = new Set((await store.holds.get(openHold.id))?.lines.map(({ externalId }) => externalId));
  return lines.every(({ externalId }) => known.has(externalId));
}

function whatStays({ lines, inactive }: HeldLines): string {
  if (inactive === 0) return 'They were not removed';
  return inactive === lines.length ? 'They stay active' : 'None was removed, and none became inactive';
}

/** Raises, updates or closes the feed's hold so that it shows exactly the listings that are held. */
export async function keepHold(
  feed: Feed,
  openHold: Hold | null,
  held: HeldLines,
  verdict: RemovalsVerdict,
  services: Services,
): Promise<number | null> {
  const { store, clock } = services;
  const { lines } = held;
  if (lines.length > 0 && (verdict.kind === 'hold' || openHold !== null)) {
    const isOld =
      verdict.kind === 'hold' && verdict.cause === null && (await wereStated(feed, openHold, held, services));
    const what = isOld ? whatLeft(feed, held) : whatLeaves(feed, held);
    const reason =
      verdict.kind === 'hold'
        ? `${what} ${whatStays(held)}, because ${verdict.reason}.`
        : (openHold?.reason ?? '');
    const hold = {
      connectionId: feed.connectionId,
      feedId: feed.id,
      kind: 'removals',
      reason,
      snapshotId: null,
      lines,
      cause: isOld ? 'upgrade' : verdict.kind === 'hold' ? verdict.cause : (openHold?.cause ?? null),
    } as const;
    return (await raiseHold(hold, services)).id;
  }
  if (openHold !== null) await store.holds.close(openHold.id, clock.now());
  return null;
}

export function toLine(
  row: ListingRecord | undefined,
  due: Pick<HoldLine, 'externalId' | 'reason'>,
): HoldLine {
  return {
    externalId: due.externalId,
    title: row?.title ?? null,
    lastSeenAt: row?.lastSeenAt ?? null,
    reason: due.reason,
  };
}

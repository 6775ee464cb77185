import { counted, listingForms } from '../../texts/counted.js';
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
    const reason =
      verdict.kind === 'hold'
        ? `${whatLeaves(feed, held)} ${whatStays(held)}, because ${verdict.reason}.`
        : (openHold?.reason ?? '');
    const hold = {
      connectionId: feed.connectionId,
      feedId: feed.id,
      kind: 'removals',
      reason,
      snapshotId: null,
      lines,
      cause: verdict.kind === 'hold' ? verdict.cause : (openHold?.cause ?? null),
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

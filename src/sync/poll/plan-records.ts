import type { ExternalId, SourceId } from '../../model/ids.js';
import type { PlannedListing } from '../reports.js';
import type { PollBalance } from '../../core/schedule/balance.js';
import type { OpenDoubt } from '../../model/content.js';
import type { Issue } from '../../model/outcome.js';
import { otherProperty } from '../../core/content/guard/other-property.js';
import { planListing, type ListingAction } from '../../core/listing/plan.js';
import { asPlanned, ownerKey } from '../../store/listings/planned-listing.js';
import type { ListingRecord } from '../../model/listing.js';
import { unpackPayload } from '../../store/records/staged-record.js';
import { type StagedListing } from '../../model/staged-record.js';
import type { ListingDecision, RecordDecision, StagedWithStored } from '../../store/store.js';
import type { Reading } from './reading.js';
import { doubtIssue } from '../../texts/content-words.js';
import type { Feed } from '../services/services.js';
import type { ContentGate, Found } from '../content/content-gate.js';
import { urgentPriceInEur } from '../../wire/price-in-eur.js';

/**
 * The fingerprint of a delta feed's record that a later file must not find as known. It matches no record, so the record is read again when
 * a file repeats it. It is not null, because null would have the kept record mapped again at the next poll.
 */
const sentinelFingerprint = new Uint8Array(16);

/** Decides what becomes of each staged record of a block. */
export class RecordPlanner {
  constructor(
    private readonly feed: Feed,
    private readonly reading: Reading,
    private readonly balance: PollBalance,
    private readonly formerPayloads: ReadonlyMap<string, Record<string, unknown>>,
    private readonly planned: PlannedListing[],
    private readonly plannedMax: number,
    private readonly feedNames: ReadonlyMap<number, string>,
    private readonly gate: ContentGate,
  ) {}

  decide(row: StagedWithStored): RecordDecision {
    if (this.reading.conflicts.has(row.ordinal)) {
      this.balance.conflicts++;
      return this.decision(row, {
        kind: 'keep',
        fingerprint: this.unread(),
        issues: [doubledId(row.staged.sourceId)],
        raw: null,
        claims: this.silentClaims(row),
      });
    }
    const own = row.stored.filter((listing) => listing.offSince === null && this.owns(row, listing));
    switch (row.staged.kind) {
      case 'mapped':
        return this.decideMapped(row, own);
      case 'invalid':
        if (this.gate.isOnRequest(row))
          return this.decideMapped({ ...row, staged: { ...row.staged, kind: 'mapped' } }, own);
        this.balance.invalid++;
        return this.decideSilent(row, own, 'invalid');
      case 'keep':
        this.balance.keep++;
        return this.decideSilent(row, own, 'present');
      case 'ignore':
        this.balance.ignored++;
        return this.leaving(row, { listings: own.map((listing) => removeListing(listing, 'withdrawn')) });
      case 'elsewhere':
        return this.leaving(row, {});
      case 'remove': {
        this.balance.removals++;
        const reason = row.staged.removeReason ?? 'withdrawn';
        return this.leaving(row, { listings: own.map((listing) => removeListing(listing, reason)) });
      }
    }
  }

  /** A record that publishes nothing any more closes its doubts: what leaves never waits for one. */
  private leaving(row: StagedWithStored, change: Partial<RecordDecision>): RecordDecision {
    return this.decision(row, { ...change, ...(this.gate.hadDoubts(row) && { doubts: [] }) });
  }

  /**
   * A record that publishes nothing is still in the file: its live listings stay, and a removal that was not sent is cancelled, whichever
   * feed queued it (RULES R31).
   */
  private decideSilent(
    row: StagedWithStored,
    own: readonly ListingRecord[],
    presence: 'invalid' | 'present',
  ): RecordDecision {
    const calledOff = row.stored.filter((listing) => isRemovalUnsent(listing, row));
    return this.decision(row, {
      listings: [...own, ...calledOff].map((listing) => leave(listing, presence)),
      claims: this.silentClaims(row),
      ...(this.gate.hadDoubts(row) && { doubts: this.gate.remaining(row) }),
    });
  }

  /**
   * Listings that are live under another feed of the connection. With this claim, a listing that leaves that feed is transferred to this
   * feed instead of being removed.
   */
  private silentClaims({ stored }: StagedWithStored): string[] {
    return stored
      .filter(
        ({ owner, feedId, offSince }) => owner === 'feed' && feedId !== this.feed.id && offSince === null,
      )
      .map((listing) => listing.externalId);
  }

  private decideMapped(row: StagedWithStored, own: ListingRecord[]): RecordDecision {
    const listings: ListingDecision[] = [];
    const issues = [...row.staged.issues];
    const claims: string[] = [];
    const doubts: OpenDoubt[] = [];
    const pastValues: Found['pastValues'] = [];
    const undone: Found['undone'] = [];
    for (const listing of row.staged.listings) {
      const stored = row.stored.find((s) => s.externalId === listing.externalId) ?? null;
      const found = this.gate.found(row, listing);
      const action = this.plan(row, listing, stored);
      if (action.kind === 'conflict') {
        claims.push(listing.externalId);
        issues.push(foreignId(listing.externalId, this.ownerOf(stored)));
        this.note({ externalId: listing.externalId, action: 'conflict', lane: null, title: null });
        continue;
      }
      doubts.push(...found.doubts);
      pastValues.push(...found.pastValues);
      undone.push(...found.undone);
      issues.push(...[...found.doubts, ...found.reported].map(doubtIssue));
      if (found.leaves && stored !== null) listings.push(removeListing(stored, 'withdrawn'));
      else if (action.kind !== 'keep' || stored !== null) {
        listings.push(this.listingDecision(listing, stored, action));
        if (listing.visibility?.becomesInactive === true)
          this.note({ externalId: listing.externalId, action: 'deactivate', lane: null, title: null });
        if (action.kind === 'queue') issues.push(...this.strangeChange(listing));
      }
      if (listing.wanted !== null) this.balance.mappedListings++;
    }
    const isConflict = claims.length > 0 && claims.length === row.staged.listings.length;
    if (isConflict) this.balance.conflicts++;
    else this.balance.mapped++;
    const named = new Set(row.staged.listings.map((listing) => listing.externalId));
    const withdrawn = own
      .filter((listing) => !named.has(listing.externalId))
      .map((listing) => listing.externalId);
    // A record whose listing's id belongs to another owner is read again from each file: the owner may release the id.
    return this.decision(row, {
      ...(claims.length > 0 && { fingerprint: this.unread() }),
      ...(isConflict && { kind: 'keep' }),
      issues,
      listings,
      withdrawn,
      claims,
      ...((doubts.length > 0 || this.gate.hadDoubts(row)) && { doubts }),
      ...(pastValues.length > 0 && { pastValues }),
      ...(undone.length > 0 && { undone }),
    });
  }

  private plan(row: StagedWithStored, listing: StagedListing, stored: ListingRecord | null): ListingAction {
    const wanted = {
      externalId: listing.externalId,
      digest: listing.wanted?.digest ?? null,
      inactive: listing.wanted?.inactive ?? false,
      urgent: listing.wanted?.urgent ?? '',
    };
    const former = this.formerPayloads.get(listing.externalId);
    return planListing(
      ownerKey(this.feed.id, row.staged.sourceId),
      wanted,
      stored && asPlanned(stored, row.outbox, former),
      this.reading.ownChange,
    );
  }

  /** Warns if an id now identifies another property. The listing is published all the same. */
  private strangeChange({ externalId, wanted }: StagedListing): Issue[] {
    const former = this.formerPayloads.get(externalId);
    if (former === undefined || wanted === null) return [];
    const changed = otherProperty(former, unpackPayload(wanted.packed));
    return changed.length > 0 ? [reusedId(externalId, changed)] : [];
  }

  private listingDecision(
    listing: StagedListing,
    stored: ListingRecord | null,
    action: ListingAction,
  ): ListingDecision {
    if (action.kind === 'keep' && stored !== null) return leave(stored, 'invalid');
    const { wanted } = listing;
    const title = wanted?.title ?? null;
    if (action.kind === 'queue' || action.kind === 'restore')
      this.note({
        externalId: listing.externalId,
        action: action.kind,
        lane: action.kind === 'queue' ? action.lane : null,
        title,
      });
    const isSuppressed = stored?.intent === 'suppressed';
    return {
      externalId: listing.externalId,
      presence: 'present',
      intent: isSuppressed ? 'suppressed' : wanted?.inactive === true ? 'inactive' : 'publish',
      removeReason: null,
      offered: true,
      wanted,
      queue:
        action.kind === 'queue' && wanted !== null
          ? { lane: action.lane, digest: wanted.digest }
          : action.kind === 'restore'
            ? 'cancel'
            : null,
      feedUpdatedAt: listing.feedUpdatedAt,
      title,
      address: wanted?.address ?? null,
      ...(wanted !== null && { price: urgentPriceInEur(wanted.urgent) }),
      ...(listing.visibility !== undefined && { visibility: listing.visibility }),
    };
  }

  private note(planned: PlannedListing): void {
    if (planned.action === 'queue') this.balance.queued++;
    if (this.planned.length < this.plannedMax) this.planned.push(planned);
  }

  private ownerOf(stored: ListingRecord | null): string {
    if (stored?.owner === 'manual') return 'belongs to a listing that was added manually';
    const name = stored?.feedId == null ? undefined : this.feedNames.get(stored.feedId);
    if (stored?.feedId === this.feed.id) return `belongs to record ${stored.sourceId ?? ''} of this feed`;
    return name === undefined
      ? 'belongs to another feed of this connection'
      : `belongs to feed ${name} of this connection`;
  }

  private owns(row: StagedWithStored, listing: ListingRecord): boolean {
    return (
      listing.owner === 'feed' && listing.feedId === this.feed.id && listing.sourceId === row.staged.sourceId
    );
  }

  /** The fingerprint of a record that a later file must not find as known. */
  private unread(): Uint8Array | null {
    return this.reading.facts.kind === 'delta' ? sentinelFingerprint : null;
  }

  private decision(row: StagedWithStored, change: Partial<RecordDecision>): RecordDecision {
    const { sourceId, fingerprint, kind, offer, removeReason, codes, issues, uses } = row.staged;
    return {
      ordinal: row.ordinal,
      sourceId,
      fingerprint,
      kind,
      offer,
      removeReason,
      codes,
      issues,
      uses,
      listings: [],
      withdrawn: [],
      claims: [],
      raw: row.raw,
      isNew: row.isNew,
      // The same file under another mapping brings no newer content, so `readAt` stays the time when the content was first read.
      ...(!this.reading.ownChange && { readAt: this.reading.fetchedAt }),
      ...change,
      ...((this.reading.willBeRead === true || this.gate.withholds) && { fingerprint: null }),
    };
  }
}

/** Whether its feed removed the listing and the removal was not sent yet. */
function isRemovalUnsent(
  { externalId, intent, owner, offSince }: ListingRecord,
  { outbox }: StagedWithStored,
): boolean {
  const entry = outbox.find((one) => one.externalId === externalId);
  const isOff = owner === 'feed' && offSince !== null && intent !== 'suppressed';
  return isOff && entry?.op === 'remove' && entry.attempts === 0;
}

/** Keeps a listing whose record is present but publishes nothing new. Cancels the listing's removal if it was not sent. */
function leave(row: ListingRecord, presence: 'present' | 'invalid'): ListingDecision {
  const { externalId, intent, offSince, feedUpdatedAt, title } = row;
  return {
    externalId,
    presence,
    intent: intent === 'remove' ? 'keep' : intent,
    removeReason: null,
    offered: true,
    wanted: null,
    queue: offSince === null ? null : 'cancel',
    feedUpdatedAt,
    title,
  };
}

/** Removes a listing because its record states that it is gone: due at once, and judged by the guard like any removal. */
function removeListing(
  row: ListingRecord,
  reason: NonNullable<ListingDecision['removeReason']>,
): ListingDecision {
  const { externalId, feedUpdatedAt, title, presence } = row;
  return {
    externalId,
    presence,
    intent: 'remove',
    removeReason: reason,
    offered: true,
    wanted: null,
    queue: null,
    feedUpdatedAt,
    title,
  };
}

function doubledId(sourceId: SourceId): Issue {
  return {
    severity: 'error',
    code: 'duplicate_id',
    pointer: '',
    message: `the feed has more than one record with the id ${sourceId}, and they differ: neither is sent or removed until only one remains`,
  };
}

function reusedId(externalId: ExternalId, changed: readonly string[]): Issue {
  return {
    severity: 'warning',
    code: 'id_reused',
    pointer: '/external_id',
    message: `the id ${externalId} seems to identify another property now: ${changed.join(', ')} changed at once. It is sent as the feed has it. If the agency reuses ids, ask it to stop: the new listing inherits the views and the age of the former one`,
  };
}

function foreignId(externalId: ExternalId, owner: string): Issue {
  return {
    severity: 'error',
    code: 'id_conflict',
    pointer: '/external_id',
    message: `the id ${externalId} ${owner}: it stays there until that owner releases it`,
  };
}

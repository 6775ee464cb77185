import { describe, expect, it } from 'vitest';
import { findDrift, type ExpectedListing, type ShownListing } from '../../src/core/listing/drift.js';
import type { PortalState } from '../../src/model/listing-states.js';

function expected(change: Partial<ExpectedListing> = {}): ExpectedListing {
  return {
    externalId: 'A1',
    portal: 'live',
    wantedDigest: 'ours',
    confirmedDigest: 'ours',
    digestAlias: null,
    repairs: 0,
    missed: 0,
    unchangedSince: null,
    ...change,
  };
}

function find(listing: ExpectedListing, shown: ShownListing | null) {
  const view = new Map(shown === null ? [] : [[listing.externalId, shown]]);
  return findDrift([listing], view).map(({ kind, action }) => `${kind}: ${action}`);
}

describe('a listing that was live and is not in the view', () => {
  it.each([
    [{ repairs: 0, missed: 0 }, 'repair'],
    [{ repairs: 1, missed: 0 }, 'repair'],
    [{ repairs: 2, missed: 1 }, 'taken_down'],
    [{ repairs: 3, missed: 0 }, 'taken_down'],
  ])('after %o: %s', (past, action) => {
    expect(find(expected(past), null)).toEqual([`missing: ${action}`]);
    expect(find(expected(past), { state: 'archived', digest: 'ours' })).toEqual([`missing: ${action}`]);
    expect(find(expected(past), { state: 'removed', digest: null })).toEqual([`missing: ${action}`]);
  });

  it('is no drift where the portal calls it unchanged without showing it: sending it again would only spend items', () => {
    for (const portal of ['live', 'removed', 'archived', 'accepted'] as const)
      expect(find(expected({ portal, repairs: 1, unchangedSince: 1 }), null)).toEqual([]);
  });

  it('is missing after a repair that the portal accepted and never showed', () => {
    expect(find(expected({ portal: 'accepted', repairs: 1 }), null)).toEqual(['missing: repair']);
    expect(find(expected({ portal: 'accepted', repairs: 0 }), null)).toEqual([]);
  });

  it.each([
    'none',
    'sent',
    'accepted',
    'needs_review',
    'rejected',
    'inactive',
    'taken_down',
    'released',
  ] as const)('is no drift where it was %s', (portal) => {
    expect(find(expected({ portal }), null)).toEqual([]);
  });
});

describe('a listing that is in the view', () => {
  it.each(['rejected', 'needs_review', 'accepted', 'inactive', 'taken_down', 'unknown'] as PortalState[])(
    'is left to the portal where that says %s',
    (state) => {
      expect(find(expected(), { state, digest: 'other' })).toEqual([]);
    },
  );

  it('has drifted where its digest is neither ours nor an alias of ours', () => {
    expect(find(expected(), { state: 'live', digest: 'other' })).toEqual(['content: repair']);
    expect(find(expected({ repairs: 2 }), { state: 'live', digest: 'other' })).toEqual(['content: repair']);
    expect(find(expected({ repairs: 3 }), { state: 'live', digest: 'other' })).toEqual(['content: show']);
    expect(find(expected({ digestAlias: 'other' }), { state: 'live', digest: 'other' })).toEqual([]);
    expect(find(expected(), { state: 'live', digest: 'ours' })).toEqual([]);
  });

  it('is compared by presence alone where the view, or our memory, has no digest', () => {
    expect(find(expected(), { state: 'live', digest: null })).toEqual([]);
    expect(find(expected({ confirmedDigest: null }), { state: 'live', digest: 'other' })).toEqual([]);
  });
});

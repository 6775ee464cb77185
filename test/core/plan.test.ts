import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  planListing,
  sharesAlmostNothing,
  urgentPart,
  type ListingAction,
  type StoredListing,
  type WantedListing,
} from '../../src/core/listing/plan.js';

const me = '1/A-1';
const wanted = (change: Partial<WantedListing> = {}): WantedListing => ({
  externalId: 'A-1',
  digest: 'A',
  inactive: false,
  urgent: '100',
  ...change,
});

/** Live with content A, nothing queued. */
const stored = (change: Partial<StoredListing> = {}): StoredListing => ({
  owner: 'feed',
  ownedBy: me,
  intent: 'publish',
  wantedDigest: 'A',
  wantedUrgent: '100',
  confirmedDigest: 'A',
  portal: 'live',
  queuedDigest: null,
  off: false,
  removalUnsent: false,
  ...change,
});

/** The removal was carried out: payload kept, nothing confirmed. */
const gone = { off: true, confirmedDigest: null, portal: 'removed' } as const;
/** B was refused while A is what the portal holds. */
const refusedB = { portal: 'rejected', wantedDigest: 'B', confirmedDigest: 'A' } as const;

describe('planListing: the truth table', () => {
  it.each<
    [
      name: string,
      wanted: Partial<WantedListing>,
      stored: Partial<StoredListing> | null,
      action: ListingAction['kind'],
    ]
  >([
    ['another record owns the id', {}, { ownedBy: '2/A-1' }, 'conflict'],
    ['another owns it, and ours is unpublishable', { digest: null }, { ownedBy: '2/A-1' }, 'conflict'],
    ['another owned it, and it is off', {}, { ownedBy: '2/A-1', ...gone }, 'queue'],
    [
      'another owned it, and a person keeps it off',
      {},
      { ownedBy: '2/A-1', ...gone, intent: 'suppressed' },
      'conflict',
    ],
    ['put by hand', {}, { owner: 'manual', ownedBy: null, intent: 'manual' }, 'conflict'],
    ['put by hand, and taken off by hand', {}, { owner: 'manual', ownedBy: null, ...gone }, 'queue'],
    ['foreign, same content: the feed is its owner', {}, { owner: 'foreign', ownedBy: null }, 'unchanged'],
    [
      'foreign, content unknown',
      {},
      { owner: 'foreign', ownedBy: null, wantedDigest: null, confirmedDigest: null },
      'queue',
    ],
    ['unpublishable and new', { digest: null }, null, 'keep'],
    ['unpublishable and live', { digest: null }, {}, 'keep'],
    ['unpublishable and suppressed', { digest: null }, { intent: 'suppressed' }, 'keep'],
    ['suppressed, unchanged', {}, { intent: 'suppressed' }, 'blocked'],
    ['suppressed, changed', { digest: 'B' }, { intent: 'suppressed' }, 'blocked'],
    ['suppressed and off', {}, { intent: 'suppressed', ...gone }, 'blocked'],
    ['back before its removal was sent', {}, { off: true, removalUnsent: true }, 'restore'],
    [
      'back before its removal was sent, changed',
      { digest: 'B' },
      { off: true, removalUnsent: true },
      'queue',
    ],
    ['back after its removal was sent, not confirmed', {}, { off: true }, 'queue'],
    ['back after its removal, identical', {}, gone, 'queue'],
    ['back after its removal, changed', { digest: 'B' }, gone, 'queue'],
    ['back after its removal, once refused', {}, { ...gone, portal: 'rejected' }, 'queue'],
    ['never seen', {}, null, 'queue'],
    [
      'waits in the outbox with this content',
      { digest: 'B' },
      { queuedDigest: 'B', wantedDigest: 'B' },
      'already_queued',
    ],
    ['waits in the outbox with other content', { digest: 'C' }, { queuedDigest: 'B' }, 'queue'],
    ['refused, same content', { digest: 'B' }, refusedB, 'blocked'],
    ['refused, new content', { digest: 'C' }, refusedB, 'queue'],
    ['refused, back to what the portal holds', {}, refusedB, 'queue'],
    [
      'refused, and queued again by us',
      { digest: 'B' },
      { ...refusedB, queuedDigest: 'B' },
      'already_queued',
    ],
    ['the portal holds it', {}, {}, 'unchanged'],
    ['the portal holds it, staff review it', {}, { portal: 'needs_review' }, 'unchanged'],
    ['changed', { digest: 'B' }, {}, 'queue'],
    ['never confirmed', {}, { confirmedDigest: null, portal: 'unknown' }, 'queue'],
  ])('%s', (_name, want, has, action) => {
    expect(planListing(me, wanted(want), has === null ? null : stored(has)).kind).toBe(action);
  });

  it('A→B→A: going back to A takes B back while it waits or is under way, and is sent once B was confirmed', () => {
    const back = (change: Partial<StoredListing>): ListingAction['kind'] =>
      planListing(me, wanted(), stored({ wantedDigest: 'B', ...change })).kind;
    expect(back({ queuedDigest: 'B' })).toBe('restore');
    expect(back({ queuedDigest: 'B', portal: 'sent' })).toBe('restore');
    expect(back({ confirmedDigest: 'B' })).toBe('queue');
  });

  it('calls unchanged only what the portal is believed to hold, and nothing else under way', () => {
    const digest = fc.constantFrom('A', 'B', 'C');
    const state = fc.record({
      owner: fc.constantFrom('feed', 'manual', 'foreign' as const),
      ownedBy: fc.constantFrom(me, '2/A-1'),
      intent: fc.constantFrom('publish', 'inactive', 'suppressed', 'remove' as const),
      wantedDigest: fc.option(digest),
      confirmedDigest: fc.option(digest),
      portal: fc.constantFrom('none', 'accepted', 'live', 'rejected', 'removed', 'unknown' as const),
      queuedDigest: fc.option(digest),
      off: fc.boolean(),
      removalUnsent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.option(state), fc.option(digest), (has, want) => {
        const row = has && stored(has.owner === 'manual' ? { ...has, ownedBy: null } : has);
        const { kind } = planListing(me, wanted({ digest: want }), row);
        if (kind === 'unchanged')
          expect(row).toMatchObject({ confirmedDigest: want, queuedDigest: null, off: false });
        if (kind === 'restore') {
          expect(row).toMatchObject({ confirmedDigest: want });
          expect(row?.off === true ? row.removalUnsent : row?.queuedDigest !== null).toBe(true);
        }
        if (kind === 'queue' || kind === 'unchanged' || kind === 'restore') expect(want).not.toBeNull();
        if (row?.owner === 'manual' && !row.off) expect(kind).toBe('conflict');
      }),
    );
  });
});

describe('planListing: lanes', () => {
  const isOwn = true;
  it.each<
    [
      name: string,
      wanted: Partial<WantedListing>,
      stored: Partial<StoredListing> | null,
      own: boolean,
      lane: string,
    ]
  >([
    ['never seen', {}, null, !isOwn, 'new'],
    ['never sent', {}, { confirmedDigest: null, portal: 'none', wantedUrgent: null }, !isOwn, 'new'],
    ['back after its removal', {}, gone, !isOwn, 'new'],
    ['state or price changed', { digest: 'B', urgent: '90' }, {}, !isOwn, 'state_or_price'],
    ['something else changed', { digest: 'B' }, {}, !isOwn, 'feed_change'],
    ['our mapping changed', { digest: 'B' }, {}, isOwn, 'own_change'],
    ['our mapping changed the price', { digest: 'B', urgent: '90' }, {}, isOwn, 'state_or_price'],
  ])('%s', (_name, want, has, own, lane) => {
    expect(planListing(me, wanted(want), has === null ? null : stored(has), own)).toEqual({
      kind: 'queue',
      lane,
    });
  });
});

describe('urgentPart', () => {
  const sale = { state: 'active', price: { amount: 100, currency: 'EUR' } };
  const rent = { state: 'active', rent: { amount: 400, currency: 'EUR', type: 'long_term' } };

  it.each<[name: string, a: Record<string, unknown>, b: Record<string, unknown>, equal: boolean]>([
    ['other text', { ...sale, description: { sr: 'x' } }, sale, true],
    ['keys in another order', { price: { currency: 'EUR', amount: 100 }, state: 'active' }, sale, true],
    ['the price', { ...sale, price: { amount: 90, currency: 'EUR' } }, sale, false],
    ['the currency', { ...sale, price: { amount: 100, currency: 'RSD' } }, sale, false],
    ['the state', { ...sale, state: 'inactive' }, sale, false],
    ['the monthly rent', { ...rent, rent: { ...rent.rent, amount: 450 } }, rent, false],
    ['a term of the lease', { ...rent, rent: { ...rent.rent, min_lease_months: 6 } }, rent, true],
    ['nothing at all', {}, {}, true],
  ])('%s', (_name, a, b, equal) => {
    expect(urgentPart(a) === urgentPart(b)).toBe(equal);
  });
});

describe('sharesAlmostNothing', () => {
  it.each<[name: string, counts: Parameters<typeof sharesAlmostNothing>[0], almostNothing: boolean]>([
    ['another agency’s feed', { former: 100, shared: 0, now: 80 }, true],
    ['all ids renamed', { former: 25, shared: 0, now: 25 }, true],
    ['a chance match or two', { former: 100, shared: 5, now: 100 }, true],
    ['a few of the old ones', { former: 100, shared: 6, now: 100 }, false],
    ['the same listings', { former: 25, shared: 25, now: 25 }, false],
    ['half of the listings gone', { former: 100, shared: 50, now: 50 }, false],
    ['nearly all gone, the rest are ours', { former: 100, shared: 3, now: 3 }, false],
    ['many new ones beside all of ours', { former: 10, shared: 10, now: 1000 }, false],
    ['a first snapshot', { former: 0, shared: 0, now: 100 }, false],
    ['too few before to prove anything', { former: 4, shared: 0, now: 10 }, false],
    ['too few now to prove anything', { former: 50, shared: 0, now: 2 }, false],
  ])('%s', (_name, counts, almostNothing) => {
    expect(sharesAlmostNothing(counts)).toBe(almostNothing);
  });
});

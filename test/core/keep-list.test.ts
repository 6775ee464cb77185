import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveWay, keepList, type KnownListing } from '../../src/core/removals/keep-list.js';

const now = 1_000_000;
const id = fc.integer({ min: 0, max: 30 }).map((number) => `A${number}`);
const knownListings = fc.uniqueArray(
  fc.record({
    externalId: id,
    isOff: fc.boolean(),
    pinnedUntil: fc.constantFrom(null, now - 1, now, now + 1),
  }),
  { selector: (listing) => listing.externalId },
);
const liveIds = fc.uniqueArray(id);

describe('keepList', () => {
  it('keeps everything but what is off: unknown live ids and what a person pinned too', () => {
    const known: KnownListing[] = [
      { externalId: 'on', isOff: false, pinnedUntil: null },
      { externalId: 'off', isOff: true, pinnedUntil: null },
      { externalId: 'off-and-gone', isOff: true, pinnedUntil: null },
      { externalId: 'refused', isOff: true, pinnedUntil: now + 1 },
      { externalId: 'refused-once', isOff: true, pinnedUntil: now },
    ];
    expect(keepList(known, ['on', 'off', 'refused', 'refused-once', 'foreign'], now)).toEqual({
      keep: ['foreign', 'on', 'refused'],
      surplus: ['off', 'refused-once'],
    });
  });

  it('archives only what is off: every live id is either kept or off', () => {
    fc.assert(
      fc.property(knownListings, liveIds, (known, live) => {
        const { keep, surplus } = keepList(known, live, now);
        const off = new Set(known.filter((listing) => listing.isOff).map((listing) => listing.externalId));
        expect(surplus.every((one) => off.has(one) && live.includes(one))).toBe(true);
        expect(live.filter((one) => !keep.includes(one)).sort()).toEqual(surplus);
        for (const { externalId, isOff } of known) if (!isOff) expect(keep).toContain(externalId);
      }),
    );
  });

  it('never archives more for knowing less', () => {
    fc.assert(
      fc.property(knownListings, liveIds, fc.nat(), (known, live, lost) => {
        const fewer = known.filter((_, index) => index !== lost % Math.max(known.length, 1));
        const { surplus } = keepList(known, live, now);
        expect(keepList(fewer, live, now).surplus.every((one) => surplus.includes(one))).toBe(true);
      }),
    );
  });
});

describe('archiveWay', () => {
  it.each([
    [5000, 20, 'list'],
    [5000, 0, 'list'],
    [5001, 20, 'one_by_one'],
    [5001, 0, 'nothing'],
    [0, 20, 'one_by_one'],
    [0, 0, 'nothing'],
  ] as const)('with %i to keep and %i to archive: %s', (keep, archive, way) => {
    expect(archiveWay(keep, archive, 5000)).toBe(way);
  });
});

import { describe, expect, it } from 'vitest';
import { pairId } from '../../src/core/listing/external-id.js';
import { decodeOutcome } from '../../src/store/records/staged-record.js';
import { fingerprint, now, recordDecision, connectionId, staged, stagingOf, type World } from './builders.js';

export function fileOrderContract(current: () => World): void {
  describe('records: pairs', () => {
    it('move what is staged of one record to another id, under which the feed has it from then on', async () => {
      const { store, feedId } = current();
      const { records } = store;
      const sale = staged('a', { offer: 'sale', fingerprint: fingerprint(1) });
      const rent = staged('a', { offer: 'rent', fingerprint: fingerprint(2) });
      const staging = stagingOf(current());
      await staging.begin();
      await staging.stage([sale, staged('b', { fingerprint: fingerprint(3) })]);
      expect(await staging.at(0)).toMatchObject({ sourceId: 'a', fingerprint: fingerprint(1), raw: null });
      expect(await staging.at(7)).toBeNull();
      const second = { ...rent, sourceId: pairId('a', 'rent') };
      expect(await staging.move(0, second)).toMatchObject({ ordinal: 2, seenBefore: 'first' });
      expect(await staging.at(0)).toBeNull();
      const moved = await staging.at(2);
      expect(decodeOutcome(moved?.content ?? new Uint8Array())).toMatchObject({ offer: 'rent' });
      await staging.stage([sale]);
      expect(await staging.move(0, { ...second, fingerprint: fingerprint(9) })).toMatchObject({
        ordinal: 2,
        seenBefore: 'different',
      });
      const decision = recordDecision(2, second.sourceId, { offer: 'rent', listings: [] });
      await records.commitBlock(connectionId, feedId, [decision], now);
      await staging.discard();
      expect(await records.pairs(feedId)).toEqual([second.sourceId]);
      expect(await records.get(feedId, second.sourceId)).toMatchObject({ offer: 'rent' });
    });
  });

  describe('records: full files and delta files', () => {
    it('leave out of a full file what a later delta file spoke of', async () => {
      const { store, feedId } = current();
      const { records } = store;
      const sold = recordDecision(1, 'b', { kind: 'remove', removeReason: 'sold', listings: [] });
      const decisions = [recordDecision(0, 'a'), sold, recordDecision(2, 'c')];
      await records.commitBlock(connectionId, feedId, decisions, now);
      await records.noteChanged(feedId, [0, 1], now);
      await records.noteChanged(feedId, [0], now - 1);
      await records.noteChanged(feedId, [], now + 1);
      const staging = stagingOf(current());
      await staging.begin();
      expect(await staging.leaveChanged(now)).toEqual([]);
      await staging.stage([staged('b', { fingerprint: fingerprint(9) }), staged('c')]);
      expect(await staging.leaveChanged(now - 1)).toEqual([
        { ordinal: 0, listings: 1, staged: null },
        { ordinal: 1, listings: 0, staged: { lostMark: 'remove sold' } },
      ]);
      expect((await staging.block(-1, 9)).map(({ ordinal }) => ordinal)).toEqual([2]);
      await staging.discard();
      await records.sweepRemoved(feedId, now);
      expect(await records.get(feedId, 'b')).not.toBeNull();
      await records.sweepRemoved(feedId, now + 1);
      expect(await records.get(feedId, 'b')).toBeNull();
    });
  });
}

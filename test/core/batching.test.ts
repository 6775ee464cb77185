import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeBatch, type QueuedItem } from '../../src/core/schedule/batching.js';
import { lanes } from '../../src/model/listing-states.js';

const ample = { items: 1000, ownChanges: 1000 };
const wide = { items: 1000, bytes: 1_000_000 };

/** `n3` is a new listing of 3 bytes, `o3` a change of our own making. */
function queue(...items: string[]): QueuedItem[] {
  return items.map((item, index) => ({
    externalId: `${index}:${item}`,
    lane: item.startsWith('o') ? 'own_change' : 'new',
    bytes: Number(item.slice(1)),
  }));
}

const names = (batch: readonly QueuedItem[]): string[] =>
  batch.map((item) => item.externalId.replace(/^\d+:/, ''));

describe('takeBatch', () => {
  it.each<
    [
      name: string,
      queued: string[],
      limits: Partial<typeof wide>,
      room: Partial<typeof ample>,
      batch: string[],
    ]
  >([
    ['nothing queued', [], {}, {}, []],
    ['all of it', ['n1', 'n2', 'o3'], {}, {}, ['n1', 'n2', 'o3']],
    ['the portal’s item limit', ['n1', 'n2', 'n3'], { items: 2 }, {}, ['n1', 'n2']],
    ['the room in the hour', ['n1', 'n2', 'n3'], {}, { items: 1 }, ['n1']],
    ['no room at all', ['n1'], {}, { items: 0 }, []],
    ['the byte limit, exactly met', ['n4', 'n6', 'n1'], { bytes: 10 }, {}, ['n4', 'n6']],
    ['a large one is not overtaken by a small one', ['n4', 'n7', 'n1'], { bytes: 10 }, {}, ['n4']],
    ['one larger than the limit goes alone, not never', ['n99', 'n1'], { bytes: 10 }, {}, ['n99']],
    [
      'what is behind our own changes still goes',
      ['o1', 'o2', 'n3', 'o4', 'n5'],
      {},
      { ownChanges: 1 },
      ['o1', 'n3', 'n5'],
    ],
    ['no room for our own changes', ['o1', 'o2'], {}, { ownChanges: 0 }, []],
  ])('%s', (_name, queued, limits, room, batch) => {
    const taken = takeBatch(queue(...queued), { ...wide, ...limits }, { ...ample, ...room });
    expect(names(taken)).toEqual(batch);
  });

  const item = fc.record({
    externalId: fc.uuid(),
    lane: fc.constantFrom(...lanes),
    bytes: fc.integer({ min: 1, max: 50 }),
  });
  const setting = fc.record({
    queued: fc.array(item),
    limits: fc.record({ items: fc.integer({ min: 1, max: 20 }), bytes: fc.integer({ min: 1, max: 300 }) }),
    room: fc.record({ items: fc.nat(20), ownChanges: fc.nat(20) }),
  });
  const bytesOf = (batch: readonly QueuedItem[]): number => batch.reduce((sum, { bytes }) => sum + bytes, 0);
  const ownOf = (batch: readonly QueuedItem[]): number =>
    batch.filter(({ lane }) => lane === 'own_change').length;

  it('keeps the order of the queue and every limit', () => {
    fc.assert(
      fc.property(setting, ({ queued, limits, room }) => {
        const batch = takeBatch(queued, limits, room);
        const places = batch.map((taken) => queued.indexOf(taken));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(batch.length).toBeLessThanOrEqual(Math.min(limits.items, room.items));
        expect(ownOf(batch)).toBeLessThanOrEqual(room.ownChanges);
        if (batch.length > 1) expect(bytesOf(batch)).toBeLessThanOrEqual(limits.bytes);
      }),
    );
  });

  it('leaves nothing that had room: the first one left behind fits no limit', () => {
    fc.assert(
      fc.property(setting, ({ queued, limits, room }) => {
        const batch = takeBatch(queued, limits, room);
        if (batch.length === Math.min(limits.items, room.items)) return;
        const left = queued.find(
          (waiting) =>
            !batch.includes(waiting) && !(waiting.lane === 'own_change' && ownOf(batch) === room.ownChanges),
        );
        if (left !== undefined) {
          expect(batch).not.toHaveLength(0);
          expect(bytesOf(batch) + left.bytes).toBeGreaterThan(limits.bytes);
        }
      }),
    );
  });
});

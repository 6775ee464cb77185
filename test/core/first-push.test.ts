import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../src/core/schedule/first-push.js';

const photo = { url: 'https://photos.example/1.jpg' };

describe('the first push', () => {
  it('shows listings with photos first, then the fullest', () => {
    const ids = bestFirst([
      { externalId: 'full', payload: { title: { sr: 'a' }, structure: { rooms: 2, floor: 1 }, photos: [] } },
      { externalId: 'photo', payload: { title: { sr: 'a' }, photos: [photo] } },
      {
        externalId: 'best',
        payload: { title: { sr: 'a', en: 'b' }, structure: { rooms: 2 }, photos: [photo] },
      },
      { externalId: 'empty', payload: { title: { sr: 'a' }, structure: { rooms: null, floor: '' } } },
    ]).map((each) => each.externalId);
    expect(ids).toEqual(['best', 'photo', 'full', 'empty']);
  });

  it('is the same whatever order the listings come in', () => {
    const listing = fc.record({ externalId: fc.uuid(), payload: fc.dictionary(fc.string(), fc.jsonValue()) });
    fc.assert(
      fc.property(fc.uniqueArray(listing, { selector: (each) => each.externalId }), (listings) => {
        const ids = bestFirst(listings).map((each) => each.externalId);
        expect(bestFirst(listings.toReversed()).map((each) => each.externalId)).toEqual(ids);
      }),
    );
  });
});

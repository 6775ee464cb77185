import { beforeAll, describe, expect, it } from 'vitest';
import { syncFeeds, type CaseFeed, type CaseOutcome } from './sync-feeds.js';

/** A photo as software describes it. */
type Photo = Readonly<Record<string, string | number | boolean>>;

interface Case {
  kind: string;
  photos: readonly Photo[];
  /** Names of the photos in the order in which they are shown. */
  shown: string;
}

const at = (name: string, more: Photo = {}): Photo => ({
  url: `https://img.agency.example/${name}.jpg`,
  ...more,
});

const cases: Case[] = [
  { kind: 'no order but the list’s', photos: [at('c'), at('a'), at('b')], shown: 'c a b' },
  {
    kind: 'an order in a field',
    photos: [at('c', { sort: 3 }), at('a', { sort: 1 }), at('b', { sort: 2 })],
    shown: 'a b c',
  },
  {
    kind: 'an order in a field of another name',
    photos: [at('c', { Order: '30' }), at('a', { Order: '10' }), at('b', { Order: '20' })],
    shown: 'a b c',
  },
  {
    kind: 'an order that is the same in all',
    photos: [at('c', { sort: 1 }), at('a', { sort: 1 }), at('b', { sort: 1 })],
    shown: 'c a b',
  },
  {
    kind: 'a main mark that exactly one photo has',
    photos: [at('b'), at('c'), at('a', { is_main: true })].map((one) => ({ is_main: false, ...one })),
    shown: 'a b c',
  },
  {
    kind: 'a main mark that all have',
    photos: [at('b', { is_main: true }), at('a', { is_main: true }), at('c', { is_main: true })],
    shown: 'b a c',
  },
  {
    kind: 'a floor plan before the photos',
    photos: [at('plan', { type: 'floorplan' }), at('a', { type: 'photo' }), at('b', { type: 'photo' })],
    shown: 'a b plan',
  },
];

const fileOf = (photos: readonly Photo[]): string =>
  JSON.stringify(
    [1, 2, 3, 4].map((number) => ({
      ...{ id: `NS-${100 + number}`, type: 'apartment', transaction: 'sale', title: `Flat ${number}` },
      description: `Bright flat number ${number} close to the park and the river.`,
      ...{ price: 91_000 + number * 1_300, currency: 'EUR', city: 'Novi Sad', street: `Futoška ${number}` },
      ...{ area: 50 + number, images: photos },
    })),
  );

let outcomes: Record<string, CaseOutcome>;
beforeAll(async () => {
  const feeds = cases.map(({ photos }, index): [string, CaseFeed] => [
    `order-${index}`,
    { mapping: 'proposal', files: [fileOf(photos)] },
  ]);
  outcomes = await syncFeeds(Object.fromEntries(feeds));
}, 120_000);

describe('photos of a proposal', () => {
  it.each(cases.map((one, index) => ({ ...one, name: `order-${index}` })))(
    'are in the order of $kind',
    ({ name, shown }) => {
      const photos = outcomes[name]!.live['NS-101']?.photos?.map(({ url }) => /(\w+)\.jpg/.exec(url)?.[1]);
      expect(photos?.join(' ')).toBe(shown);
    },
  );
});

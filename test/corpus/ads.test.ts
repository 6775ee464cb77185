import { describe, expect, it } from 'vitest';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { kinds, makeAds, type Ad } from './ads.js';
import { bosnian, croatian, montenegrin, slovene } from './tongues/neighbours.js';
import { serbian, serbianBare, serbianCyrillic } from './tongues/serbian.js';
import { proseOf, quarterOf, titleOf, townOf, type Tongue } from './tongues/tongue.js';

const ads = makeAds(120);
const tongues: Readonly<Record<string, Tongue>> = {
  ...{ serbian, serbianBare, serbianCyrillic, croatian, bosnian, montenegrin, slovene },
};

describe('the invented listings of the corpus', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(makeAds(20, 7)).toEqual(makeAds(20, 7));
    expect(makeAds(20, 8)).not.toEqual(makeAds(20, 7));
  });

  it('hold every kind, both offers and sold ones, each with a token of its own', () => {
    expect(new Set(ads.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(new Set(ads.map(({ offer }) => offer))).toEqual(new Set(['sale', 'rent']));
    expect(ads.some(({ isSold }) => isSold)).toBe(true);
    expect(new Set(ads.map(({ token }) => token)).size).toBe(ads.length);
  });

  it('contradict themselves nowhere', () => {
    expect(ads.filter((ad) => !isConsistent(ad))).toEqual([]);
  });
});

function isConsistent(ad: Ad): boolean {
  const { kind, area, plot, rooms, bedrooms, floor, floors, created, updated, token } = ad;
  const isHome = kind === 'apartment' || kind === 'house';
  return (
    /^[0-9a-f]{7}$/.test(token) &&
    (area === null) === (kind === 'plot') &&
    (plot !== null) === (kind === 'plot' || kind === 'house') &&
    (rooms !== null) === isHome &&
    (rooms === null || (bedrooms ?? 99) <= rooms) &&
    (floor === null || floor <= (floors ?? 0)) &&
    created < updated &&
    ad.euros >= 50
  );
}

describe.each(Object.entries(tongues))('the language %s', (name, tongue) => {
  it('fills every place of its titles and texts', () => {
    const texts = ads.flatMap((ad) => [titleOf(ad, tongue), proseOf(ad, tongue), quarterOf(ad, tongue)]);
    expect(texts.filter((text) => /[{}]|undefined|null/.test(text) || text.trim() === '')).toEqual([]);
  });

  it('is written in its own letters', () => {
    const texts = ads.map((ad) => proseOf(ad, tongue).replaceAll(/m2|m²|PVC/g, ''));
    const foreign = { serbianCyrillic: /[a-zčćđšž]/i, serbianBare: /[čćđšž]/i }[name] ?? /\p{sc=Cyrillic}/u;
    expect(texts.filter((text) => foreign.test(text))).toEqual([]);
  });

  it('means a city of the directory by each town', () => {
    const { reference } = sandboxReference();
    const unknown = ads
      .map((ad) => townOf(ad, tongue).portal)
      .filter(
        (city) =>
          reference.place({ city: [city], municipality: null, lat: null, lng: null }).kind !== 'found',
      );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

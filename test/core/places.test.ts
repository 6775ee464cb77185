import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import type { Place, PlaceQuery, Vocabulary } from '../../src/model/reference.js';

function city(id: string, nameSr: string, more: Partial<Place> = {}): Place {
  return {
    id,
    type: 'city',
    nameSr,
    nameEn: null,
    officialCode: null,
    cityId: null,
    cityNameSr: null,
    lat: null,
    lng: null,
    ...more,
  };
}
function municipality(id: string, nameSr: string, of: Place, more: Partial<Place> = {}): Place {
  return { ...city(id, nameSr), type: 'municipality', cityId: of.id, cityNameSr: of.nameSr, ...more };
}

const belgrade = city('bg', 'Beograd', { nameEn: 'Belgrade', officialCode: '79014', lat: 44.82, lng: 20.46 });
const nis = city('ni', 'Niš', { lat: 43.32, lng: 21.9 });
const noviSad = city('ns', 'Novi Sad');
const places: Place[] = [
  municipality('ns-ns', 'Novi Sad', noviSad, { officialCode: '80284' }),
  noviSad,
  belgrade,
  nis,
  municipality('bg-pa', 'Palilula', belgrade),
  municipality('ni-pa', 'Palilula', nis),
  municipality('bg-sg', 'Stari grad', belgrade, { nameEn: 'Old Town' }),
  municipality('bg-zv', 'Beograd-Zvezdara', belgrade),
  city('in', 'Inđija'),
  city('be1', 'Bela Crkva', { lat: 44.9, lng: 21.4 }),
  city('be2', 'Bela Crkva', { lat: 44.4, lng: 19.5 }),
];
const vocabulary = { version: '', fields: {} } as unknown as Vocabulary;
const reference = createReference(vocabulary, places);

function ask(names: string[], more: Partial<PlaceQuery> = {}): string {
  const answer = reference.place({ city: names, municipality: null, lat: null, lng: null, ...more });
  return answer.kind === 'found' ? answer.place.id : answer.kind;
}

describe('places', () => {
  it.each([
    [['Beograd'], 'bg'],
    [['БЕОГРАД'], 'bg'],
    [['belgrade'], 'bg'],
    [['Grad Beograd'], 'bg'],
    [['79014'], 'bg'],
    [[' 79014 '], 'bg'],
    [['7901'], 'unknown'],
    [['NIS'], 'ni'],
    [['Indija'], 'in'],
    [['Indjija'], 'in'],
    [[''], 'unknown'],
    [[], 'unknown'],
    [['Beo'], 'unknown'],
  ])('%j is %s', (names, id) => {
    expect(ask(names)).toBe(id);
  });

  it('prefers the city to its municipality of the same name', () => {
    expect(ask(['Novi Sad'])).toBe('ns');
    expect(ask(['Novi Sad'], { municipality: 'Novi Sad' })).toBe('ns');
    expect(ask(['80284'])).toBe('ns-ns');
  });

  it('chooses a municipality only within the city found', () => {
    expect(ask(['Beograd'], { municipality: 'Palilula' })).toBe('bg-pa');
    expect(ask(['Niš'], { municipality: 'Opština Palilula' })).toBe('ni-pa');
    expect(ask(['Niš'], { municipality: 'Stari grad' })).toBe('ni');
    expect(ask(['Novi Sad'], { municipality: 'Stari grad' })).toBe('ns');
    expect(ask(['Beograd'], { municipality: 'Zvezdara' })).toBe('bg-zv');
  });

  it('takes a first candidate that is no city as municipality of the second', () => {
    expect(ask(['Palilula', 'Niš'])).toBe('ni-pa');
    expect(ask(['Rakovac', 'Beograd'])).toBe('bg');
  });

  it('never settles on a municipality by its name alone, wherever the coordinates lie', () => {
    expect(ask(['Palilula'])).toBe('ambiguous');
    expect(ask(['Palilula'], { lat: 43.31, lng: 21.89 })).toBe('ambiguous');
    expect(ask(['Stari grad'])).toBe('ambiguous');
  });

  it('lets coordinates choose among equal names, and only there', () => {
    expect(ask(['Bela Crkva'])).toBe('ambiguous');
    expect(ask(['Bela Crkva'], { lat: 44.89, lng: 21.42 })).toBe('be1');
    expect(ask(['Bela Crkva'], { lat: 44.65, lng: 20.45 })).toBe('ambiguous');
    expect(ask(['Atlantida'], { lat: 44.82, lng: 20.46 })).toBe('unknown');
    expect(ask(['Niš'], { lat: 44.82, lng: 20.46 })).toBe('ni');
  });

  it('answers anything, and only ever with a place whose name was asked for', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom(...places.map((place) => place.nameSr)));
    fc.assert(
      fc.property(
        fc.array(names, { maxLength: 3 }),
        fc.option(names),
        fc.option(fc.double()),
        (words, within, lat) => {
          const answer = reference.place({ city: words, municipality: within, lat, lng: lat });
          if (answer.kind === 'found') expect(words.length).toBeGreaterThan(0);
          if (answer.kind === 'ambiguous') expect(answer.candidates.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

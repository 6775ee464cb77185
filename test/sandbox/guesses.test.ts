import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { guesses } from '../../src/sandbox/guesses.js';
import { operations } from '../../src/sandbox/operations.js';
import { readSavedPlaces, readSavedVocabulary, SavedReferenceError } from '../../src/sandbox/sandbox.js';
import { createBench, sale, type Bench } from './partner.js';

describe('a reply that rests on our guess', () => {
  const guessed = async (
    bench: Bench,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<string | null> => (await bench.partner.send(method, path, body)).headers.get('px-sandbox-guess');

  it('says so in a header, and one that the spec shows does not', async () => {
    const bench = await createBench();
    const listings = `/connections/${bench.connection}/listings`;
    expect(await guessed(bench, 'PUT', `${listings}/A1`, sale(bench, 'A1'))).toBeNull();
    expect(await guessed(bench, 'GET', listings)).toBe('reply shape of GET .../listings; its status words');
    expect(await guessed(bench, 'POST', `${listings}/A1/remove`, { reason: 'sold' })).toBe(
      'reply shape of POST .../remove',
    );
    expect(await guessed(bench, 'POST', `${listings}/A1/remove`, { reason: 'sold' })).toBeNull();
    expect(await guessed(bench, 'GET', '/nowhere')).toBe('status and code for a path that is no operation');
    const unsigned = await bench.partner.deliver('GET', '/ping', '', {});
    expect(unsigned.headers.get('px-sandbox-guess')).toBe('status and code of this refusal');
  });

  it('stands in one table, which names operations that there are, in words that a header may carry', async () => {
    const readme = await readFile('src/sandbox/README.md', 'utf8');
    const names = operations.map(({ name }) => name);
    for (const { operation, on, what } of guesses) {
      if (operation !== null) expect(names).toContain(operation);
      expect(what).toMatch(/^[\x20-\x7e]+$/);
      const row = readme.split('\n').find((line) => line.startsWith('|') && line.includes(`| ${what} `));
      expect(row, what).toContain(operation === null ? `\`${on}\`` : `${operation} ${on}`);
    }
  });
});

describe('vocabulary and places saved from a real portal', () => {
  const document = {
    version: 'sha256:0123',
    categories: [
      { key: 'c1', label_sr: 'Stan', label_en: 'Apartment' },
      { key: 'c2', label_sr: 'Poslovni prostor', label_en: 'Business premises' },
      { key: 'c3', label_sr: 'Plac', label_en: 'Plot' },
    ],
    heating: [{ key: 'h1', label_sr: 'Centralno grejanje', label_en: 'Central' }],
    amenities: [],
    transaction: [],
    condition: [],
    furnished: [],
    building_group: [],
    ownership_status: [],
    legalization_status: [],
    rental_type: [],
    room_types: [],
    remove_reasons: [],
    attributes_by_category: {},
  };
  const place = {
    id: '0b0e7a3c-2f0f-4f43-9a57-5d2b6f1c9e10',
    type: 'city',
    name_sr: 'Novi Sad',
    name_en: null,
    official_code: '89010',
    city_id: null,
    city_name_sr: null,
    lat: null,
    lng: null,
  };
  const pages = (...names: string[]): object[] =>
    names.map((name_sr, index) => ({
      places: [{ ...place, name_sr, id: `${place.id.slice(0, -1)}${index}` }],
      next_cursor: null,
    }));

  it('are served as they came, are what listings are held to, and are no guess', async () => {
    const bench = await createBench({
      reference: {
        vocabulary: readSavedVocabulary(JSON.stringify(document), 'v.json'),
        places: readSavedPlaces(JSON.stringify(pages('Novi Sad')), 'p.json'),
      },
    });
    const { partner, connection } = bench;
    const served = await partner.get('/vocabularies');
    expect(served.body).toEqual(document);
    expect(served.headers.get('px-sandbox-guess')).toBeNull();
    const found = await partner.get('/places?q=%D0%BD%D0%BE%D0%B2%D0%B8');
    expect(found.body.places).toEqual([{ ...place, id: `${place.id.slice(0, -1)}0` }]);
    expect(found.headers.get('px-sandbox-guess')).toBeNull();
    const path = `/connections/${connection}/listings/A1`;
    expect((await partner.put(path, sale(bench, 'A1', { structure: { heating: 'h1' } }))).status).toBe(202);
    const wrong = await partner.put(path, sale(bench, 'A1', { category: 'apartment' }));
    expect(wrong.body.error.details[0]).toMatchObject({ pointer: '/category', code: 'invalid_enum' });
  });

  it('may be one page, a list of pages, or a page for each line', () => {
    const two = pages('Novi Sad', 'Niš');
    const names = (text: string): string[] => readSavedPlaces(text, 'p').map(({ name_sr }) => name_sr);
    expect(names(JSON.stringify(two[0]))).toEqual(['Novi Sad']);
    expect(names(JSON.stringify(two, null, 2))).toEqual(['Novi Sad', 'Niš']);
    expect(names(two.map((page) => JSON.stringify(page)).join('\n'))).toEqual(['Novi Sad', 'Niš']);
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'it holds no place'],
    [JSON.stringify(document), 'it has no `places`'],
    ['{"places":[{"id":1}]}', 'places.0.id is not as a place has it'],
    [JSON.stringify([...pages('Niš'), ...pages('Niš')]), 'an id stands in it twice'],
  ])('are refused where they are no places: %s', (text, why) => {
    expect(() => readSavedPlaces(text, 'p.json')).toThrow(SavedReferenceError);
    expect(() => readSavedPlaces(text, 'p.json')).toThrow(why);
  });

  it.each([
    ['<html>', 'is not JSON'],
    ['{"places":[]}', 'it names no categories'],
    ['{"categories":["flat"]}', 'it has no version'],
  ])('are refused where they are no vocabulary: %s', (text, why) => {
    expect(() => readSavedVocabulary(text, 'v.json')).toThrow(why);
  });
});

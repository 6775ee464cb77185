import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProtocol as protocol } from '../../src/wire/protocol.js';
import { businessCategories, readVocabulary, vocabularyKeys } from '../../src/wire/vocabulary.js';

const document = {
  version: 'sha256:1',
  categories: [
    { key: 'flat', label_sr: 'Stan', label_en: 'Apartment' },
    { value: 'shop', labels: { sr: 'Poslovni prostor', en: 'Shop' } },
    { code: 'plot', sr: 'Plac', en: 'Plot' },
    'house',
    { label_sr: 'no key' },
    7,
  ],
  heating: { gas: { sr: 'Gas', en: 'Gas' }, wood: 'Drva' },
  attributes_by_category: { flat: [{ key: 'duplex' }], house: ['pool'] },
};

describe('the vocabulary document', () => {
  it('is read in every tolerated spelling', () => {
    const { version, fields } = readVocabulary(document);
    expect(version).toBe('sha256:1');
    expect(fields.category).toEqual([
      { key: 'flat', labels: ['Stan', 'Apartment'] },
      { key: 'shop', labels: ['Poslovni prostor', 'Shop'] },
      { key: 'plot', labels: ['Plac', 'Plot'] },
      { key: 'house', labels: [] },
    ]);
    expect(fields.heating).toEqual([
      { key: 'gas', labels: ['Gas'] },
      { key: 'wood', labels: ['Drva'] },
    ]);
    expect(fields.amenity).toEqual([]);
  });

  it('gives the keys that payloads are held to, attributes included', () => {
    const keys = vocabularyKeys(readVocabulary(document), document);
    expect(keys.fields.category).toEqual(new Set(['flat', 'shop', 'plot', 'house']));
    expect(keys.attributes).toEqual(
      new Map([
        ['flat', new Set(['duplex'])],
        ['house', new Set(['pool'])],
      ]),
    );
    expect(vocabularyKeys(readVocabulary(document)).attributes).toBeNull();
  });

  it('names business premises by label', () => {
    expect(businessCategories(readVocabulary(document), protocol)).toEqual(new Set(['shop']));
  });

  it('of any shape is read without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (whole, part) => {
        readVocabulary(whole);
        expect(readVocabulary({ categories: part }).fields.heating).toEqual([]);
      }),
    );
  });
});

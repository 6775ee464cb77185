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
  attributes_by_category: {
    flat: [
      { key: 'duplex', type: 'bool' },
      { key: 'energy', label_en: 'Energy class', type: 'enum', values: ['A', { key: 'B', sr: 'Be' }] },
    ],
    house: ['pool', { key: 'duplex', type: 'string' }],
    plot: { width: { sr: 'Širina', type: 'number' }, 'a/b': 'Slash' },
    7: 7,
  },
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
    const keys = vocabularyKeys(readVocabulary(document));
    expect(keys.fields.category).toEqual(new Set(['flat', 'shop', 'plot', 'house']));
    const none = new Set();
    expect(keys.attributes).toEqual(
      new Map([
        ['duplex', { type: null, words: none }], // two categories differ: either passes
        ['energy', { type: 'string', words: new Set(['A', 'B']) }],
        ['pool', { type: null, words: none }],
        ['width', { type: 'number', words: none }],
        ['a/b', { type: null, words: none }],
      ]),
    );
    expect(vocabularyKeys(readVocabulary({})).attributes).toBeNull();
  });

  it('reads attributes with type, words and labels', () => {
    const { attributes } = readVocabulary(document);
    expect(attributes?.flat?.[1]).toEqual({
      key: 'energy',
      labels: ['Energy class'],
      type: 'string',
      words: [
        { key: 'A', labels: [] },
        { key: 'B', labels: ['Be'] },
      ],
    });
    expect(attributes?.plot?.[0]).toEqual({ key: 'width', labels: ['Širina'], type: 'number', words: [] });
  });

  it('names business premises by label', () => {
    expect(businessCategories(readVocabulary(document), protocol)).toEqual(new Set(['shop']));
  });

  it('of any shape is read without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (whole, part) => {
        readVocabulary(whole);
        expect(readVocabulary({ categories: part, attributes_by_category: part }).fields.heating).toEqual([]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Vocabulary } from '../../src/model/reference.js';
import { lostWords, vocabularyResolver } from '../../src/core/content/vocabulary.js';

const none = {
  condition: [],
  furnished: [],
  building_group: [],
  ownership_status: [],
  legalization_status: [],
};
const vocabulary: Vocabulary = {
  version: '1',
  fields: {
    ...none,
    category: [
      { key: 'k1', labels: ['Apartment', 'Stan'] },
      { key: 'k2', labels: ['House', 'Kuća'] },
      { key: 'k3', labels: ['Commercial', 'Prostor'] },
      { key: 'k4', labels: ['Storage', 'Prostor'] },
      { key: 'stan', labels: ['Odd'] },
    ],
    heating: [{ key: 'h1', labels: ['Gas', 'Gas'] }],
    rental_type: [],
    room_type: [],
    amenity: [],
  },
};
const keyOf = vocabularyResolver(vocabulary);

describe('words of the vocabulary', () => {
  it.each([
    [['Apartment'], 'k1'],
    [['кућа'], 'k2'],
    [['KUCA'], 'k2'],
    [['k3'], 'k3'],
    [['Loft', 'House'], 'k2'],
    [['House', 'Apartment'], 'k2'],
    [[], null],
    [['Loft'], null],
    [[''], null],
  ])('%j is %j', (candidates, key) => {
    expect(keyOf('category', candidates)).toBe(key);
  });

  it('prefers a key to a label of another entry', () => {
    expect(keyOf('category', ['Stan'])).toBe('stan');
  });

  it('does not choose between two entries of one label', () => {
    expect(keyOf('category', ['Prostor'])).toBeNull();
    expect(keyOf('category', ['Prostor', 'Storage'])).toBe('k4');
  });

  it('takes both labels of one entry for one', () => {
    expect(keyOf('heating', ['gas'])).toBe('h1');
  });
});

describe('what another vocabulary took away', () => {
  const change = (category: Vocabulary['fields']['category']): Vocabulary => ({
    ...vocabulary,
    fields: { ...vocabulary.fields, category },
  });

  it.each<[name: string, category: Vocabulary['fields']['category'], lost: string[]]>([
    ['nothing', vocabulary.fields.category, []],
    [
      'a key that its label still leads to is no loss',
      vocabulary.fields.category.map((entry) => (entry.key === 'k2' ? { ...entry, key: 'new' } : entry)),
      [],
    ],
    ['more words are none either', [...vocabulary.fields.category, { key: 'k9', labels: ['Garaža'] }], []],
    ['one word', vocabulary.fields.category.filter(({ key }) => key !== 'k2'), ['k2']],
    ['all of them', [], ['k1', 'k2', 'k3', 'k4', 'stan']],
  ])('%s', (_name, category, lost) => {
    expect(lostWords(vocabulary, change(category))).toEqual(lost.map((key) => ({ field: 'category', key })));
  });
});

import { describe, expect, it } from 'vitest';
import { answeredBy, contradicted, readAnswer, withAnswer } from '../../src/core/setup/fact-answer.js';
import { meets, payloadFacts, type RuleCondition } from '../../src/core/setup/listing-rule.js';
import { factsNote, readFactsNote } from '../../src/wire/facts-note.js';
import { readFactAnswer } from '../../src/wire/rule-schema.js';

const facts = payloadFacts({
  transaction: 'rent',
  category: 'apartment',
  title: { sr: 'Lux stan, Đorđa Ćosića' },
  location: { place_id: 'plc_1' },
  rent: { amount: 500, currency: 'EUR' },
});

describe('a stored answer', () => {
  it('is read although it names ids that are longer or more than the API takes now', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `A${index}`);
    const answer = { yes: ['x'.repeat(300), ...many], no: [''] };
    expect(readFactAnswer(answer)).toEqual(answer);
    expect(readFactAnswer({ yes: [1], no: [] })).toBe(null);
  });
});

describe('a note of facts', () => {
  it('is read as it was written, and none is written that is too long for an index', () => {
    const noted = {
      ...{ place: 'rs-ns', category: null, transaction: 'rent', amount: 500.5, currency: 'EUR' },
      title: 'Lux „stan”\nna keju',
    };
    expect(readFactsNote(factsNote(noted) ?? '')).toEqual(noted);
    expect(factsNote({ ...noted, title: 'a'.repeat(600) })).toBe(null);
    expect([readFactsNote(''), readFactsNote('rule owner_lives_nearby')]).toEqual([null, null]);
    for (const damaged of ['', '{}', '[]', '[1,2,3,4,5,6]', '[null,null,null,"500",null,null]', '["a"'])
      expect(readFactsNote(`facts ${damaged}`), damaged).toBe(null);
  });
});

describe('a condition on a listing', () => {
  it.each<[string, RuleCondition]>([
    ['a word in another case', { title_word: 'LUX' }],
    ['a word in another script', { title_word: 'лукс'.replace('кс', 'x') }],
    ['a word without diacritics', { title_word: 'cosica' }],
    ['several words in their order', { title_word: 'lux stan' }],
    ['the limit of the price', { price_up_to: { amount: 500, currency: 'EUR' } }],
    ['all of its parts', { place: 'plc_1', category: 'apartment', transaction: 'rent' }],
  ])('is met by %s', (_, when) => {
    expect(meets(when, facts)).toBe(true);
  });

  it.each<[string, RuleCondition]>([
    ['a part of a word', { title_word: 'lu' }],
    ['a price above it', { price_up_to: { amount: 499, currency: 'EUR' } }],
    ['a price in another currency', { price_up_to: { amount: 100_000, currency: 'RSD' } }],
    ['one part of two', { place: 'plc_1', category: 'house' }],
    ['anything where it has no part', {}],
  ])('is not met by %s', (_, when) => {
    expect(meets(when, facts)).toBe(false);
  });

  it('is not met by what is not known', () => {
    const unknown = payloadFacts({ transaction: 'rent' });
    for (const when of [
      { place: 'plc_1' },
      { category: 'apartment' },
      { title_word: 'lux' },
      { price_up_to: { amount: 9, currency: 'EUR' as const } },
    ])
      expect(meets(when, unknown)).toBe(false);
  });
});

describe('an answer with rules', () => {
  const lux = { value: true, when: { title_word: 'Lux' } };
  const cheap = { value: false, when: { price_up_to: { amount: 600, currency: 'EUR' as const } } };

  it('is what is said of the listing itself, before any rule', () => {
    const read = readAnswer({ yes: [], no: ['A1'], rules: [lux] });
    expect([read('A1', facts), read('A2', facts), read('A2', null)]).toEqual([false, true, null]);
  });

  it('is not known of a listing that meets rules with different answers', () => {
    expect(readAnswer({ yes: [], no: [], rules: [lux, cheap] })('A1', facts)).toBe(null);
  });

  it('is added to what was said of other listings', () => {
    const former = { yes: ['A1', 'A2'], no: ['A3'], rules: [lux] };
    expect(withAnswer(former, { yes: ['A3'], no: ['A1'] })).toEqual({
      ...{ yes: ['A2', 'A3'], no: ['A1'], rules: [lux] },
    });
    expect(withAnswer(former, { yes: [], no: [], rules: [] })).toEqual({ yes: ['A1', 'A2'], no: ['A3'] });
    expect(withAnswer(former, false)).toBe(false);
    expect(withAnswer(null, { yes: ['A1'], no: [] })).toEqual({ yes: ['A1'], no: [] });
  });

  it('leaves an answer about all as it was for the others', () => {
    const named = readAnswer(withAnswer(false, { yes: ['A1'], no: [] }));
    expect([named('A1', null), named('A2', null)]).toEqual([true, false]);
    const ruled = readAnswer(withAnswer(false, { yes: [], no: [], rules: [lux] }));
    expect([ruled('A2', facts), ruled('A2', payloadFacts({ transaction: 'rent' }))]).toEqual([true, false]);
    // Rules come before it: nothing is known before what they look at.
    expect(ruled('A2', null)).toBeNull();
    const unlike = { value: false, when: { title_word: 'stan' } };
    const contradicted = readAnswer(withAnswer(false, { yes: [], no: [], rules: [lux, unlike] }));
    expect(contradicted('A2', facts)).toBeNull();
    expect(withAnswer(withAnswer(false, { yes: ['A1'], no: [] }), true)).toBe(true);
    expect(readFactAnswer({ yes: [], no: [], others: 'no' })).toBeNull();
  });

  it('is none where a rule has no condition', () => {
    const answer = { yes: [], no: [], rules: [lux] };
    expect(readFactAnswer(answer)).toEqual(answer);
    expect(readFactAnswer({ yes: [], no: [], rules: [{ value: true, when: {} }] })).toBeNull();
  });

  it('names the listings that wait because its rules contradict each other', () => {
    const listings = ['A1', 'A2', 'A3'].map((sourceId) => ({ sourceId, title: null, place: null, facts }));
    const unknown = { sourceId: 'A4', title: null, place: null };
    const answer = { yes: ['A1'], no: [], rules: [lux, cheap] };
    expect(contradicted(answer, [...listings, unknown])).toEqual(['A2', 'A3']);
    expect(contradicted({ ...answer, rules: [lux, { ...lux, when: cheap.when }] }, listings)).toEqual([]);
    expect(contradicted(true, listings)).toEqual([]);
  });

  it('says what gives a listing its answer', () => {
    const by = answeredBy({ yes: ['A1'], no: [], rules: [lux], others: false });
    const plain = payloadFacts({ transaction: 'rent' });
    expect([by('A1', facts), by('A2', facts), by('A2', plain), by('A2', null)]).toEqual([
      ...['name', 'rule', 'all', null],
    ]);
    expect(answeredBy({ yes: [], no: [], rules: [lux, cheap] })('A2', facts)).toBeNull();
    expect([answeredBy(true)('A2', facts), answeredBy(null)('A2', facts)]).toEqual(['all', null]);
  });

  it('keeps nothing of listings that the feed does not have any more', () => {
    const former = { yes: ['A1', 'A2'], no: ['A3', 'A4'], rules: [lux] };
    expect(withAnswer(former, { yes: ['A5'], no: [] }, new Set(['A1', 'A4']))).toEqual({
      ...{ yes: ['A2', 'A5'], no: ['A3'], rules: [lux] },
    });
  });
});

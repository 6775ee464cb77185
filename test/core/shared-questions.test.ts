import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineCount, sharedQuestions, type AskedFeed } from '../../src/core/content/shared-questions.js';
import type { ContentCause, ContentRule, OpenDoubt } from '../../src/model/content.js';
import { fold } from '../../src/model/fold.js';

const live = '95000 EUR';

function doubtOf(feedId: number, index: number, change: Partial<OpenDoubt> = {}): OpenDoubt {
  return {
    ...{ rule: 'band', field: 'price', value: '95 EUR', causes: ['thousands_lost'], feedId },
    ...{ connectionId: `con${feedId}`, externalId: `A${index}`, sourceId: `A${index}`, ordinal: index },
    ...{ offer: 'sale', title: null, live, openedAt: 1, rejectedUntil: null, confirmedAt: null },
    ...change,
  };
}

function feedOf(feedId: number, change: Partial<AskedFeed> = {}): AskedFeed {
  return { feedId, mapping: 'm', hosts: [], doubts: [doubtOf(feedId, 0)], words: [], ...change };
}

/** Three feeds of one mapping, the third with this doubt. */
const withThird = (change: Partial<OpenDoubt>): AskedFeed[] => [
  feedOf(1),
  feedOf(2),
  feedOf(3, { doubts: [doubtOf(3, 0, change)] }),
];

describe('the same doubt', () => {
  it('in three feeds of one mapping is one question, in two it is none', () => {
    expect(sharedQuestions([feedOf(1), feedOf(2)])).toEqual([]);
    const four = [1, 2, 3].map((id) => feedOf(id)).concat(feedOf(4, { mapping: 'other' }));
    expect(sharedQuestions(four)).toMatchObject([
      {
        ...{ by: 'mapping', name: 'm' },
        matter: { kind: 'values', rule: 'band', field: 'price', cause: 'thousands_lost', change: '-3' },
        parts: [{ feedId: 1 }, { feedId: 2 }, { feedId: 3 }],
      },
    ]);
  });

  it.each<[string, Partial<OpenDoubt>]>([
    ['another rule', { rule: 'jump' }],
    ['another cause', { causes: ['reads_like_rsd'] }],
    ['no cause', { causes: [] }],
    ['the other direction', { value: '95000000 EUR' }],
    ['another power of ten', { value: '9500 EUR' }],
    ['another currency', { value: '95 RSD' }],
    ['nothing live before', { live: null }],
    ['another field', { field: 'area', value: '5', live: '5000' }],
  ])('is not one with %s', (_, change) => {
    expect(sharedQuestions(withThird(change))).toEqual([]);
  });

  it.each<[string, Partial<OpenDoubt>]>([
    ['another figure', { value: '88.5 EUR', live: '88500 EUR' }],
    ['a less likely second cause', { causes: ['thousands_lost', 'per_sqm'] }],
    ['another offer', { offer: 'rent' }],
  ])('is one with %s', (_, change) => {
    expect(sharedQuestions(withThird(change))).toHaveLength(1);
  });

  it('of one host is one question where the mappings differ; those of a shared mapping count for the host too', () => {
    const at = (id: number, mapping: string, ...hosts: string[]): AskedFeed => feedOf(id, { mapping, hosts });
    const three = [at(1, 'a', 'h'), at(2, 'b', 'h', 'cdn'), at(3, 'c', 'h')];
    expect(sharedQuestions(three)).toMatchObject([
      { by: 'host', name: 'h', parts: [{ feedId: 1 }, { feedId: 2 }, { feedId: 3 }] },
    ]);
    const five = [at(1, 'a', 'h'), at(2, 'a', 'h'), at(3, 'a', 'h'), at(4, 'b', 'h'), at(5, 'c', 'g')];
    expect(sharedQuestions(five).map(({ name, parts }) => [name, parts.map(({ feedId }) => feedId)])).toEqual(
      [
        ['a', [1, 2, 3]],
        ['h', [4]],
      ],
    );
  });
});

describe('the same unknown word', () => {
  const word = (text: string, pointer = '/heating') => [{ pointer, word: text, count: 2 }];

  it('is one question in any spelling, of one field', () => {
    const feeds = ['Đusto', 'DJUSTO', 'ђусто'].map((text, id) =>
      feedOf(id, { doubts: [], words: word(text) }),
    );
    expect(sharedQuestions(feeds)).toMatchObject([{ matter: { kind: 'word', pointer: '/heating' } }]);
    const other = feedOf(9, { doubts: [], words: word('đusto', '/condition') });
    expect(sharedQuestions([...feeds.slice(0, 2), other])).toEqual([]);
  });

  it('for a state is one question with the doubts of its listings, and each listing counts once', () => {
    const state = (id: number) =>
      doubtOf(id, 0, { rule: 'unknown_state', field: 'state', value: 'Aneks', causes: [], live: 'active' });
    const feeds = [1, 2].map((id) => feedOf(id, { doubts: [state(id)], words: word('aneks', '/state') }));
    const [only, ...others] = sharedQuestions([
      ...feeds,
      feedOf(3, { doubts: [], words: word('ANEKS', '/state') }),
    ]);
    expect(others).toEqual([]);
    expect(only?.matter).toMatchObject({ kind: 'word', pointer: '/state' });
    // Two records of each feed have the word; of two feeds, one of them is in doubt.
    expect(lineCount(only ?? { parts: [] })).toBe(2 + 2 + 2);
  });
});

const rules: ContentRule[] = ['band', 'jump', 'unknown_state'];
const causes: ContentCause[] = ['thousands_lost', 'reads_like_rsd'];
const values = ['95 EUR', '96 EUR', '9500 EUR', '95 RSD', '9500000 EUR', ''];
const words = ['aneks', 'Aneks', 'u obradi'];

const feedsArbitrary = fc
  .array(
    fc.record({
      mapping: fc.constantFrom('a', 'b', 'c'),
      hosts: fc.subarray(['h', 'g', 'cdn']),
      lines: fc.array(
        fc.record({
          rule: fc.constantFrom(...rules),
          cause: fc.subarray(causes),
          value: fc.constantFrom(...values),
          word: fc.constantFrom(...words),
          live: fc.constantFrom(live, '95000 RSD', null),
        }),
        { maxLength: 4 },
      ),
      words: fc.uniqueArray(fc.constantFrom(...words), { selector: fold }),
      pointer: fc.constantFrom('/state', '/heating'),
    }),
    { maxLength: 9 },
  )
  .map((drawn) =>
    drawn.map(({ mapping, hosts, lines, pointer, ...of }, feedId): AskedFeed => ({
      ...{ feedId, mapping, hosts },
      doubts: lines.map(({ rule, cause, value, word, live: before }, index) =>
        rule === 'unknown_state'
          ? doubtOf(feedId, index, {
              rule,
              field: 'state',
              causes: [],
              value: word,
              live: before && 'active',
            })
          : doubtOf(feedId, index, { rule, causes: cause, value, live: before }),
      ),
      words: of.words.map((word) => ({ pointer, word, count: 1 })),
    })),
  );

/** What a person would call the same, written apart from the code under test. */
function sameness({ rule, field, causes: [cause], value, live: before }: OpenDoubt): string {
  if (rule === 'unknown_state') return `/state ${fold(value)}`;
  if (before === null) return `${rule} ${field} ${cause ?? '-'} new`;
  const [now = NaN, was = NaN] = [value, before].map((text) => parseFloat(text));
  const [unit = '', unitBefore = ''] = [value, before].map((text) => text.split(' ')[1] ?? '');
  let power = 0;
  for (let ratio = now / was; ratio > Math.sqrt(10); ratio /= 10) power++;
  for (let ratio = now / was; ratio < 1 / Math.sqrt(10); ratio *= 10) power--;
  const isPriced = unit !== '' && unit !== unitBefore;
  return `${rule} ${field} ${cause ?? '-'} ${power} ${isPriced ? `${unitBefore}>${unit}` : ''}`;
}

describe('questions of several feeds', () => {
  it('hold what is the same in three feeds of one mapping or host, nothing else, and each thing once', () => {
    fc.assert(
      fc.property(feedsArbitrary, (feeds) => {
        const things = feeds.flatMap((feed) => [
          ...feed.doubts.map((doubt) => ({ feed, thing: doubt as object, same: sameness(doubt) })),
          ...feed.words.map((word) => ({
            feed,
            thing: word as object,
            same: `${word.pointer} ${fold(word.word)}`,
          })),
        ]);
        const questions = sharedQuestions(feeds);
        const placed = questions.flatMap(({ id, parts }) =>
          parts.flatMap(({ doubts, words: of }) =>
            [...doubts, ...of].map((thing) => ({ id, thing: thing as object })),
          ),
        );
        expect(new Set(placed.map(({ thing }) => thing)).size).toBe(placed.length);
        expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
        for (const { id, parts, by, name } of questions) {
          const own = things.filter(({ thing }) =>
            placed.some((one) => one.id === id && one.thing === thing),
          );
          expect(new Set(own.map(({ same }) => same)).size).toBe(1);
          for (const { feed } of own) expect(by === 'mapping' ? [feed.mapping] : feed.hosts).toContain(name);
          expect(parts.every((part) => part.doubts.length + part.words.length > 0)).toBe(true);
        }
        for (const { feed, thing, same } of things) {
          const alike = new Set(things.filter((one) => one.same === same).map((one) => one.feed));
          const share = (has: (other: AskedFeed) => boolean): boolean => [...alike].filter(has).length >= 3;
          const isShared =
            share((other) => other.mapping === feed.mapping) ||
            feed.hosts.some((host) => share((other) => other.hosts.includes(host)));
          expect(placed.some((one) => one.thing === thing)).toBe(isShared);
        }
      }),
    );
  });

  it('do not depend on the order of feeds, doubts, words or hosts', () => {
    const shuffled = feedsArbitrary.chain((feeds) =>
      fc.tuple(
        fc.constant(feeds),
        fc.shuffledSubarray(
          feeds.map((feed) => ({
            ...feed,
            doubts: [...feed.doubts].reverse(),
            words: [...feed.words].reverse(),
            hosts: [...feed.hosts].reverse(),
          })),
          { minLength: feeds.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([feeds, other]) => {
        expect(sharedQuestions(other)).toEqual(sharedQuestions(feeds));
      }),
    );
  });
});

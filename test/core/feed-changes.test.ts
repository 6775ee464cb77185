import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFeedChanges, wordSubject, type FeedChange } from '../../src/core/setup/feed-changes.js';
import { fold } from '../../src/model/fold.js';

type Tables = Record<string, Record<string, unknown>>;

/** The rule, change by change: the newest spelling of a word takes the place of all others, behind the words that are there. */
function oneByOne(
  tables: Tables,
  words: readonly (readonly [table: string, word: string, value: unknown])[],
): Tables {
  const changed = structuredClone(tables);
  for (const [table, word, value] of words) {
    const others = Object.entries(changed[table] ?? {}).filter(([other]) => fold(other) !== fold(word));
    changed[table] = Object.fromEntries([...others, [word, value]]);
  }
  return changed;
}

const table = fc.constantFrom('heating', 'cities');
const word = fc.constantFrom('gas', 'Gas', 'GAS', 'struja', 'Struja ', 'Нови Сад', 'Novi Sad', 'x');
const tables = fc.dictionary(table, fc.dictionary(word, fc.integer(), { noNullPrototype: true }), {
  noNullPrototype: true,
});

describe('words that people changed', () => {
  it('lie over a feed’s own in their order, whatever their spelling', () => {
    fc.assert(
      fc.property(tables, fc.array(fc.tuple(table, word, fc.integer()), { maxLength: 12 }), (own, words) => {
        const changes = words.map(([name, of, value]): FeedChange => ({
          ...{ kind: 'word', subject: wordSubject(name, of), value },
        }));
        const feed = { tables: own, answers: {}, constants: {}, unmapped: {} };
        // With the order of words: of two that fit, the first counts.
        expect(JSON.stringify(withFeedChanges(feed, changes).tables)).toBe(
          JSON.stringify(oneByOne(own, words)),
        );
      }),
    );
  });
});

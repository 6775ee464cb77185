import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReferenceUse } from '../../src/model/outcome.js';
import { fold } from '../../src/model/fold.js';
import {
  decodeOutcome,
  encodeOutcome,
  readUsedWord,
  usedWord,
} from '../../src/store/records/staged-record.js';
import { type StagedOutcome } from '../../src/model/staged-record.js';

const text = fc.string({ unit: 'grapheme' });
const use: fc.Arbitrary<ReferenceUse> = fc.record({
  kind: fc.constantFrom('vocabulary', 'place', 'answer'),
  // For places as the feed writes it, line ends among it.
  name: fc.oneof(text, fc.constantFrom('Niš\nMedijana', '\n')),
  word: text.map(fold),
  resolved: fc.option(fc.stringMatching(/^[\w-]{1,20}$/)),
});

it('a word that was asked is read as it was written', () => {
  fc.assert(
    fc.property(use, (asked) => {
      expect(readUsedWord(usedWord(asked))).toEqual(asked);
    }),
  );
});

it('what a record came to is read as it was staged', () => {
  const listing = fc.record({
    externalId: text,
    feedUpdatedAt: fc.option(fc.nat()),
    wanted: fc.option(
      fc.record({
        digest: text,
        packed: fc.uint8Array(),
        urgent: text,
        inactive: fc.boolean(),
        title: fc.option(text),
        address: fc.option(text),
      }),
    ),
  });
  const outcome: fc.Arbitrary<StagedOutcome> = fc.record({
    kind: fc.constantFrom('mapped', 'invalid', 'remove'),
    offer: fc.constantFrom('sale', 'rent', null),
    removeReason: fc.option(fc.constantFrom('sold', 'withdrawn')),
    unknownState: fc.option(text),
    codes: fc.array(text),
    issues: fc.constant([]),
    uses: fc.array(use.map(usedWord)),
    listings: fc.array(listing, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(outcome, (staged) => {
      expect(decodeOutcome(encodeOutcome(staged))).toEqual(staged);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersPerOrdinal, fingerprintBytes } from '../../src/store/database/database.js';
import { RecordsInOrder } from '../../src/store/sqlite/records-in-order.js';

const runRecords = 64;

/** A feed whose records have these ordinals; the fingerprint of each is its ordinal. */
function feedOf(ordinals: readonly number[]) {
  const ascending = ordinals.toSorted((a, b) => a - b);
  const asked = { oneByOne: 0, runs: 0 };
  const records = new RecordsInOrder(
    (packed, at) => {
      asked.oneByOne++;
      const ordinal = Buffer.from(packed).readUInt32LE(at);
      return ascending.includes(ordinal) ? answerOf(ordinal) : undefined;
    },
    (after) => {
      asked.runs++;
      const run = ascending.filter((ordinal) => ordinal > after).slice(0, runRecords);
      return { fingerprints: pack(run), answers: run.map(answerOf) };
    },
  );
  const answers = (file: readonly number[]): (number | undefined)[] => {
    const packed = pack(file);
    return file.map((_, index) => records.answer(packed, index * fingerprintBytes));
  };
  return { asked, answers };
}

function answerOf(ordinal: number): number {
  return ordinal * answersPerOrdinal + (ordinal % answersPerOrdinal);
}

function pack(ordinals: readonly number[]): Uint8Array {
  const packed = Buffer.alloc(ordinals.length * fingerprintBytes);
  for (const [index, ordinal] of ordinals.entries()) packed.writeUInt32LE(ordinal, index * fingerprintBytes);
  return packed;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('records in the order of the file before', () => {
  it('answers as one look-up for each would, whatever the order', () => {
    const ordinal = fc.nat({ max: 400 });
    fc.assert(
      fc.property(
        fc.uniqueArray(ordinal, { maxLength: 400 }),
        // Pieces of the order, as files have them, and whatever else.
        fc.array(fc.oneof(fc.tuple(ordinal, fc.nat({ max: 300 })), fc.tuple(ordinal, fc.constant(1)))),
        (known, pieces) => {
          const file = pieces.flatMap(([from, length]) => upTo(length).map((index) => from + index));
          const expected = file.map((one) => (known.includes(one) ? answerOf(one) : undefined));
          expect(feedOf(known).answers(file)).toEqual(expected);
        },
      ),
    );
  });

  it('looks up none of a file that has them in their order, though some are gone since', () => {
    const known = upTo(1_000).filter((ordinal) => ordinal % 5 !== 2);
    const { asked, answers } = feedOf(known);
    answers(known);
    expect(asked).toEqual({ oneByOne: 0, runs: Math.ceil(known.length / runRecords) });
  });

  it('looks up what changed and what follows it, and expects the rest', () => {
    const { asked, answers } = feedOf(upTo(1_000));
    answers(upTo(1_000).map((ordinal) => (ordinal % 100 === 50 ? 100_000 + ordinal : ordinal)));
    expect(asked).toEqual({ oneByOne: 20, runs: Math.ceil(1_000 / runRecords) });
  });

  it('expects nothing more of a file in another order', () => {
    const { asked, answers } = feedOf(upTo(1_000));
    answers(upTo(1_000).toReversed());
    expect(asked).toEqual({ oneByOne: 1_000, runs: 1 });
  });

  it('asks once for what comes after the last, while new ones come', () => {
    const { asked, answers } = feedOf(upTo(runRecords));
    answers(upTo(10 * runRecords));
    expect(asked).toEqual({ oneByOne: 9 * runRecords, runs: 2 });
  });
});

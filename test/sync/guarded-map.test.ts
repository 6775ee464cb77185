import { describe, expect, it } from 'vitest';
import type { RawRecords } from '../../src/feed/parse-records.js';
import { ThreadError, type Threads, type ThreadTask } from '../../src/platform/process/threads.js';
import { GuardedMap, readingLimits } from '../../src/sync/map/guarded-map.js';
import { guardLimits, MappingOverrun } from '../../src/sync/map/map-guard.js';
import type { KnownOfRecord, MapperSetup, RecordOutcome } from '../../src/sync/map/map-records.js';

/** Records of a sign each; those that are `x` go past a limit. */
function rawOf(text: string): RawRecords {
  const ends = Array.from(text, (_, index) => index + 1);
  return { bytes: Buffer.from(text), ends, undecodable: [], around: ends.map(() => 0), surroundings: [] };
}

const outcome = (sourceId: string): RecordOutcome => ({
  ...{ kind: 'mapped', sourceId, listings: 1, unreadable: false, mayHideRecords: false, repairs: [] },
  content: Buffer.from(sourceId),
});

class EndingThreads implements Threads {
  readonly count = 1;
  readonly limits: unknown[] = [];

  constructor(private readonly failure: 'time' | 'memory') {}

  async run({ job, limitMs, setup }: ThreadTask): Promise<unknown> {
    this.limits.push(limitMs, setup.limitMs);
    const text = Buffer.from((job as RawRecords).bytes).toString();
    if (text.includes('x')) throw new ThreadError('it was ended', this.failure);
    const outcomes = Array.from(text, (id) => outcome(id));
    const ends = outcomes.map((_, index) => index + 1);
    return { outcomes: outcomes.map(({ content: _, ...one }) => one), contents: Buffer.from(text), ends };
  }

  rest(): void {
    return;
  }

  async close(): Promise<void> {
    return;
  }
}

function guarded(threads: Threads): GuardedMap {
  const guard = { threads, ...guardLimits };
  const setup = { key: '1', data: {} as MapperSetup };
  const known = async (raw: RawRecords): Promise<KnownOfRecord[]> => [
    { sourceId: Buffer.from(raw.bytes).toString(), mayHideRecords: false },
  ];
  return new GuardedMap(setup, guard, readingLimits(guard), { known });
}

describe('a batch that was ended is bisected', () => {
  const sizes = [1, 2, 3, 5, 8];
  const places = sizes.flatMap((size) => Array.from({ length: size }, (_, at) => [size, at] as const));

  it.each(places)(
    'of %i records the one at %i is at fault: it alone is invalid, in its place',
    async (size, at) => {
      for (const failure of ['time', 'memory'] as const) {
        const threads = new EndingThreads(failure);
        const text = Array.from({ length: size }, (_, index) => (index === at ? 'x' : String(index))).join(
          '',
        );
        const outcomes = await guarded(threads).map(rawOf(text));
        expect(outcomes.map(({ sourceId }) => sourceId).join('')).toBe(text);
        expect(outcomes.flatMap(({ kind }, index) => (kind === 'invalid' ? [index] : []))).toEqual([at]);
        const said = failure === 'time' ? 'longer than 2 s' : 'more than 128 MB';
        expect(Buffer.from(outcomes[at]!.content).toString()).toContain(said);
        // Each time with 2 s for the batch, and 5 s for its mapping.
        expect(new Set(threads.limits)).toEqual(new Set([2_000, 5_000]));
      }
    },
  );

  it('until so many records are at fault that the mapping is', async () => {
    await expect(guarded(new EndingThreads('time')).map(rawOf('x'.repeat(32)))).rejects.toThrow(
      MappingOverrun,
    );
  });
});

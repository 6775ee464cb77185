import { describe, expect, it } from 'vitest';
import { bounded, TimeOverError, type TimeLimit } from '../../src/platform/bounded.js';
import { systemClock } from '../../src/platform/clock.js';
import { advanced, currentFence, JobEndedError } from '../../src/platform/fence.js';
import { hour, ManualClock, minute, second } from '../support/manual-clock.js';

const limit: TimeLimit = { withinMs: minute, unless: { records: 100, bytes: 1_000_000 } };
const never = (): Promise<never> => new Promise(() => undefined);
/** Promises that wait for nothing else have their turn. */
const turns = (): Promise<void> => systemClock.sleep(1);

async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * second) {
    clock.advance(10 * second);
    await turns();
  }
}

/** What it has come to so far. */
function watch(work: Promise<unknown>): { result: unknown } {
  const seen: { result: unknown } = { result: 'under way' };
  work.then(
    (result) => (seen.result = result),
    (error: unknown) => (seen.result = error),
  );
  return seen;
}

describe('bounded work', () => {
  it('is ended once its time is over, though its promise never settles, and not before', async () => {
    const clock = new ManualClock();
    const seen = watch(bounded(limit, clock, never));
    await pass(clock, minute - 10 * second);
    expect(seen.result).toBe('under way');
    await pass(clock, 10 * second);
    expect(seen.result).toBeInstanceOf(TimeOverError);
  });

  it.each([{ records: 100 }, { bytes: 1_000_000 }])(
    'goes on as long as it advances by %j a minute',
    async (by) => {
      const clock = new ManualClock();
      let advance = (): void => undefined;
      const seen = watch(
        bounded(limit, clock, () => {
          const fence = currentFence();
          advance = () => fence?.enter(() => advanced(by));
          return never();
        }),
      );
      for (let minutes = 0; minutes < 30; minutes++) {
        await pass(clock, 50 * second);
        advance();
      }
      expect(seen.result).toBe('under way');
      await pass(clock, 70 * second);
      expect(seen.result).toBeInstanceOf(TimeOverError);
    },
  );

  it('is not ended by the time in which the process stood still', async () => {
    const clock = new ManualClock();
    const seen = watch(bounded(limit, clock, never));
    clock.advance(8 * hour);
    await turns();
    expect(seen.result).toBe('under way');
    await pass(clock, minute);
    expect(seen.result).toBeInstanceOf(TimeOverError);
  });

  it('spends nothing of its time while a part has one of its own, and ends with the part that fails', async () => {
    const clock = new ManualClock();
    const seen = watch(bounded(limit, clock, () => bounded({ withinMs: 10 * minute }, clock, never)));
    await pass(clock, 9 * minute);
    expect(seen.result).toBe('under way');
    await pass(clock, minute);
    expect(seen.result).toMatchObject({ limit: { withinMs: 10 * minute } });
  });

  it('is refused everything from then on, in parts that it began as well', async () => {
    const clock = new ManualClock();
    let release = (): void => undefined;
    const released = new Promise<void>((go) => (release = go));
    const late: unknown[] = [];
    const zombie = async (): Promise<void> => {
      await released;
      try {
        currentFence()?.check();
      } catch (error) {
        late.push(error);
      }
    };
    watch(
      bounded(limit, clock, () =>
        Promise.all([zombie(), bounded({ withinMs: hour }, clock, zombie), never()]),
      ),
    );
    await pass(clock, hour + 2 * minute);
    release();
    await turns();
    expect(late).toEqual([expect.any(JobEndedError), expect.any(JobEndedError)]);
  });
});

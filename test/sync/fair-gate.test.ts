import { describe, expect, it } from 'vitest';
import { Fence, JobEndedError } from '../../src/platform/fence.js';
import { createFairGate } from '../../src/sync/services/fair-gate.js';

describe('requests of a key', () => {
  it('go to the agencies in turn, and a failing wait fails one of them only', async () => {
    const order: string[] = [];
    let passes = 0;
    const enter = createFairGate(async () => {
      await Promise.resolve();
      if (++passes === 2) throw new Error('the store is gone');
    });
    const ask = (name: string): Promise<void> =>
      enter(name).then(
        () => void order.push(name),
        () => void order.push(`${name} failed`),
      );
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(ask));
    expect(order).toEqual(['a', 'b failed', 'c', 'a', 'b', 'a', 'a']);
    await ask('d');
    expect(order.at(-1)).toBe('d');
  });

  it('wait for no job that was ended, whatever its wait at the gate hangs on', async () => {
    let passes = 0;
    const enter = createFairGate(() =>
      ++passes === 1 ? new Promise<never>(() => undefined) : Promise.resolve(),
    );
    const fence = Fence.within(null);
    const hanging = fence.enter(() => enter('a')).catch((error: unknown) => error);
    const next = enter('b');
    await fence.end('its time was over');
    expect(await hanging).toBeInstanceOf(JobEndedError);
    await next;
    expect(passes).toBe(2);
  });
});

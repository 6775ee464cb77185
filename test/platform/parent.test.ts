import { describe, expect, it } from 'vitest';
import { isStartedByNpx, onParentGone } from '../../src/platform/process/parent.js';
import { ManualClock, second } from '../support/manual-clock.js';

describe('a process whose parent may go', () => {
  const watched = async (ppids: readonly number[], stopAfter: number | null = null): Promise<number> => {
    const clock = new ManualClock();
    const process = { ppid: ppids[0]! };
    let calls = 0;
    const stop = onParentGone({ process, clock }, () => calls++);
    for (const [at, ppid] of ppids.entries()) {
      if (at === stopAfter) stop();
      process.ppid = ppid;
      clock.advance(second);
      await new Promise(setImmediate);
    }
    return calls;
  };

  it('is called back once when it gets another one', async () => {
    expect(await watched([7, 7, 7])).toBe(0);
    expect(await watched([7, 7, 1, 1, 1])).toBe(1);
    // Where something adopts orphans, the new parent is not the first process of the machine.
    expect(await watched([7, 12, 12])).toBe(1);
    // The first process of a container may be the parent for good.
    expect(await watched([1, 1, 1])).toBe(0);
  });

  it('is not called back any more once it does not watch', async () => {
    expect(await watched([7, 7, 1, 1], 2)).toBe(0);
  });

  it('watches under npx alone', () => {
    expect(isStartedByNpx({ npm_command: 'exec', npm_lifecycle_event: 'npx' })).toBe(true);
    expect(isStartedByNpx({ npm_command: 'start', npm_lifecycle_event: 'start' })).toBe(false);
    expect(isStartedByNpx({ npm_command: 'run-script', npm_lifecycle_event: 'npx' })).toBe(false);
    expect(isStartedByNpx({})).toBe(false);
  });
});

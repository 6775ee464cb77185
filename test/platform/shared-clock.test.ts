import { expect, it } from 'vitest';
import { createSharedClock } from '../../src/platform/shared-clock.js';
import type { Clock } from '../../src/platform/clock.js';

/** A machine that can sleep: one of its clocks stands still meanwhile. */
class Machine implements Clock {
  wall = 1_000_000;
  uptime = 50;

  now(): number {
    return this.wall;
  }

  elapsed(): number {
    return this.uptime;
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }

  pass(ms: number): void {
    this.wall += ms;
    this.uptime += ms;
  }
}

it('says what the shared clock says, however wrong the machine’s is, and reads it now and then', async () => {
  const machine = new Machine();
  let shared = 5_000_000;
  let reads = 0;
  const clock = createSharedClock(machine, async () => {
    reads++;
    return shared;
  });
  await clock.follow();
  machine.pass(10_000);
  shared += 10_000;
  await clock.followSeldom();
  expect([clock.now(), reads]).toEqual([5_010_000, 1]);
  machine.pass(20_000);
  shared += 20_007;
  await clock.followSeldom();
  expect([clock.now(), reads]).toEqual([5_030_007, 2]);
});

it('reads it at once after the machine was asleep: what it counted from would lie hours back', async () => {
  const machine = new Machine();
  let shared = 5_000_000;
  const clock = createSharedClock(machine, async () => shared);
  await clock.follow();
  machine.wall += 7_200_000;
  shared += 7_200_000;
  await clock.followSeldom();
  expect(clock.now()).toBe(12_200_000);
});

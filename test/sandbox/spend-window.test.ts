import { describe, expect, it } from 'vitest';
import { createSpendWindow, secondsUntilRoom, spend } from '../../src/sandbox/state/spend-window.js';

const windowSeconds = 3600;

describe('a window with more spends than are kept one by one', () => {
  it('forgets none that still counts, and stays small', () => {
    const window = createSpendWindow();
    const limit = 50_000;
    let now = 0;
    for (let count = 0; count < limit; count++) spend(window, 1, { now: (now += 70), windowSeconds });
    expect(window.spends.length).toBeLessThanOrEqual(4_000);
    expect(secondsUntilRoom(window, 1, { limit, windowSeconds }, now)).toBeGreaterThan(0);
    expect(secondsUntilRoom(window, 1, { limit: limit + 1, windowSeconds }, now)).toBe(0);
  });

  it('has room again once the first have left, never earlier', () => {
    const window = createSpendWindow();
    const limit = 20_000;
    for (let count = 0; count < limit; count++) spend(window, 1, { now: count * 100, windowSeconds });
    const last = (limit - 1) * 100;
    const wait = secondsUntilRoom(window, 1, { limit, windowSeconds }, last);
    const first = 3600 - last / 1000;
    expect(wait).toBeGreaterThanOrEqual(Math.floor(first));
    expect(wait).toBeLessThanOrEqual(first + 5);
    expect(secondsUntilRoom(window, 1, { limit, windowSeconds }, last + wait * 1000)).toBe(0);
  });

  it('lets go of everything when the window has passed', () => {
    const window = createSpendWindow();
    for (let count = 0; count < 5_000; count++) spend(window, 1, { now: count, windowSeconds });
    expect(secondsUntilRoom(window, 5_000, { limit: 5_000, windowSeconds }, 5_000 + 3_600_000)).toBe(0);
  });
});

/** One moment by two clocks: the wall clock, which can be set, and a monotonic clock. */
export interface ClockMark {
  /** Epoch milliseconds. */
  at: number;
  /** Monotonic milliseconds since the start of the clock `id`. Only marks with the same id are comparable. */
  steady: { id: string; ms: number; /** The clock runs while the machine sleeps. */ countsSleep: boolean };
}

export interface ClockChange {
  /** By how much the wall clock was set, in milliseconds; 0: not set, or unknown. */
  setByMs: number;
  /** Whether `setByMs` was measured. If not, a negative value is the minimum by which the clock was set back. */
  isExact: boolean;
  /** By how much the dates of budget spends are shifted, so that none expires too early. */
  ledgerMs: number;
}

/** A smaller correction of the clock is ignored: budget windows have a margin for it. */
const noticedMs = 500;
/** Interval at which a running process stores a mark. */
export const markEveryMs = 30_000;

export const noChange: ClockChange = { setByMs: 0, isExact: true, ledgerMs: 0 };

/**
 * How the wall clock was set between two marks. If both marks have the same monotonic clock, the change is the difference between the
 * clocks. If not (another machine, a reboot), a wall clock that reads less than before was set back; one that reads more was either set
 * ahead, or that much time has passed. Then spends are dated as if no time had passed: at worst a budget is free one window late.
 */
export function clockChange(before: ClockMark, now: ClockMark): ClockChange {
  const readMs = now.at - before.at;
  if (before.steady.id === now.steady.id && now.steady.ms >= before.steady.ms) {
    const setByMs = Math.round(readMs - (now.steady.ms - before.steady.ms));
    // A monotonic clock that stops while the machine sleeps makes sleep look like a wall clock that was set ahead.
    const isExact = now.steady.countsSleep || setByMs < 0;
    return Math.abs(setByMs) < noticedMs ? noChange : { setByMs, isExact, ledgerMs: setByMs };
  }
  if (readMs < -noticedMs) return { setByMs: readMs, isExact: false, ledgerMs: readMs };
  // A small step is no change: processes that share a store write marks in turn, each with its own monotonic clock.
  return readMs <= 2 * markEveryMs ? noChange : { setByMs: 0, isExact: false, ledgerMs: readMs };
}

/** A moment by two clocks: the one that people and time servers set, and one that only goes on. */
export interface ClockMark {
  /** Epoch milliseconds. */
  at: number;
  /** Milliseconds since the start of what `id` names: marks of one id can be compared. */
  steady: { id: string; ms: number; /** Goes on while the machine is asleep. */ countsSleep: boolean };
}

export interface ClockChange {
  /** By how much the clock was set; 0: not at all, or nothing is known of it. */
  setByMs: number;
  /** Whether that is measured. Otherwise a clock that was set back was set back by this much at least. */
  isExact: boolean;
  /** How far dates of what was spent move, so that none of it is forgotten too early. */
  ledgerMs: number;
}

/** Corrections below this need nothing: the windows of budgets have a margin for them. */
const noticedMs = 500;
/** While a process runs it marks the time this often. */
export const markEveryMs = 30_000;

export const noChange: ClockChange = { setByMs: 0, isExact: true, ledgerMs: 0 };

/**
 * What became of the clock between two marks. With one steady clock in both it is the difference of the two. Without one (another machine, a
 * machine that started again) a clock that reads less than before was set back; one that reads more may have been set, or that much time has
 * passed. Dates of what was spent then move as if no time had passed: at worst a budget is free one window late.
 */
export function clockChange(before: ClockMark, now: ClockMark): ClockChange {
  const readMs = now.at - before.at;
  if (before.steady.id === now.steady.id && now.steady.ms >= before.steady.ms) {
    const setByMs = Math.round(readMs - (now.steady.ms - before.steady.ms));
    // Some steady clocks stand still in a machine that is asleep, which then looks like a clock that was set ahead.
    const isExact = now.steady.countsSleep || setByMs < 0;
    return Math.abs(setByMs) < noticedMs ? noChange : { setByMs, isExact, ledgerMs: setByMs };
  }
  if (readMs < -noticedMs) return { setByMs: readMs, isExact: false, ledgerMs: readMs };
  // Processes that share a store mark the time in turn, each with a steady clock of its own.
  return readMs <= 2 * markEveryMs ? noChange : { setByMs: 0, isExact: false, ledgerMs: readMs };
}

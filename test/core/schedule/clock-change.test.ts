import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowMarginMs } from '../../../src/core/schedule/budget.js';
import {
  clockChange,
  markEveryMs,
  noChange,
  type ClockMark,
} from '../../../src/core/schedule/clock-change.js';

const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;

const mark = (at: number, id: string, ms: number, countsSleep = true): ClockMark => ({
  at,
  steady: { id, ms, countsSleep },
});

describe('between two marks of one steady clock', () => {
  it('the clock was set by what it went more, or less, than time went by', () => {
    const before = mark(10 * hour, 'boot', hour);
    expect(clockChange(before, mark(12 * hour, 'boot', 3 * hour))).toBe(noChange);
    for (const setByMs of [-year, -hour, hour, year])
      expect(clockChange(before, mark(12 * hour + setByMs, 'boot', 3 * hour))).toEqual({
        setByMs,
        isExact: true,
        ledgerMs: setByMs,
      });
  });

  it('a machine that may have been asleep is not taken for one whose clock was surely set', () => {
    const asleep = clockChange(mark(0, 'process', 0, false), mark(9 * hour, 'process', hour, false));
    expect(asleep).toEqual({ setByMs: 8 * hour, isExact: false, ledgerMs: 8 * hour });
  });
});

/** How often the daemon of a history looks. */
const lookMs = 5 * minute;

/** What may happen to one machine. While it runs it marks the time. */
type Event =
  | { kind: 'run'; ms: number }
  | { kind: 'stop'; ms: number; setBy: number; startsAgain: boolean }
  | { kind: 'set'; by: number };

const setBy = fc.constantFrom(-year, -2 * hour, -hour, 0, hour, 2 * hour, year);
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), ms: fc.integer({ min: minute, max: 3 * hour }) }),
  fc.record({
    kind: fc.constant('stop' as const),
    ms: fc.integer({ min: 0, max: 5 * hour }),
    setBy,
    startsAgain: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('set' as const), by: setBy }),
);

/** The right time beside what the machine's clock reads, with the dates that a ledger and a schedule keep by that clock. */
class History {
  right = year * 50;
  private wrongBy = 0;
  private boot = 0;
  private bootedAt = 0;
  private marked: ClockMark;
  /** When something was spent: rightly, and as the ledger has it. */
  spends: { at: number; noted: number }[] = [];
  /** Something is due an hour after it was done last. */
  dueAt: number;
  doneAt: number;
  /** When a process last began after a stop whose length no clock knows. */
  unsureSince = -Infinity;

  constructor() {
    this.bootedAt = this.right;
    this.marked = this.read();
    this.dueAt = this.now + hour;
    this.doneAt = this.right;
  }

  get now(): number {
    return this.right + this.wrongBy;
  }

  read(): ClockMark {
    return mark(this.now, `boot ${this.boot}`, this.right - this.bootedAt);
  }

  /** A look, as the daemon takes it every second, with what the store does of it. */
  look(): void {
    const change = clockChange(this.marked, this.read());
    this.marked = this.read();
    for (const spend of this.spends) spend.noted += change.ledgerMs;
    if (change.setByMs < 0 && this.dueAt > this.now) this.dueAt += change.setByMs;
    if (!change.isExact && change.setByMs === 0 && change.ledgerMs > 0) this.unsureSince = this.right;
    if (!change.isExact && change.setByMs < 0) this.unsureSince = this.right;
    if (this.dueAt <= this.now) {
      this.dueAt = this.now + hour;
      this.doneAt = this.right;
    }
  }

  apply(what: Event): void {
    if (what.kind === 'run')
      for (let left = what.ms; left > 0; left -= lookMs) {
        this.right += Math.min(left, lookMs);
        this.look();
        this.check();
        this.spends.push({ at: this.right, noted: this.now });
      }
    else if (what.kind === 'set') {
      this.wrongBy += what.by;
      this.look();
    } else {
      this.right += what.ms;
      this.wrongBy += what.setBy;
      if (what.startsAgain) {
        this.boot++;
        this.bootedAt = this.right;
        // A clock that was set back by less than the machine was off cannot be told from a shorter stop.
        if (what.setBy < 0) this.unsureSince = this.right;
      }
      const stoppedMs = what.ms;
      this.look();
      // What was due in the meantime is done at the first look.
      this.doneAt = Math.max(this.doneAt, Math.min(this.doneAt + stoppedMs, this.right));
    }
    this.check();
  }

  check(): void {
    for (const { at, noted } of this.spends) {
      const counts = noted > this.now - hour - windowMarginMs;
      if (this.right - at <= hour && !counts) throw new Error('what was spent within the hour was forgotten');
      const isOver = this.right - Math.max(at, this.unsureSince) > hour + 2 * markEveryMs;
      if (isOver && counts) throw new Error('what was spent before the last hour still counts');
    }
    this.spends = this.spends.filter(({ at }) => this.right - at < 8 * hour);
    if (this.right - this.doneAt > hour + lookMs) throw new Error('the hourly work was not done');
  }
}

describe('over histories of a machine whose clock is set, running and stopped', () => {
  it('what was spent counts for its window and no longer, and hourly work waits an hour and a minute at most', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const history = new History();
        for (const one of events) history.apply(one);
      }),
      { numRuns: 2_000 },
    );
  });
});

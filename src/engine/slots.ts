import { createSlots, type Slots } from '../platform/slots.js';

/** Slots for jobs that run at the same time. The jobs of one host get at most half of them, so that a slow host cannot block the others. */
export function jobSlots(count: number): Slots {
  return createSlots({
    all: count,
    each: Math.max(1, Math.floor(count / 2)),
    waiting: { all: Infinity, each: Infinity },
  });
}

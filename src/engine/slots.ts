import { createSlots, type Slots } from '../platform/slots.js';

/**
 * The jobs that run side by side. Jobs that read from one host hold at most half of the slots: however slow that host is, there is room
 * for all others.
 */
export function jobSlots(count: number): Slots {
  return createSlots({
    all: count,
    each: Math.max(1, Math.floor(count / 2)),
    waiting: { all: Infinity, each: Infinity },
  });
}

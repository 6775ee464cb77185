import type { Clock } from '../platform/clock.js';
import { createSlots, type Slots } from '../platform/slots.js';

/** Slots for jobs that run at the same time. The jobs of one host get at most half of them, so that a slow host cannot block the others. */
export function jobSlots(count: number): Slots {
  return createSlots({
    all: count,
    each: Math.max(1, Math.floor(count / 2)),
    waiting: { all: Infinity, each: Infinity },
  });
}

/** How long a job of a busy host waits for a slot before it is left to another process. */
const slotMs = 250;

/** A slot for a job, whose turn comes after those that wait already; null if its host has none for now. */
export async function slotFor(
  hosts: readonly string[],
  slots: Slots,
  clock: Clock,
  ended: AbortSignal,
): Promise<(() => void) | null> {
  const free = slots.take(hosts);
  if (free !== null || hosts.length === 0) return free ?? slots.wait(hosts, ended);
  const waiting = new AbortController();
  const late = clock.sleep(slotMs, waiting.signal).catch(() => undefined);
  const over = new AbortController();
  void late.then(() => over.abort());
  try {
    return await slots.wait(hosts, AbortSignal.any([over.signal, ended]));
  } finally {
    waiting.abort();
  }
}

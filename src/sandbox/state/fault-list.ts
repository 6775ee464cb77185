/** A fault of requests or of webhooks that was asked for, and how often it is still to act. */
export interface Due<F> {
  fault: F;
  left: number;
}

interface Askable {
  app?: string;
  times?: number;
  does: unknown;
}

interface FaultList<F> {
  add(fault: F): void;
  /** All of them, or those that concern one app alone. */
  clear(appId?: string): void;
  /** Those that are still to act, in order, with how often. */
  waiting(): Due<F>[];
}

/** What asking for faults has in common. @param due in the order in which they were added */
export function faultList<F extends Askable>(due: Set<Due<F>>): FaultList<F> {
  return {
    add: (fault) => void due.add({ fault, left: fault.times ?? 1 }),
    clear(appId) {
      for (const entry of due) if (appId === undefined || entry.fault.app === appId) due.delete(entry);
    },
    waiting: () => [...due].map((entry) => ({ ...entry })),
  };
}

/** What the first fault that matches does; it is used up by that. */
export function takeFault<F extends Askable>(
  due: Set<Due<F>>,
  matches: (fault: F) => boolean,
): F['does'] | null {
  for (const entry of due) {
    if (!matches(entry.fault)) continue;
    entry.left--;
    if (entry.left <= 0) due.delete(entry);
    return entry.fault.does;
  }
  return null;
}

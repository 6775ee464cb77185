/** A fault of requests or of webhooks that is still to act. */
export interface Due<F> {
  fault: F;
  /** How often the fault acts from now on. */
  left: number;
}

interface AnyFault {
  app?: string;
  times?: number;
  does: unknown;
}

interface FaultList<F> {
  add(fault: F): void;
  /** Removes every fault, or those that name this app. */
  clear(appId?: string): void;
  /** Copies of the faults that are still to act, oldest first. */
  waiting(): Due<F>[];
}

/** The part that faults of requests and faults of webhooks share. @param due oldest first; changed in place */
export function faultList<F extends AnyFault>(due: Set<Due<F>>): FaultList<F> {
  return {
    add: (fault) => void due.add({ fault, left: fault.times ?? 1 }),
    clear(appId) {
      for (const entry of due) if (appId === undefined || entry.fault.app === appId) due.delete(entry);
    },
    waiting: () => [...due].map((entry) => ({ ...entry })),
  };
}

/** @returns the action of the first fault that matches, which is thereby used once; null where none matches */
export function takeFault<F extends AnyFault>(
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

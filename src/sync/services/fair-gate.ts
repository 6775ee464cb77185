import { AsyncResource } from 'node:async_hooks';
import { untilFenceEnds } from '../../platform/fence.js';

interface Caller<T> {
  /** Runs in the caller's async context, and so under the caller's fence and lease. */
  pass: () => Promise<T>;
  enter: (admission: T) => void;
  fail: (error: unknown) => void;
}

/**
 * Admits callers one at a time. Callers of one name keep their order; names take turns, so that many callers of one name delay another name
 * by one admission at most.
 * @param pass resolves when the next caller of this name may enter; that caller gets the resolved value
 */
export function createFairGate<T>(pass: (name: string) => Promise<T>): (name: string) => Promise<T> {
  /** Insertion order is the order of turns. A name that was served moves to the end. */
  const waiting = new Map<string, Caller<T>[]>();
  let isServing = false;

  function take(): Caller<T> | undefined {
    const [first] = waiting;
    if (first === undefined) return undefined;
    const [name, callers] = first;
    const caller = callers.shift();
    waiting.delete(name);
    if (callers.length > 0) waiting.set(name, callers);
    return caller;
  }

  /** The caller that is next. It is not dequeued: while it waits for admission it stays first, and new callers queue behind it. */
  function first(): Caller<T> | undefined {
    const [callers] = waiting.values();
    return callers?.[0];
  }

  async function serve(): Promise<void> {
    isServing = true;
    for (let next = first(); next !== undefined; next = first()) {
      try {
        const admission = await next.pass();
        take()?.enter(admission);
      } catch (error) {
        take()?.fail(error);
      }
    }
    isServing = false;
  }

  return (name) =>
    new Promise((enter, fail) => {
      const callers = waiting.get(name) ?? [];
      // A caller whose job has ended must not block the gate.
      callers.push({ pass: AsyncResource.bind(() => untilFenceEnds(() => pass(name))), enter, fail });
      waiting.set(name, callers);
      if (!isServing) void serve();
    });
}

import { AsyncResource } from 'node:async_hooks';
import { untilFenceEnds } from '../../platform/fence.js';

interface Caller<T> {
  /** Asks for it in its own name: under the lease that it works under. */
  pass: () => Promise<T>;
  enter: (admission: T) => void;
  fail: (error: unknown) => void;
}

/**
 * Lets callers through one at a time: those of one name in their order, and the names in turn, so that many callers of one name
 * make no other wait for more than its turn.
 * @param pass resolves when the next, of this name, may enter, with what it is given there
 */
export function createFairGate<T>(pass: (name: string) => Promise<T>): (name: string) => Promise<T> {
  /** In the order of their turns: a name that was served goes behind the others. */
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

  /** Whoever comes meanwhile stands behind: it stays the first until it is taken. */
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
      // A job that was ended keeps no other waiting at the gate.
      callers.push({ pass: AsyncResource.bind(() => untilFenceEnds(() => pass(name))), enter, fail });
      waiting.set(name, callers);
      if (!isServing) void serve();
    });
}

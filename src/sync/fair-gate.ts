interface Caller {
  enter: () => void;
  fail: (error: unknown) => void;
}

/**
 * Lets callers through one at a time: those of one name in their order, and the names in turn, so that many callers of one name
 * make no other wait for more than its turn.
 * @param pass resolves when the next may enter
 */
export function createFairGate(pass: () => Promise<void>): (name: string) => Promise<void> {
  /** In the order of their turns: a name that was served goes behind the others. */
  const waiting = new Map<string, Caller[]>();
  let isServing = false;

  function take(): Caller | undefined {
    const [first] = waiting;
    if (first === undefined) return undefined;
    const [name, callers] = first;
    const caller = callers.shift();
    waiting.delete(name);
    if (callers.length > 0) waiting.set(name, callers);
    return caller;
  }

  async function serve(): Promise<void> {
    isServing = true;
    while (waiting.size > 0) {
      try {
        await pass();
        // Chosen when there is room: whoever came meanwhile has its turn too.
        take()?.enter();
      } catch (error) {
        take()?.fail(error);
      }
    }
    isServing = false;
  }

  return (name) =>
    new Promise((enter, fail) => {
      const callers = waiting.get(name) ?? [];
      callers.push({ enter, fail });
      waiting.set(name, callers);
      if (!isServing) void serve();
    });
}

/** Lets timers, sockets and other work have their turn. Whatever computes for long asks for it between its pieces. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

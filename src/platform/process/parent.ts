import type { Clock } from '../clock.js';

const lookEveryMs = 500;

/**
 * npx (`npm exec`) runs a command below a shell and passes no signal on to it. A process that `npm run` or a shell started gets its
 * signals.
 */
export function isStartedByNpx(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.npm_command === 'exec' && env.npm_lifecycle_event === 'npx';
}

/**
 * Calls `gone` once, when the parent process has ended. No signal reports that: the system gives this process another parent, whose id is
 * compared every half second.
 * @returns a function that ends the watch
 */
export function onParentGone(
  { process, clock }: { process: { readonly ppid: number }; clock: Pick<Clock, 'sleep'> },
  gone: () => void,
): () => void {
  const { ppid } = process;
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    while (process.ppid === ppid) await clock.sleep(lookEveryMs, ended.signal);
    gone();
  };
  // The only rejection is the end of the watch.
  watch().catch(() => undefined);
  return () => ended.abort();
}

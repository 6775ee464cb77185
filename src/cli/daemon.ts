import type { App } from '../assemble.js';
import { AssemblyError } from '../assemble/error.js';
import { storeUrl } from '../assemble/paths.js';
import { isStoreLocked } from '../assemble/reader.js';
import type { Config } from '../config/schema.js';
import type { LogLevel } from '../platform/log/log.js';
import { openStore } from '../store/open-store.js';
import type { DaemonRequest } from '../model/daemon-request.js';
import type { Store } from '../store/store.js';
import type { Context } from './context.js';

/**
 * Opens the store for writing. Null if a daemon holds it: then the daemon must be asked (RULES R196).
 * @param workLevel log level of the work on the terminal; the log files have every line
 */
export async function openAlone(
  config: Config,
  context: Context,
  workLevel: LogLevel = 'warn',
): Promise<App | null> {
  if (await isStoreLocked(config)) return null;
  const seams = { ...(await context.seams()), workLog: context.terminal.createLog(workLevel) };
  const { openApp } = await import('../assemble.js');
  return openApp(config, seams).catch((error: unknown) => {
    // Another process took the lock in between.
    if (error instanceof AssemblyError && error.code === 'locked') return null;
    throw error;
  });
}

/** Opens the store while a daemon holds it. */
export async function besideDaemon<T>(
  config: Config,
  context: Context,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(storeUrl(config), { beside: true, clock: context.machine.clock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export type NewRequest = Pick<DaemonRequest, 'kind' | 'payload'>;

/** The results in the order of the requests; `busy` if they did not arrive in time, `ended` if the daemon ended. */
export type Answers<T> = { kind: 'answered'; answers: T[] } | { kind: 'busy' } | { kind: 'ended' };

const lookEveryMs = 100;

/** Hands requests to the daemon, and waits up to `watchMs` for all results. */
export async function askDaemon<T>(
  requests: readonly NewRequest[],
  { store, config, context }: { store: Store; config: Config; context: Context },
  watchMs: number,
): Promise<Answers<T>> {
  const { clock } = context.machine;
  const author = context.terminal.user;
  const ids: number[] = [];
  for (const request of requests) ids.push(await store.intents.add({ ...request, author, now: clock.now() }));
  for (let waited = 0; waited < watchMs; waited += lookEveryMs) {
    const isRunning = await isStoreLocked(config);
    const answers = await answersTo<T>(ids, store);
    if (answers !== null) return { kind: 'answered', answers };
    if (!isRunning) return { kind: 'ended' };
    await clock.sleep(lookEveryMs);
  }
  return { kind: 'busy' };
}

/** Null until all results are there. */
async function answersTo<T>(ids: readonly number[], store: Store): Promise<T[] | null> {
  const answers: T[] = [];
  for (const id of ids) {
    const result = (await store.intents.get(id))?.result ?? null;
    if (result === null) return null;
    answers.push(JSON.parse(result) as T);
  }
  return answers;
}

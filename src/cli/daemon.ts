import { AssemblyError, isStoreLocked, openApp, storeUrl, type App } from '../assemble.js';
import type { Config } from '../config/schema.js';
import type { LogLevel } from '../platform/log.js';
import { openStore } from '../store/open-store.js';
import type { IntentRow } from '../store/intent-rows.js';
import type { Store } from '../store/store.js';
import type { Context } from './context.js';

/**
 * Opens the store for writing; null where a daemon has it, and the daemon must be asked (RULES R153).
 * @param workLevel of the lines of the work that the terminal shows; the log files have them all
 */
export async function openAlone(
  config: Config,
  context: Context,
  workLevel: LogLevel = 'warn',
): Promise<App | null> {
  if (await isStoreLocked(config)) return null;
  const seams = { ...context.seams(), workLog: context.seams(workLevel).log };
  return openApp(config, seams).catch((error: unknown) => {
    // Somebody took the lock in between.
    if (error instanceof AssemblyError && error.code === 'locked') return null;
    throw error;
  });
}

/** The store beside a daemon. */
export async function besideDaemon<T>(
  config: Config,
  context: Context,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(storeUrl(config), { beside: true, clock: context.seams().clock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export type Asked = Pick<IntentRow, 'kind' | 'payload'>;

/** The answers in the order of asking; `busy` where they did not come in time, `ended` where the daemon is gone. */
export type Answers<T> = { kind: 'answered'; answers: T[] } | { kind: 'busy' } | { kind: 'ended' };

const lookEveryMs = 250;

/** Asks the daemon, and waits a while for all its answers. */
export async function askDaemon<T>(
  wishes: readonly Asked[],
  { store, config, context }: { store: Store; config: Config; context: Context },
  watchMs: number,
): Promise<Answers<T>> {
  const { clock } = context.seams();
  const author = context.terminal.user;
  const ids: number[] = [];
  for (const wish of wishes) ids.push(await store.intents.add({ ...wish, author, now: clock.now() }));
  for (let waited = 0; waited < watchMs; waited += lookEveryMs) {
    const isThere = await isStoreLocked(config);
    const answers = await answersTo<T>(ids, store);
    if (answers !== null) return { kind: 'answered', answers };
    if (!isThere) return { kind: 'ended' };
    await clock.sleep(lookEveryMs);
  }
  return { kind: 'busy' };
}

/** Null until all are there. */
async function answersTo<T>(ids: readonly number[], store: Store): Promise<T[] | null> {
  const answers: T[] = [];
  for (const id of ids) {
    const result = (await store.intents.get(id))?.result ?? null;
    if (result === null) return null;
    answers.push(JSON.parse(result) as T);
  }
  return answers;
}

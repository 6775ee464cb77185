import { AssemblyError, lockPath, openApp, storeUrl } from '../assemble.js';
import type { Config } from '../config/schema.js';
import { isLocked } from '../platform/process-lock.js';
import type { Clock } from '../platform/clock.js';
import { openStore } from '../store/open-store.js';
import type { IntentRow } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { carryOut, type Wanted } from '../sync/carry-out.js';
import type { Done } from '../sync/done.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { CliError } from './exit.js';

/** How long the daemon is given to carry out a wish while somebody watches. */
const watchMs = 10_000;
const lookEveryMs = 250;

/**
 * Carries out a person's wish: by itself where no daemon runs, else by asking the daemon and waiting a little for its answer
 * (SEMANTICS 9).
 * @param pending what to say where the daemon has not answered yet
 */
export async function handOver(
  context: Context,
  config: Config,
  { kind, payload }: Pick<IntentRow, 'kind' | 'payload'>,
  pending: string,
): Promise<Answer> {
  const wanted: Wanted = { kind, payload, author: context.terminal.user };
  const alone = await carryOutAlone(context, config, wanted);
  if (alone !== null) return toAnswer(alone, 'The next `feedsync run` or `sync` sends what follows from it.');
  const { clock } = context.seams();
  const store = await openStore(storeUrl(config), { clock });
  try {
    const done = await askDaemon(wanted, store, clock);
    if (done !== null) return toAnswer(done, '');
  } finally {
    await store.close();
  }
  const message = `The daemon is busy; ${pending}`;
  return { text: message, json: { ok: true, pending: true, message } };
}

/** Null where a daemon works on the store. */
async function carryOutAlone(context: Context, config: Config, wanted: Wanted): Promise<Done | null> {
  if (isLocked(lockPath(config))) return null;
  const app = await openApp(config, context.seams()).catch((error: unknown) => {
    // Somebody took the lock in between: then it is asked.
    if (error instanceof AssemblyError && error.code === 'locked') return null;
    throw error;
  });
  if (app === null) return null;
  try {
    return await carryOut(wanted, app.services);
  } finally {
    await app.close();
  }
}

/** Null where it has not answered in time. */
async function askDaemon(wanted: Wanted, store: Store, clock: Clock): Promise<Done | null> {
  const id = await store.intents.add({ ...wanted, now: clock.now() });
  for (let waited = 0; waited < watchMs; waited += lookEveryMs) {
    const intent = await store.intents.get(id);
    if (intent?.result != null) return JSON.parse(intent.result) as Done;
    await clock.sleep(lookEveryMs);
  }
  return null;
}

function toAnswer(done: Done, next: string): Answer {
  if (!done.ok) throw new CliError(1, done.message);
  return { text: `${done.message}. ${next}`.trim(), json: { pending: false, ...done } };
}

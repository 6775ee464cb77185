import type { Config } from '../config/schema.js';
import { carryOut } from '../sync/carry-out.js';
import type { Done } from '../sync/done.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { askDaemon, besideDaemon, openAlone, type Asked } from './daemon.js';
import { CliError } from './exit.js';

/** How long the daemon is given to carry out a wish while somebody watches. */
const watchMs = 10_000;

/**
 * Carries out a person's wish: by itself where no daemon runs, else by asking the daemon and waiting a little for its answer
 * (RULES R153).
 * @param pending what to say where the daemon has not answered yet
 */
export async function handOver(
  context: Context,
  config: Config,
  wish: Asked,
  pending: string,
): Promise<Answer> {
  const alone = await carryOutAlone(context, config, wish);
  if (alone !== null) return toAnswer(alone, 'The next `feedsync run` or `sync` sends what follows from it.');
  const asked = await besideDaemon(config, context, (store) =>
    askDaemon<Done>([wish], { store, config, context }, watchMs),
  );
  const done = asked.kind === 'answered' ? asked.answers[0] : undefined;
  if (done !== undefined) return toAnswer(done, '');
  const message =
    asked.kind === 'ended'
      ? 'The daemon ended before it answered; the next `feedsync run` or `sync` carries this out.'
      : `The daemon is busy; ${pending}`;
  return { text: message, json: { ok: true, pending: true, message } };
}

/** Null where a daemon works on the store. */
async function carryOutAlone(context: Context, config: Config, wish: Asked): Promise<Done | null> {
  const app = await openAlone(config, context);
  if (app === null) return null;
  try {
    return await carryOut({ ...wish, author: context.terminal.user }, app.services);
  } finally {
    await app.close();
  }
}

function toAnswer(done: Done, next: string): Answer {
  if (!done.ok) throw new CliError(1, done.message);
  return { text: `${done.message}. ${next}`.trim(), json: { pending: false, ...done } };
}

import type { Config } from '../config/schema.js';
import { executeDecision } from '../sync/decisions/execute-decision.js';
import type { RequestResult } from '../sync/request-result.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { askDaemon, besideDaemon, openAlone, type NewRequest } from './daemon.js';
import { CliError } from './exit.js';

/** How long the daemon is given to carry out a wish while somebody watches. */
const watchMs = 10_000;

/**
 * Carries out a person's wish: by itself where no daemon runs, else by asking the daemon and waiting a little for its answer
 * (SEMANTICS 9).
 * @param pending what to say where the daemon has not answered yet
 */
export async function executeRequest(
  context: Context,
  config: Config,
  wish: NewRequest,
  pending: string,
): Promise<Answer> {
  const alone = await carryOutAlone(context, config, wish);
  if (alone !== null) return toAnswer(alone, 'The next `feedsync run` or `sync` sends what follows from it.');
  const asked = await besideDaemon(config, context, (store) =>
    askDaemon<RequestResult>([wish], { store, config, context }, watchMs),
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
async function carryOutAlone(
  context: Context,
  config: Config,
  wish: NewRequest,
): Promise<RequestResult | null> {
  const app = await openAlone(config, context);
  if (app === null) return null;
  try {
    return await executeDecision({ ...wish, author: context.terminal.user }, app.services);
  } finally {
    await app.close();
  }
}

function toAnswer(done: RequestResult, next: string): Answer {
  if (!done.ok) throw new CliError(1, done.message);
  return { text: `${done.message}. ${next}`.trim(), json: { pending: false, ...done } };
}

import type { Config } from '../config/schema.js';
import { executeDecision } from '../sync/decisions/execute-decision.js';
import type { RequestResult } from '../sync/request-result.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { askDaemon, besideDaemon, openAlone, type NewRequest } from './daemon.js';
import { CliError } from './exit.js';

/** How long the command waits for the daemon. */
const watchMs = 10_000;

/**
 * Executes a request. Without a daemon the command executes it itself; otherwise the daemon does, and the command waits for the result.
 * @param shownBy the command that shows whether the request is done, if the daemon does not answer within the waiting time
 */
export async function executeRequest(
  context: Context,
  config: Config,
  request: NewRequest,
  shownBy: string,
): Promise<Answer> {
  const alone = await executeAlone(context, config, request);
  if (alone !== null) return toAnswer(alone, 'The next `feedsync run` or `sync` sends the changes.');
  const asked = await besideDaemon(config, context, (store) =>
    askDaemon<RequestResult>([request], { store, config, context }, watchMs),
  );
  const result = asked.kind === 'answered' ? asked.answers[0] : undefined;
  if (result !== undefined) return toAnswer(result, '');
  const message =
    asked.kind === 'ended'
      ? 'The daemon ended before it answered. The next `feedsync run` or `sync` does this.'
      : `The daemon is busy and does this later. \`${shownBy}\` shows when it is done.`;
  return { text: message, json: { ok: true, pending: true, message } };
}

/** Null if a daemon holds the store. */
async function executeAlone(
  context: Context,
  config: Config,
  request: NewRequest,
): Promise<RequestResult | null> {
  const app = await openAlone(config, context);
  if (app === null) return null;
  try {
    return await executeDecision({ ...request, author: context.terminal.user }, app.services);
  } finally {
    await app.close();
  }
}

function toAnswer(result: RequestResult, next: string): Answer {
  if (!result.ok) throw new CliError(1, result.message);
  return { text: `${result.message}. ${next}`.trim(), json: { pending: false, ...result } };
}

import type { Config } from '../config/schema.js';
import { carryOut } from '../sync/decisions/carry-out.js';
import type { Done } from '../sync/done.js';
import type { Answer } from './answer.js';
import type { Context } from './context.js';
import { askDaemon, besideDaemon, openAlone, type Intent } from './daemon.js';
import { CliError } from './exit.js';

/** How long the command waits for the daemon. */
const watchMs = 10_000;

/**
 * Executes an intent. Without a daemon the command executes it itself; otherwise the daemon does, and the command waits for its
 * result.
 * @param shownBy the command that shows whether it is done, if the daemon does not answer in time
 */
export async function executeIntent(
  context: Context,
  config: Config,
  intent: Intent,
  shownBy: string,
): Promise<Answer> {
  const alone = await executeAlone(context, config, intent);
  if (alone !== null) return toAnswer(alone, 'The next `feedsync run` or `sync` sends the changes.');
  const asked = await besideDaemon(config, context, (store) =>
    askDaemon<Done>([intent], { store, config, context }, watchMs),
  );
  const done = asked.kind === 'answered' ? asked.answers[0] : undefined;
  if (done !== undefined) return toAnswer(done, '');
  const message =
    asked.kind === 'ended'
      ? 'The daemon ended before it answered. The next `feedsync run` or `sync` does this.'
      : `The daemon is busy and does this later. \`${shownBy}\` shows when it is done.`;
  return { text: message, json: { ok: true, pending: true, message } };
}

/** Null if a daemon holds the store. */
async function executeAlone(context: Context, config: Config, intent: Intent): Promise<Done | null> {
  const app = await openAlone(config, context);
  if (app === null) return null;
  try {
    return await carryOut({ ...intent, author: context.terminal.user }, app.services);
  } finally {
    await app.close();
  }
}

function toAnswer(done: Done, next: string): Answer {
  if (!done.ok) throw new CliError(1, done.message);
  return { text: `${done.message}. ${next}`.trim(), json: { pending: false, ...done } };
}

import { executeDecision, type RequestedDecision } from '../../sync/decisions/execute-decision.js';
import type { Actor } from '../access/permissions.js';
import { authorOf } from '../access/permissions.js';
import type { ServerDeps } from '../deps.js';
import type { Change } from '../../sync/services/changes.js';
import { ApiError } from './errors.js';

interface DoneDocument {
  message: string;
  listings?: number | undefined;
}

/** Executes a decision of an account and notifies the clients that watch. @throws ApiError with the sentence that says why not */
export type Asks = (
  request: Pick<RequestedDecision, 'kind' | 'payload'>,
  actor: Actor,
  changed: Change,
) => Promise<DoneDocument>;

/** Decisions are executed one after the other, so that each sees the effect of the decisions before. */
export function createAsks({ running, changes, wake }: ServerDeps): Asks {
  let last: Promise<unknown> = Promise.resolve();
  return async (request, actor, changed) => {
    const turn = last.then(() => executeDecision({ ...request, author: authorOf(actor) }, running()));
    last = turn.catch(() => undefined);
    const done = await turn;
    if (!done.ok) throw new ApiError('conflict', done.message);
    changes.publish([changed]);
    wake();
    const { message, listings } = done;
    return { message, ...(typeof listings === 'number' && { listings }) };
  };
}

import { isClosable } from '../../core/setup/notice-plan.js';
import { closedItems, saveClosedItems } from '../../store/facts/closed-items.js';
import type { RequestResult } from '../request-result.js';
import type { Services } from '../services/services.js';

export interface CloseItem {
  /** Of the attention item. */
  cause: string;
  reason: string;
  author: string;
}

/** More closed items than an installation has; the oldest are forgotten first. */
const closedMax = 2_000;

/**
 * Closes an attention item that its agency has left unanswered for 14 days: no view has it any more until it comes up again. Nothing else
 * changes. A hold is not closed but decided, because its listings wait for that (RULES R187).
 */
export async function closeItem(
  { cause, reason, author }: CloseItem,
  { store, clock, notices }: Services,
): Promise<RequestResult> {
  const now = clock.now();
  const item = (await notices.attentionItems('all')).find((one) => one.cause === cause);
  if (item === undefined) return refused('This item is over or closed already; look at the overview again.');
  if (item.hold !== null)
    return refused(
      `Its listings wait for a decision: approve or reject hold ${item.hold.id} (\`feedsync reject ${item.hold.id}\` keeps what is live).`,
    );
  const { since } = item;
  if (since === null || !isClosable(item, now))
    return refused('Only an item that its agency has not answered for 14 days can be closed.');
  const { kind, agency, connectionId } = item;
  const data = { kind, reason, connection: connectionId, since };
  await store.audit.add({ at: now, author, action: 'attention.closed', subject: agency, data });
  await saveClosedItems(store, [...(await closedItems(store)), { cause, since }].slice(-closedMax));
  return { ok: true, message: 'The item is closed until its cause comes up again' };
}

function refused(message: string): RequestResult {
  return { ok: false, message: `${message} Nothing was changed.` };
}

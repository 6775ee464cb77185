import { holdTexts } from '../../texts/hold-text.js';
import { sharedHost, type Hold } from '../../model/hold.js';
import type { HoldStore } from '../../store/store.js';
import type { Services } from '../services/services.js';

/** Opens or revises a hold and logs a new one once. Several holds with the same host as their cause are logged as one. */
export async function raiseHold(
  raised: Parameters<HoldStore['raise']>[0],
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
): Promise<Hold> {
  const others = await store.holds.open({});
  const hold = await store.holds.raise(raised, clock.now());
  const isKnown = others.some(({ id }) => id === hold.id);
  const isLogged = sharedHost(hold.cause) !== null && others.some(({ cause }) => cause === hold.cause);
  if (!isKnown && !isLogged) {
    const renames = raised.renames?.length ?? 0;
    log.warn('a decision is needed', { hold: hold.id, ...holdTexts(hold, raised.lines, renames) });
  }
  return hold;
}

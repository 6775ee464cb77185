import { isAskedRound } from './done.js';
import { carryOut } from './carry-out.js';
import type { Services } from './services.js';

/** Executes what commands asked for beside the daemon, in the order of asking (RULES R153). Rounds are jobs of their own. */
export async function runIntents(services: Services): Promise<number> {
  const { store, clock } = services;
  const pending = (await store.intents.pending()).filter((intent) => !isAskedRound(intent));
  for (const intent of pending) {
    const result = await carryOut(intent, services);
    await store.intents.done(intent.id, JSON.stringify(result), clock.now());
  }
  return pending.length;
}

import { isRequestedRound } from './request-result.js';
import { executeDecision } from './decisions/execute-decision.js';
import type { Services } from './services/services.js';

/** Executes the decisions that commands requested from the daemon, in order of request. Requested rounds are jobs of their own. */
export async function runIntents(services: Services): Promise<number> {
  const { store, clock } = services;
  const pending = (await store.intents.pending()).filter((intent) => !isRequestedRound(intent));
  for (const intent of pending) {
    const result = await executeDecision(intent, services);
    await store.intents.done(intent.id, JSON.stringify(result), clock.now());
  }
  return pending.length;
}

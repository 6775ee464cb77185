import { isRequestedRound } from './request-result.js';
import { executeDecision } from './decisions/execute-decision.js';
import type { Services } from './services/services.js';

/** Carries out what commands asked for beside the daemon, in the order of asking (SEMANTICS 9). Rounds are jobs of their own. */
export async function runIntents(services: Services): Promise<number> {
  const { store, clock } = services;
  const pending = (await store.intents.pending()).filter((intent) => !isRequestedRound(intent));
  for (const intent of pending) {
    const result = await executeDecision(intent, services);
    await store.intents.done(intent.id, JSON.stringify(result), clock.now());
  }
  return pending.length;
}

import { decideHold } from './decide-hold.js';
import type { Services } from './services.js';

/** Carries out what commands asked for beside the daemon, in the order of asking (SEMANTICS 9). */
export async function runIntents(services: Services): Promise<number> {
  const { store, clock } = services;
  const pending = await store.intents.pending();
  for (const intent of pending) {
    const { holdId, expect } = intent.payload;
    const result = await decideHold(
      {
        holdId: typeof holdId === 'number' ? holdId : NaN,
        kind: intent.kind,
        expect: typeof expect === 'number' ? expect : null,
        author: intent.author,
      },
      services,
    );
    await store.intents.done(intent.id, JSON.stringify(result), clock.now());
  }
  return pending.length;
}

import { runDueBatches } from './state/batches.js';
import { replaceLapsedCode } from './state/connection-lifecycle.js';
import { settleOutcomes } from './state/held-listings.js';
import type { App } from './state/model.js';
import { stateOf, type State } from './state/state.js';
import type { WebhookSender } from './state/webhook-deliveries.js';

/** Does what falls due as time passes: batches, outcomes of listings, expired connect codes and webhooks. */
export interface Timekeeper {
  /** Does everything that is due now. Resolves when every due webhook has been attempted. */
  tick(): Promise<void>;
  /**
   * Advances the time of one app, or of all, from one due time to the next, so that everything happens in order. Windows, codes,
   * outcomes and retries follow the advanced time; the check of signatures' timestamps does not.
   */
  advance(ms: number, appId?: string): Promise<void>;
  /** Ticks every 250 ms of the clock until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const tickMs = 250;
/** Most stops at due times in one `advance`. After these stops, time advances to its goal in one step. */
const stopsMax = 10_000;

/** @param save saves the state after a change that the time made. The next request would save it too, but may be hours away */
export function createTimekeeper(state: State, sender: WebhookSender, save: () => void): Timekeeper {
  const tick = async (): Promise<void> => {
    const isDue = [...state.apps.values()].some((app) => isSomethingDue(app, state));
    settleAll(state);
    if (isDue) save();
    if ((await sender.deliverDue()) > 0) save();
  };
  const advanceOne = async (app: App, ms: number): Promise<void> => {
    const goal = app.advancedMs + ms;
    for (let stops = 0; app.advancedMs < goal && stops < stopsMax; stops++) {
      const next = nextDueAt(app, state);
      const wait = next === null ? Infinity : Math.max(1, next - stateOf(app, state).now());
      app.advancedMs = Math.min(goal, app.advancedMs + wait);
      await tick();
    }
    app.advancedMs = goal;
    await tick();
  };
  return {
    tick,
    async advance(ms, appId) {
      await tick();
      const apps = [...state.apps.values()].filter(({ id }) => appId === undefined || id === appId);
      for (const app of apps) await advanceOne(app, ms);
    },
    async run(signal) {
      while (!signal.aborted) {
        await tick();
        await state.clock.sleep(tickMs, signal).catch(() => undefined);
      }
    },
  };
}

function settleAll(state: State): void {
  runDueBatches(state);
  for (const connection of state.connections.values()) {
    const own = stateOf(connection.app, state);
    replaceLapsedCode(connection, own);
    settleOutcomes(connection, own);
  }
}

function isSomethingDue(app: App, state: State): boolean {
  const next = nextDueAt(app, state);
  return next !== null && next <= stateOf(app, state).now();
}

/** The earliest due time of the app's batches, codes, outcomes and deliveries, in the app's own time; null if none has one. */
function nextDueAt(app: App, state: State): number | null {
  let next = Infinity;
  for (const { connection, pending } of state.pendingBatches) {
    if (connection.app === app && pending) next = Math.min(next, pending.at);
  }
  for (const connection of state.connections.values()) {
    if (connection.app !== app) continue;
    next = Math.min(next, connection.code?.expiresAt ?? next);
    for (const { outcomes } of connection.listings.values()) next = Math.min(next, outcomes[0]?.at ?? next);
  }
  for (const { appId, nextAt } of state.deliveries.values()) {
    if (appId === app.id) next = Math.min(next, nextAt ?? next);
  }
  return next === Infinity ? null : next;
}

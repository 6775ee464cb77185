import type { Faults } from './faults.js';
import type { Gates } from './state/gates.js';
import { createSpendWindow } from './state/spend-window.js';
import type { Limits } from './state/model.js';
import { keysOf, type State } from './state/state.js';
import type { SandboxVocabulary } from './state/vocabulary.js';
import type { WebhookFaults } from './state/webhook-faults.js';

/**
 * Resets one app, or all: deletes connections, listings, batches, deliveries, requests, coverage, faults and gates, and restores the
 * clock and the limits. A reset of all also restores the portal's clock, limits and vocabulary. Apps, keys and webhook endpoints
 * stay, because clients have them in their configuration.
 */
export type Reset = (appId?: string) => void;

/** A reset to the limits and the vocabulary that this state has now. */
export function createReset(
  state: State,
  { gates, faults, webhookFaults }: { gates: Gates; faults: Faults; webhookFaults: WebhookFaults },
): Reset {
  const limits: Limits = { ...state.limits };
  const vocabulary: SandboxVocabulary = state.vocabulary;
  return (appId) => {
    gates.openAll(appId);
    faults.clear(appId);
    webhookFaults.clear(appId);
    state.log.clear(appId);
    state.coverage.clear(appId);
    const apps = [...state.apps.keys()].filter((id) => appId === undefined || id === appId);
    for (const id of apps) resetApp(id, state);
    if (appId !== undefined) return;
    state.clockOffsetMs = 0;
    Object.assign(state.limits, limits);
    state.vocabulary = vocabulary;
    state.vocabularyKeys = keysOf(vocabulary.document);
  };
}

function resetApp(appId: string, state: State): void {
  const app = state.apps.get(appId);
  if (!app) return;
  Object.assign(app, { skewMs: 0, advancedMs: 0, limits: {}, suspended: false });
  removeWhere(state.connections, (connection) => connection.app === app);
  removeWhere(state.batches, (batch) => batch.connection.app === app);
  removeWhere(state.deliveries, (delivery) => delivery.appId === appId);
  for (const batch of state.pendingBatches) {
    if (batch.connection.app === app) state.pendingBatches.delete(batch);
  }
  for (const key of state.keys.values()) {
    if (key.app === app)
      Object.assign(key, { requests: createSpendWindow(), nonces: new Map<string, number>() });
  }
  for (const endpoint of state.webhookEndpoints.values()) {
    if (endpoint.appId === appId) Object.assign(endpoint, { disabled: null, failingSince: null });
  }
}

function removeWhere<T>(map: Map<string, T>, matches: (entry: T) => boolean): void {
  for (const [id, entry] of map) if (matches(entry)) map.delete(id);
}

import type { Faults } from './faults.js';
import type { Gates } from './state/gates.js';
import { createSpendWindow } from './state/spend-window.js';
import type { Limits, State } from './state/state.js';
import { keysOf } from './state/state.js';
import type { SandboxVocabulary } from './state/vocabulary.js';
import type { WebhookFaults } from './state/webhook-faults.js';

/**
 * Back to the beginning, for one app or for all: its connections, listings, batches, deliveries, requests, coverage, faults, gates, clock and
 * limits are gone. What a client has in its configuration stays: apps, keys and webhook endpoints.
 */
export type Reset = (appId?: string) => void;

export function createReset(
  state: State,
  wrongs: { gates: Gates; faults: Faults; webhookFaults: WebhookFaults },
): Reset {
  const limits: Limits = { ...state.limits };
  const vocabulary: SandboxVocabulary = state.vocabulary;
  return (appId) => {
    wrongs.gates.openAll(appId);
    wrongs.faults.clear(appId);
    wrongs.webhookFaults.clear(appId);
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

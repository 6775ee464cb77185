import type { Clock } from '../../platform/clock.js';
import type { Random } from '../../platform/random.js';
import type { Transport } from '../../platform/http/transport.js';
import { defaultProtocol, type Protocol } from '../../wire/protocol.js';
import { readVocabulary, vocabularyKeys, type VocabularyKeys } from '../../wire/vocabulary.js';
import { createCoverageLog, type CoverageLog, type Met } from '../coverage-log.js';
import type { DueFault } from './fault.js';
import { randomUuid } from './invented.js';
import type { App, AppKey, Batch, Connection, Delivery, Limits, WebhookEndpoint } from './model.js';
import { createPlaces, savedPlaces, type PlaceDirectory } from './places.js';
import { createRequestLog, type LogEntry, type RequestLog } from '../request-log.js';
import { vocabularyOf, type SavedReference } from './saved-reference.js';
import { createVocabulary, type SandboxVocabulary, type VocabularyDocument } from './vocabulary.js';
import type { DueWebhookFault } from './webhook-faults.js';

/** Choices where the spec is silent, beyond those of `wire/protocol.ts`. The sandbox's README.md explains them. */
interface Settings {
  /** First segment of every path of the API: its version. */
  basePath: string;
  /** Largest difference between a request's timestamp and the portal's clock, either way. */
  timestampSkewSeconds: number;
  /** Longest request body. */
  bodyBytesMax: number;
  /** How long a connect code is valid. */
  codeLifetimeMs: number;
  /** Time from an accepted push to live. 0: live at once. */
  outcomeDelayMs: number;
  /** Time from a batch's arrival to its processing. 0: processed before the reply. */
  batchDelayMs: number;
  /** A reconcile has to be confirmed if it would archive more listings than this and a greater share of the live ones than below. */
  massRemovalCount: number;
  /** From 0 to 1. */
  massRemovalShare: number;
  /** `listing_limit` of new agencies; null: no limit. */
  listingQuota: number | null;
  /** `photo_limit` of new agencies. */
  photoLimit: number;
  publicUrlBase: string;
  /** Time from live to taken down or rejected, for a listing with a magic value that has this effect. */
  laterOutcomeMs: number;
  /** Waits between two attempts at a webhook: the first wait follows the first attempt. */
  webhookRetryMs: readonly number[];
  /** An endpoint is disabled when all attempts have failed for this long. */
  webhookDisableAfterMs: number;
  /** How long a replaced secret goes on signing. */
  webhookRotationMs: number;
  /** Without it, webhooks are sent to addresses of this machine only. */
  allowRemoteWebhooks: boolean;
}

export interface SandboxOptions extends Partial<Settings> {
  clock: Clock;
  random: Random;
  /** Sends webhooks; without it no endpoint can be registered. */
  transport?: Transport;
  protocol?: Protocol;
  limits?: Partial<Limits>;
  /** Renames every vocabulary key and place id that the sandbox invented; labels and names stay. */
  shuffleKeys?: boolean;
  /** Replaces the sandbox's own vocabulary, places or both. */
  reference?: SavedReference;
}

/** The whole state of the sandbox portal. `state-rows.ts` describes which of its fields are kept in the state file. */
export interface State {
  readonly random: Random;
  readonly clock: Clock;
  readonly protocol: Protocol;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly places: PlaceDirectory;
  /** Whether vocabulary and places were saved from a real portal. A saved one is not marked as a guess. */
  readonly savedReference: { vocabulary: boolean; places: boolean };
  readonly log: RequestLog;
  /** The newest entries of `log`: the part that the state file keeps. */
  readonly newestRequests: Map<string, LogEntry>;
  readonly coverage: CoverageLog;
  /** The counts behind `coverage`: the part that the state file keeps. */
  readonly met: Map<string, Met>;
  readonly faults: Set<DueFault>;
  readonly webhookFaults: Set<DueWebhookFault>;
  readonly apps: Map<string, App>;
  readonly keys: Map<string, AppKey>;
  readonly connections: Map<string, Connection>;
  readonly batches: Map<string, Batch>;
  /** The batches that are still to be processed. */
  readonly pendingBatches: Set<Batch>;
  readonly webhookEndpoints: Map<string, WebhookEndpoint>;
  /** Oldest first. */
  readonly deliveries: Map<string, Delivery>;
  readonly transport: Transport | null;
  vocabulary: SandboxVocabulary;
  vocabularyKeys: VocabularyKeys;
  /** Offset of the portal's clock from `clock`. */
  clockOffsetMs: number;
  /** One object for all apps: `stateOf` copies the state, but not this. */
  readonly counters: { nextSequence: number };
  /** The portal's time, for stamps, windows and due times. */
  now(): number;
  /** The time for the check of timestamps and the `Date` header. Equals `now()`, unless an app's time was advanced. */
  wall(): number;
  /** The next number in the order of first arrival. */
  sequence(): number;
  uuid(): string;
}

/** The same state with one app's own time and limits. Maps, sets and counters are shared with the portal's state. */
export function stateOf(app: App, state: State): State {
  const wall = (): number => state.clock.now() + state.clockOffsetMs + app.skewMs;
  return {
    ...state,
    limits: { ...state.limits, ...app.limits },
    wall,
    now: () => wall() + app.advancedMs,
  };
}

export function createState(options: SandboxOptions): State {
  const {
    clock,
    random,
    protocol = defaultProtocol,
    limits = {},
    transport = null,
    shuffleKeys = false,
    reference = {},
    ...settings
  } = options;
  const vocabulary = reference.vocabulary
    ? vocabularyOf(reference.vocabulary, protocol)
    : createVocabulary(shuffleKeys);
  const newestRequests = new Map<string, LogEntry>();
  const met = new Map<string, Met>();
  return {
    random,
    clock,
    protocol,
    settings: { ...defaultSettings, ...settings },
    limits: { ...defaultLimits, ...limits },
    places: reference.places ? savedPlaces(reference.places) : createPlaces(shuffleKeys),
    savedReference: {
      vocabulary: reference.vocabulary !== undefined,
      places: reference.places !== undefined,
    },
    log: createRequestLog(newestRequests),
    newestRequests,
    coverage: createCoverageLog(met),
    met,
    faults: new Set(),
    webhookFaults: new Set(),
    apps: new Map(),
    keys: new Map(),
    connections: new Map(),
    batches: new Map(),
    pendingBatches: new Set(),
    webhookEndpoints: new Map(),
    deliveries: new Map(),
    transport,
    vocabulary,
    vocabularyKeys: keysOf(vocabulary.document),
    clockOffsetMs: 0,
    counters: { nextSequence: 1 },
    now() {
      return this.wall();
    },
    wall() {
      return clock.now() + this.clockOffsetMs;
    },
    sequence() {
      return this.counters.nextSequence++;
    },
    uuid: () => randomUuid(random),
  };
}

/** The keys of a vocabulary that payloads are checked against. */
export function keysOf(document: VocabularyDocument): VocabularyKeys {
  return vocabularyKeys(readVocabulary(document));
}

/** ISO 8601 in UTC, as the API writes times. @param ms epoch milliseconds */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

const defaultLimits: Limits = {
  rate_limit_per_minute: 600,
  connection_items_per_hour: 1000,
  max_batch_items: 100,
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const defaultSettings: Settings = {
  basePath: '/v1',
  timestampSkewSeconds: 300,
  bodyBytesMax: 32 * 2 ** 20,
  codeLifetimeMs: 7 * day,
  outcomeDelayMs: 0,
  batchDelayMs: 0,
  massRemovalCount: 10,
  massRemovalShare: 0.3,
  listingQuota: 1000,
  photoLimit: 20,
  publicUrlBase: 'https://portal.sandbox.test/listings',
  laterOutcomeMs: minute,
  webhookRetryMs: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  webhookDisableAfterMs: 5 * day,
  webhookRotationMs: day,
  allowRemoteWebhooks: false,
};

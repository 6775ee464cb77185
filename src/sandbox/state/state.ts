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

export type { Limits } from './model.js';

/** Choices where the spec is silent, beyond `wire/protocol.ts`; see README.md beside this file. */
interface Settings {
  /** Path under which the API lives: the version segment of the base address. */
  basePath: string;
  timestampSkewSeconds: number;
  /** Longest request body. */
  bodyBytesMax: number;
  codeLifetimeMs: number;
  /** From an accepted push to live. 0: live at once. */
  outcomeDelayMs: number;
  /** From a batch's arrival to its processing. 0: processed before the reply. */
  batchDelayMs: number;
  /** A reconcile that would archive more than this many listings and more than this share of the live ones wants a confirmation. */
  massRemovalCount: number;
  massRemovalShare: number;
  /** Of new agencies; null is no limit. */
  listingQuota: number | null;
  photoLimit: number;
  publicUrlBase: string;
  /** From live to taken down, and to what is found out later, for the magic values that ask for it. */
  laterOutcomeMs: number;
  /** Waits before each further attempt at a webhook, after the first one. */
  webhookRetryMs: readonly number[];
  /** An endpoint that took nothing for so long is disabled. */
  webhookDisableAfterMs: number;
  /** How long a secret goes on signing once it was replaced. */
  webhookRotationMs: number;
  /** Webhooks go to this machine alone, unless this says otherwise. */
  allowRemoteWebhooks: boolean;
}

export interface SandboxOptions extends Partial<Settings> {
  clock: Clock;
  random: Random;
  /** Carries webhooks; without it none can be registered. */
  transport?: Transport;
  protocol?: Protocol;
  limits?: Partial<Limits>;
  /** Renames every key that the sandbox invented; labels stay. */
  shuffleKeys?: boolean;
  /** Instead of the sandbox's own vocabulary and places. */
  reference?: SavedReference;
}

export interface State {
  readonly random: Random;
  readonly clock: Clock;
  readonly protocol: Protocol;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly places: PlaceDirectory;
  /** Which of vocabulary and places came from a real portal: those are no guess. */
  readonly savedReference: { vocabulary: boolean; places: boolean };
  readonly log: RequestLog;
  /** The newest of `log`. */
  readonly newestRequests: Map<string, LogEntry>;
  readonly coverage: CoverageLog;
  /** What `coverage` tells of. */
  readonly met: Map<string, Met>;
  readonly faults: Set<DueFault>;
  readonly webhookFaults: Set<DueWebhookFault>;
  readonly apps: Map<string, App>;
  readonly keys: Map<string, AppKey>;
  readonly connections: Map<string, Connection>;
  readonly batches: Map<string, Batch>;
  /** Those of `batches` that are still to be worked on. */
  readonly pendingBatches: Set<Batch>;
  readonly webhookEndpoints: Map<string, WebhookEndpoint>;
  /** Oldest first. */
  readonly deliveries: Map<string, Delivery>;
  readonly transport: Transport | null;
  vocabulary: SandboxVocabulary;
  vocabularyKeys: VocabularyKeys;
  /** How far the portal's clock is from the one that it was given. */
  clockOffsetMs: number;
  /** Shared by every app's view of the portal. */
  readonly counters: { nextSequence: number };
  /** The portal's own time: what it stamps and counts by. */
  now(): number;
  /** What requests are checked by and what is sent as `Date`: the same, unless an app's time was moved on. */
  wall(): number;
  /** The order of first arrival. */
  sequence(): number;
  uuid(): string;
}

/** The portal as one app meets it: with its time and its limits, over the same things. */
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

/** What payloads are checked against. */
export function keysOf(document: VocabularyDocument): VocabularyKeys {
  return vocabularyKeys(readVocabulary(document));
}

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

import type { Clock } from '../platform/clock.js';
import type { Random } from '../platform/random.js';
import { defaultProtocol, type Protocol } from '../wire/protocol.js';
import { readVocabulary, vocabularyKeys, type VocabularyKeys } from '../wire/vocabulary.js';
import { randomUuid } from './invented.js';
import type { App, AppKey, Batch, Connection } from './model.js';
import { createPlaces, type PlaceDirectory } from './places.js';
import { createRequestLog, type RequestLog } from './request-log.js';
import { createVocabulary, type SandboxVocabulary, type VocabularyDocument } from './vocabulary.js';

/** What a client may read with GET /ping. */
export interface Limits {
  rate_limit_per_minute: number;
  connection_items_per_hour: number;
  max_batch_items: number;
}

/** Choices where the spec is silent, beyond `wire/protocol.ts`; see README.md beside this file. */
export interface Settings {
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
}

export interface SandboxOptions extends Partial<Settings> {
  clock: Clock;
  random: Random;
  protocol?: Protocol;
  limits?: Partial<Limits>;
  /** Renames every key that the sandbox invented; labels stay. */
  shuffleKeys?: boolean;
}

export interface State {
  readonly random: Random;
  readonly clock: Clock;
  readonly protocol: Protocol;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly places: PlaceDirectory;
  readonly log: RequestLog;
  readonly apps: Map<string, App>;
  readonly keys: Map<string, AppKey>;
  readonly connections: Map<string, Connection>;
  readonly batches: Map<string, Batch>;
  /** Those of `batches` that are still to be worked on. */
  readonly pendingBatches: Set<Batch>;
  vocabulary: SandboxVocabulary;
  vocabularyKeys: VocabularyKeys;
  /** How far the portal's clock is from the one that it was given. */
  clockOffsetMs: number;
  nextSequence: number;
  /** The portal's own time: what it stamps, checks and sends as `Date`. */
  now(): number;
  uuid(): string;
}

export function createState(options: SandboxOptions): State {
  const {
    clock,
    random,
    protocol = defaultProtocol,
    limits = {},
    shuffleKeys = false,
    ...settings
  } = options;
  const vocabulary = createVocabulary(shuffleKeys);
  return {
    random,
    clock,
    protocol,
    settings: { ...defaultSettings, ...settings },
    limits: { ...defaultLimits, ...limits },
    places: createPlaces(shuffleKeys),
    log: createRequestLog(),
    apps: new Map(),
    keys: new Map(),
    connections: new Map(),
    batches: new Map(),
    pendingBatches: new Set(),
    vocabulary,
    vocabularyKeys: keysOf(vocabulary.document),
    clockOffsetMs: 0,
    nextSequence: 1,
    now() {
      return clock.now() + this.clockOffsetMs;
    },
    uuid: () => randomUuid(random),
  };
}

/** What payloads are checked against. */
export function keysOf(document: VocabularyDocument): VocabularyKeys {
  return vocabularyKeys(readVocabulary(document), document);
}

export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

const defaultLimits: Limits = {
  rate_limit_per_minute: 600,
  connection_items_per_hour: 1000,
  max_batch_items: 100,
};

const day = 24 * 3600 * 1000;

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
};

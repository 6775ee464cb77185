import type { SourceId } from '../../model/ids.js';
import type { Bands } from '../../core/content/guard/bands.js';
import { addressOf } from '../../core/listing/address.js';
import type { ContentRule } from '../../model/content.js';
import type { IssueCode, MappedRecord, RecordKind } from '../../model/outcome.js';
import type { RepairKind } from '../../model/outcome.js';
import { createReference } from '../../core/content/places.js';
import { urgentPart } from '../../core/listing/plan.js';
import type { ParsedRecordResult } from '../../feed/parse-record.js';
import { parseRecords, splitRecords, type RawRecords, type ReadRecord } from '../../feed/parse-records.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingEnvironment,
  type MappingSource,
  type PlainEnvironment,
} from '../../mapping/compile/load-mapping.js';
import { stateCellOf, type StateCell } from '../../mapping/compile/state.js';
import { firstLine } from '../../platform/library.js';
import { encodeOutcome, packPayload, usedWord } from '../../store/records/staged-record.js';
import type { StagedListing, WantedPayload } from '../../model/staged-record.js';
import type { Protocol } from '../../wire/protocol.js';
import { checkMapped, type CheckedListing, type CheckedRecord, type PayloadRules } from './check-mapped.js';
import { payloadRules } from './payload-rules.js';
import { ownValue } from '../../model/own-value.js';

/** The outcome of a record, as far as reading a snapshot needs it. The rest is staged in encoded form. */
export interface RecordOutcome {
  kind: RecordKind;
  sourceId: SourceId | null;
  /** Number of listings. */
  listings: number;
  /** Rules by which values of its listings are in doubt by themselves. Missing: none. */
  doubts?: readonly ContentRule[];
  /** Whether visitors would see one of them; missing: no. */
  shows?: boolean;
  /** Whether the record could not be parsed. */
  unreadable: boolean;
  /** Why the record could not be parsed; left out for a record that was. */
  fault?: string;
  mayHideRecords: boolean;
  /** What was repaired in the record. */
  repairs: readonly RepairKind[];
  /** How the record says its state; missing: by no word. */
  state?: StateCell;
  /** Whether mapping the record took too much time or memory. */
  tooCostly?: boolean;
  /** Encoded; see `decodeOutcome`. */
  content: Uint8Array;
}

/** Parses, maps and checks records. Never throws. The same input gives the same outcome. */
export type MapRecords = (raw: RawRecords) => RecordOutcome[];

/** Everything that determines the outcome of a record. Plain data, so that it can be sent to a thread. */
export interface MapperSetup extends PlainEnvironment {
  kind: 'map';
  mapping: MappingSource;
  protocol: Protocol;
  photoTokens: readonly string[];
  bands: Bands;
}

/**
 * @param pause called between records; throws to abort the batch
 * @throws Error if the mapping does not compile, which was checked before
 */
export function mapperOf(setup: MapperSetup, pause: () => void): MapRecords {
  const { mapping: source, vocabulary, places, protocol, photoTokens, bands, photoMax, portalIds } = setup;
  const reference = createReference(vocabulary, places);
  const rules = payloadRules(vocabulary, protocol, photoTokens, places, bands);
  return createMapper(loadedMapping(source), { reference, photoMax, portalIds }, rules, pause);
}

/** @throws Error if the mapping does not compile, which was checked before */
export function loadedMapping(source: MappingSource): CompiledMapping {
  const loaded = loadMapping(source.text, source);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join(' '));
  return loaded.mapping;
}

export function createMapper(
  mapping: CompiledMapping,
  environment: MappingEnvironment,
  rules: PayloadRules,
  pause: () => void = () => undefined,
): MapRecords {
  const { format } = mapping;
  // Step by step, not record by record, so that each step's code stays in the processor's cache. This made a first sync a tenth faster.
  const mapTogether: MapRecords = (raw) => {
    const read = Array.from(parseRecords(format, raw));
    const mapped = read.map(({ result }) => {
      pause();
      return result.ok ? mapping.map(result.record, environment) : unreadable(result, mapping);
    });
    const checked = mapped.map((record) => checkMapped(record, rules));
    const staged = checked.map(({ listings }) =>
      listings.map((listing) => toStaged(listing, rules.protocol)),
    );
    return checked.map((record, index) => outcomeOf(record, staged[index] ?? [], read[index]));
  };
  return eachGuarded(mapTogether, (raw, error) => failedRecord(raw, firstLine(error), mapping));
}

/**
 * The one place that catches exceptions of parsing, mapping, checking and encoding. A batch that throws is mapped again record by record,
 * and only records that throw alone fail.
 */
function eachGuarded(
  mapTogether: MapRecords,
  failed: (raw: RawRecords, error: unknown) => RecordOutcome,
): MapRecords {
  const mapAlone = (raw: RawRecords): RecordOutcome => {
    try {
      const [outcome] = mapTogether(raw);
      return outcome ?? failed(raw, 'it has no outcome');
    } catch (error) {
      return failed(raw, error);
    }
  };
  return (raw) => {
    try {
      return mapTogether(raw);
    } catch {
      return splitRecords(raw).map(mapAlone);
    }
  };
}

/** A record that cannot be processed is invalid. If its id can be read, the record is present. */
function failedRecord(
  raw: RawRecords,
  reason: string,
  mapping: Pick<CompiledMapping, 'format' | 'sourceId'>,
): RecordOutcome {
  return failedOutcome(knownOf(raw, mapping), 'record_failed', reason);
}

/** The outcome of a record that took too much time or memory. If its id can be read, the record is present. */
export function costlyRecord(known: KnownOfRecord, reason: string): RecordOutcome {
  return { ...failedOutcome(known, 'record_too_costly', reason), tooCostly: true };
}

function failedOutcome(
  { sourceId, mayHideRecords }: KnownOfRecord,
  code: 'record_failed' | 'record_too_costly',
  reason: string,
): RecordOutcome {
  const record = invalidRecord(sourceId, code, reason);
  const { kind, repairs } = record;
  return {
    ...{ kind, sourceId, repairs, listings: 0, unreadable: sourceId === null, mayHideRecords },
    content: encoded(record, []),
  };
}

/** What can be read of a record that cannot be mapped. */
export type KnownOfRecord = Pick<RecordOutcome, 'sourceId' | 'mayHideRecords'>;

/** Never throws. @param raw one record */
export function knownOf(
  raw: RawRecords,
  mapping: Pick<CompiledMapping, 'format' | 'sourceId'>,
): KnownOfRecord {
  let mayHideRecords = false;
  try {
    const [read] = parseRecords(mapping.format, raw);
    if (read === undefined) return { sourceId: null, mayHideRecords };
    ({ mayHideRecords } = read);
    const record = read.result.ok ? read.result.record : read.result.guess;
    return { sourceId: record === null ? null : mapping.sourceId(record), mayHideRecords };
  } catch {
    return { sourceId: null, mayHideRecords };
  }
}

function unreadable(
  { guess, reason }: Extract<ParsedRecordResult, { ok: false }>,
  mapping: CompiledMapping,
): MappedRecord {
  return invalidRecord(guess === null ? null : mapping.sourceId(guess), 'unreadable', reason);
}

export function invalidRecord(sourceId: SourceId | null, code: IssueCode, message: string): InvalidRecord {
  return {
    kind: 'invalid',
    sourceId,
    offer: null,
    codes: [],
    removeReason: null,
    unknownState: null,
    listings: [],
    issues: [{ severity: 'error', code, pointer: '', message }],
    uses: [],
    repairs: [],
  };
}

type InvalidRecord = MappedRecord & { listings: never[] };

function outcomeOf(
  record: CheckedRecord,
  listings: readonly StagedListing[],
  read: ReadRecord | undefined,
): RecordOutcome {
  const outcome: RecordOutcome = {
    kind: record.kind,
    sourceId: record.sourceId,
    repairs: record.repairs,
    listings: listings.length,
    shows: listings.some(({ wanted }) => wanted !== null && !wanted.inactive),
    unreadable: read?.result.ok === false,
    mayHideRecords: read?.mayHideRecords === true,
    state: stateCellOf(record.uses),
    content: encoded(record, listings),
  };
  const doubts = listings.flatMap((listing) => listing.doubts?.map(({ rule }) => rule) ?? []);
  if (doubts.length > 0) outcome.doubts = doubts;
  if (read?.result.ok === false) outcome.fault = read.result.reason;
  return outcome;
}

function encoded(record: CheckedRecord, listings: readonly StagedListing[]): Uint8Array {
  const { kind, offer, removeReason, unknownState, codes, issues } = record;
  const uses = record.uses.map(usedWord);
  return encodeOutcome({ kind, offer, removeReason, unknownState, codes, issues, uses, listings });
}

function toStaged(
  {
    externalId,
    payload,
    digest,
    feedUpdatedAt,
    doubts,
    measure,
    isOnRequest,
    photoMarks,
    upgradedPhotos,
  }: CheckedListing,
  protocol: Protocol,
): StagedListing {
  const staged: StagedListing = { externalId, wanted: null, feedUpdatedAt };
  if (payload === null || digest === null) {
    if (isOnRequest === true) staged.isOnRequest = true;
    return staged;
  }
  const wanted = wantedPayload(payload, digest, protocol);
  if (photoMarks !== undefined) wanted.photoMarks = photoMarks;
  if (upgradedPhotos !== undefined) wanted.upgradedPhotos = upgradedPhotos;
  staged.wanted = wanted;
  if (doubts.length > 0) staged.doubts = doubts;
  if (measure !== null) staged.measure = measure;
  return staged;
}

/** A payload in the form in which it is stored and planned. */
export function wantedPayload(
  payload: Readonly<Record<string, unknown>>,
  digest: string,
  protocol: Pick<Protocol, 'title_field'>,
): WantedPayload {
  return {
    digest,
    packed: packPayload(payload),
    urgent: urgentPart(payload),
    inactive: payload.state === 'inactive',
    title: titleOf(payload, protocol),
    address: addressOf(payload),
  };
}

function titleOf(
  payload: Readonly<Record<string, unknown>>,
  protocol: Pick<Protocol, 'title_field'>,
): string | null {
  const text = ownValue(payload[protocol.title_field], 'sr');
  return typeof text === 'string' ? text : null;
}

import { addressOf } from '../core/address.js';
import type { MappedRecord, RecordKind } from '../core/outcome.js';
import { createReference } from '../core/places.js';
import { urgentPart } from '../core/plan.js';
import type { Place, Vocabulary } from '../core/reference.js';
import type { ParsedRecordResult } from '../feed/parse-record.js';
import { parseRecords, type RawRecords } from '../feed/parse-records.js';
import {
  loadMapping,
  type CompiledMapping,
  type MappingEnvironment,
  type MappingSource,
} from '../mapping/load-mapping.js';
import { encodeOutcome, packPayload, usedWord, type StagedListing } from '../store/staged-record.js';
import type { Protocol } from '../wire/protocol.js';
import { checkMapped, type CheckedListing, type CheckedRecord, type PayloadRules } from './check-mapped.js';
import { payloadRules } from './payload-rules.js';

/** What a record came to, as far as reading a snapshot must know it; the rest is staged unread. */
export interface RecordOutcome {
  kind: RecordKind;
  sourceId: string | null;
  /** How many it yields. */
  listings: number;
  /** It could not be parsed. */
  unreadable: boolean;
  mayHideRecords: boolean;
  /** `decodeOutcome` reads it. */
  content: Uint8Array;
}

/** Parses, maps and checks records. Never throws, and gives the same for the same. */
export type MapRecords = (raw: RawRecords) => RecordOutcome[];

/** All that decides what records become, but the records; plain data, so that another thread can be given it. */
export interface MapperSetup {
  mapping: MappingSource;
  vocabulary: Vocabulary;
  places: readonly Place[];
  protocol: Protocol;
  photoTokens: readonly string[];
  photoMax: number;
  portalIds: ReadonlyMap<string, string>;
}

/** @throws Error where the mapping does not compile: it was compiled before */
export function mapperOf(setup: MapperSetup): MapRecords {
  const { mapping: source, vocabulary, places, protocol, photoTokens, photoMax, portalIds } = setup;
  const loaded = loadMapping(source.text, source);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join(' '));
  const reference = createReference(vocabulary, places);
  const rules = payloadRules(vocabulary, protocol, photoTokens, places);
  return createMapper(loaded.mapping, { reference, photoMax, portalIds }, rules);
}

export function createMapper(
  mapping: CompiledMapping,
  environment: MappingEnvironment,
  rules: PayloadRules,
): MapRecords {
  // Step by step, and not record by record: what a step needs stays in the processor's cache. A first sync took a tenth less.
  return (raw) => {
    const read = Array.from(parseRecords(mapping.format, raw));
    const mapped = read.map(({ result, mayHideRecords }) => ({
      record: result.ok ? mapping.map(result.record, environment) : unreadable(result, mapping),
      ...{ unreadable: !result.ok, mayHideRecords },
    }));
    const checked = mapped.map(({ record, ...one }) => ({ ...one, record: checkMapped(record, rules) }));
    const staged = checked.map((one) => ({ ...one, listings: stagedOf(one.record, rules.protocol) }));
    return staged.map(({ record, listings, ...one }) => {
      const { kind, sourceId } = record;
      return { kind, sourceId, listings: listings.length, ...one, content: encoded(record, listings) };
    });
  };
}

function unreadable(
  { guess, reason }: Extract<ParsedRecordResult, { ok: false }>,
  mapping: CompiledMapping,
): MappedRecord {
  return {
    kind: 'invalid',
    sourceId: guess === null ? null : mapping.sourceId(guess),
    codes: [],
    removeReason: null,
    listings: [],
    issues: [{ severity: 'error', code: 'unreadable', pointer: '', message: reason }],
    uses: [],
  };
}

function stagedOf({ listings }: CheckedRecord, protocol: Protocol): StagedListing[] {
  return listings.map((listing) => toStaged(listing, protocol));
}

function encoded(record: CheckedRecord, listings: StagedListing[]): Uint8Array {
  const { kind, removeReason, codes, issues, uses } = record;
  return encodeOutcome({ kind, removeReason, codes, issues, uses: uses.map(usedWord), listings });
}

function toStaged(
  { externalId, payload, digest, feedUpdatedAt }: CheckedListing,
  protocol: Protocol,
): StagedListing {
  if (payload === null || digest === null) return { externalId, wanted: null, feedUpdatedAt };
  const wanted = {
    digest,
    packed: packPayload(payload),
    urgent: urgentPart(payload),
    inactive: payload.state === 'inactive',
    title: titleOf(payload, protocol),
    address: addressOf(payload),
  };
  return { externalId, wanted, feedUpdatedAt };
}

function titleOf(payload: Readonly<Record<string, unknown>>, protocol: Protocol): string | null {
  const title = payload[protocol.title_field];
  const text: unknown = typeof title === 'object' && title !== null ? Reflect.get(title, 'sr') : null;
  return typeof text === 'string' ? text : null;
}

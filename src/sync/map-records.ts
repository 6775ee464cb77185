import { addressOf } from '../core/address.js';
import type { RecordKind } from '../core/outcome.js';
import { createReference } from '../core/places.js';
import { urgentPart } from '../core/plan.js';
import type { Place, Vocabulary } from '../core/reference.js';
import type { ParsedRecordResult } from '../feed/parse-record.js';
import { parseRecords, type RawRecords, type ReadRecord } from '../feed/parse-records.js';
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
  const mapOne = ({ result, mayHideRecords }: ReadRecord): RecordOutcome => {
    const checked = result.ok
      ? checkMapped(mapping.map(result.record, environment), rules)
      : unreadable(result, mapping);
    const { kind, sourceId } = checked;
    const content = encoded(checked, rules.protocol);
    const listings = checked.listings.length;
    return { kind, sourceId, listings, unreadable: !result.ok, mayHideRecords, content };
  };
  // One after the other, so that what a record needed is garbage before the next is parsed.
  return (raw) => Array.from(parseRecords(mapping.format, raw), mapOne);
}

function unreadable(
  { guess, reason }: Extract<ParsedRecordResult, { ok: false }>,
  mapping: CompiledMapping,
): CheckedRecord {
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

function encoded(record: CheckedRecord, protocol: Protocol): Uint8Array {
  const { kind, removeReason, codes, issues, uses, listings } = record;
  const staged = listings.map((listing) => toStaged(listing, protocol));
  const words = uses.map(usedWord);
  return encodeOutcome({ kind, removeReason, codes, issues, uses: words, listings: staged });
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

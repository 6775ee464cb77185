import { XMLParser } from 'fast-xml-parser';
import type { RecordSurroundings } from '../model/feed-format.js';
import type { ParsedRecord, RecordObject, RecordValue } from '../model/record.js';
import { callLibrary } from '../platform/library.js';
import type { RepairKind } from '../model/outcome.js';
import { decodeLeniently, entityDecoder } from './xml/entities.js';
import { readInOrder, readOrdinary } from './xml/ordinary-record.js';
import { escapeStray } from './xml/stray-ampersands.js';
import { parserOptions, strictParser } from './xml/strict-parser.js';
import { faultOf, undecodablePlace } from './xml/xml-fault.js';
import { TextOrder } from './xml/text-order.js';
import { asObject, ElementTree } from './xml/xml-tree.js';

export type ParsedRecordResult =
  | { ok: true; record: ParsedRecord }
  | {
      ok: false;
      /** Why the record cannot be used, as a clause whose subject is the record: "it is not well-formed JSON". */
      reason: string;
      /** The result of a lenient reading; null if that failed too. The id in it, if any, marks the listing as present in the feed. */
      guess: ParsedRecord | null;
    };

/** A longer record is not parsed. Parsing blocks the event loop for about 100 ms per megabyte. */
export const recordBytesMax = 512 * 1024;

/** The lenient reading of a broken record stops after this number of bytes. */
export const guessedBytesMax = 64 * 1024;

export const undecodableReason = 'it holds bytes that are no text in the encoding of the feed';

/** Reused for every record, because parsing is synchronous. */
const tree = new ElementTree();
const order = new TextOrder();
const repairs = new Set<RepairKind>();
const parseInto = strictParser(tree, repairs);

const lenient = new XMLParser({
  ...parserOptions,
  entityDecoder: entityDecoder(decodeLeniently),
  transformTagName: harmless,
  transformAttributeName: harmless,
  allowBooleanAttributes: true,
});

/** Parses the bytes of one XML record, as the splitter cut them. Never throws: a record over a limit gives a failed result. */
export function parseRecord(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  if (raw.length > recordBytesMax)
    return failed(`it is longer than ${recordBytesMax} bytes`, raw, surroundings);
  try {
    const record = within(parseStrictly(raw), surroundings);
    return { ok: true, record: repairs.size === 0 ? record : { ...record, repairs: [...repairs] } };
  } catch (error) {
    return failed(faultOf(raw.toString('utf8'), error), raw, surroundings);
  }
}

/**
 * Leaves what was repaired in `repairs`.
 * @throws Error unless the bytes are one well-formed element within the limits
 */
function parseStrictly(raw: Buffer): { name: string; value: RecordObject } {
  repairs.clear();
  const read = readOrdinary(raw, tree, repairs) ? raw : parseUnusual(raw);
  const { isMixed } = tree;
  const element = tree.end();
  if (isMixed && readInOrder(read, order)) order.complete(element.value);
  return element;
}

/** Parses with fast-xml-parser, again with bare ampersands escaped if need be. Returns the bytes that were parsed. */
function parseUnusual(raw: Buffer): Buffer {
  repairs.clear();
  const text = raw.toString('utf8');
  try {
    parseInto(text);
    return raw;
  } catch (error) {
    const escaped = escapeStray(text, '&amp;');
    if (escaped === text) throw error;
    repairs.clear();
    try {
      parseInto(escaped);
    } catch (other) {
      // In a text of the same length, a fault has the place that it has in the record.
      parseInto(escapeStray(text, '_'));
      throw other;
    }
    repairs.add('bare_ampersand');
    return Buffer.from(escaped);
  }
}

/** The failed result of a record with bytes that the feed's encoding cannot decode. */
export function undecodableRecord(raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  return failed(`${undecodableReason} ${undecodablePlace(raw.toString('utf8'))}`, raw, surroundings);
}

/**
 * Parses an element that is no record, such as the header.
 * @throws Error unless the text is one well-formed element
 */
export function parseElement(text: string): RecordObject {
  return parseStrictly(Buffer.from(text)).value;
}

function failed(reason: string, raw: Buffer, surroundings: RecordSurroundings): ParsedRecordResult {
  return { ok: false, reason, guess: guess(raw, surroundings) };
}

/** A lenient reading of the first bytes of a broken record; null if even that fails. */
function guess(raw: Buffer, surroundings: RecordSurroundings): ParsedRecord | null {
  try {
    const text = raw.toString('utf8', 0, guessedBytesMax);
    const document = callLibrary('fast-xml-parser', () => lenient.parse(text) as unknown);
    const record = within(elementOf(document), surroundings);
    return { ...record, value: withoutDamage(record.value) };
  } catch {
    return null;
  }
}

function within(
  element: { name: string; value: RecordObject },
  { ancestors, header }: RecordSurroundings,
): ParsedRecord {
  return { ...element, ancestors, header };
}

function elementOf(document: unknown): { name: string; value: RecordObject } {
  const [entry] = Object.entries(document as RecordObject);
  if (entry === undefined) throw new Error('no element');
  const [name, value] = entry;
  if (Array.isArray(value)) throw new Error('several elements');
  return asObject(name, value);
}

/** The record without texts that have undecodable characters. A part of an id may be the id of another listing. */
export function withoutDamage(value: RecordObject): RecordObject {
  const sound = Object.entries(value).filter(([, child]) => !isDamaged(child));
  return Object.fromEntries(sound.map(([name, child]) => [name, repaired(child)]));
}

function repaired(value: RecordValue): RecordValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.filter((item) => !isDamaged(item)).map(repaired);
  return withoutDamage(value);
}

function isDamaged(value: RecordValue): boolean {
  return typeof value === 'string' && value.includes('\uFFFD');
}

/** Renames elements and attributes whose names would change the prototype of the object that gets them as keys. */
function harmless(name: string): string {
  return /^@?(__proto__|constructor|prototype)$/.test(name) ? `${name}_` : name;
}

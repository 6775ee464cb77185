import { isAscii } from 'node:buffer';
import type { RecordObject } from '../../model/record.js';
import { isSpace } from '../bytes.js';
import type { RepairKind, Repairs } from '../../model/outcome.js';
import { decodeReferences } from './entities.js';
import { isMarkup } from './markup.js';
import { strictParser } from './strict-parser.js';
import { strayAmpersand } from './stray-ampersands.js';
import { ElementTree, type TagReceiver } from './xml-tree.js';

const [cdataStart, cdataEnd] = ['<![CDATA[', ']]>'];
const [commentStart, commentEnd] = ['<!--', '-->'];
const [instructionStart, instructionEnd] = ['<?', '?>'];
/** A record with deeper nesting is left to fast-xml-parser, which knows the real limit. */
const openTagsMax = 64;

/**
 * A fast path for ordinary records, to the same result as fast-xml-parser. That parser joins tags and texts character by character. Here
 * each distinct tag is parsed once for all records that repeat it, and a text is cut out of the bytes in one piece. Measured with
 * 20,000 records of 5 KB: 7 instead of 53 billion instructions.
 * @param tree cleared and filled with the record's elements
 * @param repairs receives what is repaired
 * @returns false if the record is not well-formed or has anything unusual, such as a comment; the caller then uses fast-xml-parser
 * @throws BadReferenceError
 */
export function readOrdinary(raw: Buffer, tree: ElementTree, repairs: Repairs): boolean {
  const source = new Source(raw);
  const { record } = source;
  const open: Tag[] = [];
  tree.clear();
  for (let at = 0; at < record.length;) {
    const isCdata = record.startsWith(cdataStart, at);
    const end = isCdata ? sectionEnd(record, at, open) : tagEndAt(record, at, open, tree, repairs);
    if (end === -1 || open.length > openTagsMax) return false;
    if (isCdata) tree.addText(source.text(at + cdataStart.length, end - cdataEnd.length), open.length);
    const next = record.indexOf('<', end);
    at = next === -1 ? record.length : next;
    if (open.length === 0) return at === record.length && isBlank(record, end, at);
    if (!isBlank(record, end, at)) tree.addText(decoded(source.text(end, at).trim(), repairs), open.length);
  }
  return false;
}

/**
 * Reads a well-formed record again for the order of its texts and elements, with all white space, comments and instructions left out.
 * @returns false if a tag cannot be read
 */
export function readInOrder(raw: Buffer, order: TagReceiver): boolean {
  const source = new Source(raw);
  const { record } = source;
  const open: Tag[] = [];
  order.clear();
  for (let at = 0; at < record.length;) {
    const kind = sections.find(({ start }) => record.startsWith(start, at));
    const end = kind
      ? endBehind(record, at + kind.start.length, kind.end)
      : tagEndAt(record, at, open, order, unnoted);
    if (end === -1) return false;
    if (kind?.start === cdataStart)
      order.addText(source.text(at + kind.start.length, end - kind.end.length), open.length);
    const next = record.indexOf('<', end);
    at = next === -1 ? record.length : next;
    if (open.length === 0 && kind === undefined) return true;
    if (at > end && open.length > 0) order.addText(decoded(source.text(end, at), unnoted), open.length);
  }
  return false;
}

const sections = [
  { start: cdataStart, end: cdataEnd },
  { start: commentStart, end: commentEnd },
  { start: instructionStart, end: instructionEnd },
];
const unnoted: Repairs = { add: () => undefined };

/** The bytes of a record, and its texts. */
class Source {
  /** One character for each byte, so that string offsets are byte offsets. Markup is ASCII, the same in latin1 and UTF-8. */
  readonly record: string;
  readonly #encoding: 'latin1' | 'utf8';

  constructor(private readonly raw: Buffer) {
    this.record = raw.toString('latin1');
    this.#encoding = isAscii(raw) ? 'latin1' : 'utf8';
  }

  /** Decoded from the bytes again: a slice of `record` would keep the whole record in memory as long as the text is used. */
  text(start: number, end: number): string {
    return withPlainNewlines(this.raw.toString(this.#encoding, start, end));
  }
}

/** Offset behind the CDATA section that starts at `start`; -1 if it does not end, or if no element is open. */
function sectionEnd(record: string, start: number, open: readonly Tag[]): number {
  return open.length === 0 ? -1 : endBehind(record, start, cdataEnd);
}

function endBehind(record: string, from: number, mark: string): number {
  const end = record.indexOf(mark, from);
  return end === -1 ? -1 : end + mark.length;
}

/** Offset behind the tag that starts at `start`, and updates `open` and `tree`; -1 if the tag is broken or not allowed at this place. */
function tagEndAt(record: string, start: number, open: Tag[], tree: TagReceiver, repairs: Repairs): number {
  const innermost = open.at(-1);
  // A short cut: nearly every end tag closes the innermost element and has no white space in it.
  if (innermost !== undefined && record.startsWith(innermost.endTag, start)) {
    open.pop();
    return start + innermost.endTag.length;
  }
  let end = record.indexOf('>', start) + 1;
  let tag = end === 0 ? null : knownTag(record.slice(start, end));
  if (tag === null && end > 0) {
    // Only a tag that cannot be read without is searched for a `>` in quotes.
    const quoted = quotedEnd(record, start);
    tag = quoted <= end ? null : knownTag(record.slice(start, quoted));
    end = quoted;
  }
  if (tag === null) return -1;
  if (tag.kind === 'end') return open.pop()?.endTag === tag.endTag ? end : -1;
  if (tag.repairs !== null) for (const kind of tag.repairs) repairs.add(kind);
  tree.enter(tag.element, open.length + 1, tag.attributes, tag.isMarkup);
  if (tag.kind === 'start') open.push(tag);
  return end;
}

/** Offset behind the first `>` that is not in quotes; 0 if there is none. */
function quotedEnd(record: string, start: number): number {
  let quote = '';
  for (let at = start; at < record.length; at++) {
    const sign = record.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '>') return at + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return 0;
}

interface Tag {
  kind: 'start' | 'end' | 'empty';
  /** The end tag that closes the element, with its namespace prefix. */
  endTag: string;
  /** The element's name without its namespace prefix. */
  element: string;
  attributes: RecordObject;
  isMarkup: boolean;
  /** What was repaired in the attributes; null for nothing. */
  repairs: readonly RepairKind[] | null;
}

/** Tags that were parsed before, by their bytes as latin1; null for text that is no well-formed tag. */
const knownTags = new Map<string, Tag | null>();
const knownTagsMax = 5_000;
const knownTagLengthMax = 200;

/** @param bytes the tag as latin1, one character for each byte */
function knownTag(bytes: string): Tag | null {
  const known = knownTags.get(bytes);
  if (known !== undefined) return known;
  // A copy: `bytes` is a slice of the record and would keep the whole record in memory as a key of the map.
  const own = Buffer.from(bytes, 'latin1');
  const tag = tagOf(own.toString());
  if (bytes.length > knownTagLengthMax) return tag;
  if (knownTags.size >= knownTagsMax) knownTags.clear();
  knownTags.set(own.toString('latin1'), tag);
  return tag;
}

const tagTree = new ElementTree();
const tagRepairs = new Set<RepairKind>();
const parseTag = strictParser(tagTree, tagRepairs);

function tagOf(text: string): Tag | null {
  const name = /^<\/?([^\s/>!?]+)(?=[\s/>])/.exec(text)?.[1];
  if (name === undefined) return null;
  const endTag = `</${name}>`;
  const kind = text.startsWith('</') ? 'end' : text.endsWith('/>') ? 'empty' : 'start';
  tagRepairs.clear();
  try {
    parseTag({ start: `${text}${endTag}`, end: `<${name}>${text}`, empty: text }[kind]);
    const { name: element, value: attributes } = tagTree.end();
    return {
      kind,
      endTag,
      element,
      attributes,
      isMarkup: isMarkup(element, attributes),
      repairs: tagRepairs.size === 0 ? null : [...tagRepairs],
    };
  } catch {
    return null;
  }
}

/** The text with its references decoded. An ampersand that begins no reference is one. */
function decoded(text: string, repairs: Repairs): string {
  if (!text.includes('&')) return text;
  if (strayAmpersand.test(text)) repairs.add('bare_ampersand');
  return decodeReferences(text, repairs);
}

function isBlank(record: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(record.charCodeAt(at))) return false;
  return true;
}

/** Normalizes line ends to line feeds, as fast-xml-parser does. */
function withPlainNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

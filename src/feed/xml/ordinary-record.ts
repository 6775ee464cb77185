import { isAscii } from 'node:buffer';
import type { RecordObject } from '../../model/record.js';
import { isSpace } from '../bytes.js';
import { entityDecoder } from './entities.js';
import { strictParser } from './strict-parser.js';
import { ElementTree } from './xml-tree.js';

const [cdataStart, cdataEnd] = ['<![CDATA[', ']]>'];
/** A record with deeper nesting is left to fast-xml-parser, which knows the real limit. */
const openTagsMax = 64;
/** An ampersand that begins no reference. The same test as in the validator of fast-xml-parser. */
const strayAmpersand = /&(?!#x[\da-fA-F]*;|#\d*;|\w{1,20};)/;

/**
 * A fast path for ordinary records, to the same result as fast-xml-parser. That parser joins tags and texts character by character. Here
 * each distinct tag is parsed once for all records that repeat it, and a text is cut out of the bytes in one piece. Measured with
 * 20,000 records of 5 KB: 7 instead of 53 billion instructions.
 * @param tree cleared and filled with the record's elements
 * @returns false if the record is not well-formed or has anything unusual, such as a comment; the caller then uses fast-xml-parser
 * @throws Error for a numeric reference to a character that XML does not allow
 */
export function readOrdinary(raw: Buffer, tree: ElementTree): boolean {
  // One character for each byte, so that string offsets are byte offsets. Markup is ASCII, the same in latin1 and UTF-8.
  const record = raw.toString('latin1');
  const encoding = isAscii(raw) ? 'latin1' : 'utf8';
  // Each text is decoded from the bytes again: a slice of `record` would keep the whole record in memory as long as the text is used.
  const textBetween = (start: number, end: number): string =>
    withPlainNewlines(raw.toString(encoding, start, end));
  const open: Tag[] = [];
  tree.clear();
  for (let at = 0; at < record.length;) {
    const isCdata = record.startsWith(cdataStart, at);
    const end = isCdata ? cdataEndAt(record, at, open) : tagEndAt(record, at, open, tree);
    if (end === -1) return false;
    if (isCdata) tree.addText(textBetween(at + cdataStart.length, end - cdataEnd.length), open.length);
    const next = record.indexOf('<', end);
    at = next === -1 ? record.length : next;
    if (open.length === 0) return at === record.length && isBlank(record, end, at);
    if (!isBlank(record, end, at)) {
      const text = decoded(textBetween(end, at).trim());
      if (text === null) return false;
      tree.addText(text, open.length);
    }
  }
  return false;
}

/** Offset behind the CDATA section that starts at `start`; -1 if it does not end, or if no element is open. */
function cdataEndAt(record: string, start: number, open: readonly Tag[]): number {
  const end = open.length === 0 ? -1 : record.indexOf(cdataEnd, start);
  return end === -1 ? -1 : end + cdataEnd.length;
}

/** Offset behind the tag that starts at `start`, and updates `open` and `tree`; -1 if the tag is broken or not allowed at this place. */
function tagEndAt(record: string, start: number, open: Tag[], tree: ElementTree): number {
  const innermost = open.at(-1);
  // A short cut: nearly every end tag closes the innermost element and has no white space in it.
  if (innermost !== undefined && record.startsWith(innermost.endTag, start)) {
    open.pop();
    return start + innermost.endTag.length;
  }
  const end = record.indexOf('>', start) + 1;
  const tag = end === 0 ? null : knownTag(record.slice(start, end));
  if (tag === null) return -1;
  if (tag.kind === 'end') return open.pop()?.endTag === tag.endTag ? end : -1;
  tree.enter(tag.element, open.length + 1, tag.attributes);
  if (tag.kind === 'start') open.push(tag);
  return open.length > openTagsMax ? -1 : end;
}

interface Tag {
  kind: 'start' | 'end' | 'empty';
  /** The end tag that closes the element, with its namespace prefix. */
  endTag: string;
  /** The element's name without its namespace prefix. */
  element: string;
  attributes: RecordObject;
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
const parseTag = strictParser(tagTree);

function tagOf(text: string): Tag | null {
  const name = /^<\/?([\w:.-]+)(?=[\s/>])/.exec(text)?.[1];
  if (name === undefined) return null;
  const endTag = `</${name}>`;
  const kind = text.startsWith('</') ? 'end' : text.endsWith('/>') ? 'empty' : 'start';
  try {
    parseTag({ start: `${text}${endTag}`, end: `<${name}>${text}`, empty: text }[kind]);
    const { name: element, value: attributes } = tagTree.end();
    return { kind, endTag, element, attributes };
  } catch {
    return null;
  }
}

/** The text with its references decoded; null if an ampersand in it begins no reference. */
function decoded(text: string): string | null {
  if (!text.includes('&')) return text;
  return strayAmpersand.test(text) ? null : entityDecoder.decode(text);
}

function isBlank(record: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(record.charCodeAt(at))) return false;
  return true;
}

/** Normalizes line ends to line feeds, as fast-xml-parser does. */
function withPlainNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

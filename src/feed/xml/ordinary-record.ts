import { isAscii } from 'node:buffer';
import type { RecordObject } from '../../model/record.js';
import { entityDecoder } from './entities.js';
import { strictParser } from './strict-parser.js';
import { ElementTree } from './xml-tree.js';

const [cdataStart, cdataEnd] = ['<![CDATA[', ']]>'];
/** No ordinary record has more of them open; what is too deep its parser says. */
const openTagsMax = 64;
/** As the parser's validator has it. */
const strayAmpersand = /&(?!#x[\da-fA-F]*;|#\d*;|\w{1,20};)/;

/**
 * Reads a record without its parser, which joins tags and texts sign by sign and makes objects of each, though a feed repeats its tags in
 * every record: here the parser is asked once what a tag says, and texts are taken as they lie. Measured with 20,000 records of 5 KB:
 * 7 instead of 53 billion instructions.
 * @returns false where it is not well-formed, or anything is out of the ordinary, comments among it: its parser judges such a record
 * @throws Error where it names a character that no text may hold
 */
export function readOrdinary(raw: Buffer, tree: ElementTree): boolean {
  // A sign for each byte: markup is the same in it as in UTF-8.
  const record = raw.toString('latin1');
  const encoding = isAscii(raw) ? 'latin1' : 'utf8';
  // Each text of its own, since a part of the record would keep all of it in memory for as long as anybody remembers a word.
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

/** -1 where there is none, or no element around it. */
function cdataEndAt(record: string, start: number, open: readonly Tag[]): number {
  const end = open.length === 0 ? -1 : record.indexOf(cdataEnd, start);
  return end === -1 ? -1 : end + cdataEnd.length;
}

/** -1 where it is no tag, or none that can stand here. */
function tagEndAt(record: string, start: number, open: Tag[], tree: ElementTree): number {
  const innermost = open.at(-1);
  // Nearly every end tag is the one that is awaited, without white space in it.
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
  endTag: string;
  /** Without its prefix. */
  element: string;
  attributes: RecordObject;
}

/** What each tag is that was met; null for what is none. */
const knownTags = new Map<string, Tag | null>();
const knownTagsMax = 5_000;
const knownTagLengthMax = 200;

/** @param bytes a sign for each */
function knownTag(bytes: string): Tag | null {
  const known = knownTags.get(bytes);
  if (known !== undefined) return known;
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

/** Null where it is not well-formed. */
function decoded(text: string): string | null {
  if (!text.includes('&')) return text;
  return strayAmpersand.test(text) ? null : entityDecoder.decode(text);
}

function isBlank(record: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = record.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return true;
}

/** As the parser hands texts over. */
function withPlainNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

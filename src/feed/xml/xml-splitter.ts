import type { XmlFormat } from '../../model/feed-format.js';
import type { RecordObject } from '../../model/record.js';
import type { RepairKind } from '../../model/outcome.js';
import { isSpace, startsWith } from '../bytes.js';
import { addRecord, recordPaths, type FoundRecords, type RecordPath, type Splitter } from '../splitter.js';
import { BehindRecords } from './xml-behind.js';
import { doctypeEnd } from './xml-doctype.js';
import * as xml from './xml-tags.js';

/** An open element around the records. */
export interface OpenElement {
  /** Without the namespace prefix. */
  name: string;
  /** The name as written, with the namespace prefix. */
  qualified: Buffer;
  /** The start tag as written. */
  tag: Buffer;
  /** The element's node in the tree of record paths; null if no records can be below the element. */
  path: RecordPath | null;
}

/**
 * The splitter calls this at a record whose open elements differ from those of the record before it. `header` is the bytes between the
 * root's start tag and the first record. Returns the number of these surroundings, or why they cannot be read.
 */
export type EnterElements = (open: readonly OpenElement[], header: Buffer) => number | { problem: string };

const depthMax = 64;
const tagBytesMax = 256 * 1024;
/** The length of `<![CDATA[`, the longest opening by which kinds of markup are distinguished. */
const markupBytes = 9;
/** Longer names are no HTML and no root that is looked for. */
const nameBytesMax = 1024;
/** Elements of HTML that web hosts put behind a file. None of them holds records. */
const additions = new Set(
  'a b body br center div font hr html iframe img ins link meta noscript p script small span style'.split(
    ' ',
  ),
);
const slash = 0x2f;
const exclamationMark = 0x21;
const questionMark = 0x3f;

/**
 * Finds the records of an XML document by their paths from the root, without parsing them. Namespace prefixes are ignored. Outside of
 * records every tag is checked, so the end of the root proves that the document is whole. Inside a record only elements of the record's
 * own name are counted: a record with other faults remains one record.
 */
export class XmlSplitter implements Splitter {
  readonly #paths: RecordPath;
  readonly #open: OpenElement[] = [];
  #position = 0;
  #state: 'before root' | 'in root' | 'after root' | 'in addition' = 'before root';
  readonly #repairs = new Set<RepairKind>();
  #failure: string | null = null;
  #rootName: string;
  #isLoneRecord = false;
  /** Offset of the open record in the view; -1 between records. */
  #recordStart = -1;
  #recordName: Buffer = Buffer.alloc(0);
  /** Number of open elements that have the record's name, the record included. */
  #recordDepth = 0;
  /** Offset of the header in the view, from the root's start tag to the first record; otherwise -1. */
  #headerStart = -1;
  #header: Buffer = Buffer.alloc(0);
  readonly #behind = new BehindRecords();
  /** The number of the current surroundings; null if they changed since the last record. */
  #surroundings: number | null = null;

  constructor(
    private readonly format: XmlFormat,
    private readonly enter: EnterElements,
  ) {
    this.#paths = recordPaths(format.records);
    this.#rootName = format.root;
  }

  scan(view: Buffer, final: boolean, found: FoundRecords): 'more' | 'full' | 'done' {
    for (;;) {
      if (found.count === found.starts.length) return 'full';
      const goesOn =
        this.#recordStart !== -1
          ? this.#scanRecord(view, final, found)
          : this.#state === 'in addition'
            ? this.#scanAddition(view, final)
            : this.#scanBetween(view, final, found);
      if (!goesOn) return this.#failure === null ? 'more' : 'done';
    }
  }

  neededFrom(): number {
    const starts = [this.#position, this.#recordStart, this.#headerStart, this.#behind.start];
    return Math.min(...starts.filter((start) => start !== -1));
  }

  shifted(by: number): void {
    this.#position -= by;
    if (this.#recordStart !== -1) this.#recordStart -= by;
    if (this.#headerStart !== -1) this.#headerStart -= by;
    if (this.#behind.start !== -1) this.#behind.start -= by;
  }

  fail(reason: string): void {
    this.#failure ??= reason;
  }

  problem(): string | null {
    if (this.#failure !== null) return this.#failure;
    if (this.#state === 'after root' || this.#state === 'in addition') return null;
    if (this.#state === 'before root') return `the file holds no <${this.format.root}> element`;
    return `the file ends before </${this.#rootName}>: it was cut off`;
  }

  isLoneRecord(): boolean {
    return this.#isLoneRecord;
  }

  behind(): RecordObject {
    return this.#behind.value();
  }

  repairs(): readonly RepairKind[] {
    return [...this.#repairs];
  }

  /** Searches the end of the open record. Hot: called for every record, loops over its tags. */
  #scanRecord(view: Buffer, final: boolean, found: FoundRecords): boolean {
    const name = this.#recordName;
    const enough = Math.max(markupBytes, name.length + 3);
    for (;;) {
      const at = view.indexOf(xml.lessThan, this.#position);
      if (at === -1) return this.#await(view.length);
      if (at + enough > view.length && !final) return this.#await(at);
      const next = view[at + 1];
      if (next === slash) {
        if (!xml.isName(view, at + 2, name)) this.#position = at + 2;
        else if (!this.#closeInRecord(view, at)) return false;
        else if (this.#recordDepth === 0) return this.#foundRecord(this.#position, found);
      } else if (next === exclamationMark || next === questionMark) {
        const end = this.#markupEnd(view, at);
        if (end === -1) return this.#await(at);
        this.#position = end;
        if (this.#failure !== null) return false;
      } else if (!xml.isName(view, at + 1, name)) {
        this.#position = at + 1;
      } else if (!this.#openInRecord(view, at)) {
        return false;
      }
    }
  }

  #closeInRecord(view: Buffer, at: number): boolean {
    const end = view.indexOf(xml.greaterThan, at);
    if (end === -1) return this.#await(at);
    this.#recordDepth -= 1;
    this.#position = end + 1;
    return true;
  }

  #openInRecord(view: Buffer, at: number): boolean {
    const end = xml.tagEnd(view, at);
    if (end === -1) return this.#awaitTag(view, at);
    if (end === xml.malformed || !xml.isSelfClosing(view, end)) this.#recordDepth += 1;
    this.#position = end === xml.malformed ? at + 1 : end + 1;
    return true;
  }

  #foundRecord(end: number, found: FoundRecords): boolean {
    addRecord(found, this.#recordStart, end, this.#surroundings ?? 0);
    this.#recordStart = -1;
    if (this.#isLoneRecord) this.#state = 'after root';
    else this.#behind.begin(end, this.#open.length);
    return true;
  }

  /** Reads one tag, comment or other markup between records. Returns false if bytes are missing or the splitter has failed. */
  #scanBetween(view: Buffer, final: boolean, found: FoundRecords): boolean {
    const at = view.indexOf(xml.lessThan, this.#position);
    if (this.#state !== 'in root') {
      const textEnd = at === -1 ? view.length : at;
      const blankEnd = this.#skipBlank(view, textEnd);
      if (at === -1 && !final && textEnd - blankEnd < xml.byteOrderMark.length) return this.#await(blankEnd);
      if (blankEnd < textEnd)
        return this.#refuse(
          this.#state === 'before root'
            ? 'the file does not begin as XML does'
            : `something follows </${this.#rootName}>`,
        );
    }
    if (at === -1) return this.#await(view.length);
    if (at + markupBytes > view.length && !final) return this.#await(at);
    const next = view[at + 1];
    if (next === slash) return this.#closeBetween(view, at);
    if (next !== exclamationMark && next !== questionMark) return this.#openBetween(view, at, found);
    const end = this.#markupEnd(view, at);
    if (end === -1) return this.#await(at);
    this.#position = end;
    return this.#failure === null;
  }

  /** Offset behind white space and byte order marks, which stand at the start of each part of a file that was joined from several. */
  #skipBlank(view: Buffer, end: number): number {
    for (let at = this.#position; ;) {
      while (at < end && isSpace(view[at])) at += 1;
      if (!startsWith(view, at, xml.byteOrderMark)) return at;
      at += xml.byteOrderMark.length;
      this.#repairs.add('stray_bom');
    }
  }

  /** Reads on behind an HTML element that follows the root. It may hold anything but another root. */
  #scanAddition(view: Buffer, final: boolean): boolean {
    for (;;) {
      const at = view.indexOf(xml.lessThan, this.#position);
      if (at === -1) return this.#await(view.length);
      const end = xml.nameEnd(view, at + 1);
      if (end === view.length && end - at <= nameBytesMax && !final) return this.#await(at);
      if (xml.localName(view.subarray(at + 1, end)) === this.#rootName) return this.#refuseSecondRoot();
      this.#position = at + 1;
    }
  }

  #refuseSecondRoot(): false {
    const name = this.#rootName;
    return this.#refuse(
      `a second <${name}> follows </${name}>: the file holds two exports, one behind the other, and which of them counts only its maker knows`,
    );
  }

  /** Offset behind a comment, CDATA section, processing instruction or DOCTYPE; -1 if bytes are missing. Fails where it is not allowed. */
  #markupEnd(view: Buffer, at: number): number {
    if (view[at + 1] === questionMark) return xml.instructionEnd(view, at);
    if (startsWith(view, at, xml.commentStart)) return xml.commentEnd(view, at);
    if (this.#state === 'in root' && startsWith(view, at, xml.cdataStart)) return xml.cdataEnd(view, at);
    if (this.#state === 'before root' && startsWith(view, at, xml.doctypeStart)) {
      const end = doctypeEnd(view, at);
      if (end !== 'entities') return end;
      this.fail('its DOCTYPE declares entities, which are never expanded. It must be exported without them');
      return at;
    }
    this.fail('a declaration (<!…) stands where none may');
    return at;
  }

  #closeBetween(view: Buffer, at: number): boolean {
    if (this.#isAddition(xml.localName(view.subarray(at + 2, xml.nameEnd(view, at + 2))))) return true;
    const end = xml.tagEnd(view, at);
    if (end === -1) return this.#awaitTag(view, at);
    const top = this.#open.at(-1);
    const nameEnd = xml.nameEnd(view, at + 2);
    if (
      top === undefined ||
      end === xml.malformed ||
      !xml.isName(view, at + 2, top.qualified) ||
      !xml.isBlank(view, nameEnd, end)
    )
      return this.#refuse(`a closing tag fits no open element (${shown(view, at)})`);
    if (this.#open.length === 1 && !this.#endHeader(view, at)) return false;
    this.#behind.meetEndTag(view, at, this.#open);
    this.#open.pop();
    this.#surroundings = null;
    this.#position = end + 1;
    if (this.#open.length === 0) {
      this.#state = 'after root';
      this.#headerStart = -1;
    }
    return true;
  }

  #openBetween(view: Buffer, at: number, found: FoundRecords): boolean {
    const end = xml.tagEnd(view, at);
    if (end === -1) return this.#awaitTag(view, at);
    const qualified = Buffer.from(view.subarray(at + 1, xml.nameEnd(view, at + 1)));
    const name = xml.localName(qualified);
    const parent = this.#open.at(-1);
    const path = (parent === undefined ? this.#paths : parent.path)?.children.get(name) ?? null;
    if (path?.isRecord === true)
      return (
        (parent !== undefined || this.#openLoneRecord(name)) &&
        this.#openRecord(view, { at, end, qualified }, found)
      );
    if (this.#isAddition(name)) return true;
    if (end === xml.malformed || name === '') return this.#refuse(`a tag is broken (${shown(view, at)})`);
    if (end - at > tagBytesMax) return this.#awaitTag(view, at);
    if (parent === undefined && !this.#openRoot(name, end)) return false;
    this.#position = end + 1;
    if (xml.isSelfClosing(view, end)) {
      if (parent === undefined) this.#state = 'after root';
      return true;
    }
    if (this.#open.length === depthMax)
      return this.#refuse(`elements are nested more than ${depthMax} deep outside of records`);
    this.#open.push({ name, qualified, path, tag: Buffer.from(view.subarray(at, end + 1)) });
    this.#surroundings = null;
    return true;
  }

  #openLoneRecord(name: string): boolean {
    if (!this.#isFirstElement()) return false;
    this.#state = 'in root';
    this.#rootName = name;
    this.#isLoneRecord = true;
    return true;
  }

  #isFirstElement(): boolean {
    return this.#state !== 'after root' || this.#refuse(`a second element follows </${this.#rootName}>`);
  }

  /** Whether the tag is HTML that the web host added behind the root. The rest of the file is then part of the addition. */
  #isAddition(name: string): boolean {
    if (this.#state !== 'after root' || name === this.#rootName || !additions.has(name.toLowerCase()))
      return false;
    this.#state = 'in addition';
    this.#repairs.add('after_root');
    return true;
  }

  #openRoot(name: string, end: number): boolean {
    if (this.#state === 'after root' && name === this.#rootName) return this.#refuseSecondRoot();
    if (!this.#isFirstElement()) return false;
    if (name !== this.format.root)
      return this.#refuse(`its root element is <${name.slice(0, 60)}>, not <${this.format.root}>`);
    this.#state = 'in root';
    this.#headerStart = end + 1;
    return true;
  }

  #openRecord(
    view: Buffer,
    tag: { at: number; end: number; qualified: Buffer },
    found: FoundRecords,
  ): boolean {
    if (this.#headerStart !== -1) this.#keepHeader(view, tag.at);
    if (this.#surroundings === null && !this.#enter()) return false;
    this.#behind.drop();
    this.#recordStart = tag.at;
    this.#recordName = tag.qualified;
    this.#recordDepth = 1;
    this.#position = tag.end === xml.malformed ? tag.at + 1 : tag.end + 1;
    const isEmpty = tag.end !== xml.malformed && xml.isSelfClosing(view, tag.end);
    return isEmpty ? this.#foundRecord(this.#position, found) : true;
  }

  /** At the root's end tag: in a file without records, everything inside the root is the header. */
  #endHeader(view: Buffer, end: number): boolean {
    if (this.#headerStart === -1) return true;
    this.#keepHeader(view, end);
    return this.#enter();
  }

  #keepHeader(view: Buffer, end: number): void {
    this.#header = Buffer.from(view.subarray(this.#headerStart, end));
    this.#headerStart = -1;
  }

  #enter(): boolean {
    const entered = this.enter(this.#open, this.#header);
    if (typeof entered !== 'number') return this.#refuse(entered.problem);
    this.#surroundings = entered;
    return true;
  }

  #await(position: number): false {
    this.#position = position;
    return false;
  }

  #awaitTag(view: Buffer, at: number): false {
    if (view.length - at > tagBytesMax) return this.#refuse(`a tag is longer than ${tagBytesMax} bytes`);
    return this.#await(at);
  }

  #refuse(reason: string): false {
    this.fail(reason);
    return false;
  }
}

/** The name of a tag for an error text, at most 60 bytes of it. */
function shown(view: Buffer, at: number): string {
  const end = Math.min(xml.nameEnd(view, at + 2), at + 60);
  return `${view.toString('utf8', at, end)}>`;
}

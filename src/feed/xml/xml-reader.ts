import type { RecordSurroundings, XmlFormat } from '../../model/feed-format.js';
import type { RecordObject } from '../../model/record.js';
import type { ContainerReader } from '../container-reader.js';
import { parseElement, parseRecord, recordBytesMax, undecodableRecord } from '../parse-record.js';
import type { EnterSurroundings } from '../splitter.js';
import { XmlSplitter, type EnterElements, type OpenElement } from './xml-splitter.js';

export const xmlReader: ContainerReader<XmlFormat> = {
  declaredEncoding(head) {
    const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(
      head.toString('latin1'),
    );
    return declaration?.[1] ?? declaration?.[2] ?? null;
  },
  createSplitter: (format, enter) => new XmlSplitter(format, enterElements(enter)),
  parse: parseRecord,
  undecodable: undecodableRecord,
  mayHideRecords: (raw, format) => recordNames(format).some((name) => hasOpenTag(raw, name)),
  provesItsEnd: () => true,
};

/** Parses the header and the start tags that the splitter passes as bytes. A header is parsed once, however often it is passed. */
function enterElements(enter: EnterSurroundings): EnterElements {
  let parsed: { raw: Buffer; header: RecordObject } | null = null;
  return (open, raw) => {
    if (raw.length > recordBytesMax)
      return { problem: `more than ${recordBytesMax} bytes stand before the first record` };
    try {
      if (parsed?.raw !== raw) parsed = { raw, header: parseHeader(open, raw) };
      return enter({ header: parsed.header, ancestors: open.map(ancestor) });
    } catch {
      return { problem: 'what stands before the first record is not well-formed XML' };
    }
  };
}

/** The header ends before the first record, inside elements that are still open. Their end tags are appended before parsing. */
function parseHeader(open: readonly OpenElement[], raw: Buffer): RecordObject {
  const [root] = open;
  if (root === undefined) return {};
  const closing = [...open].reverse().map(({ qualified }) => `</${qualified.toString('utf8')}>`);
  return parseElement(utf8(root.tag) + utf8(raw) + closing.join(''));
}

function ancestor({ name, tag, qualified }: OpenElement): RecordSurroundings['ancestors'][number] {
  const element = parseElement(`${utf8(tag)}</${qualified.toString('utf8')}>`);
  const attributes = Object.entries(element).flatMap(([key, value]) =>
    key.startsWith('@') && typeof value === 'string' ? [[key.slice(1), value] as const] : [],
  );
  return { name, attributes: Object.fromEntries(attributes) };
}

/** @throws TypeError for bytes that are not UTF-8 */
function utf8(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function recordNames(format: XmlFormat): string[] {
  return format.records.map((path) => path.slice(path.lastIndexOf('/') + 1));
}

/** Whether a start tag of this name occurs behind the record's own start tag, even inside a comment or CDATA section. */
function hasOpenTag(raw: Buffer, name: string): boolean {
  const text = raw.toString('utf8', 1);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const behind = text.charAt(at + name.length);
    if ((behind === '>' || behind === '/' || /\s/.test(behind)) && opensAt(text, at)) return true;
  }
  return false;
}

/** A longer namespace prefix is not recognised, which bounds the search for its `<`. */
const prefixMax = 100;

/** Whether `<` or `<prefix:` precedes the name at `at`. */
function opensAt(text: string, at: number): boolean {
  if (text.charAt(at - 1) === '<') return true;
  if (text.charAt(at - 1) !== ':') return false;
  let start = at - 1;
  while (start > 0 && at - start < prefixMax && /[^\s<>/:]/.test(text.charAt(start - 1))) start--;
  return start < at - 1 && text.charAt(start - 1) === '<';
}

import type { RecordObject, RecordValue } from '../../model/record.js';
import { markupRole, type MarkupRole } from './markup.js';
import type { TagReceiver } from './xml-tree.js';

/** An element with its texts and children in document order. */
interface Ordered {
  name: string;
  isMarkup: boolean;
  /** Texts as written, white space included. */
  parts: (string | Ordered)[];
  /** Remembered, because an element is asked once for each element around it. */
  holdsOnlyMarks?: boolean;
}

/** Keeps texts and elements of one record in document order. */
export class TextOrder implements TagReceiver {
  readonly #open: Ordered[] = [];
  #root: Ordered | null = null;

  clear(): void {
    this.#open.length = 0;
    this.#root = null;
  }

  enter(name: string, depth: number, _attributes: Readonly<RecordObject>, isMarkup: boolean): void {
    this.#open.length = depth - 1;
    const element: Ordered = { name, isMarkup, parts: [] };
    this.#open.at(-1)?.parts.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  addText(text: string, depth: number): void {
    this.#open.length = depth;
    this.#open.at(-1)?.parts.push(text);
  }

  /**
   * Sets `#text` of each element that has text in several pieces to all text below it, in document order. What the tree had as text of such
   * an element becomes `#own`.
   * @param record what `ElementTree` made of the same tags and texts
   */
  complete(record: RecordObject): void {
    if (this.#root !== null) completeChildren(record, this.#root, false);
  }
}

/** @param within whether the element is a text: marks in it have no text of their own then */
function completeChildren(value: RecordObject, { parts }: Ordered, within: boolean): void {
  const met = new Map<string, number>();
  for (const child of parts) {
    if (typeof child === 'string') continue;
    const index = met.get(child.name) ?? 0;
    met.set(child.name, index + 1);
    if (within && child.isMarkup) continue;
    const former = value[child.name];
    if (Array.isArray(former)) former[index] = completed(former[index] ?? '', child);
    else if (former !== undefined) value[child.name] = completed(former, child);
  }
}

function completed(value: RecordValue, element: Ordered): RecordValue {
  if (Array.isArray(value)) return value;
  const isPlain = typeof value === 'string';
  const isWhole = isText(element);
  if (!isPlain) completeChildren(value, element, isWhole);
  if (!isWhole) return value;
  const text = wholeText(element);
  const own = isPlain ? value : (value['#text'] ?? '');
  if (typeof own !== 'string' || text === own.trim()) return value;
  return Object.assign(isPlain ? {} : value, { '#text': text, ...(own !== '' && { '#own': own }) });
}

/** Whether the element is a text: it has text of its own in several pieces, or holds nothing but marks of a text. */
function isText(element: Ordered): boolean {
  const { parts } = element;
  if (parts.some((part) => typeof part === 'string' && part.trim() !== '')) return parts.length > 1;
  return parts.some((part) => typeof part !== 'string' && part.isMarkup) && holdsOnlyMarks(element);
}

function holdsOnlyMarks(element: Ordered): boolean {
  return (element.holdsOnlyMarks ??= element.parts.every(
    (part) =>
      typeof part === 'string' || (part.isMarkup ? holdsOnlyMarks(part) : markupRole(part.name) === 'silent'),
  ));
}

/** In a text with elements that begin lines, line ends of the source are white space, as in HTML. */
function wholeText(element: Ordered): string {
  const plain = (text: string): string => text;
  return textOf(element, hasLines(element) ? collapsed : plain).trim();
}

function collapsed(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ');
}

function hasLines({ parts }: Ordered): boolean {
  return parts.some((part) => typeof part !== 'string' && (beginsLine(part) || hasLines(part)));
}

function beginsLine({ name }: Ordered): boolean {
  const role = markupRole(name);
  return role === 'line' || role === 'block';
}

function textOf({ parts }: Ordered, written: (text: string) => string): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') text += written(part);
    else text += around(markupRole(part.name), textOf(part, written), typeof parts[index - 1] === 'object');
  }
  return text;
}

/** @param isBeside whether another element ends where this one begins */
function around(role: MarkupRole, text: string, isBeside: boolean): string {
  switch (role) {
    case 'inline':
      return text;
    case 'line':
      return `\n${text}`;
    case 'block':
      return `\n${text}\n`;
    case 'cell':
      return `${text} `;
    case 'silent':
      return '';
    case 'none':
      return isBeside ? ` ${text}` : text;
  }
}

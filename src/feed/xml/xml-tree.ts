import type { RecordObject, RecordValue } from '../../model/record.js';

/** Receives the tags and texts of one record, in document order. End tags are not reported. */
export interface TagReceiver {
  /** Forgets what was received. */
  clear(): void;
  /**
   * Opens an element and closes all elements at its depth or deeper.
   * @param depth the number of open elements, this one included
   * @param isMarkup whether the element marks a part of a text, such as `<b>`
   */
  enter(name: string, depth: number, attributes: Readonly<RecordObject>, isMarkup: boolean): void;
  /** @param depth the number of open elements around the text */
  addText(text: string, depth: number): void;
}

/** An element whose end tag was not read yet. */
interface OpenElement {
  name: string;
  children: RecordObject | null;
  text: string;
  attributes: Readonly<RecordObject> | null;
}

/**
 * Builds the object of one record from its tags and texts, in the form that fast-xml-parser returns. That parser builds an internal tree
 * first and converts it, which takes a third of its time.
 */
export class ElementTree implements TagReceiver {
  readonly #open: OpenElement[] = [];
  #root: { name: string; value: RecordObject | string } | null = null;
  #hasSeveral = false;
  #isMixed = false;

  /**
   * Whether an element has text in several pieces: beside or within other elements, or beside a CDATA section. The tree keeps neither their
   * order nor the white space between them (`text-order.ts`).
   */
  get isMixed(): boolean {
    return this.#isMixed;
  }

  clear(): void {
    this.#open.length = 0;
    this.#root = null;
    this.#hasSeveral = false;
    this.#isMixed = false;
  }

  enter(name: string, depth: number, attributes: Readonly<RecordObject>, isMarkup: boolean): void {
    this.#closeFrom(depth);
    if (isMarkup || (this.#open.at(-1)?.text ?? '') !== '') this.#isMixed = true;
    this.#open.push({ name, children: null, text: '', attributes: isEmpty(attributes) ? null : attributes });
  }

  addText(text: string, depth: number): void {
    this.#closeFrom(depth + 1);
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (element.text !== '' || element.children !== null) this.#isMixed = true;
    element.text += text;
  }

  /**
   * Closes all elements and returns the outermost one.
   * @throws Error unless there is exactly one outermost element
   */
  end(): { name: string; value: RecordObject } {
    this.#closeFrom(1);
    if (this.#root === null) throw new Error('no element');
    if (this.#hasSeveral) throw new Error('several elements');
    return asObject(this.#root.name, this.#root.value);
  }

  #closeFrom(depth: number): void {
    while (this.#open.length >= depth) {
      const closed = this.#open.pop();
      if (closed === undefined) return;
      const parent = this.#open.at(-1);
      const value = valueOf(closed);
      if (parent !== undefined) addChild((parent.children ??= {}), closed.name, value);
      else if (this.#root === null) this.#root = { name: closed.name, value };
      else this.#hasSeveral = true;
    }
  }
}

/** An outermost element. Unlike that of a child, its value is an object even if the element has only text. */
export function asObject(name: string, value: RecordObject | string): { name: string; value: RecordObject } {
  if (typeof value === 'string') return { name, value: value === '' ? {} : { '#text': value } };
  return { name, value };
}

function valueOf({ children, text, attributes }: OpenElement): RecordObject | string {
  if (children === null && attributes === null) return text;
  const value = children ?? {};
  if (text !== '') value['#text'] = text;
  return attributes === null ? value : Object.assign(value, attributes);
}

function addChild(children: RecordObject, name: string, value: RecordValue): void {
  if (!Object.hasOwn(children, name)) {
    // An assignment to __proto__ would set the prototype instead of adding a child.
    if (name === '__proto__') Object.defineProperty(children, name, { value, ...ordinary });
    else children[name] = value;
    return;
  }
  const former = children[name];
  if (Array.isArray(former)) former.push(value);
  else children[name] = [former ?? '', value];
}

const ordinary = { configurable: true, enumerable: true, writable: true };

function isEmpty(attributes: object): boolean {
  for (const _ in attributes) return false;
  return true;
}

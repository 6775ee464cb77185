import type { RecordObject, RecordValue } from '../../model/record.js';

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
export class ElementTree {
  readonly #open: OpenElement[] = [];
  #root: { name: string; value: RecordObject | string } | null = null;
  #hasSeveral = false;

  clear(): void {
    this.#open.length = 0;
    this.#root = null;
    this.#hasSeveral = false;
  }

  /**
   * Opens an element and closes all elements at its depth or deeper. End tags are not reported.
   * @param depth the number of open elements, this one included
   */
  enter(name: string, depth: number, attributes: Readonly<RecordObject>): void {
    this.#closeFrom(depth);
    this.#open.push({ name, children: null, text: '', attributes: isEmpty(attributes) ? null : attributes });
  }

  /** @param depth the number of open elements around the text */
  addText(text: string, depth: number): void {
    this.#closeFrom(depth + 1);
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += text;
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

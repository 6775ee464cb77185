import { XMLParser } from 'fast-xml-parser';

/** An element: its children by name, its attributes by `@name`, its own text as `#text`. Every child is a list. */
export type Element = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, parseAttributeValue: false },
  ...{ trimValues: true, removeNSPrefix: true, processEntities: true },
  isArray: (_, __, ___, isAttribute) => !isAttribute,
});

/** Each reader looks at each file; it is parsed once. */
const parsed = new WeakMap<Buffer, Element>();

function documentOf(bytes: Buffer, text: string): Element {
  const known = parsed.get(bytes) ?? (parser.parse(text) as Element);
  parsed.set(bytes, known);
  return known;
}

/** The root element of a document that has this name; null: it has another. */
export function rootOf(bytes: Buffer, name: string): Element | null {
  const text = bytes.toString('utf8');
  if (!text.trimStart().startsWith('<')) return null;
  return children(documentOf(bytes, text), name)[0] ?? null;
}

/** The elements at a path of names. */
export function children(element: Element, ...path: string[]): Element[] {
  return path.reduce<Element[]>(
    (all, name) =>
      all.flatMap((one) =>
        ((one[name] as unknown[] | undefined) ?? []).map((child) =>
          typeof child === 'object' && child !== null ? (child as Element) : { '#text': child },
        ),
      ),
    [element],
  );
}

/** The text of the first element at a path; null: there is none, or it is empty. */
export function textAt(element: Element, ...path: string[]): string | null {
  return textOf(children(element, ...path)[0]);
}

export function textOf(element: Element | undefined): string | null {
  const text = element?.['#text'];
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

export function attribute(element: Element | undefined, name: string): string | null {
  const text = element?.[`@${name}`];
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

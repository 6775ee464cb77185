import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../src/feed/parse-record.js';
import { decodeReferences, entityDecoder } from '../../src/feed/xml/entities.js';
import { isMarkup } from '../../src/feed/xml/markup.js';
import { parserOptions } from '../../src/feed/xml/strict-parser.js';
import { repetitions } from '../support/repetitions.js';

/** The parser left to itself, which reads every sign of a record, and keeps the order of texts, CDATA sections and elements. */
const parser = new XMLParser({
  ...parserOptions,
  preserveOrder: true,
  trimValues: false,
  cdataPropName: '#cdata',
  entityDecoder: entityDecoder((text) => text),
}) as unknown as { parse(text: string, validate: true): Node[] };

/** `{ name: children, ':@': attributes }`, `{ '#text': text }` or `{ '#cdata': [{ '#text': text }] }`. */
type Node = Record<string, unknown>;

const decoded = (text: string): string => decodeReferences(text, { add: () => undefined });

function byParser(text: string): unknown {
  try {
    // Sections stay as they are.
    const unstray = text.replace(
      /(<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>)|(&#X(?=[\da-fA-F]*;))|&(?!#[xX][\da-fA-F]*;|#\d*;|\w{1,20};)/g,
      (_, section?: string, capital?: string) => section ?? (capital === undefined ? '&amp;' : '&#x'),
    );
    const elements = parser.parse(unstray, true).filter((node) => !('#text' in node));
    const [element] = elements;
    if (element === undefined || elements.length > 1) return 'unreadable';
    const value = valueOf(element, 'the record');
    if (typeof value !== 'string') return { name: nameOf(element), value };
    return { name: nameOf(element), value: value === '' ? {} : { '#text': value } };
  } catch {
    return 'unreadable';
  }
}

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? '';
const isElement = (node: Node): boolean => !nameOf(node).startsWith('#');
const inside = (node: Node): Node[] => node[nameOf(node)] as Node[];
const isMarkupNode = (node: Node): boolean =>
  isMarkup(nameOf(node), (node[':@'] ?? {}) as Record<string, unknown>);

function piece(node: Node): { text: string; isCdata: boolean } {
  const isCdata = '#cdata' in node;
  const [holder = node] = isCdata ? inside(node) : [node];
  return { text: (holder['#text'] ?? '') as string, isCdata };
}

function valueOf(node: Node, within: 'the record' | 'elements' | 'a text' | 'a mark'): unknown {
  const nodes = inside(node);
  const isMark = within === 'a mark' || (within === 'a text' && isMarkupNode(node));
  const whole = isMark || within === 'the record' ? null : wholeText(nodes);
  const inner = isMark ? 'a mark' : whole === null ? 'elements' : 'a text';
  const value: Record<string, unknown> = {};
  for (const child of nodes.filter(isElement)) {
    const [name, made] = [nameOf(child), valueOf(child, inner)];
    const former = value[name];
    if (!Object.hasOwn(value, name)) value[name] = made;
    else if (Array.isArray(former)) former.push(made);
    else value[name] = [former, made];
  }
  const pieces = nodes.filter((child) => !isElement(child)).map(piece);
  const own = pieces.map(({ text, isCdata }) => (isCdata ? text : decoded(text.trim()))).join('');
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>);
  const isChanged = whole !== null && whole !== own.trim();
  const text = isChanged ? whole : own;
  if (Object.keys(value).length === 0 && attributes.length === 0 && !isChanged) return own;
  if (text !== '') value['#text'] = text;
  for (const [key, one] of attributes) value[key] = decoded(one.trim());
  if (isChanged && own !== '') value['#own'] = own;
  return value;
}

const textOf = (node: Node): string => ('#cdata' in node ? piece(node).text : decoded(piece(node).text));
const isOnlyMarkup = (node: Node): boolean =>
  isMarkupNode(node) && inside(node).filter(isElement).every(isOnlyMarkup);

/** Null: no text in several pieces. */
function wholeText(nodes: readonly Node[]): string | null {
  const texts = nodes.filter((node) => !isElement(node)).map(textOf);
  const elements = nodes.filter(isElement);
  const hasText = texts.some((text) => text.trim() !== '');
  if (elements.length === 0 ? texts.length < 2 || !hasText : !hasText && !elements.every(isOnlyMarkup))
    return null;
  return concatenated(nodes).trim();
}

/** The generated records have no markup but `<b>` and `<i>`, and the element `a` is markup as well. */
function concatenated(nodes: readonly Node[]): string {
  return nodes
    .map((node, index) => {
      if (!isElement(node)) return textOf(node);
      const before = nodes[index - 1];
      const isBeside = !isMarkupNode(node) && before !== undefined && isElement(before);
      return `${isBeside ? ' ' : ''}${concatenated(inside(node))}`;
    })
    .join('');
}

/** The texts of an element stand behind its attributes and children. */
function textsLast(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsLast);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, textsLast(one)]);
  const isText = ([key]: [string, unknown]): boolean => key.startsWith('#');
  return Object.fromEntries([...entries.filter((one) => !isText(one)), ...entries.filter(isText).sort()]);
}

const shown = (made: unknown): string => JSON.stringify(textsLast(made));

function byUs(text: string): unknown {
  const result = parseRecord(Buffer.from(text), { ancestors: [], header: {} });
  return result.ok ? { name: result.record.name, value: result.record.value } : 'unreadable';
}

const name = fc.constantFrom('a', 'b', 'n:a', 'title', 'opis', 'toString', 'x-1', 'šifra');
const text = fc.constantFrom(
  ...[
    '',
    ' ',
    '\n    ',
    '\u00a0',
    'x',
    ' y ',
    '0',
    'a > b',
    ']]',
    'a &amp; b',
    '&#233;',
    '&odd;',
    '&#0;',
    'a & b',
  ],
  ...[
    'a text that is long enough\r\nto be taken out ',
    ' another one, " \' quoted, > and so on',
    'ž'.repeat(30),
    'Šest &lt; sedam\r',
    '&#x41;&#;&#X41; &nbsp;',
  ],
  ...[
    '<![CDATA[ <b>a text of some length</b> ]]>',
    '<![CDATA[]]>',
    '<!-- a comment of some length -->',
    '<?pi of some length?>',
  ],
);
const attribute = fc.constantFrom(
  ...[
    '',
    '',
    '',
    ' id="7"',
    " id='a long value, longer than texts'",
    ' n:id=" > "',
    ' a="1" b=\'"\'',
    ' a="<b>"',
    ' a',
    ' a=1',
    ' a="&amp;č" n:b="\r\n"',
    ' xmlns:n="urn:x"',
    "\tb='2' ",
    ' a="&#0;"',
    ' /',
  ],
);

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      attribute,
      fc.array(fc.oneof({ depthSize: 'small' }, text, tie('element')), { maxLength: 5 }),
    )
    .map(([tag, attributes, inside]) =>
      inside.length === 0 ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inside.join('')}</${tag}>`,
    ),
}));

describe('what is made of a record', () => {
  it.each([60, 70, 100, 101, 102, 103])('is what the parser makes of it, %i elements deep', (levels) => {
    const record = '<a>'.repeat(levels) + 'x' + '</a>'.repeat(levels);
    expect(shown(byUs(record))).toBe(shown(byParser(record)));
  });

  it.each(['<a/><b/>', '<a/>x<a/>', '<a>1</a><a>2</a>', 'x', ''])(
    'is nothing where it is not one element: %s',
    (text) => {
      expect(byUs(text)).toBe('unreadable');
    },
  );

  it('is what the parser makes of it, key by key', () => {
    fc.assert(
      fc.property(element, (record) => {
        expect(shown(byUs(record))).toBe(shown(byParser(record)));
      }),
      { numRuns: repetitions({ tests: 2_000, soak: 10_000 }) },
    );
  });

  it('is the same where signs are missing or doubled', () => {
    const damaged = fc
      .tuple(element, fc.nat(), fc.constantFrom('', '<', '>', '"', '&', '/', '\0'))
      .map(([record, at, sign]) => {
        const place = at % record.length;
        return record.slice(0, place) + sign + record.slice(place + 1);
      });
    fc.assert(
      fc.property(damaged, (record) => {
        // The parser takes `<!CDATA[` for an element and `</a b="">` for an end. Texts beside other elements have no order then.
        // It also takes `</a/>` behind the element for nothing, or for another one, by what it is asked to return, and looks for the end of
        // an instruction with a quote behind the next quote.
        fc.pre(!/<\?>|<\?[^?]*["']|<!(?!--|\[CDATA\[)|<\/[^\s>]*[^\s>][\s/][^>]|<\/[^>]*\/\s*>/.test(record));
        expect(shown(byUs(record))).toBe(shown(byParser(record)));
      }),
      { numRuns: repetitions({ tests: 4_000, soak: 20_000 }) },
    );
  });
});

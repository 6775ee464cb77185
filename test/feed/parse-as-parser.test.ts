import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../src/feed/parse-record.js';
import { parserOptions } from '../../src/feed/xml/strict-parser.js';
import { repetitions } from '../support/repetitions.js';

/** The parser left to itself, which reads every sign of a record and makes its own tree. */
const parser = new XMLParser(parserOptions);

const validating = parser as unknown as { parse(text: string, validate: true): Record<string, unknown> };

function byParser(text: string): unknown {
  try {
    // The parser takes several elements as well, of one name in a list, and keeps text that stands beside them.
    const elements = Object.entries(validating.parse(text, true)).filter(([name]) => name !== '#text');
    const [entry, ...others] = elements;
    if (entry === undefined || others.length > 0 || Array.isArray(entry[1])) return 'unreadable';
    const [name, value] = entry;
    if (typeof value !== 'string') return { name, value };
    return { name, value: value === '' ? {} : { '#text': value } };
  } catch {
    return 'unreadable';
  }
}

function byUs(text: string): unknown {
  const result = parseRecord(Buffer.from(text), { ancestors: [], header: {} });
  return result.ok ? { name: result.record.name, value: result.record.value } : 'unreadable';
}

const name = fc.constantFrom('a', 'b', 'n:a', 'title', 'toString', 'x-1');
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
    expect(JSON.stringify(byUs(record))).toBe(JSON.stringify(byParser(record)));
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
        expect(JSON.stringify(byUs(record))).toBe(JSON.stringify(byParser(record)));
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
        expect(JSON.stringify(byUs(record))).toBe(JSON.stringify(byParser(record)));
      }),
      { numRuns: repetitions({ tests: 4_000, soak: 20_000 }) },
    );
  });
});

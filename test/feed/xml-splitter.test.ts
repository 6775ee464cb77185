import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotOf, type ReadOptions } from './snapshot-of.js';

interface Case {
  name: string;
  document: string;
  records: string[];
  options?: ReadOptions;
}

const inRoot = (name: string, ...pieces: (string | { between: string })[]): Case => ({
  name,
  document: `<root>${pieces.map((piece) => (typeof piece === 'string' ? piece : piece.between)).join('')}</root>`,
  records: pieces.filter((piece) => typeof piece === 'string'),
});

/** A list of records, or one with nothing around it. */
const lone: ReadOptions = { format: { records: ['root/rent', 'rent'] }, mayBeEmpty: true };

const whole: Case[] = [
  inRoot('comment', '<property><!-- </property> --><id>1</id></property>', '<property>2</property>'),
  inRoot('comment between', { between: '<!-- <property>x</property> -->' }, '<property>1</property>'),
  inRoot('CDATA', '<property><![CDATA[</property>]]></property>', '<property>2</property>'),
  inRoot('CDATA split', '<property><![CDATA[a]]]]><![CDATA[></property>]]></property>', '<property/>'),
  inRoot('CDATA ends', '<property><![CDATA[]]></property>', '<property><![CDATA[]]]]></property>'),
  inRoot(
    'instruction',
    '<property><?x </property> ?></property>',
    { between: '<?y <property> ?>' },
    '<property/>',
  ),
  inRoot('nested', '<property><property><property/></property></property>', '<property a="1"/>'),
  inRoot('nested with quotes', '<property><property a="/>">x</property></property>', '<property/>'),
  inRoot('similar names', '<property><propertyx></propertyx><property-type/></property>', {
    between: '<propertyx></propertyx><property-type/>',
  }),
  inRoot(
    '> in values',
    '<property a=">" b=\'/>\'>x</property>',
    '<property a="/>"/>',
    '<property a=">"></property>',
  ),
  inRoot('space in closing', '<property ></property >', '<property\n\t a="1"\n></property\r\n\t>'),
  inRoot('self-closed', '<property/>', '<property />', '<property a="b"/>'),
  inRoot('other path', { between: '<list><property>no</property></list>' }, '<property>yes</property>'),
  inRoot(
    'prefixes',
    '<x:property xmlns:x="u"><x:property/></x:property>',
    '<property><x:property></property>',
  ),
  inRoot('CRLF', { between: '\r\n' }, '<property>\r\n</property>', { between: '\r\n' }),
  inRoot('multi-byte', '<property>š😀č</property>', { between: '<ž>đ</ž>' }, '<property ć="ш"/>'),
  inRoot('lone markup inside', '<property>a < b & <br> </p></property>', '<property/>'),
  inRoot('quote that never ends', '<property><a b="></a></property>', '<property c="2"/>'),
  {
    name: 'DOCTYPE with internal subset',
    document:
      '<?xml version="1.0"?><!DOCTYPE root [<!ELEMENT root (property)*><!-- <property> \' ]> --><?p ]> ?>' +
      '<!ATTLIST property a CDATA "]><property>">]><root><property/></root><!-- end -->\n<?z?>',
    records: ['<property/>'],
  },
  {
    name: 'DOCTYPE with an external subset, never opened',
    document: '<!DOCTYPE root SYSTEM "http://127.0.0.1:9/>.dtd"><root><property/></root>',
    records: ['<property/>'],
  },
  { name: 'byte order mark', document: '\uFEFF<root><property/></root>', records: ['<property/>'] },
  {
    name: 'several names at several depths',
    document: '<f:root xmlns:f="u"><a><sale>1</sale><rent>2</rent></a><sale>no</sale><b><rent/></b></f:root>',
    records: ['<sale>1</sale>', '<rent>2</rent>', '<rent/>'],
    options: { format: { records: ['root/a/sale', 'root/a/rent', 'root/b/rent'] } },
  },
  {
    name: 'a lone record',
    document: '<?xml version="1.0"?>\n<x:rent a="1"><rent/><![CDATA[</rent>]]></x:rent>\n<!-- end -->',
    records: ['<x:rent a="1"><rent/><![CDATA[</rent>]]></x:rent>'],
    options: lone,
  },
  { name: 'a lone record without content', document: '<rent/>', records: ['<rent/>'], options: lone },
  {
    name: 'a list where it may be a lone record',
    document: '<root><rent>1</rent><rent>2</rent></root>',
    records: ['<rent>1</rent>', '<rent>2</rent>'],
    options: lone,
  },
];

const withMark = '\uFEFF<?xml version="1.0"?>\uFEFF\n<root><property/></root>\uFEFF\n';
/** What web hosts and joined files add outside of the root. */
const additions: [name: string, document: string, repairs: string[]][] = [
  [
    'a script',
    '<root><property/></root>\n<script src="https://stats.example/t.js"></script>',
    ['after_root'],
  ],
  [
    'a script with signs',
    '<root><property/></root><script>if (a<b && c) { x("</p>") }</script>',
    ['after_root'],
  ],
  ['a script that is cut', '<root><property/></root><script>var a = "', ['after_root']],
  ['a tracking picture', '<root><property/></root><!-- x --><IMG src="//t.example/p.gif">', ['after_root']],
  [
    'an advertisement',
    '<root><property/></root><div id="ad">Free <b>hosting</b></div>\ntext',
    ['after_root'],
  ],
  ['the end of a page', '<root><property/></root></body></html>', ['after_root']],
  ['two byte order marks', '\uFEFF\uFEFF<root><property/></root>', ['stray_bom']],
  ['three of them', '\uFEFF\uFEFF\uFEFF<root><property/></root>', ['stray_bom']],
  ['one behind white space', '\n \uFEFF<root><property/></root>', ['stray_bom']],
  ['one in each place', withMark, ['stray_bom']],
  ['both', '\uFEFF\uFEFF<root><property/></root>\uFEFF<script/>', ['after_root', 'stray_bom']],
  ['nothing', '\uFEFF<root><property>\uFEFF</property>\uFEFF</root><!-- a --><?b?>\n', []],
];

describe('what stands outside of the root and has no meaning', () => {
  it.each(additions)('%s is passed over and counted', async (_name, document, repairs) => {
    for (const windowBytes of [1, 2, 3, 7, 1 << 20]) {
      const { end } = await snapshotOf(document, { limits: { windowBytes } });
      expect({ ...end, repairs: [...end.repairs].sort() }).toMatchObject({
        ...{ completeness: 'complete', recordCount: 1, reason: null },
        repairs,
      });
    }
  });

  it('is also passed over in UTF-16', async () => {
    const document = Buffer.concat([
      Buffer.of(0xff, 0xfe),
      Buffer.from('\uFEFF<root><property/></root>', 'utf16le'),
    ]);
    expect((await snapshotOf(document)).end).toMatchObject({
      completeness: 'complete',
      repairs: ['stray_bom'],
    });
  });
});

describe('finding records', () => {
  it.each(whole)('$name, at every window size', async ({ document, records, options }) => {
    const length = Buffer.byteLength(document);
    for (let windowBytes = 1; windowBytes <= length + 1; windowBytes++) {
      const limits = { windowBytes, recordsPerBlock: 1 + (windowBytes % 3) };
      const read = await snapshotOf(document, { ...options, limits, parse: false });
      expect({ windowBytes, raw: read.raw }).toEqual({ windowBytes, raw: records });
      expect(read.end).toMatchObject({ completeness: 'complete', recordCount: records.length });
    }
  });

  it('is the same for any document and any window', async () => {
    await fc.assert(
      fc.asyncProperty(generatedDocument, fc.integer({ min: 1, max: 300 }), async (pieces, windowBytes) => {
        const expected = pieces.filter((piece) => piece.isRecord).map((piece) => piece.text);
        const document = `<root>${pieces.map((piece) => piece.text).join('')}</root>`;
        const read = await snapshotOf(document, {
          limits: { windowBytes, recordsPerBlock: 4 },
          parse: false,
        });
        expect(read.raw).toEqual(expected);
        expect(read.end.completeness).toBe(expected.length > 0 ? 'complete' : 'incomplete');
      }),
      { numRuns: 500 },
    );
  });
});

const text = fc.constantFrom('', 'x', ' ', '\n', 'š', '😀', '>', '"', "'", ']]', '&amp;', '--');
/** What looks like records but is none. Its text ends none of the three. */
const opaque = fc
  .tuple(
    fc.constantFrom(['<!--', '-->'], ['<![CDATA[', ']]>'], ['<?p ', '?>']),
    fc.constantFrom('', ' ', 'š', '>', '😀'),
  )
  .map(([[open, close], inside]) => `${open}</property><property>${inside}${close}`);
const attributes = fc.constantFrom('', ' a="1"', " b='>'", ' c="/>"', ' ', '\n x:d="\'"');
const content = fc.array(fc.oneof(text, opaque), { maxLength: 4 }).map((parts) => parts.join(''));
const element = fc.letrec<{ property: string; other: string; inside: string }>((tie) => ({
  property: fc
    .tuple(attributes, tie('inside'))
    .map(([at, inside]) => (inside === '' ? `<property${at}/>` : `<property${at}>${inside}</property >`)),
  other: fc
    .tuple(fc.constantFrom('propertyx', 'p', 'property-type', 'x:p'), attributes, tie('inside'))
    .map(([name, at, inside]) => `<${name}${at}>${inside}</${name}>`),
  inside: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    content,
    fc.tuple(content, fc.oneof(tie('property'), tie('other')), content).map((parts) => parts.join('')),
  ),
}));
const generatedDocument = fc.array(
  fc.oneof(
    element.property.map((piece) => ({ text: piece, isRecord: true })),
    element.other.map((piece) => ({ text: piece, isRecord: false })),
    content.map((piece) => ({ text: piece, isRecord: false })),
  ),
  { maxLength: 12 },
);

const broken: [name: string, document: string, reason: RegExp][] = [
  ['empty', '', /no <root> element/],
  ['white space', ' \n ', /no <root> element/],
  ['plain text', 'Service unavailable', /does not begin as XML/],
  ['JSON', '{"a":1}', /does not begin as XML/],
  ['another root', '<html><property/></html>', /root element is <html>, not <root>/],
  ['no records', '<root><a/></root>', /holds no records/],
  ['self-closed root', '<root/>', /holds no records/],
  ['unclosed root', '<root><property/>', /cut off/],
  ['unclosed record', '<root><property><a></a>', /cut off/],
  ['unclosed comment', '<root><property/><!-- </root>', /cut off/],
  ['closing tag in CDATA', '<root><property><![CDATA[</property></root>', /cut off/],
  ['lost closing tag of a record', '<root><property><property></property></root>', /cut off/],
  ['closing tag twice', '<root><property></property></property></root>', /fits no open element/],
  ['elements that cross', '<root><a><b></a></b><property/></root>', /fits no open element/],
  ['text behind the root', '<root><property/></root>x', /something follows/],
  ['element behind the root', '<root><property/></root><other/>', /second element/],
  ['two exports', '<root><property/></root>\n<?xml version="1.0"?><root/>', /second <root>.*two exports/],
  ['two exports with a prefix', '<root><property/></root><x:root>', /second <root>.*two exports/],
  [
    'two exports around a script',
    '<root><property/></root><script/><root a="1">',
    /second <root>.*two exports/,
  ],
  ['a script before the root', '<script/><root><property/></root>', /root element is <script>/],
  ['a script and no end', '<root><property/><script></script>', /cut off/],
  ['broken tag', '<root><a <property/></root>', /a tag is broken/],
  ['entities', '<!DOCTYPE root [<!ENTITY a "b">]><root><property/></root>', /declares entities/],
  [
    'entities in capitals and small letters',
    '<!DOCTYPE root [ <!ENTITY\n% a SYSTEM "f">]><root/>',
    /declares entities/,
  ],
  ['parameter entity', '<!DOCTYPE root [%a;]><root><property/></root>', /declares entities/],
  ['DOCTYPE within', '<root><!DOCTYPE a><property/></root>', /declaration/],
  ['DOCTYPE in a record', '<root><property><!DOCTYPE a></property></root>', /declaration/],
];

describe('what is no whole document', () => {
  it.each(broken)('%s', async (_name, document, reason) => {
    for (const windowBytes of [1, 2, 7, 1 << 20]) {
      const { end } = await snapshotOf(document, { limits: { windowBytes } });
      expect(end.completeness).toBe('incomplete');
      expect(end.reason).toMatch(reason);
      expect(end.reason).toMatch(/Nothing was changed; the last complete snapshot stays in use\.$/);
    }
  });

  it.each([
    ['<rent><a></a>', /ends before <\/rent>: it was cut off/],
    ['<rent>', /ends before <\/rent>/],
    ['<rent/>x', /something follows <\/rent>/],
    ['<rent/><rent/>', /second element follows <\/rent>/],
    ['<rent/><root/>', /second element follows <\/rent>/],
    ['<sale/>', /root element is <sale>, not <root>/],
  ])('where it may be a lone record: %s', async (document, reason) => {
    for (const windowBytes of [1, 2, 7, 1 << 20])
      expect((await snapshotOf(document, { ...lone, limits: { windowBytes } })).end.reason).toMatch(reason);
  });

  it('is a lone record where a file is to hold everything: all others would look gone', async () => {
    const { end } = await snapshotOf('<rent>1</rent>', { ...lone, mayBeEmpty: false });
    expect(end.completeness).toBe('incomplete');
    expect(end.reason).toMatch(/one record with no list around it.*write "kind: delta" for this feed/);
  });

  it('fault 30: a document cut anywhere before the end of its root', async () => {
    const document =
      '<?xml version="1.0"?>\n<!-- </root> --><root a="</root>"><h><![CDATA[</root>]]></h>' +
      '<property><d><![CDATA[</property></root>]]></d></property>' +
      '<property a="&lt;/root>"><!-- </property></root> --></property></root>';
    const legal = document.replace(' a="</root>"', ' a="/root>"');
    const bytes = Buffer.from(legal);
    expect((await snapshotOf(bytes)).end.completeness).toBe('complete');
    for (let cut = 0; cut < bytes.length; cut++)
      expect((await snapshotOf(bytes.subarray(0, cut))).end.completeness, `cut at ${cut}`).toBe('incomplete');
  });

  it('fault 36: elements nested without end', async () => {
    const { end } = await snapshotOf(`<root>${'<a>'.repeat(200_000)}`);
    expect(end.reason).toMatch(/nested more than 64 deep/);
  });

  it('fault 37: one endless text, in a record and before the first', async () => {
    const limits = { windowBytes: 1024, neededBytesMax: 64 * 1024 };
    for (const start of ['<root><property>', '<root><property/><property a="', '<root>'])
      expect((await snapshotOf(start + 'x'.repeat(300_000), { limits })).end.reason).toMatch(/longer than/);
  });

  it('fault 38: a million attributes', async () => {
    const attributes = Array.from({ length: 1_000_000 }, (_, i) => ` a${i}=""`).join('');
    expect((await snapshotOf(`<root><property${attributes}/></root>`)).end.reason).toMatch(/a tag is longer/);
  });
});

it('reads a record that is larger than the window', async () => {
  const record = `<property>${'<a>š</a>'.repeat(5_000)}</property>`;
  const read = await snapshotOf(`<root>${record}<property/>${record}</root>`, {
    limits: { windowBytes: 64 },
  });
  expect(read.raw).toEqual([record, '<property/>', record]);
});

import { describe, expect, it } from 'vitest';
import {
  parseRecord,
  recordBytesMax,
  undecodableReason,
  undecodableRecord,
} from '../../src/feed/parse-record.js';
import { ownTextOf, textOf } from '../../src/mapping/language/path.js';
import type { RecordObject } from '../../src/model/record.js';

const surroundings = { ancestors: [], header: {} };
const parse = (text: string): ReturnType<typeof parseRecord> => parseRecord(Buffer.from(text), surroundings);
const value = (text: string): unknown => {
  const result = parse(text);
  return result.ok ? result.record.value : result.reason;
};

describe('a well-formed record', () => {
  it.each([
    ['text alone', '<p>x</p>', { '#text': 'x' }],
    ['nothing', '<p/>', {}],
    [
      'fault 57: numbers stay text',
      '<p><a>00123</a><b>1e3</b><c>+48 600</c><d>0x1F</d><e>true</e></p>',
      { a: '00123', b: '1e3', c: '+48 600', d: '0x1F', e: 'true' },
    ],
    [
      'attributes',
      '<p id="007" x:b=" y "><c d="1">t</c></p>',
      { '@id': '007', '@b': 'y', c: { '@d': '1', '#text': 't' } },
    ],
    ['repetition', '<p><a>1</a><b/><a>2</a></p>', { a: ['1', '2'], b: '' }],
    ['prefixes', '<n:p xmlns:n="u" xmlns="v"><n:a>1</n:a><a>2</a></n:p>', { a: ['1', '2'] }],
    ['CDATA', '<p><a><![CDATA[ <b>&amp;</b> ]]]]><![CDATA[> ]]></a></p>', { a: ' <b>&amp;</b> ]]> ' }],
    [
      'entities',
      '<p>&amp;&lt;&#233;&#x1F600;&nbsp;&eacute;&scaron;&euro;&bdquo;&unknown;&amp;eacute;</p>',
      { '#text': '&<é😀\u00a0éš€„&unknown;&eacute;' },
    ],
    ['no second decoding', '<p>&#38;lt;</p>', { '#text': '&lt;' }],
    ['comments and instructions', '<p><!-- </p> --><?x </p> ?>x</p>', { '#text': 'x' }],
    ['DOCTYPE in text', '<p><![CDATA[<!DOCTYPE html>]]></p>', { '#text': '<!DOCTYPE html>' }],
    [
      'names of Object',
      '<p><toString>1</toString><hasOwnProperty>2</hasOwnProperty></p>',
      { toString: '1', hasOwnProperty: '2' },
    ],
  ])('%s', (_name, text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it('carries its surroundings', () => {
    const around = { ancestors: [{ name: 'root', attributes: { a: '1' } }], header: { h: '2' } };
    expect(parseRecord(Buffer.from('<p/>'), around)).toEqual({
      ok: true,
      record: { name: 'p', value: {}, ...around },
    });
  });
});

/** A record with what it becomes, and what is repaired in it. */
const repaired: [name: string, text: string, expected: unknown, repairs: string[]][] = [
  [
    'a bare ampersand',
    '<p><a>get.php?id=1&w=8&h=6</a></p>',
    { a: 'get.php?id=1&w=8&h=6' },
    ['bare_ampersand'],
  ],
  ['one beside blanks', '<p>a & b&c;&amp;&</p>', { '#text': 'a & b&c;&&' }, ['bare_ampersand']],
  [
    'one beside a comment',
    '<p><!-- & --><a>a & b</a><![CDATA[&]]></p>',
    { a: 'a & b', '#text': '&' },
    ['bare_ampersand'],
  ],
  [
    'one in an element of a deep record',
    `${'<a>'.repeat(70)}&${'</a>'.repeat(70)}`,
    expect.anything(),
    ['bare_ampersand'],
  ],
  ['&copy without its end', '<p>?a=1&copy=2&reg=3</p>', { '#text': '?a=1&copy=2&reg=3' }, ['bare_ampersand']],
  ['in an attribute it is none', '<p a="?a=1&b=2"/>', { '@a': '?a=1&b=2' }, []],
  ['windows-1252', '<p>98 &#128; &#150; &#x8A;&#X9e;</p>', { '#text': '98 € – Šž' }, ['windows_1252']],
  [
    'windows-1252 in an attribute',
    '<p><a b="&#128;"/><a b="&#128;"/></p>',
    { a: [{ '@b': '€' }, { '@b': '€' }] },
    ['windows_1252'],
  ],
  [
    'fault 34: control codes by number',
    '<p>a&#0;b&#x1F;c&#129;&#9;d</p>',
    { '#text': 'abc\td' },
    ['control_character'],
  ],
  [
    'a pair in two references',
    '<p>&#55357;&#56832; &#xD83C;&#xDFE1;</p>',
    { '#text': '😀 🏡' },
    ['surrogate_pair'],
  ],
  [
    'all of them',
    '<p>&#0;&#128;&#55357;&#56832;&</p>',
    { '#text': '€😀&' },
    ['bare_ampersand', 'control_character', 'surrogate_pair', 'windows_1252'],
  ],
  ['nothing', '<p>&#8364;&#x1F600;&#38;&unknown;&#;</p>', { '#text': '€😀&&unknown;&#;' }, []],
];

describe('what has one meaning', () => {
  it.each(repaired)('%s is read and noted', (_name, text, expected, repairs) => {
    const result = parse(text);
    expect(result).toMatchObject({ ok: true, record: { value: expected } });
    expect(result.ok && [...(result.record.repairs ?? [])].sort()).toEqual(repairs);
  });

  it('takes time in line with the length of the record', () => {
    for (const piece of ['&', '&#', '<![CDATA[', '<!--', '<b>&', '&#55357;'])
      expect(parse(`<p>${piece.repeat(400_000 / piece.length)}</p>`)).toBeDefined();
  });
});

/** The inside of a field with the text that it becomes. */
const texts: [name: string, inside: string, text: string][] = [
  ['inline tags', 'Stan <i>na Limanu</i> 52 m<sup>2</sup>', 'Stan na Limanu 52 m2'],
  ['tags within tags', 'Stan <b>na <i>mirnoj</i> ulici</b>.', 'Stan na mirnoj ulici.'],
  ['the same tag twice', '<b>Stan</b> u <b>centru</b> grada', 'Stan u centru grada'],
  ['nothing but tags', '<b>Stan</b> <i>na Limanu</i>', 'Stan na Limanu'],
  ['a link and a font', 'Vidi <a href="x">ovde</a>, <FONT color="red">hitno</FONT>!', 'Vidi ovde, hitno!'],
  ['line ends', 'Svetao stan.<br/> Blizu\n  parka.<br></br>Lift', 'Svetao stan.\n Blizu parka.\nLift'],
  ['paragraphs', '<p>Svetao stan</p><p>u <b>centru</b></p>', 'Svetao stan\n\nu centru'],
  ['a list', 'Ima:<ul><li>lift</li><li>garažu</li></ul>', 'Ima:\n\nlift\ngaražu'],
  ['a table', '<table><tr><td>Sprat</td><td>3</td></tr></table>', 'Sprat 3'],
  ['an XHTML prefix', 'Stan <h:b>nov</h:b>', 'Stan nov'],
  ['a tag of its own name', 'Stan u <mesto>Novom Sadu</mesto>, lift', 'Stan u Novom Sadu, lift'],
  ['two of them', 'Stan: <grad>Novi Sad</grad><deo>Liman</deo>', 'Stan: Novi Sad Liman'],
  ['CDATA beside text', 'Stan <![CDATA[<b>& lokal</b>]]> na uglu', 'Stan <b>& lokal</b> na uglu'],
  ['a comment within', 'Stan <!-- x --><b>na</b> uglu', 'Stan na uglu'],
  ['a picture and a script', 'Stan<img src="x"/><script>x()</script><b>!</b>', 'Stan!'],
  ['references', 'Stan <b>&#128; &amp;</b> &lt;', 'Stan € & <'],
];

describe('the text of an element', () => {
  it.each(texts)('is all text below it in document order: %s', (_name, inside, text) => {
    const result = parse(`<p><id>7</id>\n<opis lang="sr">${inside}</opis><more>x</more></p>`);
    const opis = result.ok ? (result.record.value as { opis: RecordObject }).opis : {};
    expect(textOf(opis)).toBe(text);
    // A record with a comment and the same text is read by the other reader.
    const other = parse(`<p><id>7</id>\n<!-- c --><opis lang="sr">${inside}</opis><more>x</more></p>`);
    expect(other).toMatchObject({ ok: true, record: { value: { opis } } });
  });

  it('leaves an element without a text of its own as it is, and its own text to ids', () => {
    expect(value('<p><a><b name="x">1</b><b name="y">2</b></a><c><d>1</d> <e>2</e></c></p>')).toEqual({
      a: {
        b: [
          { '@name': 'x', '#text': '1' },
          { '@name': 'y', '#text': '2' },
        ],
      },
      c: { d: '1', e: '2' },
    });
    const { id = '' } = value('<p><id>10<b>-x</b> 01</id></p>') as RecordObject;
    expect([textOf(id), ownTextOf(id)]).toEqual(['10-x 01', '1001']);
  });
});

describe('an unreadable record', () => {
  it.each([
    ['crossing tags', '<p><id>7</id><a><b></a></b></p>'],
    ['an attribute twice', '<p><id>7</id><a b="1" b="2"/></p>'],
    ['an attribute without a value', '<p><id>7</id><a b/></p>'],
    ['a character behind the last', '<p><id>7</id><a>&#1114112;</a></p>'],
    ['fault 34: two halves of a pair in the wrong order', '<p><id>7</id><a>&#56832;&#55357;</a></p>'],
    ['a closing tag and a bare ampersand', '<p><id>7</id>a & b</c></p>'],
    ['fault 34: a lone surrogate', '<p><id>7</id><a b="&#xD800;"/></p>'],
    ['a name that is no key', '<p><id>7</id><__proto__>x</__proto__></p>'],
    ['an attribute that is no key', '<p><id>7</id><constructor/></p>'],
  ])('%s: says so, and still gives its id', (_name, text) => {
    expect(parse(text)).toMatchObject({ ok: false, guess: { name: 'p', value: { id: '7' } } });
  });

  it.each([
    [
      '<p>\n <t>x</t>\n  <a>č <b>1</a></b></p>',
      /closing tag 'b'.*\(line 3 of the record, character 12, in <b>\)$/,
    ],
    [
      '<p>\n<a>x & y &#xD800; z</a></p>',
      /^it has &#xD800;, which .*\(line 2 of the record, character 10, in <a>\)$/,
    ],
    [
      '<p><x:a>1 < 2</x:a></p>',
      /^it is not well-formed XML: .*\(line 1 of the record, character \d+, in <a>\)$/,
    ],
    [
      '<p><t>a & b & c</t>\r\n<a c="1" c="2"/></p>',
      /Attribute 'c' is repeated.*\(line 2 of the record, character 10/,
    ],
    ['<p><a>x</a>', /Unclosed tag 'p' \(line 1 of the record/],
  ])('names the line, the character and the field: %j', (text, reason) => {
    expect(parse(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) as string });
  });

  it('names the place of bytes that are no text', () => {
    const raw = Buffer.from('<p>\n<a>Ku\xE6a</a></p>', 'latin1');
    expect(undecodableRecord(raw, surroundings)).toMatchObject({
      reason: `${undecodableReason} (line 2 of the record, character 6, in <a>)`,
    });
  });

  it('fault 36: is nested too deep', () => {
    expect(parse(`<p>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</p>`).ok).toBe(false);
    expect(parse(`<p>${'<a>'.repeat(90)}${'</a>'.repeat(90)}</p>`).ok).toBe(true);
  });

  it('fault 37: is too long; its start is still read', () => {
    const result = parse(`<p><id>7</id><t>${'x'.repeat(recordBytesMax)}</t></p>`);
    expect(result).toMatchObject({ ok: false, guess: { value: { id: '7' } } });
  });

  it('fault 35: brings its own entities', () => {
    expect(parse('<p><!DOCTYPE p [<!ENTITY a "b">]>&a;</p>').ok).toBe(false);
  });

  it('never touches prototypes', () => {
    parse('<p><__proto__><polluted>1</polluted></__proto__></p>');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

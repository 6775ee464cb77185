import { describe, expect, it } from 'vitest';
import { parseRecord, recordBytesMax } from '../../src/feed/parse-record.js';

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

describe('an unreadable record', () => {
  it.each([
    ['crossing tags', '<p><id>7</id><a><b></a></b></p>'],
    ['an attribute twice', '<p><id>7</id><a b="1" b="2"/></p>'],
    ['an attribute without a value', '<p><id>7</id><a b/></p>'],
    ['a lone ampersand', '<p><id>7</id>a & b</p>'],
    ['fault 34: NUL by number', '<p><id>7</id><a>&#0;</a></p>'],
    ['fault 34: a lone surrogate', '<p><id>7</id><a b="&#xD800;"/></p>'],
    ['a name that is no key', '<p><id>7</id><__proto__>x</__proto__></p>'],
    ['an attribute that is no key', '<p><id>7</id><constructor/></p>'],
  ])('%s: says so, and still gives its id', (_name, text) => {
    expect(parse(text)).toMatchObject({ ok: false, guess: { name: 'p', value: { id: '7' } } });
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepairKind } from '../../src/model/outcome.js';
import type { CleanUp } from '../../src/mapping/values/html.js';
import { readable } from '../../src/mapping/values/readable.js';
import { badCharacter, tidyLines } from '../../src/mapping/values/text.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';

function read(text: string, markup: CleanUp): { text: string; repairs: RepairKind[] } {
  const repairs = new Set<RepairKind>();
  return { text: tidyLines(readable(text, markup, repairs)), repairs: [...repairs].sort() };
}

const html: CleanUp = { html: true };

/** A text of a feed with what people read, and what is repaired. The mapping says that texts have HTML. */
const cases: [name: string, written: string, text: string, repairs: RepairKind[]][] = [
  ['plain text', 'Stan (52 m2), 3 < 4 & lift', 'Stan (52 m2), 3 < 4 & lift', []],
  ['HTML', '<p>Svetao <b>stan</b></p>Lift<br>Klima &amp; terasa', 'Svetao stan\n\nLift\nKlima & terasa', []],
  ['entities', 'Cena &lt; 100.000 &euro;', 'Cena < 100.000 €', []],
  ['escaped CDATA', '<![CDATA[Stan na Limanu]]>', 'Stan na Limanu', ['escaped_cdata']],
  ['escaped CDATA with HTML', '<![CDATA[Svetao<br>stan]]>', 'Svetao\nstan', ['escaped_cdata']],
  ['escaped CDATA without its end', '<![CDATA[Svetao stan', 'Svetao stan', ['escaped_cdata']],
  ['the end of CDATA alone', 'Svetao stan]]> ', 'Svetao stan', ['escaped_cdata']],
  [
    'CDATA within tags',
    '<p><![CDATA[Svetao]]></p><p><![CDATA[stan]]></p>',
    'Svetao\n\nstan',
    ['escaped_cdata'],
  ],
  ['CDATA that was escaped twice', '&lt;![CDATA[Stan]]&gt;', 'Stan', ['escaped_cdata']],
  ['tags escaped', 'Svetao &lt;br&gt; stan &amp;amp; lift', 'Svetao\nstan & lift', ['double_escaped']],
  ['tags escaped twice', 'Svetao &amp;lt;br&amp;gt; stan', 'Svetao\nstan', ['double_escaped']],
  ['names escaped', '&amp;Scaron;est &amp;#8364;', 'Šest €', ['double_escaped']],
  ['beside tags', '<p>Stan &amp;amp; lift</p>', 'Stan & lift', ['double_escaped']],
  ['a comparison that stays', 'Od &lt;100 m2 do &gt;50', 'Od <100 m2 do >50', []],
  ['words in angle brackets', 'Cena <Na upit>', 'Cena <Na upit>', []],
  ['words in angle brackets beside tags', 'Cena <b>nova</b> <na upit>', 'Cena nova <na upit>', []],
  ['tags of Word', '<o:p>Stan</o:p> <st1:place w="x">Liman</st1:place>', 'Stan Liman', []],
  ['tags without a known name', '<text>Stan</text> <x y="1">na Limanu', 'Stan na Limanu', []],
  [
    'a page builder',
    '[vc_row css=".a{}"][vc_column]Svetao stan[/vc_column][/vc_row]',
    'Svetao stan',
    ['shortcode'],
  ],
  [
    'another one',
    '[et_pb_text admin_label="x"]Stan[/et_pb_text][et_pb_text]Lift[/et_pb_text]',
    'Stan\n\nLift',
    ['shortcode'],
  ],
  [
    'one in HTML',
    '<p>[fusion_text columns=&quot;1&quot;]</p>Stan<p>[/fusion_text]</p>',
    'Stan',
    ['shortcode'],
  ],
  ['one that holds code', 'Stan[vc_raw_html]JTNDaWZyYW1l[/vc_raw_html]', 'Stan', ['shortcode']],
  ['a gallery', 'Stan [gallery ids="1,2,3"] na Limanu', 'Stan\nna Limanu', ['shortcode']],
  [
    'codes of a forum',
    '[b]Svetao[/b] stan [url=http://x.example]ovde[/url]',
    'Svetao stan ovde',
    ['shortcode'],
  ],
  ['words in brackets', 'Stan [NOVO] 3.0 [52 m2] [a-b] [hitno]', 'Stan [NOVO] 3.0 [52 m2] [a-b] [hitno]', []],
  [
    'line ends as letters',
    'Svetao stan\\nLift\\r\\nKlima\\tda',
    'Svetao stan\nLift\nKlima da',
    ['literal_newline'],
  ],
  ['a path', 'Slika c:\\nova\\t.jpg i \\\\server\\r', 'Slika c:\\nova\\t.jpg i \\\\server\\r', []],
  ['control codes', 'Stan\u0000 na\u001f Limanu\u007f', 'Stan na Limanu', ['control_character']],
  ['codes of windows-1252', '98.500 \u0080 \u0096 \u009eut', '98.500 € – žut', ['windows_1252']],
];

describe('a text of a feed', () => {
  it.each(cases)('is read as people would: %s', (_name, written, text, repairs) => {
    expect(read(written, html)).toEqual({ text, repairs });
  });

  it.each([
    [{ html: false }, 'Cena <b>&lt;b&gt;</b>', 'Cena <b>&lt;b&gt;</b>', []],
    [{ html: false, entities: 'twice' }, 'Stan &amp; &lt;b&gt;', 'Stan & <b>', []],
    [{ html: true, entities: 'twice' }, 'Stan &lt;br&gt; &amp;amp; lift', 'Stan\n& lift', []],
    [{ html: true, entities: 'twice' }, 'Stan &amp;lt;br&amp;gt; lift', 'Stan\nlift', ['double_escaped']],
    [
      { html: false },
      '<![CDATA[Stan]]> [vc_row]\\n\u0080',
      'Stan\n\n€',
      ['escaped_cdata', 'literal_newline', 'shortcode', 'windows_1252'],
    ],
  ] satisfies [CleanUp, string, string, RepairKind[]][])(
    'is cleaned as the mapping says: %j %j',
    (markup, written, text, repairs) => {
      expect(read(written, markup)).toEqual({ text, repairs });
    },
  );

  it('keeps what was encoded as UTF-8 twice: half a letter is no control code', () => {
    const written = Buffer.from('Kuća i čaršav').toString('latin1');
    expect(readable(written, html, new Set())).toBe(written);
    expect(badCharacter(written)).not.toBeNull();
  });

  const sign = fc.constantFrom(
    ...[
      'Stan ',
      'č',
      '<',
      '>',
      '<b>',
      '</b>',
      '<br>',
      '<na upit',
      '&',
      '&lt;',
      '&amp;',
      'amp;',
      '&#128;',
      '<![CDATA[',
      ']]>',
    ],
    ...['[', ']', '[vc_row', '[/b]', '[b]', '\\', '\\n', '\u0000', '\u0096', ' ', '\n', '7'],
  );
  const written = fc.array(sign, { maxLength: 14 }).map((signs) => signs.join(''));

  it('that has words or figures outside of tags and codes never becomes empty', () => {
    fc.assert(
      fc.property(written, written, (before, after) => {
        // What follows an opened bracket is part of a code, and what follows an opened tag part of its name.
        fc.pre(!/\[[^\]]*(?:\]\]>.*)?$|<\/?b?$/s.test(before));
        expect(read(`${before} Liman ${after}`, html).text).toMatch(/Liman/);
      }),
      { numRuns: 1_500 },
    );
  });

  it('takes time in line with its length', () => {
    for (const piece of [
      '<',
      '<a ',
      '<x',
      '&',
      '&amp;',
      '[',
      '[vc_row ',
      '[img',
      '[/a]',
      '\\n',
      '<![CDATA[',
      '\u0080',
      '<x></x>',
    ])
      expect(readable(piece.repeat(200_000 / piece.length), html, new Set())).toBeDefined();
  }, 10_000);
});

it('a required field whose text says nothing is not reported as missing from the feed', () => {
  const mapping = shippedMapping('estate-sistem');
  const record = (title: string) => {
    const value = { code: '1', naslov: title, vrstaponude: 'Prodaja' };
    const mapped = mapping.map(
      { name: 'oglas', value, ancestors: [], header: {} },
      { reference, photoMax: 1 },
    );
    return mapped.issues.find(({ pointer }) => pointer === '/title/sr');
  };
  const { reference } = sandboxReference();
  expect(record('<img src="a.jpg">')).toMatchObject({
    ...{ code: 'required', severity: 'error', value: '<img src="a.jpg">' },
    message: 'What the feed has for this field says nothing, and the portal requires the field.',
  });
  expect(record(' ')).toMatchObject({
    code: 'required',
    message: expect.stringContaining('The feed says nothing') as string,
  });
});

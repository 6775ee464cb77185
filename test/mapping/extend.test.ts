import { describe, expect, it } from 'vitest';
import { gatherBases, loadMapping, type MappingText } from '../../src/mapping/compile/load-mapping.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const { reference } = sandboxReference();

const base = `name: base
version: 3
format: { container: xml, root: feed, records: feed/ad }
source_id: '@id'
transaction: { const: sale }
numbers: { decimal: ',' }
nulls: ['-']
fields:
  category: { from: type, table: category }
  title.sr: { from: title, html: true }
  title.en: { from: title_en, when: mapped('title.sr') != null }
  description.sr: text
  price.amount: { from: price }
  location.place_id: { city: town }
  location.address_line: street
tables:
  category:
    vocabulary: category
    words: { Flat: Stan, House: Kuća, Other: null }
`;

const file = (name: string, text: string): MappingText => ({ file: `${name}.yaml`, text });
const load = (own: string, bases: Record<string, MappingText> = { base: file('base', base) }) =>
  loadMapping(own, { file: 'own.yaml', overrides: exampleOverrides, bases });

/** "file:line:column message" of every mistake. */
function mistakes(own: string, bases?: Record<string, MappingText>): string[] {
  const loaded = load(own, bases);
  return loaded.ok
    ? []
    : loaded.errors.map((error) => `${error.file}:${error.line ?? 0}:${error.column ?? 0} ${error.message}`);
}

const head = 'name: own\nversion: 1\nextends: base\n';
const record = `<ad id="1"><type>FLAT</type><title>Lep stan</title><headline>Stan na keju</headline><title_en>A flat</title_en>
  <text>Svetao stan na trećem spratu zgrade.</text><price>90000,50</price><town>Novi Sad</town><street>-</street></ad>`;

function payload(more: string): Record<string, unknown> {
  const loaded = load(head + more);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  const mapped = loaded.mapping.map(parseXmlRecord(record), { reference, photoMax: 64 });
  return mapped.listings[0]?.payload ?? {};
}

describe('a mapping that extends another', () => {
  it('is that other one, under its own name and version', () => {
    const loaded = load(head);
    expect(loaded.ok && [loaded.mapping.name, loaded.mapping.version]).toEqual(['own', 1]);
    expect(payload('')).toMatchObject({
      title: { sr: 'Lep stan', en: 'A flat' },
      price: { amount: 90000.5 },
    });
    expect(mistakes('extends: base\nversion: 1\n')[0]).toMatch(/^own\.yaml:1:1 name: /);
  });

  it('wins key by key, and keeps the order of the fields', () => {
    const changed = payload(
      'fields: { title.sr: { from: headline } }\nnumbers: { decimal: ",", thousands: "." }\n',
    );
    expect(changed).toMatchObject({
      title: { sr: 'Stan na keju', en: 'A flat' },
      price: { amount: 90000.5 },
    });
  });

  it('replaces where a rule reads from, texts and lists', () => {
    expect(payload('fields: { title.sr: { const: Stan u centru } }')).toMatchObject({
      title: { sr: 'Stan u centru' },
    });
    expect(payload('nulls: [A flat]')).toMatchObject({ title: { sr: 'Lep stan' } });
    expect(payload('nulls: [A flat]').title).not.toHaveProperty('en');
  });

  it('takes a key away with null, but in a table null means: known, means nothing', () => {
    expect(payload('fields: { title.en: null }').title).toEqual({ sr: 'Lep stan' });
    const loaded = load(`${head}tables: { category: { words: { Flat: null } } }`);
    const mapped = loaded.ok ? loaded.mapping.map(parseXmlRecord(record), { reference, photoMax: 64 }) : null;
    expect(mapped?.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toContain('required /category');
  });

  it('changes its digest with the mapping below it', () => {
    const digestOf = (text: string): string | null => {
      const loaded = load(head, { base: file('base', text) });
      return loaded.ok ? loaded.mapping.digest : null;
    };
    expect(digestOf(base)).not.toBe(digestOf(base.replace('html: true', 'html: false')));
    expect(digestOf(base)).toBe(digestOf(`# another comment\n${base}`));
  });
});

describe('mistakes', () => {
  it('name the file that they stand in', () => {
    const wrong = { base: file('base', base.replace('from: price', 'form: price')) };
    expect(mistakes(head, wrong)).toEqual(['base.yaml:13:19 "form" is not known here. Did you mean from?']);
    expect(mistakes(`${head}fields: { title.de: a//b }`)[0]).toMatch(
      /^own\.yaml:4:11 "a\/\/b" is not a path/,
    );
    expect(mistakes(head, { base: file('base', 'name: [') })[0]).toMatch(
      /^base\.yaml:1:\d+ This is not valid YAML/,
    );
  });

  it('in a rule of both name the file that says the wrong thing', () => {
    expect(mistakes(`${head}fields: { price.amount: { table: prices } }`)[0]).toBe(
      'own.yaml:4:27 There is no table "prices" under tables: in this mapping.',
    );
  });

  it('are a mapping that is not there, a circle, and too many upon each other', () => {
    expect(mistakes('extends: nobody\nname: own\n')[0]).toEqual(
      expect.stringMatching(/^own\.yaml:1:1 extends: there is no mapping "nobody" that this one may extend/),
    );
    const circle = {
      base: file('base', 'extends: other\n'),
      other: file('other', '\nextends: base\n'),
    };
    expect(mistakes(head, circle)[0]).toMatch(
      /^other\.yaml:2:1 extends: own\.yaml extends .* round in a circle/,
    );
    const names = ['base', 'b', 'c', 'd', 'e', 'f'];
    const tower = Object.fromEntries(
      names.map((name, index) => [name, file(name, `extends: ${names[index + 1] ?? 'g'}\n`)]),
    );
    expect(mistakes(head, tower)[0]).toMatch(
      /^e\.yaml:1:1 extends: a mapping may stand upon 5 others at most/,
    );
    const fine = { ...tower, e: file('e', base) };
    expect(mistakes(head, fine)).toEqual([]);
  });
});

describe('what a mapping extends', () => {
  it.each([
    'extends: base',
    '"extends": base',
    '"\\u0065xtends": base',
    '"\\x65xtends": base',
    '{ extends: base }',
  ])('is found however its key is written: %s', async (written) => {
    const bases = await gatherBases(file('own', written), (name) =>
      Promise.resolve(name === 'base' ? file('base', base) : null),
    );
    expect(Object.keys(bases)).toEqual(['base']);
  });

  it('is gathered along the chain, each file once', async () => {
    const files: Record<string, string> = { base: 'extends: other\n', other: 'extends: base\n' };
    const asked: string[] = [];
    const bases = await gatherBases(file('own', head), (name, from) => {
      asked.push(`${from} asks ${name}`);
      const text = files[name];
      return Promise.resolve(text === undefined ? null : file(name, text));
    });
    expect(asked).toEqual(['own.yaml asks base', 'base.yaml asks other']);
    expect(Object.keys(bases)).toEqual(['base', 'other']);
  });
});

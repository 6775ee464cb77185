import { describe, expect, it } from 'vitest';
import type { RecordObject } from '../../src/model/record.js';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { recordsOf } from './feed-file.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';
import { noOverrides } from '../../src/inspect/init/read-sample.js';

const { reference } = sandboxReference();
const [one, two, three] = [
  'https://img.example.com/1.jpg',
  'https://img.example.com/2.jpg',
  'https://img.example.com/3.jpg',
];

/** What a mapping's `photos:` makes of a record: the photos of its listing, and the warnings. */
function photosOf(rule: string, record: RecordObject): { photos: unknown; problems: string[] } {
  const text = `
name: own
version: 1
format: { container: json, records: ads }
source_id: id
transaction: { const: sale }
fields:
  category: { const: Stan }
  title.sr: { const: Stan na dobrom mestu }
  description.sr: { const: Lep i prostran stan u mirnoj ulici. }
  price.amount: { const: 90000 }
  price.currency: { const: EUR }
  location.place_id: { city: { const: Novi Sad } }
  location.address_line: { const: Jevrejska 1 }
  structure.area_sqm: { const: 50 }
  legal.mandate_attested: { const: true }
  photos: ${rule}
`;
  const loaded = loadMapping(text, { file: 'own.yaml', overrides: noOverrides });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  const value = { id: 'A1', ...record };
  const mapped = loaded.mapping.map(
    { name: '', value, ancestors: [], header: {} },
    { reference, photoMax: 64 },
  );
  const [listing] = mapped.listings;
  if (listing?.payload == null) throw new Error(JSON.stringify(mapped.issues));
  return { photos: listing.payload.photos, problems: mapped.issues.map(({ message }) => message) };
}

const list = (...urls: string[]): { url: string }[] => urls.map((url) => ({ url }));

describe('the forms in which a feed lists photos', () => {
  const url = '{ from: images, url: url }';
  const plain = '{ from: images }';
  it.each<[what: string, rule: string, images: RecordObject[string], urls: string[]]>([
    ['one text', plain, `${one}, ${two}`, [one, two]],
    ['a list of texts', plain, [one, two], [one, two]],
    ['a list of texts with several addresses', plain, [`${one};${two}`, three], [one, two, three]],
    ['a list of objects', url, [{ url: one }, { url: two }], [one, two]],
    ['a list of objects, one of them a plain address', url, [{ url: one }, two, 'Slike'], [one, two]],
    [
      'a list of objects with several addresses',
      url,
      [{ url: `${one}|${two}` }, { url: three }],
      [one, two, three],
    ],
    [
      'numbered objects',
      url,
      { '10': { url: three }, '2': { url: two }, '1': { url: one } },
      [one, two, three],
    ],
    ['numbered texts', plain, { '2': two, '1': one }, [one, two]],
    ['numbered texts where objects are expected', url, { '0': one, '1': two }, [one, two]],
    [
      'numbered objects below a path',
      '{ from: images/url }',
      { '01': { url: one }, '02': { url: two } },
      [one, two],
    ],
    ['numbered lists', url, { '1': [{ url: one }, { url: two }], '2': [{ url: three }] }, [one, two, three]],
    [
      'a separator of the mapping beside another one',
      "{ from: images, split: '|' }",
      `${one}, ${two}|${three}`,
      [one, two, three],
    ],
    [
      'file names in one text',
      "{ from: images, split: '|', base_url: 'https://img.example.com' }",
      `1.jpg|${two}, ${three}`,
      [one, two, three],
    ],
  ])('%s', (_, rule, images, urls) => {
    expect(photosOf(rule, { images })).toEqual({ photos: list(...urls), problems: [] });
  });

  it('keeps the caption for each address of a value', () => {
    const rule = '{ from: images, url: url, caption: name }';
    expect(photosOf(rule, { images: [{ url: `${one} ${two}`, name: 'Hol' }] }).photos).toEqual([
      { url: one, caption: 'Hol' },
      { url: two, caption: 'Hol' },
    ]);
  });

  it('takes no other object for a list', () => {
    expect(
      photosOf('{ from: images, url: url }', { images: { '1': { url: one }, main: { url: two } } }).photos,
    ).toBeUndefined();
  });
});

describe('a preset', () => {
  const preset = shippedMapping('csv-header');

  it.each([', ', ',', ';', ' | ', '\n', ' '])('tells addresses apart that %j separates', (separator) => {
    const cell = `"${[one, two].join(separator)}"`;
    const head = 'id;transaction;category;title;description;price;currency;city;address;area;photos';
    const row = `F1;prodaja;stan;Stan u centru;Svetao stan u mirnoj ulici.;95.000;EUR;Novi Sad;Jevrejska 1;54;${cell}`;
    const [record] = recordsOf(Buffer.from(`${head}\n${row}\n`), preset.format);
    const mapped = record && preset.map(record, { reference, photoMax: 64 });
    expect(mapped?.listings[0]?.payload?.photos).toEqual(list(one, two));
  });
});

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

describe('the order of photos', () => {
  const rule = `{ from: images, url: url, order: sort, first: "fold(image('main')) in ['1', 'true']" }`;
  const image = (url: string, more: Record<string, string> = {}): RecordObject => ({ url, ...more });
  const urls = (photos: unknown): string[] => (photos as { url: string }[]).map(({ url }) => url);

  it.each<[what: string, images: RecordObject[], urls: string[]]>([
    [
      'by a number',
      [image(one, { sort: '3' }), image(two, { sort: '1' }), image(three, { sort: '2' })],
      [two, three, one],
    ],
    ['by equal numbers: as listed', [image(one, { sort: '0' }), image(two, { sort: '0' })], [one, two]],
    ['the main one first', [image(one), image(two, { main: '1' })], [two, one]],
    [
      'the main one before the order',
      [image(one, { sort: '1' }), image(two, { sort: '2' }), image(three, { sort: '3', main: 'true' })],
      [three, one, two],
    ],
    [
      'two main ones: none',
      [image(one), image(two, { main: '1' }), image(three, { main: '1' })],
      [one, two, three],
    ],
    ['all of them main: none', [image(one, { main: '1' }), image(two, { main: '1' })], [one, two]],
    ['a main one that the list repeats', [image(one), image(two), image(two, { main: '1' })], [two, one]],
    ['a floor plan last', [image(one, { type: 'floorplan' }), image(two), image(three)], [two, three, one]],
    [
      'a main floor plan last',
      [image(one), image(two, { kind: 'Tlocrt', main: '1' }), image(three)],
      [one, three, two],
    ],
    [
      'nothing but floor plans',
      [image(two, { is_floorplan: 'true' }), image(one, { t: 'GRUNDRISS' })],
      [two, one],
    ],
  ])('%s', (_, images, expected) => {
    expect(urls(photosOf(rule, { images }).photos)).toEqual(expected);
  });

  it.each<[word: string, isPlan: boolean]>([
    ...[
      'floorplan',
      'Floor plan',
      'FLOOR_PLAN',
      'floorPlans',
      'plan',
      'Plano',
      'Tlocrt stana',
      'тлоцрт',
      'Osnova',
      'Osnova 2. sprata',
    ].map((word): [string, boolean] => [word, true]),
    ...[
      'Grundriss EG',
      'GRUNDRISS',
      'grundrissBild',
      'Rzut mieszkania',
      'планировка',
      'Planimetria',
      'blueprint',
    ].map((word): [string, boolean] => [word, true]),
    ...[
      'Planinski pogled',
      'na osnovu ugovora',
      'Planta baja',
      'site plan and garden',
      'Lageplan',
      'kuhinja',
      'explanation',
      '',
    ].map((word): [string, boolean] => [word, false]),
  ])('%j is a floor plan: %s', (word, isPlan) => {
    const images = [image(one, { kind: word }), image(two)];
    expect(urls(photosOf('{ from: images, url: url }', { images }).photos)).toEqual(
      isPlan ? [two, one] : [one, two],
    );
  });

  it('gives a floor plan the room type for what is no room, and a caption if it has none', () => {
    const images = [
      image(one, { type: 'plan' }),
      image(two, { type: 'plan', name: 'Osnova prizemlja' }),
      image(three),
    ];
    const other = reference.vocabularyKey('room_type', ['Ostalo']);
    expect(other).not.toBeNull();
    expect(photosOf('{ from: images, url: url, caption: name }', { images }).photos).toEqual([
      { url: three },
      { url: one, caption: 'Osnova', room_type: other },
      { url: two, caption: 'Osnova prizemlja', room_type: other },
    ]);
  });

  it('knows floor plans by the name of their element and of their file', () => {
    const record = {
      floorplans: { url: one },
      photos: { url: [two, 'https://img.example.com/tlocrt-1.jpg', three] },
    };
    expect(urls(photosOf('{ from: [floorplans/url, photos/url] }', record).photos)).toEqual([
      two,
      three,
      one,
      'https://img.example.com/tlocrt-1.jpg',
    ]);
  });

  it.each<[what: string, other: RecordObject]>([
    ['a PDF', image('https://img.example.com/brochure.PDF?v=1')],
    ['a PDF by its type', image('https://img.example.com/get?id=7', { type: 'application/pdf' })],
    ['a video', image('https://img.example.com/tour.mp4')],
    ['a video by its type', image('https://img.example.com/get?id=8', { mime: 'video/mp4' })],
    ['a page of a video', image('https://www.youtube.com/watch?v=abc')],
    ['a short address of a video', image('https://youtu.be/abc')],
    ['a document', image('https://img.example.com/energy.docx')],
  ])('%s is no photo', (_, other) => {
    const { photos, problems } = photosOf('{ from: images, url: url }', { images: [other, image(one)] });
    expect(photos).toEqual(list(one));
    expect(problems).toEqual(['One photo is left out: a PDF, another document or a video is not a photo.']);
  });

  it('takes the picture of a video, and a picture whose name holds a word of a document', () => {
    const pictures = [
      'https://img.youtube.com/vi/abc/0.jpg',
      'https://img.example.com/plan.pdf.jpg',
      'https://img.example.com/pdf/mp4',
    ];
    expect(photosOf('{ from: images }', { images: pictures })).toEqual({
      photos: list(...pictures),
      problems: [],
    });
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

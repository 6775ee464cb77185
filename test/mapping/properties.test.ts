import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordObject, RecordValue } from '../../src/core/record.js';
import { cutText } from '../../src/mapping/text.js';
import { compilePath, textOf } from '../../src/mapping/path.js';
import { codePointLength } from '../../src/wire/code-points.js';
import { checkListing } from '../../src/wire/listing.js';
import { defaultProtocol } from '../../src/wire/protocol.js';
import { vocabularyKeys } from '../../src/wire/vocabulary.js';
import { sandboxReference } from './sandbox-reference.js';
import { shippedMapping } from './shipped-mapping.js';

const { reference, vocabulary } = sandboxReference();
const keys = vocabularyKeys(vocabulary);

/** Words that reach deep into the mappings, beside anything else. */
const plausible = fc.constantFrom(
  ...[
    'Stan',
    'Kuća',
    'Plac',
    'Prodaja',
    'Izdavanje',
    'sale',
    'week',
    'Villa',
    'Novi Sad',
    'Palilula',
    'NOVI SAD',
    'CG',
    'GAS',
    'da',
    'ne',
    '-',
  ],
  ...[
    '0',
    '0.0',
    '1',
    '2.5',
    '45.00',
    '-3',
    '99999999999',
    '325.000',
    '1e9',
    'x',
    'NaN',
    '2025-12-27T18:15:32',
    '2024-08-06 00:41:51',
  ],
  ...[
    'https://img.example.com/1.jpg',
    'https://img.example.com/1 2.jpg',
    'http://10.0.0.1/x',
    'javascript:alert(1)',
    'https://[::1]/',
  ],
  ...[
    'Stan 591m2',
    '<p>Lep <b>stan</b></p>',
    '&amp;sup2;',
    '😀'.repeat(100),
    'reč '.repeat(3000),
    '\u0000',
    '\uFFFD',
    '\uD800',
    '__proto__',
  ],
);
const text = fc.oneof({ weight: 4, arbitrary: plausible }, fc.string(), fc.string({ unit: 'binary' }));
const names = {
  'estate-sistem': [
    ...[
      'code',
      'id',
      'naslov',
      'opis',
      'ulica',
      'kvadratura',
      'kvadratura_a',
      'cena',
      'brojsoba',
      'brojkupatila',
      'lastupdate',
      'namestenost',
    ],
    ...[
      'grad',
      'vrstagradnje',
      'objectstate',
      'mesto',
      'naselje',
      'slike',
      'vrstanekretnine',
      'ambijent',
      'vrstaponude',
      'vrstagrejanja',
    ],
    ...[
      'energent',
      'sprat',
      'spratova',
      'video_url',
      'videotour',
      'attribs',
      'attrib',
      'slika',
      'url',
      'title',
      'name',
      'value',
      '#text',
      '@x',
    ],
  ],
  'kyero-v3': [
    ...[
      'id',
      'ref',
      'date',
      'price',
      'currency',
      'price_freq',
      'new_build',
      'type',
      'town',
      'province',
      'location',
      'latitude',
      'longitude',
    ],
    ...[
      'location_detail',
      'beds',
      'baths',
      'pool',
      'surface_area',
      'built',
      'plot',
      'url',
      'desc',
      'en',
      'sr',
      'features',
      'feature',
      'images',
    ],
    ...['image', '@id', 'video_url', 'virtual_tour_url', 'email', '#text'],
  ],
  'csv-header': [
    ...[
      'id',
      'code',
      'transaction',
      'category',
      'title',
      'title_en',
      'description',
      'price',
      'currency',
      'city',
    ],
    ...[
      'municipality',
      'neighbourhood',
      'address',
      'latitude',
      'longitude',
      'area',
      'plot_area',
      'rooms',
      'floor',
    ],
    ...[
      'heating',
      'elevator',
      'registered',
      'amenities',
      'photos',
      'photo',
      'video',
      'url',
      'status',
      'updated_at',
    ],
  ],
};

function record(keysOf: readonly string[]): fc.Arbitrary<RecordObject> {
  const { node } = fc.letrec<{ node: RecordValue }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.dictionary(fc.constantFrom(...keysOf), tie('node'), { maxKeys: 4 }) as fc.Arbitrary<RecordValue>,
      fc.array(tie('node'), { maxLength: 3 }) as fc.Arbitrary<RecordValue>,
    ),
  }));
  return fc.dictionary(fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...keysOf) }, fc.string()), node, {
    maxKeys: keysOf.length,
  });
}

/** A whole ad with some of it replaced, so that payloads come out and are wrong in one place. */
const whole: Record<keyof typeof names, RecordObject> = {
  'estate-sistem': {
    code: '1',
    naslov: 'Stan u Novom Sadu',
    opis: 'Svetao stan na trećem spratu zgrade.',
    mesto: 'Novi Sad',
    cena: '350',
    vrstanekretnine: 'Stan',
    vrstaponude: 'Izdavanje',
    slike: { slika: [{ url: 'https://img.example.com/1.jpg', title: 'Soba' }] },
  },
  'kyero-v3': {
    id: '1',
    price: '900',
    currency: 'EUR',
    price_freq: 'week',
    type: 'Villa',
    town: 'Beograd',
    desc: { en: 'A villa with a view of the river.' },
  },
  'csv-header': {
    id: '1',
    transaction: 'prodaja',
    category: 'Stan',
    title: 'Stan u Novom Sadu',
    description: 'Svetao stan na trećem spratu zgrade.',
    price: '90.000',
    city: 'Novi Sad',
    photo: ['https://img.example.com/1.jpg', ''],
  },
};

describe.each(['csv-header', 'estate-sistem', 'kyero-v3'] as const)('%s', (name) => {
  const mapping = shippedMapping(name);
  const overridden = record(names[name]).map((changes): RecordObject => ({ ...whole[name], ...changes }));
  const any = fc.oneof(record(names[name]), overridden);

  it('maps any record without throwing, and the same record the same', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 70 }), (value, photoMax) => {
        const parsed = { name: 'ad', value, ancestors: [], header: {} };
        const mapped = mapping.map(parsed, { reference, photoMax });
        expect(mapping.map(parsed, { reference, photoMax }, [])).toEqual(mapped);
        expect(mapping.sourceId(parsed)).toBe(mapped.sourceId);
        const isPublishable = mapped.listings.some((listing) => listing.payload !== null);
        if (mapped.kind === 'mapped') expect(isPublishable).toBe(true);
        if (mapped.kind === 'invalid')
          expect(mapped.issues.some((issue) => issue.severity === 'error')).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('never makes a payload that the portal would call invalid', () => {
    fc.assert(
      fc.property(any, (value) => {
        const mapped = mapping.map(
          { name: 'ad', value, ancestors: [], header: {} },
          { reference, photoMax: 64 },
        );
        for (const { payload } of mapped.listings) {
          if (payload === null) continue;
          const dated = {
            ...payload,
            source: { ...(payload.source as object), updated_at: '2026-01-01T00:00:00Z' },
          };
          expect(checkListing(dated, { protocol: defaultProtocol, vocabulary: keys })).toMatchObject({
            ok: true,
          });
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('the parts', () => {
  it('cut texts within both limits, at a word, or not at all', () => {
    const words = fc.array(
      fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constantFrom('😀', 'č', 'reč')),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, codePoints, utf16Units) => {
          const whole = parts.join(' ').trim();
          const cut = cutText(whole, { codePoints, utf16Units });
          if (cut === null) return;
          expect(codePointLength(cut)).toBeLessThanOrEqual(codePoints);
          expect(cut.length).toBeLessThanOrEqual(utf16Units);
          expect(whole.startsWith(cut)).toBe(true);
        },
      ),
    );
  });

  it('read every path from any record', () => {
    const paths = ['a', 'a/b', '*', 'a[b=c]/d', '@x', 'a/name(*)', '.', 'name()', '../@x', '/a', 'a/@b'].map(
      compilePath,
    );
    fc.assert(
      fc.property(record(['a', 'b', 'c', 'd', '@x', '@b', '#text']), (value) => {
        for (const path of paths) {
          for (const node of path.select({ name: 'r', value, ancestors: [], header: value }))
            expect(typeof textOf(node)).toBe('string');
        }
      }),
    );
  });
});

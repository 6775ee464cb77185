import { describe, expect } from 'vitest';
import {
  absent,
  badUrls,
  both,
  field,
  payloadOf,
  rent,
  sale,
  service,
  text,
  url,
  useService,
  verdicts,
} from './fields.js';
import { choice, inTheTable, rule } from './rules.js';

useService();

describe('top level', () => {
  const row = (n: number): string => `Top level · row ${n}`;
  field('top/external_id', row(1), 'required; 1 to 64 of letters, digits, dot, underscore, colon, hyphen', {
    shapes: both,
    pointer: '/external_id',
    good: ['a', 'A.b_c:d-9', text(64), ' F1 '],
    bad: [
      [absent, 'required'],
      ['', 'required'],
      [text(65), 'invalid_format'],
      ['a b', 'invalid_format'],
      ['č1', 'invalid_format'],
      ['a/b', 'invalid_format'],
      [7, 'invalid_type'],
    ],
  });
  field(
    'top/transaction',
    [row(2), 'Listing (request payload) · ¶1'],
    'required; sale or rent picks the shape',
    {
      shapes: both,
      pointer: '/transaction',
      good: [],
      bad: [
        [absent, 'required'],
        [null, 'required'],
        ['lease', 'invalid_enum'],
        [1, 'invalid_type'],
      ],
    },
  );
  field('top/category', row(3), 'required; a category of the vocabulary', {
    shapes: both,
    pointer: '/category',
    good: [() => service.words.premises],
    bad: [
      [absent, 'required'],
      ['', 'required'],
      ['castle', 'invalid_enum'],
      [1, 'invalid_type'],
    ],
  });
  field('top/state', row(4), 'required; active or inactive', {
    shapes: both,
    pointer: '/state',
    good: ['active', 'inactive'],
    bad: [
      [absent, 'required'],
      ['sold', 'invalid_enum'],
      [true, 'invalid_type'],
    ],
  });
  choice(
    'top/title',
    row(5),
    'required; an object (its name is garbled in the specification)',
    { choice: 'named title', setting: 'protocol.title_field' },
    async () => {
      const refused = await verdicts(['x', null, absent].map((value) => payloadOf('sale', '/title', value)));
      expect(refused).toEqual([['invalid_type /title'], ['required /title'], ['required /title']]);
    },
  );
  const object = [
    ['x', 'invalid_type'],
    [[], 'invalid_type'],
    [absent, 'required'],
    [null, 'required'],
  ] as const;
  field('top/description', row(6), 'required; an object', {
    shapes: both,
    pointer: '/description',
    good: [],
    bad: object,
  });
  field('top/price', row(7), 'required for a sale; an object', {
    shapes: sale,
    pointer: '/price',
    good: [],
    bad: object,
  });
  field('top/price-of-a-rental', row(7), 'forbidden for a rental', {
    shapes: rent,
    pointer: '/price',
    good: [],
    bad: [
      [{ amount: 1, currency: 'EUR' }, 'unknown_field'],
      [null, 'unknown_field'],
    ],
  });
  field('top/rent', row(8), 'required for a rental; an object', {
    shapes: rent,
    pointer: '/rent',
    good: [],
    bad: object,
  });
  field('top/rent-of-a-sale', row(8), 'forbidden for a sale', {
    shapes: sale,
    pointer: '/rent',
    good: [],
    bad: [[{ amount: 400, currency: 'EUR', type: 'long_term' }, 'unknown_field']],
  });
  field('top/location', row(9), 'required; an object', {
    shapes: both,
    pointer: '/location',
    good: [],
    bad: object,
  });
  field('top/structure', row(10), 'required; an object, empty allowed', {
    shapes: both,
    pointer: '/structure',
    good: [{}],
    bad: object,
  });
  field('top/legal', row(11), 'required; an object', {
    shapes: both,
    pointer: '/legal',
    good: [],
    bad: object,
  });
  field('top/commission', row(12), 'optional object', {
    shapes: both,
    pointer: '/commission',
    good: [absent, null, {}],
    bad: [[2, 'invalid_type']],
  });
  field('top/amenities', [row(13), 'Limits · row 12'], 'optional; at most 40 keys of the vocabulary', {
    shapes: both,
    pointer: '/amenities',
    good: [absent, null, [], () => service.words.amenities.slice(0, 40)],
    bad: [
      [() => service.words.amenities.slice(0, 41), 'too_big'],
      [['moat'], 'invalid_enum', '/amenities/0'],
      [[1], 'invalid_type', '/amenities/0'],
      ['pool', 'invalid_type'],
    ],
  });
  field('top/attributes', row(14), 'optional object; attributes of the vocabulary', {
    shapes: both,
    pointer: '/attributes',
    good: [absent, null, {}],
    bad: [
      [{ moat: true }, 'unknown_field', '/attributes/moat'],
      [[], 'invalid_type'],
    ],
  });
  field('top/photos', [row(15), 'Limits · row 11'], 'optional; 0 to 64', {
    shapes: both,
    pointer: '/photos',
    good: [
      absent,
      null,
      [],
      Array.from({ length: 64 }, (_, n) => ({ url: `https://slike.example.com/${n}.jpg` })),
    ],
    bad: [
      [Array.from({ length: 65 }, (_, n) => ({ url: `https://slike.example.com/${n}.jpg` })), 'too_big'],
      [{}, 'invalid_type'],
      [['https://slike.example.com/1.jpg'], 'invalid_type', '/photos/0'],
    ],
  });
  field(
    'top/video_url',
    [row(16), 'Limits · row 16'],
    'optional; a public https URL up to 2,048 characters',
    {
      shapes: both,
      pointer: '/video_url',
      good: [absent, null, url(2048)],
      bad: badUrls,
    },
  );
  field('top/virtual_tour_url', row(17), 'optional; like video_url', {
    shapes: both,
    pointer: '/virtual_tour_url',
    good: [absent, null, url(2048)],
    bad: badUrls,
  });
  field('top/agent', row(18), 'optional object', {
    shapes: both,
    pointer: '/agent',
    good: [absent, null],
    bad: [['ana@agencija.test', 'invalid_type']],
  });
  field('top/source', row(19), 'required; an object', {
    shapes: both,
    pointer: '/source',
    good: [],
    bad: object,
  });
  field('top/house_rules', row(20), 'required for a rental, {} allowed', {
    shapes: rent,
    pointer: '/house_rules',
    good: [{}],
    bad: object,
  });
  field('top/house_rules-of-a-sale', row(20), 'forbidden for a sale', {
    shapes: sale,
    pointer: '/house_rules',
    good: [],
    bad: [[{}, 'unknown_field']],
  });
  field('top/digest', row(21), 'optional; up to 128 characters', {
    shapes: both,
    pointer: '/digest',
    good: [absent, null, '', text(128)],
    bad: [
      [text(129), 'too_big'],
      [1, 'invalid_type'],
    ],
  });
});

describe('sale and rent', () => {
  const row = (n: number): string => `Sale versus rent differences · row ${n}`;
  rule(
    'shape/of-each',
    [row(1), row(2), row(3)],
    'price for a sale; rent and house_rules for a rental',
    async () => {
      const { price, ...bareSale } = service.sale('F1');
      const { rent: rentOf, house_rules: houseRules, ...bareRental } = service.rental('F1');
      expect(await service.verdict(bareSale)).toEqual(['required /price']);
      expect((await service.verdict(bareRental)).sort()).toEqual(['required /house_rules', 'required /rent']);
      expect(
        (await service.verdict({ ...service.sale('F1'), rent: rentOf, house_rules: houseRules })).sort(),
      ).toEqual(['unknown_field /house_rules', 'unknown_field /rent']);
      expect(await service.verdict({ ...service.rental('F1'), price })).toEqual(['unknown_field /price']);
    },
  );
  rule(
    'shape/thirteen-fields',
    'Sale versus rent differences · ¶1',
    'all at once: each named at its own pointer',
    async () => {
      const structure = {
        rooms: 2,
        total_floors: 4,
        year_built: 1990,
        building_group: 'new',
        condition: 'lux',
        garage: true,
        basement: false,
      };
      const legal = {
        ownership_status: 'uknjizen',
        legalization_status: 'legalizovan',
        mortgage_eligible: true,
        exclusive: true,
        broker_license_no: '1',
        tapija_note: 'x',
      };
      const payload = service.rental('F1', { structure, legal: { mandate_attested: true, ...legal } });
      const reply = await service.put(service.connect(), payload);
      expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed']);
      const found = reply.body.error.details.map(({ pointer, code }) => `${code} ${pointer}`);
      const wanted = [
        ...Object.keys(structure).map((name) => `unknown_field /structure/${name}`),
        ...Object.keys(legal).map((name) => `unknown_field /legal/${name}`),
      ];
      expect(found.sort()).toEqual(wanted.sort());
    },
  );
});

describe('conventions', () => {
  const where = 'Resources and their fields · ¶1';
  rule(
    'conventions/unknown-keys',
    [where, 'Listing Partner API v1: Specification · ¶2'],
    'refused at every level, null and empty ones too',
    async () => {
      for (const at of [
        '',
        '/title',
        '/description',
        '/price',
        '/location',
        '/structure',
        '/legal',
        '/source',
      ]) {
        for (const value of [1, null, '']) {
          expect(await service.verdict(payloadOf('sale', `${at}/extra`, value))).toEqual([
            `unknown_field ${at}/extra`,
          ]);
        }
      }
      expect(await service.verdict(payloadOf('rent', '/rent/extra', null))).toEqual([
        'unknown_field /rent/extra',
      ]);
      const photos = [{ url: 'https://slike.example.com/1.jpg', alt: null }];
      expect(await service.verdict(service.sale('F1', { photos }))).toEqual(['unknown_field /photos/0/alt']);
      const agent = { email: 'ana@agencija.example', fax: '' };
      expect(await service.verdict(service.sale('F1', { agent }))).toEqual(['unknown_field /agent/fax']);
    },
  );
  rule('conventions/trimmed', where, 'stored as trimmed', async () => {
    const connection = service.connect();
    const changes = {
      title: { sr: '  Dvosoban stan  ' },
      digest: ' d1 ',
      video_url: ' https://video.example.com/1 ',
    };
    await service.push(connection, { ...service.sale('F1', changes), external_id: 'F1' });
    expect(service.sandbox.staff.listings(connection)[0]!.payload).toMatchObject({
      title: { sr: 'Dvosoban stan' },
      video_url: 'https://video.example.com/1',
    });
    expect((await service.view(connection))[0]!.digest).toBe('d1');
  });
  rule(
    'conventions/absent',
    where,
    'an empty string or null in an optional field is as if it were not sent',
    async () => {
      const connection = service.connect();
      await service.push(connection, service.sale('F1'));
      const empty = service.sale('F1', {
        digest: '',
        video_url: null,
        commission: null,
        title: { sr: 'Dvosoban stan kod parka', en: ' ' },
      });
      expect((await service.push(connection, empty)).result).toBe('unchanged');
    },
  );
});

inTheTable('listing-top.test.ts');

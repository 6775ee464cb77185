import { describe, expect } from 'vitest';
import {
  absent,
  badUrls,
  both,
  field,
  payloadOf,
  sale,
  service,
  text,
  url,
  useService,
  verdicts,
} from './fields.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, type Payload } from './service.js';

useService();

describe('title and description', () => {
  const row = (n: number): string => `the service / description · row ${n}`;
  field(
    'title/sr',
    [row(1), 'Limits · row 13'],
    'required; 5 to 120 code points and at most 120 UTF-16 units',
    {
      shapes: both,
      pointer: '/title/sr',
      good: [text(5), text(120), '🏠'.repeat(60), '🏠'.repeat(5)],
      bad: [
        [absent, 'required'],
        ['   ', 'required'],
        ['Stan', 'too_small'],
        ['🏠🏠🏠🏠', 'too_small'],
        [` ${text(4)} `, 'too_small'],
        [text(121), 'too_big'],
        ['🏠'.repeat(61), 'too_big'],
        [1, 'invalid_type'],
      ],
    },
  );
  choice(
    'title/other-languages',
    row(2),
    'optional; up to 120 characters (three of the four languages are garbled)',
    { choice: 'en, tr, de, ru', setting: 'protocol.title_languages' },
    async () => {
      for (const language of ['en', 'tr', 'de', 'ru']) {
        const pointer = `/title/${language}`;
        const [good, none, long, wide] = await verdicts(
          [text(120), null, text(121), '🏠'.repeat(61)].map((value) => payloadOf('sale', pointer, value)),
        );
        expect([good, none, long, wide]).toEqual([
          ['accepted'],
          ['accepted'],
          [`too_big ${pointer}`],
          [`too_big ${pointer}`],
        ]);
      }
      expect(await service.verdict(payloadOf('sale', '/title/fr', 'Appartement'))).toEqual([
        'unknown_field /title/fr',
      ]);
    },
  );
  field('description/sr', [row(3), 'Limits · row 14'], 'required; 20 to 8,000 code points', {
    shapes: both,
    pointer: '/description/sr',
    good: [text(20), text(8000), '🏠'.repeat(8000)],
    bad: [
      [absent, 'required'],
      [text(19), 'too_small'],
      [text(8001), 'too_big'],
    ],
  });
  for (const language of ['en', 'tr', 'de', 'ru']) {
    field(`description/${language}`, row(4), 'optional; up to 8,000 characters', {
      shapes: both,
      pointer: `/description/${language}`,
      good: [absent, null, '', text(8000)],
      bad: [[text(8001), 'too_big']],
    });
  }
});

describe('price', () => {
  const row = (n: number): string => `price (sale) · row ${n}`;
  field('price/amount', row(1), 'required; above 0', {
    shapes: sale,
    pointer: '/price/amount',
    good: [0.01, 120_000.5],
    bad: [
      [absent, 'required'],
      [0, 'too_small'],
      [-1, 'too_small'],
      ['120000', 'invalid_type'],
    ],
  });
  field('price/currency', row(2), 'required; EUR or RSD', {
    shapes: sale,
    pointer: '/price/currency',
    good: ['EUR', 'RSD'],
    bad: [
      [absent, 'required'],
      ['USD', 'invalid_enum'],
    ],
  });
  field('price/negotiable', row(3), 'optional boolean', {
    shapes: sale,
    pointer: '/price/negotiable',
    good: [absent, null, true, false],
    bad: [['yes', 'invalid_type']],
  });
  field(
    'price/in-rsd',
    ['price (sale) · ¶1', 'Limits · row 15'],
    'at 117 RSD to the EUR, rounded, at most 2,147,483,647 RSD',
    {
      shapes: sale,
      pointer: '/price',
      good: [
        { amount: 18_354_561, currency: 'EUR' },
        { amount: 2_147_483_647, currency: 'RSD' },
      ],
      bad: [
        [{ amount: 18_354_562, currency: 'EUR' }, 'too_big', '/price/amount'],
        [{ amount: 2_147_483_648, currency: 'RSD' }, 'too_big', '/price/amount'],
      ],
    },
  );
});

describe('location', () => {
  const row = (n: number): string => `location · row ${n}`;
  field('location/place_id', row(1), 'required; a city or a municipality', {
    shapes: both,
    pointer: '/location/place_id',
    good: [() => service.words.city, () => service.words.municipality],
    bad: [
      [absent, 'required'],
      ['Novi Sad', 'invalid_format'],
      [nobody, 'unknown_place'],
    ],
  });
  field('location/address_line', row(2), 'required; 3 to 200 characters', {
    shapes: both,
    pointer: '/location/address_line',
    good: [text(3), text(200)],
    bad: [
      [absent, 'required'],
      ['ab', 'too_small'],
      [text(201), 'too_big'],
    ],
  });
  field('location/neighbourhood', row(3), 'optional; up to 120 characters of free text', {
    shapes: both,
    pointer: '/location/neighbourhood',
    good: [absent, null, '', 'Liman 3', text(120)],
    bad: [[text(121), 'too_big']],
  });
  field('location/lat', row(4), 'optional; -90 to 90', {
    shapes: both,
    pointer: '/location/lat',
    good: [absent, null, -90, 90],
    bad: [
      [-90.1, 'too_small'],
      [90.1, 'too_big'],
      ['45', 'invalid_type'],
    ],
  });
  field('location/lng', row(5), 'optional; -180 to 180', {
    shapes: both,
    pointer: '/location/lng',
    good: [absent, null, -180, 180],
    bad: [
      [-180.1, 'too_small'],
      [180.1, 'too_big'],
    ],
  });
});

describe('photos, agent, source', () => {
  const row = (n: number): string => `photos[] · row ${n}`;
  field('photos/url', [row(1), 'Limits · row 16'], 'required; a public https URL up to 2,048 characters', {
    shapes: both,
    pointer: '/photos/0/url',
    good: [url(2048), 'https://slike.example.com:443/1.jpg', 'https://slike.example.com/1.jpg?v=2'],
    bad: badUrls,
  });
  rule('photos/url-needed', row(1), 'a photo without its URL', async () => {
    expect(await service.verdict(service.sale('F1', { photos: [{ caption: 'x' }] }))).toEqual([
      'required /photos/0/url',
    ]);
  });
  rule(
    'photos/url-once',
    [row(1), 'Detail codes (validation_failed details and rejected items) · row 10'],
    'each URL once',
    async () => {
      const one = { url: 'https://slike.example.com/1.jpg' };
      expect(await service.verdict(service.sale('F1', { photos: [one, { ...one, caption: 'x' }] }))).toEqual([
        'duplicate_photo_url /photos/1/url',
      ]);
    },
  );
  const photo = (changes: Payload): Payload[] => [{ url: 'https://slike.example.com/1.jpg', ...changes }];
  const inPhoto = (
    name: string,
    n: number,
    says: string,
    good: readonly unknown[],
    bad: readonly [unknown, string][],
  ): void =>
    field(`photos/${name}`, row(n), says, {
      shapes: both,
      pointer: '/photos',
      good: [absent, null, '', ...good].map((value) => photo(value === absent ? {} : { [name]: value })),
      bad: bad.map(([value, code]) => [photo({ [name]: value }), code, `/photos/0/${name}`] as const),
    });
  inPhoto('caption', 2, 'optional; up to 500 characters', [text(500)], [[text(501), 'too_big']]);
  const roomTypes = [
    'exterior',
    'living_room',
    'kitchen',
    'bedroom',
    'bathroom',
    'balcony',
    'hallway',
    'view',
    'garage',
    'other',
  ];
  inPhoto('room_type', 3, 'optional; one of ten words', roomTypes, [['cellar', 'invalid_enum']]);
  inPhoto(
    'digest',
    4,
    'optional; 64 lower-case hexadecimal characters',
    ['0a'.repeat(32)],
    [
      ['0A'.repeat(32), 'invalid_format'],
      ['0a'.repeat(31), 'invalid_format'],
    ],
  );
  rule('photos/order', 'photos[] · ¶1', 'kept in their order, the first is the cover', async () => {
    const connection = service.connect();
    const photos = [3, 1, 2].map((n) => ({ url: `https://slike.example.com/${n}.jpg` }));
    await service.push(connection, service.sale('F1', { photos }));
    expect(service.sandbox.staff.listings(connection)[0]!.payload!.photos).toEqual(photos);
  });
  const email = 'ana@agencija.example';
  field('agent/email', 'agent · row 1', 'required in an agent; an e-mail address up to 254 characters', {
    shapes: both,
    pointer: '/agent/email',
    good: [email, ` ${email} `],
    bad: [
      [absent, 'required'],
      ['ana', 'invalid_format'],
      [`${text(64)}@${`${text(60)}.`.repeat(3)}${text(8)}`, 'too_big'],
      [1, 'invalid_type'],
    ],
  });
  const ofAgent = (name: string, n: number, max: number): void => {
    field(`agent/${name}`, `agent · row ${n}`, `optional; up to ${max} characters`, {
      shapes: both,
      pointer: '/agent',
      good: [{ email }, { email, [name]: null }, { email, [name]: text(max) }],
      bad: [[{ email, [name]: text(max + 1) }, 'too_big', `/agent/${name}`]],
    });
    rule(`agent/${name}-not-stored`, `agent · row ${n}`, 'not stored', async () => {
      const connection = service.connect({ agency: { members: [email] } });
      const item = await service.push(
        connection,
        service.sale('F1', { agent: { email, [name]: 'Ana 060' } }),
      );
      expect(item.warnings).toEqual([]);
      expect(service.sandbox.staff.listings(connection)[0]!.payload!.agent).toEqual({ email });
    });
  };
  ofAgent('name', 2, 120);
  ofAgent('phone', 3, 32);
  field('source/updated_at', 'source · row 1', 'required; an RFC 3339 date-time with offset', {
    shapes: both,
    pointer: '/source/updated_at',
    good: ['2026-01-10T10:00:00Z', '2026-01-10T10:00:00.123456+05:45', '2026-01-10t10:00:00z'],
    bad: [
      [absent, 'required'],
      ['', 'required'],
      ['2026-01-10T10:00:00', 'invalid_format'],
      ['2026-01-10', 'invalid_format'],
      ['2026-02-30T10:00:00Z', 'invalid_format'],
      ['2026-01-10 10:00:00Z', 'invalid_format'],
      [1768039200, 'invalid_type'],
    ],
  });
  field('source/url', 'source · row 2', 'optional; a public https URL', {
    shapes: both,
    pointer: '/source/url',
    good: [absent, null, 'https://agencija.example.com/oglas/1'],
    bad: badUrls,
  });
});

inTheTable('listing-parts.test.ts');

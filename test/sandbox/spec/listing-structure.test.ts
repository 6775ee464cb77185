import { describe, expect } from 'vitest';
import {
  absent,
  both,
  field,
  payloadOf,
  rent,
  sale,
  service,
  text,
  useService,
  verdicts,
  type Field,
  type Shape,
} from './fields.js';
import { choice, inTheTable, rule } from './rules.js';
import { type Payload } from './service.js';

useService();

describe('structure', () => {
  const row = (n: number): string => `structure (every field optional in the schema) · row ${n}`;
  const saleOnly = 'Sale versus rent differences · row 5';
  interface Range {
    name: string;
    n: number;
    min: number;
    max: number;
    kind?: 'number' | 'integer';
    shapes?: readonly Shape[];
  }
  const ranged = ({ name, n, min, max, kind = 'integer', shapes = both }: Range): void => {
    field(`structure/${name}`, row(n), `optional ${kind}, ${min} to ${max}`, {
      shapes,
      pointer: `/structure/${name}`,
      good: [absent, null, min, max, ...(kind === 'number' ? [min + 0.5] : [])],
      bad: [
        [min - 1, 'too_small'],
        [max + 1, 'too_big'],
        ['1', 'invalid_type'],
        ...(kind === 'integer' ? [[min + 0.5, 'invalid_type'] as const] : []),
      ],
    });
    if (shapes === sale) notOfARental(name, n, min);
  };
  const notOfARental = (name: string, n: number, value: unknown): void =>
    field(
      `structure/${name}-of-a-rental`,
      [row(n), saleOnly, 'Sale versus rent differences · ¶1'],
      'sale only',
      {
        shapes: rent,
        pointer: `/structure/${name}`,
        good: [],
        bad: [[value, 'unknown_field']],
      },
    );
  const words = (name: string, n: number, good: readonly string[], shapes: readonly Shape[]): void => {
    field(`structure/${name}`, row(n), `optional; ${good.join(', ')}`, {
      shapes,
      pointer: `/structure/${name}`,
      good: [absent, null, '', ...good],
      bad: [
        ['other', 'invalid_enum'],
        [1, 'invalid_type'],
      ],
    });
    if (shapes === sale) notOfARental(name, n, good[0]);
  };
  const flag = (name: string, n: number, shapes: readonly Shape[]): void => {
    field(`structure/${name}`, row(n), 'optional boolean', {
      shapes,
      pointer: `/structure/${name}`,
      good: [absent, null, true, false],
      bad: [
        ['da', 'invalid_type'],
        [1, 'invalid_type'],
      ],
    });
    if (shapes === sale) notOfARental(name, n, true);
  };
  field('structure/area_sqm', row(1), 'optional number, above 0, at most 99,999.99', {
    shapes: both,
    pointer: '/structure/area_sqm',
    good: [absent, null, 0.01, 99_999.99],
    bad: [
      [0, 'too_small'],
      [100_000, 'too_big'],
      ['54', 'invalid_type'],
    ],
  });
  ranged({ name: 'rooms', n: 2, min: 0, max: 99, kind: 'number', shapes: sale });
  ranged({ name: 'bedrooms', n: 3, min: 0, max: 99, kind: 'number' });
  ranged({ name: 'bathrooms', n: 3, min: 0, max: 99, kind: 'number' });
  ranged({ name: 'floor', n: 4, min: -5, max: 60 });
  ranged({ name: 'total_floors', n: 5, min: 0, max: 60, shapes: sale });
  ranged({ name: 'levels', n: 6, min: 1, max: 6 });
  ranged({ name: 'year_built', n: 7, min: 1800, max: 2035, shapes: sale });
  words('building_group', 8, ['new', 'old'], sale);
  words('condition', 9, ['lux', 'renovated', 'original', 'renovation_required'], sale);
  words('furnished', 10, ['furnished', 'semi_furnished', 'unfurnished'], both);
  rule(
    'structure/heating',
    row(11),
    'optional; one of sixteen words; the old word electric for a rental only',
    async () => {
      expect(service.words.heating).toHaveLength(16);
      const all = service.words.heating.map((word) => payloadOf('sale', '/structure/heating', word));
      expect(new Set((await verdicts(all)).flat())).toEqual(new Set(['accepted']));
      expect(await verdicts(both.map((shape) => payloadOf(shape, '/structure/heating', 'electric')))).toEqual(
        [['invalid_enum /structure/heating'], ['accepted']],
      );
    },
  );
  for (const name of ['elevator', 'parking', 'balcony', 'terrace', 'air_conditioning']) flag(name, 12, both);
  for (const name of ['garage', 'basement']) flag(name, 13, sale);
});

describe('legal and commission', () => {
  const row = (n: number): string => `legal · row ${n}`;
  const differs = ['Sale versus rent differences · row 4', 'Sale versus rent differences · ¶1'];
  field('legal/mandate_attested', row(1), 'required boolean', {
    shapes: both,
    pointer: '/legal/mandate_attested',
    good: [true],
    bad: [
      [absent, 'required'],
      ['da', 'invalid_type'],
    ],
  });
  choice(
    'legal/mandate-of-an-active-listing',
    [row(1), 'Rules that link writes to results · 3'],
    'true while the state is active (its code is not shown)',
    { choice: 'invalid_enum; mandate_missing in a batch', setting: 'fixed' },
    async () => {
      const payload = (state: string): Payload =>
        service.sale('F1', { state, legal: { mandate_attested: false } });
      expect(await service.verdict(payload('active'))).toEqual(['invalid_enum /legal/mandate_attested']);
      expect(await service.verdict(payload('inactive'))).toEqual(['accepted']);
      const path = `/connections/${service.connect()}/batches`;
      const { batch } = (await service.client.post(path, { listings: [payload('active')] })).body;
      expect(batch.items[0]!.failure_code).toBe('mandate_missing');
    },
  );
  const optional = (name: string, n: number, good: readonly unknown[], bad: Field['bad']): void => {
    field(`legal/${name}`, row(n), `optional; ${good.length > 2 ? good.join(', ') : typeof good[0]}`, {
      shapes: sale,
      pointer: `/legal/${name}`,
      good: [absent, null, ...good],
      bad,
    });
    field(`legal/${name}-of-a-rental`, [row(n), ...differs], 'sale only', {
      shapes: rent,
      pointer: `/legal/${name}`,
      good: [],
      bad: [[good[0], 'unknown_field']],
    });
  };
  const noWord = [['other', 'invalid_enum'] as const];
  const noFlag = [['da', 'invalid_type'] as const];
  optional('ownership_status', 2, ['uknjizen', 'nije_uknjizen', 'u_postupku'], noWord);
  optional('legalization_status', 3, ['legalizovan', 'u_postupku', 'nelegalizovan'], noWord);
  optional('mortgage_eligible', 4, [true, false], noFlag);
  optional('exclusive', 5, [true, false], noFlag);
  optional('broker_license_no', 6, [text(64), ''], [[text(65), 'too_big']]);
  optional('tapija_note', 7, [text(500), ''], [[text(501), 'too_big']]);
  rule(
    'legal/broker_license_no-default',
    row(6),
    'defaults to the number of the agency in the register',
    async () => {
      const connection = service.connect({ agency: { register_number: '2002' } });
      const stored = () => service.sandbox.staff.listings(connection).map(({ payload }) => payload);
      await service.push(connection, service.sale('F1'));
      await service.push(
        connection,
        service.sale('F2', { legal: { mandate_attested: true, broker_license_no: '7' } }),
      );
      await service.push(connection, service.rental('F3'));
      expect(stored()).toMatchObject([
        { legal: { broker_license_no: '2002' } },
        { legal: { broker_license_no: '7' } },
        { legal: { mandate_attested: true } },
      ]);
      expect(stored()[2]!.legal).not.toHaveProperty('broker_license_no');
    },
  );
  const percent = (shape: Shape, name: string, others: Shape): void => {
    const where = ['legal · ¶1', 'Sale versus rent differences · row 6'];
    field(`commission/${name}`, where, `optional, 0 to 100, for a ${shape}`, {
      shapes: [shape],
      pointer: `/commission/${name}`,
      good: [absent, null, 0, 2.5, 100],
      bad: [
        [-1, 'too_small'],
        [101, 'too_big'],
        ['2', 'invalid_type'],
      ],
    });
    field(`commission/${name}-elsewhere`, where, `unknown for a ${others}`, {
      shapes: [others],
      pointer: `/commission/${name}`,
      good: [],
      bad: [[1, 'unknown_field']],
    });
  };
  percent('sale', 'buyer_pct', 'rent');
  percent('sale', 'seller_pct', 'rent');
  percent('rent', 'landlord_pct', 'sale');
  percent('rent', 'agency_fee_pct', 'sale');
});

inTheTable('listing-structure.test.ts');

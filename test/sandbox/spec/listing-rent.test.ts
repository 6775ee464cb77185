import { describe, expect } from 'vitest';
import { absent, field, payloadOf, rent, service, useService, verdicts } from './fields.js';
import { choice, inTheTable, rule } from './rules.js';
import { type Payload } from './service.js';

useService();

describe('rent', () => {
  const row = (n: number): string => `rent (rent shape) · row ${n}`;
  const ranged = (
    id: string,
    n: number,
    min: number,
    max: number,
    kind: 'number' | 'integer',
    needed = false,
  ): void =>
    field(`rent/${id}`, row(n), `${needed ? 'required' : 'optional'} ${kind}, ${min} to ${max}`, {
      shapes: rent,
      pointer: `/rent/${id}`,
      good: [min, max, ...(needed ? [] : [absent, null]), ...(kind === 'number' ? [min + 0.5] : [])],
      bad: [
        [min - 1, 'too_small'],
        [max + 1, 'too_big'],
        ['1', 'invalid_type'],
        ...(kind === 'integer' ? [[min + 0.5, 'invalid_type'] as const] : []),
        ...(needed ? [[absent, 'required'] as const] : []),
      ],
    });
  ranged('amount', 1, 1, 10_000_000, 'number', true);
  field('rent/currency', row(2), 'required; EUR or RSD', {
    shapes: rent,
    pointer: '/rent/currency',
    good: ['EUR', 'RSD'],
    bad: [
      [absent, 'required'],
      ['CHF', 'invalid_enum'],
    ],
  });
  field('rent/type', row(3), 'required; long_term, mid_term, short_term, room', {
    shapes: rent,
    pointer: '/rent/type',
    good: ['long_term', 'mid_term', 'short_term', 'room'],
    bad: [
      [absent, 'required'],
      ['daily', 'invalid_enum'],
    ],
  });
  ranged('deposit_months', 4, 0, 12, 'number');
  ranged('min_lease_months', 5, 0, 120, 'integer');
  ranged('max_lease_months', 6, 0, 120, 'integer');
  rule('rent/lease-order', row(6), 'max_lease_months not below min_lease_months', async () => {
    const lease = (min: number, max: number): Payload => ({
      ...(service.rental('F1').rent as Payload),
      min_lease_months: min,
      max_lease_months: max,
    });
    expect(await service.verdict(payloadOf('rent', '/rent', lease(6, 6)))).toEqual(['accepted']);
    expect(await service.verdict(payloadOf('rent', '/rent', lease(7, 6)))).toEqual([
      'too_small /rent/max_lease_months',
    ]);
  });
  field('rent/available_from', row(7), 'optional; a day that exists, YYYY-MM-DD', {
    shapes: rent,
    pointer: '/rent/available_from',
    good: [absent, null, '', '2028-02-29'],
    bad: [
      ['2027-02-29', 'invalid_format'],
      ['1.2.2027.', 'invalid_format'],
      ['2027-02-01T00:00:00Z', 'invalid_format'],
      [20270201, 'invalid_type'],
    ],
  });
  choice(
    'rent/utilities_included',
    row(8),
    'optional; names to booleans, the names not given',
    { choice: 'any name', setting: 'protocol.utilities' },
    async () => {
      const given = [{ voda: true, infostan: false }, null, { voda: 'da' }, ['voda']];
      expect(
        await verdicts(given.map((value) => payloadOf('rent', '/rent/utilities_included', value))),
      ).toEqual([
        ['accepted'],
        ['accepted'],
        ['invalid_type /rent/utilities_included/voda'],
        ['invalid_type /rent/utilities_included'],
      ]);
    },
  );
  ranged('utilities_estimate_rsd', 9, 0, 100_000_000, 'integer');
  field('rent/owner_lives_nearby', row(10), 'optional boolean in the schema', {
    shapes: rent,
    pointer: '/rent/owner_lives_nearby',
    good: [true, false],
    bad: [['no', 'invalid_type']],
  });
  choice(
    'rent/owner-to-publish',
    row(10),
    'needed to publish, but for business premises',
    {
      choice: 'categories labelled as, or grouped under, business premises',
      setting: 'protocol.business_premises',
    },
    async () => {
      const rentOf = { amount: 400, currency: 'EUR', type: 'long_term' };
      const item = (changes: Payload) =>
        service.push(service.connect(), service.rental('F1', { rent: rentOf, ...changes }));
      expect(await item({})).toMatchObject({
        result: 'rejected',
        failure_code: 'missing_required',
        details: [{ pointer: '/rent/owner_lives_nearby', code: 'required' }],
      });
      expect((await item({ state: 'inactive' })).result).toBe('accepted');
      expect((await item({ category: service.words.premises })).result).toBe('accepted');
    },
  );
  field('rent/owner_proximity', row(11), 'one of seven words', {
    shapes: rent,
    pointer: '/rent',
    good: ['same_floor', 'upstairs', 'downstairs', 'same_building', 'same_street', 'walking_distance'].map(
      (word) => ({
        amount: 1,
        currency: 'EUR',
        type: 'long_term',
        owner_lives_nearby: true,
        owner_proximity: word,
      }),
    ),
    bad: [
      [
        { amount: 1, currency: 'EUR', type: 'room', owner_lives_nearby: true, owner_proximity: 'far' },
        'invalid_enum',
        '/rent/owner_proximity',
      ],
    ],
  });
  choice(
    'rent/owner_proximity-conditions',
    row(11),
    'only where the owner lives nearby; same_apartment only for a room (its code is not shown)',
    { choice: 'invalid_enum', setting: 'fixed' },
    async () => {
      const proximity = (type: string, nearby: boolean | undefined, word: string): Payload =>
        payloadOf('rent', '/rent', {
          amount: 1,
          currency: 'EUR',
          type,
          ...(nearby === undefined ? {} : { owner_lives_nearby: nearby }),
          owner_proximity: word,
        });
      const at = ['invalid_enum /rent/owner_proximity'];
      expect(
        await verdicts([
          proximity('room', true, 'same_apartment'),
          proximity('long_term', true, 'same_apartment'),
          proximity('long_term', false, 'upstairs'),
          proximity('long_term', undefined, 'upstairs'),
        ]),
      ).toEqual([['accepted'], at, at, at]);
    },
  );
  ranged('max_occupants', 12, 1, 20, 'integer');
  choice(
    'house_rules/keys',
    'rent (rent shape) · ¶1',
    'eleven keys, each optional; what most hold is not shown',
    { choice: 'these keys, any value; pets is an object with policy', setting: 'protocol.house_rules_keys' },
    async () => {
      const keys = ['smoking', 'guests', 'parties', 'quiet_hours', 'subletting', 'students', 'families'];
      const others = ['foreign_tenants', 'registers_residence', 'other'];
      const pets = {
        policy: 'ask',
        kinds: ['dog'],
        dog_size: 'small',
        max_count: 1,
        deposit_eur: 100,
        note: 'x',
      };
      const all = { ...Object.fromEntries([...keys, ...others].map((key) => [key, 'x'])), pets };
      const given = [
        all,
        { music: true },
        { pets: {} },
        { pets: { policy: 'ask', cats: 1 } },
        { pets: true },
      ];
      expect(await verdicts(given.map((value) => payloadOf('rent', '/house_rules', value)))).toEqual([
        ['accepted'],
        ['unknown_field /house_rules/music'],
        ['required /house_rules/pets/policy'],
        ['unknown_field /house_rules/pets/cats'],
        ['invalid_type /house_rules/pets'],
      ]);
    },
  );
});

inTheTable('listing-rent.test.ts');

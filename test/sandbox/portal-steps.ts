import fc from 'fast-check';
import type { Trigger } from './portal-model.js';

/** One thing that a partner, the staff or the time does; `of` is one of the connections. */
const of = fc.constantFrom('pending', 'certifying', 'active');
/** Two of them end in a magic value: taken down later, refused later. */
const id = fc.constantFrom('A1', 'A2', 'A3', 'A4:moderated', 'A5:duplicate', 'A6:review');
const ids = fc.uniqueArray(id, { minLength: 1 });
/** 0 is no valid price. */
const price = fc.integer({ min: 0, max: 3 });
const key = fc.constantFrom('key-0001', 'key-0002');
const reading = fc.constantFrom(
  'ping',
  'list',
  'get',
  'view',
  'batch',
  'validate',
  'vocabularies',
  'places',
  'place',
  'stranger',
);
const staffTrigger = fc.constantFrom<Trigger>(
  'certify',
  'certify',
  'sendBack',
  'pause',
  'resume',
  'resume',
  'revoke',
);
const ms = fc.constantFrom(
  1,
  60_000,
  5 * 60_000,
  3_599_999,
  3_599_999,
  3_600_000,
  26 * 3_600_000,
  8 * 24 * 3_600_000,
);

export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('put' as const), of, id, price }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('push' as const), of, ids, price, key }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reconcile' as const), of, ids, key }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('remove' as const), of, id }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), of, what: reading }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('resend' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('redeem' as const),
      code: fc.constantFrom('current', 'current', 'lapsed', 'unknown'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('disconnect' as const), of }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('staff' as const), of, trigger: staffTrigger }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('moderate' as const), of, id }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('decide' as const), of, id, approves: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('quota' as const), of, limit: fc.integer({ min: 0, max: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('budget' as const), limit: fc.integer({ min: 1, max: 8 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), ms, advance: fc.boolean() }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

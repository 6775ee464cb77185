import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listingSchemas } from '../../src/wire/listing-schema.js';
import { defaultProtocol, protocolSchema } from '../../src/wire/protocol.js';
import { changed, validRental, validSale } from './listings.js';

const strictUtilities = protocolSchema.parse({ utilities: ['water', 'heating'] });

const pointers = [
  ...[
    '',
    '/external_id',
    '/category',
    '/state',
    '/transaction',
    '/title',
    '/title/sr',
    '/title/en',
    '/digest',
  ],
  ...['/description', '/description/sr', '/location', '/location/lat', '/location/place_id', '/photos'],
  ...['/photos/0', '/photos/0/url', '/photos/0/caption', '/photos/1/digest', '/photos/2', '/amenities'],
  ...['/price', '/price/amount', '/price/negotiable', '/structure', '/structure/floor', '/structure/rooms'],
  ...['/rent', '/rent/amount', '/rent/utilities_included', '/rent/owner_proximity', '/rent/available_from'],
  ...['/legal', '/legal/exclusive', '/house_rules', '/house_rules/pets', '/house_rules/pets/policy'],
  ...['/agent', '/agent/email', '/source', '/source/updated_at', '/source/url', '/attributes', '/commission'],
  ...['/attributes/duplex', '/extra', '/structure/extra', '/photos/0/extra', '/legal/toString'],
];
const value = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, 0, -1, 1.5, 12, 1e9, NaN, '', 'x', 'sale', 'rent'),
  fc.constantFrom<unknown>('https://photos.agency.example/3.jpg', 'http://photo', 'ana@agency.example'),
  fc.constantFrom<unknown>('2026-11-20T10:00:00+01:00', '2026-11-20', 'a'.repeat(64), 'Stan '.repeat(40)),
  fc.constantFrom<unknown>({}, [], { water: true }, { gas: true }, { amount: 1, currency: 'EUR' }, ['lift']),
  fc.constantFrom<unknown>({ sr: 'Dvosoban stan u centru' }, { policy: 'cats' }, { buyer_pct: 2 }),
  fc.constantFrom<unknown>({ email: 'ana@agency.example' }, { url: 'https://a.example/1.jpg' }, ['']),
  fc.constantFrom<unknown>(Array(100).fill({ url: 'https://a.example/1.jpg' }), Array(1_000).fill('lift')),
  fc.jsonValue({ maxDepth: 2 }),
);
const change = fc.tuple(fc.constantFrom(...pointers), value);
const payload = fc
  .tuple(fc.constantFrom(validSale, validRental), fc.array(change, { maxLength: 3 }))
  .map(([valid, changes]) =>
    changes.reduce<unknown>((made, [pointer, given]) => applied(made, pointer, given), valid()),
  );

function applied(made: unknown, pointer: string, given: unknown): unknown {
  if (pointer === '') return given;
  try {
    return changed(made as Record<string, unknown>, pointer, given);
  } catch {
    // What lies around it became a text or a number.
    return made;
  }
}

it.each([
  ['as it is by default', defaultProtocol],
  ['with names of utilities', strictUtilities],
])('accepts what zod accepts, and nothing else: the protocol %s', (_, protocol) => {
  const schemas = listingSchemas(protocol);
  const verdicts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(payload, fc.constantFrom('sale', 'rent'), (any, transaction) => {
      const { success } = schemas[transaction].safeParse(any);
      expect(schemas.accepts[transaction](any)).toBe(success);
      verdicts[success ? 'accepted' : 'refused'] += 1;
    }),
    { numRuns: 3000 },
  );
  // It was asked about both.
  expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(200);
});

it('refuses a list with a hole in it', () => {
  const holed = changed(validSale(), '/photos/0', undefined);
  const schemas = listingSchemas(defaultProtocol);
  expect(schemas.sale.safeParse(holed).success).toBe(false);
  expect(schemas.accepts.sale(holed)).toBe(false);
});

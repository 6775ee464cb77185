import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';
import type { SpecClient, SpecReply } from '../spec-client.js';
import { choice, inTheTable, rule } from './rules.js';
import { nobody, refusal, startService, type Payload, type Service } from './service.js';

let service: Service;
let client: SpecClient;
let staff: Sandbox['staff'];
beforeAll(async () => {
  service = await startService();
  client = service.client;
  staff = service.sandbox.staff;
});
afterAll(() => service.close());

const batch = (
  connection: string,
  listings: unknown,
  headers: Record<string, string> = {},
): Promise<SpecReply> => client.post(`/connections/${connection}/batches`, { listings }, headers);
const price = (amount: number): Payload => ({ price: { amount, currency: 'EUR' } });

describe('failure codes', () => {
  const where = 'Item failure codes (failure_code) · ¶1';
  rule(
    'failure/place',
    [where, 'location · row 1', 'Detail codes (validation_failed details and rejected items) · row 8'],
    'an unknown place: geo_unresolved in a batch, unknown_place from PUT',
    async () => {
      const id = service.connect();
      const lost = service.sale('A1', { location: { place_id: nobody, address_line: 'Ulica 1' } });
      const { items } = (await batch(id, [lost])).body.batch;
      expect(items[0]).toMatchObject({
        failure_code: 'geo_unresolved',
        details: [{ code: 'unknown_place', pointer: '/listings/0/location/place_id' }],
      });
      expect(refusal(await service.put(id, lost))).toBe(
        '422 validation_failed unknown_place /location/place_id',
      );
    },
  );
  choice(
    'failure/conditions',
    [where, 'Listing lifecycle · ¶1'],
    'when the others are answered',
    {
      choice:
        'schema_invalid: a field unknown, missing, of the wrong type; invalid_payload: a value out of its rule; mandate_missing; missing_required: owner_lives_nearby; quota_exceeded; certification_rejected; the rest by magic values',
      setting: 'fixed',
    },
    async () => {
      const id = service.connect({ agency: { listing_limit: 0 } });
      const code = async (payload: Payload): Promise<string | null> =>
        (await batch(id, [payload])).body.batch.items[0]!.failure_code;
      expect(await code({ external_id: 'A1' })).toBe('schema_invalid');
      expect(await code(service.sale('A1', price(0)))).toBe('invalid_payload');
      expect(await code(service.sale('A1', { legal: { mandate_attested: false } }))).toBe('mandate_missing');
      expect(await code(service.rental('A1', { rent: { amount: 1, currency: 'EUR', type: 'room' } }))).toBe(
        'missing_required',
      );
      expect(await code(service.sale('A1'))).toBe('quota_exceeded');
    },
  );
});

describe('warnings', () => {
  const row = (n: number): string => `Warning codes (do not stop an item) · row ${n}`;
  const warned = async (agency: Payload, payload: Payload): Promise<[string[], Payload]> => {
    const id = service.connect({ agency });
    const item = await service.push(id, payload);
    expect(item.result).toBe('accepted');
    return [item.warnings.map(({ code, pointer }) => `${code} ${pointer}`), staff.listings(id)[0]!.payload!];
  };
  rule(
    'warning/agent',
    [row(1), 'agent · row 1', 'Top level · row 18'],
    'no active member: the listing has no agent',
    async () => {
      const members = ['ana@agencija.example'];
      const [codes, stored] = await warned(
        { members },
        service.sale('A1', { agent: { email: 'iva@agencija.example' } }),
      );
      expect(codes).toEqual(['agent_not_member /agent/email']);
      expect(stored).not.toHaveProperty('agent');
      const [none, kept] = await warned(
        { members },
        service.sale('A1', { agent: { email: 'Ana@Agencija.example' } }),
      );
      expect([none, kept.agent]).toEqual([[], { email: 'Ana@Agencija.example' }]);
    },
  );
  rule(
    'warning/tour',
    [row(2), 'Top level · row 17'],
    'no tours in the plan: the URL is not stored',
    async () => {
      const tour = { virtual_tour_url: 'https://tura.example.com/1' };
      const [codes, stored] = await warned({ virtual_tours: false }, service.sale('A1', tour));
      expect(codes).toEqual(['virtual_tour_dropped /virtual_tour_url']);
      expect(stored).not.toHaveProperty('virtual_tour_url');
      expect((await warned({}, service.sale('A1', tour)))[1]).toMatchObject(tour);
    },
  );
  rule(
    'warning/commission',
    [row(3), 'legal · ¶1', 'Top level · row 12'],
    'a bank has none; agencies and solo agents do',
    async () => {
      const commission = { commission: { buyer_pct: 2, seller_pct: 0 } };
      const [codes, stored] = await warned({ kind: 'bank' }, service.sale('A1', commission));
      expect(codes).toEqual(['commission_dropped /commission']);
      expect(stored).not.toHaveProperty('commission');
      for (const kind of ['agency', 'solo_agent'] as const) {
        const [none, kept] = await warned({ kind }, service.sale('A1', commission));
        expect([none, kept.commission]).toEqual([[], commission.commission]);
      }
    },
  );
  choice(
    'warning/category',
    row(4),
    'which fields do not apply to which category is not shown',
    { choice: "a building's fields on land, and attributes of another category", setting: 'fixed' },
    async () => {
      const [codes, stored] = await warned(
        {},
        service.sale('A1', { category: service.words.plot, structure: { area_sqm: 500, rooms: 2 } }),
      );
      expect([codes, stored.structure]).toEqual([
        ['field_not_applicable /structure/rooms'],
        { area_sqm: 500 },
      ]);
    },
  );
  choice(
    'warning/coordinates',
    row(5),
    "kept, with a warning; the place's boundary is not shown",
    { choice: 'a rough distance from its centre', setting: 'fixed' },
    async () => {
      const location = { place_id: service.words.city, address_line: 'Ulica 1', lat: 44.8, lng: 20.4 };
      const [codes, stored] = await warned({}, service.sale('A1', { location }));
      expect(codes).toEqual(['coordinates_outside_place /location']);
      expect(stored.location).toEqual(location);
      expect(
        (await warned({}, service.sale('A1', { location: { ...location, lat: 45.25, lng: 19.84 } })))[0],
      ).toEqual([]);
    },
  );
  rule(
    'warning/photos',
    [row(6), 'photos[] · ¶1', 'Limits · row 11', 'Agency summary · row 5'],
    'the plan keeps the first ones',
    async () => {
      const photos = [1, 2, 3].map((n) => ({ url: `https://slike.example.com/${n}.jpg` }));
      const [codes, stored] = await warned({ photo_limit: 2 }, service.sale('A1', { photos }));
      expect([codes, stored.photos]).toEqual([['photo_cap_applied /photos'], photos.slice(0, 2)]);
    },
  );
  choice(
    'warning/pointer-in-a-batch',
    'Batch item result · row 9',
    'where the pointer of a warning begins in a batch',
    { choice: 'at the listing, unlike that of a detail', setting: 'fixed' },
    async () => {
      const { items } = (
        await batch(service.connect({ agency: { photo_limit: 0 } }), [
          service.sale('A1', { photos: [{ url: 'https://slike.example.com/1.jpg' }] }),
        ])
      ).body.batch;
      expect(items[0]!.warnings[0]!.pointer).toBe('/photos');
    },
  );
});

inTheTable('judgement.test.ts');

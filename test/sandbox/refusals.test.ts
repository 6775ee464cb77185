import { beforeAll, describe, expect, it } from 'vitest';
import { validRental, validSale } from '../wire/listings.js';
import { refusals, refusedPayload } from '../wire/refusals.js';
import { createBench, type Bench } from './partner.js';

let bench: Bench;
let bases: Record<'sale' | 'rent', Record<string, unknown>>;
beforeAll(async () => {
  bench = await createBench({ limits: { rate_limit_per_minute: 10_000 } });
  const { apartment, central, place } = bench.words;
  const location = { place_id: place, address_line: 'Jevrejska 10' };
  bases = {
    sale: { ...validSale(), category: apartment, location, structure: { area_sqm: 54.5, heating: central } },
    rent: { ...validRental(), category: apartment, location },
  };
});

describe('a listing that breaks one rule of the spec', () => {
  it('is accepted before the rule is broken', async () => {
    for (const base of Object.values(bases)) {
      const path = `/connections/${bench.connection}/listings/${String(base.external_id)}`;
      expect((await bench.partner.put(path, base)).body.item).toMatchObject({
        result: 'accepted',
        warnings: [],
      });
    }
  });

  it.each(refusals)('$base $change: $code at $pointer', async (row) => {
    const payload = refusedPayload(row, bases);
    const path = `/connections/${bench.connection}/listings/${String(bases[row.base].external_id)}`;
    const answer = await bench.partner.put(path, payload);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
    const expected = { pointer: row.pointer, code: row.code };
    expect(answer.body.error.details).toContainEqual(expect.objectContaining(expected));

    const { body } = await bench.partner.post('/validate', { listings: [payload] });
    expect(body.results[0]).toMatchObject({ result: 'rejected' });
    const inBatch = { pointer: `/listings/0${row.pointer}`, code: row.code };
    expect(body.results[0]!.details).toContainEqual(expect.objectContaining(inBatch));
  });
});

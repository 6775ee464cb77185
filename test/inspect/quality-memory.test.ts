import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { feedQuality } from '../../src/inspect/quality.js';
import type { QualityStore } from '../../src/store/contract/quality.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const listings = 20_000;
const blockOf = 500;
const text = 'Prodaje se lepo održavan stan u mirnoj ulici, blizu škole. '.repeat(40);

/** A listing of some 5 kB. */
function payload(number: number): Record<string, unknown> {
  return {
    ...{ external_id: `A${number}`, transaction: 'sale', category: 'stan' },
    title: { sr: `Dvosoban stan broj ${number}` },
    description: { sr: `${text}${number}` },
    price: { amount: 50_000 + number, currency: 'EUR' },
    location: { place_id: 'p', address_line: `Ulica ${number % 900} broj ${number}` },
    structure: { area_sqm: 40 + (number % 60), rooms: 2, floor: number % 9 },
    photos: Array.from({ length: 2 }, (_one, photo) => ({
      url: `https://photos.agency.example/listings/${number}/${photo}.jpg`,
      caption: `Soba ${photo}`,
    })),
  };
}

it('keeps little of each listing of a large feed, and no payload', async () => {
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let kept = 0;
  const quality: Pick<QualityStore, 'issues' | 'payloads' | 'leftPayloads' | 'dates' | 'survey'> = {
    async *issues() {
      for (let from = 0; from < listings; from += blockOf)
        yield Array.from({ length: blockOf }, (_one, index) => ({
          sourceId: `s${from + index}`,
          issues: [
            {
              severity: 'warning',
              code: 'text_cut',
              pointer: '/title/sr',
              message: 'cut',
              value: text.slice(0, 120),
            },
          ],
        }));
    },
    async *payloads() {
      const before = heap();
      for (let from = 0; from < listings; from += blockOf)
        yield Array.from({ length: blockOf }, (_one, index) => ({
          sourceId: `s${from + index}`,
          payload: JSON.parse(JSON.stringify(payload(from + index))) as Record<string, unknown>,
        }));
      kept = heap() - before;
    },
    async *leftPayloads() {
      yield [];
    },
    dates: async () => null,
    survey: async () => null,
  };
  const findings = await feedQuality(1, { quality: quality as QualityStore }, 0);
  expect(findings).toMatchObject([
    { code: 'text_cut', count: listings, of: listings, samples: { length: 3 } },
  ]);
  // Hashes, and the addresses of its photos, of which no more than 300,000 are kept: some 600 bytes. A payload takes some 4,000.
  expect(kept / listings).toBeLessThan(1_500);
}, 60_000);

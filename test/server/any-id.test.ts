import { afterEach, expect, it } from 'vitest';
import { codeOf } from '../../src/console/parts/listings/listing-code.js';
import { externalId } from '../../src/core/listing/external-id.js';
import type { SourceId } from '../../src/model/ids.js';
import { ad, estateFeed } from '../support/estate-feed.js';
import { hour } from '../support/manual-clock.js';
import { seededRandom } from '../support/seeded-random.js';
import { ApiWorld } from './api-world.js';

let api: ApiWorld;
afterEach(() => api.close());

const codes = ['A:1', 'ПН-016', 'PN 015/2', 'ž_1', '100%', 'A%3A1', 'A.1'];

it('finds and opens a listing by its code as its agency writes it, and shows that code', async () => {
  api = await ApiWorld.create();
  api.world.feed.body = estateFeed(codes.map((code, at) => ({ ...ad(at + 1), code })));
  await api.world.later(hour);
  const staff = await api.signedIn('ana', 'operator');
  for (const code of codes) {
    const { matches } = await staff.get<{ matches: { external_id: string }[] }>(
      `/search?q=${encodeURIComponent(code)}`,
    );
    expect(matches.map(({ external_id: id }) => codeOf(id))).toContain(code);
    const { status, text } = await staff.ask('GET', `/listings/${api.a}/${encodeURIComponent(code)}`);
    expect([status, codeOf((JSON.parse(text) as { external_id: string }).external_id)]).toEqual([200, code]);
  }
});

it('shows each id as it was written, unless it had to be shortened', () => {
  const random = seededRandom('codes');
  const letters = Array.from('Aa1-_.:/ %шžд€😀');
  for (let tries = 0; tries < 2000; tries++) {
    const length = 1 + ((random.bytes(1)[0] ?? 0) % 6);
    const code = Array.from(random.bytes(length), (byte) => letters[byte % letters.length]).join('');
    expect(codeOf(externalId(code as SourceId))).toBe(code);
  }
  const long = externalId('ш'.repeat(40));
  expect(codeOf(long)).toBe(long);
});

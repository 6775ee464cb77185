import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../shared-dir.js';
import { minute } from '../support/manual-clock.js';
import { World } from '../support/world.js';
import published from './real-feed.published.json' with { type: 'json' };

const file = join(sharedDir, 'feeds/estate-sistem/oglasi-25.xml');

let world: World;
afterEach(async () => world.close());

function structure(externalId: string): Record<string, unknown> {
  return world.payload(externalId).structure as Record<string, unknown>;
}

describe.skipIf(!hasShared)('a real agency’s export', () => {
  it('is published as the table says, with place, photos, price, and heating where the feed has it', async () => {
    world = await World.create();
    const xml = await readFile(file, 'utf8');
    world.feed.body = xml;
    await world.round();

    const invalid = await world.app.services.store.records.invalid(null, 100);
    const reasons = new Map(
      invalid.map((record) => [
        record.sourceId,
        record.issues
          .filter((issue) => issue.severity === 'error')
          .map((issue) => issue.code)
          .join(', '),
      ]),
    );
    const ids = [...xml.matchAll(/<code><!\[CDATA\[(.*?)\]\]>/g)].map((match) => match[1] ?? '');
    const live = new Set(world.live());
    expect(
      Object.fromEntries(
        ids.map((id) => [id, live.has(id) ? 'published' : (reasons.get(id) ?? 'not there')]),
      ),
    ).toEqual(published);
    expect(live.size).toBeGreaterThanOrEqual(24);

    for (const record of xml.split('<oglas>').slice(1)) {
      const id = /<code><!\[CDATA\[(.*?)\]\]>/.exec(record)?.[1] ?? '';
      if (!live.has(id)) continue;
      const payload = world.payload(id);
      expect(payload, id).toMatchObject({
        location: { place_id: expect.any(String), address_line: expect.any(String) },
      });
      expect((payload.photos as unknown[]).length, id).toBeGreaterThan(0);
      expect(payload.price ?? payload.rent, id).toMatchObject({
        amount: Number(/<cena>(\d+)/.exec(record)?.[1]),
        currency: 'EUR',
      });
      expect(structure(id).heating !== undefined, `${id} heating`).toBe(record.includes('<vrstagrejanja>'));
    }
    // Ares that are square metres: the title names the raw figure.
    expect(structure('211001679')).toMatchObject({ area_sqm: 591 });
  });

  it('costs GETs while nothing changes, one batch for three edits, and removes two ads only after an hour', async () => {
    world = await World.create();
    const xml = await readFile(file, 'utf8');
    world.feed.body = xml;
    await world.round();
    world.requests();
    world.clock.advance(15 * minute);
    world.feed.body = xml.replace('2026-01-03T11:35:02', '2026-01-03T12:35:02');
    const second = await world.round();
    expect(second.polls[0]).toMatchObject({ balance: { seen: 25, known: 25, mapped: 0 } });
    expect(world.requests().filter((request) => !request.startsWith('GET '))).toEqual([]);

    const edited = xml
      .replace('<cena>88580', '<cena>87000')
      .replace('<cena>400', '<cena>420')
      .replace('<cena>154900', '<cena>150000');
    world.feed.body = edited;
    world.clock.advance(15 * minute);
    const third = await world.round();
    expect(third.pushes[0]).toMatchObject({ batches: 1, sent: 3, results: { accepted: 3 } });

    const [head = '', ...records] = edited.split(/(?=^ <oglas>)/m);
    world.feed.body = head + records.slice(2).join('');
    world.clock.advance(15 * minute);
    await world.round();
    world.clock.advance(59 * minute);
    await world.round();
    expect(world.live()).toEqual(expect.arrayContaining(['211001731', '211001730']));
    world.clock.advance(minute);
    await world.round();
    expect(world.live()).not.toContain('211001731');
    expect(world.live()).not.toContain('211001730');
    expect(world.live().length).toBeGreaterThanOrEqual(22);
  });
});

import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { createDemoAgency, type DemoAgency } from '../../src/sandbox/demo/demo-agency.js';
import { TestClock } from './partner.js';

interface Ad {
  code: string;
  cena: string;
  vrstanekretnine: string;
  mesto: string;
}

const get = (agency: DemoAgency, headers = {}): Promise<Response> =>
  agency.fetch(new Request('http://127.0.0.1/oglasi.xml', { headers }));

async function read(agency: DemoAgency): Promise<{ lastModify: string; ads: Map<string, Ad> }> {
  const xml = await (await get(agency)).text();
  const { OGLASI } = new XMLParser({ parseTagValue: false }).parse(xml) as {
    OGLASI: { last_modify: string; oglas: Ad[] };
  };
  return { lastModify: OGLASI.last_modify, ads: new Map(OGLASI.oglas.map((ad) => [ad.code, ad])) };
}

describe('the demo agency', () => {
  it('has some sixty ads of several kinds and towns', async () => {
    const { ads } = await read(createDemoAgency({ clock: new TestClock() }));
    expect(ads.size).toBe(60);
    const kinds = new Set([...ads.values()].map((ad) => ad.vrstanekretnine));
    expect(kinds).toEqual(new Set(['Stan', 'Kuća', 'Vikendica', 'Plac', 'Poslovni prostor', 'Lokal']));
    const towns = new Set([...ads.values()].map((ad) => ad.mesto));
    expect(towns).toEqual(new Set(['Novi Sad', 'Sremski Karlovci', 'Beočin', 'Inđija']));
  });

  it('changes a little every minute, exactly as it says, and otherwise not at all', async () => {
    const clock = new TestClock();
    const agency = createDemoAgency({ clock });
    for (let minute = 1; minute <= 24; minute++) {
      const before = await read(agency);
      clock.advance(59_999);
      expect(await read(agency)).toEqual(before);
      clock.advance(1);
      const after = await read(agency);
      const change = agency.changes()[minute - 1]!;
      expect(change.at).toBe(clock.now());
      expect(after.lastModify).not.toBe(before.lastModify);
      expect(agency.codes()).toEqual([...after.ads.keys()]);
      const [was, is] = [before.ads.get(change.code), after.ads.get(change.code)];
      if (change.kind === 'new') expect([was, is?.vrstanekretnine]).toEqual([undefined, 'Stan']);
      if (change.kind === 'sold') expect([was?.code, is]).toEqual([change.code, undefined]);
      if (change.kind === 'price') expect(is?.cena).not.toBe(was?.cena);
      for (const [code, ad] of after.ads) if (code !== change.code) expect(ad).toEqual(before.ads.get(code));
    }
    const kinds = agency.changes().map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['price', 'new', 'sold']);
  });

  it('is the same for the same seed and clock, and another for another seed', async () => {
    const text = async (seed: number, polls: number): Promise<string> => {
      const clock = new TestClock();
      const agency = createDemoAgency({ clock, seed });
      for (let poll = 0; poll < polls; poll++) {
        clock.advance(600_000 / polls);
        await get(agency);
      }
      return (await get(agency)).text();
    };
    expect(await text(1, 10)).toBe(await text(1, 1));
    expect(await text(2, 1)).not.toBe(await text(1, 1));
  });

  it('answers 304 to its ETag until something changes', async () => {
    const clock = new TestClock();
    const agency = createDemoAgency({ clock });
    const etag = (await get(agency)).headers.get('etag') ?? '';
    expect((await get(agency, { 'If-None-Match': etag })).status).toBe(304);
    clock.advance(60_000);
    expect((await get(agency, { 'If-None-Match': etag })).status).toBe(200);
  });
});

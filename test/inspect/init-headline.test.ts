import { describe, expect, it } from 'vitest';
import { createReference } from '../../src/core/content/places.js';
import { proposeMapping, type Portal, type Proposal } from '../../src/inspect/init/index.js';
import type { Place } from '../../src/model/reference.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

const { vocabulary } = sandboxReference();
const nowhere = { nameEn: null, officialCode: null, cityId: null, cityNameSr: null, lat: null, lng: null };
const bg = '11111111-1111-4111-8111-111111111111';
const places: Place[] = [{ id: bg, type: 'city', nameSr: 'Beograd', ...nowhere }];
const portal: Portal = { reference: createReference(vocabulary, places), vocabulary, places };

interface Row {
  id: string;
  town?: string;
  street?: string;
}

function csv(rows: readonly Row[]): Buffer {
  const lines = rows.map(
    ({ id, town = 'Beograd', street = 'Mirna' }, index) =>
      `${id},"Svetao stan broj ${index} sa terasom","Svetao i uredan stan, odmah useljiv, blizu škole. Broj ${index}.",${50_000 + index},EUR,${40 + (index % 60)},stan,prodaja,${town},${street} ${index}`,
  );
  return Buffer.from(
    `${['sifra,naslov,opis,cena,valuta,kvadratura,tip,ponuda,grad,ulica', ...lines].join('\n')}\n`,
  );
}

async function propose(file: Buffer): Promise<Proposal> {
  const proposal = await proposeMapping(file, { portal });
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}
const readinessOf = async (file: Buffer) => (await propose(file)).report.readiness;

describe('the number of listings that are ready', () => {
  it('leaves out listings whose place is not known yet', async () => {
    const rows = ['BGD grad', 'BGD grad', 'BGD opština'].map((town, index) => ({ id: `a${index}`, town }));
    expect(await readinessOf(csv(rows))).toMatchObject({
      listings: 3,
      ready: 0,
      problems: [{ pointer: '/location/place_id', code: 'place_unknown', listings: 3 }],
    });
  });

  it('leaves out every listing of an id with two contents', async () => {
    const rows = ['a1', 'a2', 'a3', 'a3', 'a3', 'a4'].map((id) => ({ id }));
    expect(await readinessOf(csv(rows))).toMatchObject({
      listings: 6,
      ready: 3,
      problems: [{ pointer: '/external_id', code: 'duplicate_id', listings: 3, sample: 'a3' }],
    });
  });

  it('counts a record that comes twice once', async () => {
    const file = csv([{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }]).toString('utf8');
    const [head = '', ...rows] = file.trim().split('\n');
    expect(await readinessOf(Buffer.from([head, ...rows, rows[1], rows[2]].join('\n')))).toMatchObject({
      listings: 3,
      ready: 3,
      problems: [],
    });
  });

  it('is that of the whole file, however long', async () => {
    const rows = Array.from({ length: 2_600 }, (_, index): Row => ({ id: `a${index}` }));
    rows[2_400] = { id: 'a2400', town: 'Atlantida' };
    // Repeated after the records from which the mapping is made.
    rows[2_500] = { id: 'a7' };
    const lines = csv(rows).toString('utf8').trimEnd().split('\n');
    // Rows with too many cells cannot be read; line 0 is the header.
    for (const broken of [5, 900, 1_999]) lines[broken] = `${lines[broken] ?? ''},1,2,3,4`;
    const { report } = await propose(Buffer.from(`${lines.join('\n')}\n`));
    expect(report.readiness).toMatchObject({ listings: 2_597, ready: 2_594 });
    expect(report.readiness.problems.map(({ code, listings }) => [code, listings])).toEqual([
      ['duplicate_id', 2],
      ['place_unknown', 1],
    ]);
    expect(report.ids).toMatchObject({ records: 2_597, missing: 0, repeated: 1 });
    expect(report.words.map(({ word }) => word)).toEqual(['Atlantida']);
  }, 60_000);
});

import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { floorIn } from '../../src/inspect/init/words/floor-words.js';
import { recordsOf } from '../mapping/feed-file.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';
import { mappingOf } from '../mapping/shipped-mapping.js';

const { reference } = sandboxReference();

/** A value of the structure of homes for sale, of which each has one of the cells in the column. */
async function readAs(name: string, column: string, cells: readonly string[]): Promise<unknown[]> {
  const oglasi = cells.map((cell, index) => ({
    ...{ sifra: `K-${700 + index * 3}`, vrsta_ponude: 'Prodaja', vrsta_nekretnine: 'Stan' },
    naslov: `Lepa nekretnina broj ${index} blizu centra`,
    opis: `Svetla nekretnina broj ${index} nalazi se u mirnoj ulici i odmah je useljiva.`,
    ...{ mesto: 'Novi Sad', ulica: `Jevrejska ${index + 1}`, cena_eur: 90_000 + index * 1_300 },
    ...{ kvadratura: 41 + index * 3, [column]: cell },
  }));
  const text = JSON.stringify({ oglasi });
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  const mapping = mappingOf(proposal.yaml);
  return recordsOf(Buffer.from(text), mapping.format).map((record) => {
    const [listing] = mapping.map(record, { reference, photoMax: 10 }).listings;
    return (listing?.payload?.structure as Record<string, unknown> | undefined)?.[name];
  });
}

describe('the floor in words', () => {
  it.each([
    [
      'Italian',
      'Piano',
      { 'Piano terra': 0, '1° piano': 1, 'Secondo piano': 2, Seminterrato: -1, Attico: undefined },
    ],
    ['French', 'Etage', { 'rez-de-chaussée': 0, '1er étage': 1, '2e étage': 2, '3ème': 3, 'sous-sol': -1 }],
    ['Hungarian', 'Emelet', { földszint: 0, 'fsz.': 0, félemelet: undefined, '2. emelet': 2, '3. em.': 3 }],
    [
      'Turkish',
      'Bulunduğu kat',
      { 'Zemin Kat': 0, '3. Kat': 3, 'Bodrum Kat': -1, 'Kot 2': -2, 'Çatı Katı': undefined },
    ],
    ['German', 'Etage', { EG: 0, '2. OG': 2, DG: undefined, '1. UG': -1, '2. UG': -2, '3. Stock': 3 }],
    ['Polish', 'Pietro', { parter: 0, '1 piętro': 1, 'II piętro': 2, suterena: -1, poddasze: undefined }],
    ['Spanish', 'Planta', { Bajo: 0, '2º': 2, '3ª planta': 3, Sótano: -1, Ático: undefined }],
    ['Portuguese', 'Andar', { 'R/C': 0, 'rés-do-chão': 0, '2.º andar': 2, '3º': 3, cave: -1 }],
    ['Greek', 'όροφος', { ισόγειο: 0, '1ος': 1, '2ος όροφος': 2, υπόγειο: -1, ημιώροφος: undefined }],
    ['Romanian', 'Etaj', { parter: 0, 'etaj 2': 2, 'etajul 3': 3, demisol: -1, 'ultimul etaj': undefined }],
    ['Czech', 'Patro', { přízemí: 0, '1. NP': 0, '2. NP': 1, '3. patro': 3, '1. PP': -1 }],
    ['Bulgarian', 'Етаж', { партер: 0, '2-ри': 2, 'ет. 3': 3, сутерен: -1, последен: undefined }],
    [
      'Dutch',
      'Verdieping',
      { 'begane grond': 0, '1e verdieping': 1, '2e etage': 2, souterrain: -1, zolder: undefined },
    ],
    ['Serbian', 'sprat', { prizemlje: 0, 'prvi sprat': 1, 'II sprat': 2, VPR: 0, potkrovlje: undefined }],
    ['Arabic', 'الطابق', { 'الطابق الأرضي': 0, 'الطابق الثاني': 2, 'الطابق 3': 3, قبو: -1, سطح: undefined }],
    [
      'English',
      'floor',
      { 'Ground floor': 0, '2nd floor': 2, 'Third floor': 3, 'Lower ground': -1, 'Top floor': undefined },
    ],
  ])('is understood in %s', async (_, column, floors) => {
    const cells = Object.keys(floors);
    expect(await readAs('floor', column, [...cells, ...cells])).toEqual(
      [...cells, ...cells].map((cell) => (floors as Record<string, number | undefined>)[cell]),
    );
  });

  it.each([
    ['3 din 5', ['3 din 5', 'parter din 4', '1 din 2', '10 din 11']],
    ['3 ze 5', ['3 ze 5', 'parter ze 4', '1 ze 2', '10 ze 11']],
    ['III/V', ['3/5', 'PR/4', 'I/2', 'X/11']],
  ])('is understood before the number of floors: %s', async (_, cells) => {
    expect(await readAs('floor', 'sprat', cells)).toEqual([3, 0, 1, 10]);
    expect(await readAs('total_floors', 'sprat', cells)).toEqual([5, 4, 2, 11]);
  });

  it.each([
    'Bajo con jardín',
    'prizemlje i sprat',
    '10 felett',
    '4. DG',
    'P+4',
    'EG + 1. OG',
    '4-5',
    '2+Pk',
    '0. UG',
  ])('is left out where it says more than one floor, or none: %s', (text) => {
    expect(floorIn(text)).toBeUndefined();
  });
});

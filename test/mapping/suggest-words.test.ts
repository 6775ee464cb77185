import { expect, it } from 'vitest';
import { suggester } from '../../src/mapping/words/suggest-words.js';

const heating = suggester(
  [
    { key: 'central', labels: ['Centralno grejanje', 'District or central heating'] },
    { key: 'own_boiler', labels: ['Etažno grejanje', 'Own boiler'] },
    { key: 'electric', labels: ['Na struju', 'Electric'] },
    { key: 'underfloor', labels: ['Podno grejanje', 'Underfloor heating'] },
    { key: 'heat_pump', labels: ['Toplotna pumpa', 'Heat pump'] },
    { key: 'tiled_stove', labels: ['Kaljeva peć', 'Tiled stove'] },
  ],
  [
    ['EG', ['Etažno grejanje']],
    ['nista', null],
    ['VRF', 'Nobody knows it'],
  ],
);

it.each([
  ['Centralno grejanje - CG', 'central'],
  ['Centr. grej.', 'central'],
  ['ЦЕНТРАЛНО', 'central'],
  ['podno', 'underfloor'],
  ['Kaljeve peci', 'tiled_stove'],
  ['heat pumps', 'heat_pump'],
  ['TOPLOTNA PUMPA vazduh-voda', 'heat_pump'],
  ['e.g', 'own_boiler'],
  ['Електрично', 'electric'],
  ['Plazma', null],
  ['', null],
  ['vrf', null],
  ['nista', null],
])('"%s" may mean %s', (word, target) => {
  const [best] = heating(word);
  expect(best?.target ?? null).toBe(target);
  if (best !== undefined) expect(best.confidence).toBeGreaterThanOrEqual(0.45);
});

it('for a table of its own the targets are what is proposed', () => {
  const kinds = suggester(
    [],
    [
      ['Prodaja', 'sale'],
      ['Izdavanje', 'rent'],
    ],
  );
  expect(kinds('Prodaje se')[0]).toMatchObject({ target: 'sale', label: 'sale', like: 'Prodaja' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { abbreviationsIn } from '../../../src/inspect/init/words/abbreviations.js';
import { isRuledOut, readName, tonguesOf } from '../../../src/inspect/init/words/concepts.js';
import { concepts } from '../../../src/inspect/init/words/names/tongue.js';
import { nameTongues } from '../../../src/inspect/init/words/names/index.js';

const columns = parse(readFileSync(join(import.meta.dirname, 'columns.yaml'), 'utf8')) as Record<
  string,
  Record<string, string[]>
>;

/** What a name most likely means, an id or a code being one; `none` where no meaning is likely. */
function meaning(name: string, tongues: ReadonlySet<string>): string {
  const [best] = [...readName(name, tongues).scores].sort((a, b) => b[1] - a[1]);
  return best === undefined || best[1] < 0.8 ? 'none' : best[0] === 'code' ? 'id' : best[0];
}

describe('names of columns', () => {
  it('are tested in each language that has a dictionary', () => {
    expect(Object.keys(columns).sort()).toEqual(Object.keys(nameTongues).sort());
  });

  describe.each(Object.entries(columns))('in %s', (language, byMeaning) => {
    const known = Object.entries(byMeaning).flatMap(([meant, names]) => (meant === 'none' ? [] : names));

    it('are told to be of that language', () => {
      expect([...tonguesOf(known)]).toContain(language);
    });

    it.each(Object.entries(byMeaning))('mean %s', (meant, names) => {
      const tongues = new Set(['en', language]);
      expect(names.map((name) => [name, meaning(name, tongues)])).toEqual(names.map((name) => [name, meant]));
    });

    it.runIf('none' in byMeaning)('rule out money and sizes where they only look like it', () => {
      for (const name of byMeaning.none ?? []) {
        const { ruledOut } = readName(name, new Set(['en', language]));
        const left = concepts.filter((concept) => !isRuledOut(ruledOut, concept));
        expect({
          name,
          left: left.filter((one) => ['price', 'area', 'rooms', 'title'].includes(one)),
        }).toEqual({ name, left: name === 'Lagebeschreibung' ? ['price', 'area', 'rooms'] : [] });
      }
    });
  });

  it('mean the same in any case, script and way of joining their words', () => {
    for (const name of ['Cena', 'CENA', 'cena', 'Цена', 'ЦЕНА'])
      expect(meaning(name, new Set(['sr']))).toBe('price');
    for (const name of ['brojSoba', 'BROJ_SOBA', 'broj-soba', 'Broj soba', 'brojsoba', 'Број соба'])
      expect(meaning(name, new Set(['sr']))).toBe('rooms');
  });

  describe('where they are abbreviated', () => {
    const meanings = (names: string, tongues: readonly string[]): Record<string, string> =>
      Object.fromEntries(abbreviationsIn(names.split(' '), new Set(['en', ...tongues])));

    it('are written out where one word of several is whole', () => {
      expect(meanings('annee_cons surface_hab prix_net', ['fr'])).toMatchObject({ annee_cons: 'year_built' });
      expect(meanings('datum_izm cena_kvad opis_lok', ['sr'])).toMatchObject({ datum_izm: 'updated' });
    });

    it('are known without vowels and glued where most of the file’s names are short', () => {
      const names = 'SEQ PTYP HDLN ASKPR ORIGPR PRSQM LOTSQM BTHRM FLR YRBLT TWN CNTY ENTDT UPDDT PRVRMK';
      expect(meanings(names, [])).toEqual({
        ...{ PTYP: 'category', HDLN: 'title', ASKPR: 'price', ORIGPR: 'decoy', PRSQM: 'decoy' },
        ...{ LOTSQM: 'plot_area', BTHRM: 'bathrooms', FLR: 'floor', YRBLT: 'year_built', TWN: 'city' },
        ...{ CNTY: 'municipality', ENTDT: 'created', UPDDT: 'updated', PRVRMK: 'decoy' },
      });
    });

    it('mean nothing where the names of the file are long', () => {
      expect(meanings('reference_number property_type asking_price TWN total_area description', [])).toEqual(
        {},
      );
    });
  });

  it.each(['lift area', 'lift_m2', 'povrsina_lifta', 'elevator surface'])(
    'of the size of a part do not say that the part is there: %s',
    (name) => {
      expect(isRuledOut(readName(name, new Set(['en', 'sr'])).ruledOut, 'elevator')).toBe(true);
    },
  );
});

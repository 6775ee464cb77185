import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../../src/inspect/init/index.js';
import { languageOf, withoutLanguage } from '../../../src/inspect/init/profile/languages.js';
import { languageOfTexts } from '../../../src/inspect/init/words/text-languages.js';

async function propose(own: (index: number) => object): Promise<Proposal> {
  const oglasi = Array.from({ length: 12 }, (_, index) => ({
    sifra: `K-${700 + index * 3}`,
    vrsta_ponude: 'Prodaja',
    vrsta_nekretnine: ['Stan', 'Kuća'][index % 2],
    cena_eur: 80_000 + index * 1370,
    kvadratura: 41 + index * 7,
    mesto: 'Novi Sad',
    ...own(index),
  }));
  const proposal = await proposeMapping(Buffer.from(JSON.stringify({ oglasi })));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const texts = {
  sr: (index: number) => `Lep stan broj ${index} se nalazi u mirnoj ulici i odmah je useljiv`,
  en: (index: number) => `Nice flat number ${index} in a quiet street with a view of the park`,
  it: (index: number) => `Appartamento numero ${index} con una bella vista, vendita diretta`,
  el: (index: number) => `Διαμέρισμα αριθμός ${index} σε ήσυχο δρόμο με θέα στο πάρκο`,
  tr: (index: number) => `${index} numaralı satılık daire, park manzaralı ve merkezi bir sokakta`,
  hu: (index: number) => `Eladó ${index}. számú lakás csendes utcában, és a park is közel van`,
} as const;

const fields = ({ mapping }: Proposal): Record<string, unknown> => mapping.fields as Record<string, unknown>;
const report = (
  proposal: Proposal,
  name: string,
): { from: string | null; doubt: string | null } | undefined =>
  proposal.report.fields.find(({ field }) => field === name);

describe('the language of a field', () => {
  it.each([
    ['de', 'de'],
    ['title_en', 'en'],
    ['opisEn', 'en'],
    ['Naslov (EN)', 'en'],
    ['opis-engleski', 'en'],
    ['naslov_eng', 'en'],
    ['sr-Latn', 'sr'],
    ['sr_Cyrl_RS', 'sr'],
    ['de-AT', 'de'],
    ['Opis MNE', 'hr'],
    ['text_mk', 'mk'],
    ['Opis na srpskom', 'sr'],
    ['opis na engleskom', 'en'],
    ['tekst_na_njemackom', 'de'],
    ['Opis (CRO)', 'hr'],
    ['tekst_srb', 'sr'],
    ['Naslov BIH', 'hr'],
    ['opis latinica', 'sr'],
  ])('is named at its end: %s', (name, language) => {
    expect(languageOf(name)).toBe(language);
  });

  it.each(['Name', 'opis', 'Broj soba', 'tekst oglasa', 'garden', 'title', 'photosNumber', 'open'])(
    'is not named: %s',
    (name) => {
      expect(languageOf(name)).toBeNull();
    },
  );

  it('leaves the name of what the field says', () => {
    const names = ['opisEn', "'Naslov (EN)'", 'desc/en', 'text[@lang=en]', 'naslov_eng', 'opis'];
    expect(names.map(withoutLanguage)).toEqual(['opis', 'Naslov', 'desc', 'text', 'naslov', 'opis']);
  });

  it.each(Object.entries(texts))('shows in its texts: %s', (language, text) => {
    expect(languageOfTexts([1, 2, 3, 4, 5].map(text))).toBe(language);
  });

  it.each([
    ['ru', 'Продаётся квартира в тихом районе, рядом метро и парк'],
    ['bg', 'Продава се тристаен апартамент с южно изложение и тераса към двора, близо до пътя'],
    ['mk', 'Се продава стан во мирна улица, куќа со двор и гаража'],
    ['sr', 'Продаје се кућа у мирној улици, одмах усељива'],
  ])('shows in Cyrillic letters: %s', (language, text) => {
    expect(languageOfTexts([text, text])).toBe(language);
  });
});

describe('texts of which none is Serbian', () => {
  it.each([
    ['Croatian before English', { opis_en: texts.en, opis_hr: texts.sr }, 'opis_hr', null],
    ['English before Italian', { opis_it: texts.it, opis_en: texts.en }, 'opis_en', 'English and Italian'],
    ['English before Greek', { opis_el: texts.el, opis_en: texts.en }, 'opis_en', 'English and Greek'],
    ['English behind a capital', { opis: texts.it, opisEn: texts.en }, 'opisEn', 'English and Italian'],
    ['Greek alone', { opis: texts.el }, 'opis', 'Greek'],
    ['Turkish alone', { opis: texts.tr }, 'opis', 'Turkish'],
  ])('stand in for it in one order, which is shown: %s', async (_name, own, first, said) => {
    const proposal = await propose((index) =>
      Object.fromEntries(Object.entries(own).map(([name, text]) => [name, text(index)])),
    );
    const shown = report(proposal, 'description.sr');
    expect(shown?.from).toBe(first);
    if (said !== null) expect(shown?.doubt).toContain(`The texts are ${said}`);
    expect(JSON.stringify(fields(proposal)['description.sr'])).toContain('in place of a Serbian one');
  });

  it('are also given under their own language where the portal has it', async () => {
    const proposal = await propose((index) => ({ opis: texts.tr(index) }));
    expect(fields(proposal)['description.tr']).toBe('opis');
  });

  it('stay aside where one is Serbian', async () => {
    const proposal = await propose((index) => ({ opisEn: texts.en(index), opis: texts.sr(index) }));
    expect(fields(proposal)['description.sr']).toMatchObject(['opis', { from: 'opisEn' }]);
    expect(fields(proposal)['description.en']).toBe('opisEn');
    expect(report(proposal, 'description.sr')?.doubt ?? null).toBeNull();
  });
});

describe('texts whose columns are named in two languages', () => {
  it.each([
    ['Opis na srpskom', 'Description'],
    ['Opis', 'Description'],
    ['Description', 'Opis na srpskom'],
    ['Opis na srpskom', 'Opis na engleskom'],
  ])('are each of its own: %s, %s', async (one, other) => {
    const [serbian, english] = one.startsWith('Opis') ? [one, other] : [other, one];
    const proposal = await propose((index) => ({
      naslov: `Stan broj ${index} kod parka`,
      [one]: texts[one === serbian ? 'sr' : 'en'](index),
      [other]: texts[other === serbian ? 'sr' : 'en'](index),
    }));
    expect([fields(proposal)['description.sr']].flat()[0]).toBe(serbian);
    expect(fields(proposal)['description.en']).toBe(english);
  });

  it('are none beside texts whose names state their languages', async () => {
    const title = (index: number): string => `Stan broj ${index} se nalazi u Budvi`;
    const proposal = await propose((index) => ({
      naslov: { en: `Flat number ${index} in Budva`, me: title(index) },
      meta: { naslov: `${title(index)} | Agencija` },
      opis: texts.sr(index),
    }));
    expect([fields(proposal)['title.sr']].flat()[0]).toMatchObject({ from: 'naslov/me' });
  });
});

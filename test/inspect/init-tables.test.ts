import { describe, expect, it } from 'vitest';
import { proposeMapping, type Proposal } from '../../src/inspect/init/index.js';
import { lookUpHeading } from '../../src/inspect/init/words/heading-words.js';
import { categories, transactions } from '../../src/inspect/init/words/word-lists.js';

async function propose(text: string): Promise<Proposal> {
  const proposal = await proposeMapping(Buffer.from(text));
  if (!proposal.ok) throw new Error(proposal.reason);
  return proposal;
}

const names = ['SIFRA', 'Naslov', 'CENA', 'Mesto', 'Kvadratura', 'Lift', 'Status'];
const row = (index: number, cells: readonly string[]): string =>
  [`A-${index}`, `Lepa nekretnina broj ${index} blizu centra`, ...cells].join(';');
const plain = Array.from({ length: 8 }, (_, index) =>
  row(index, [
    `${90 + index}.500,-`,
    'Novi Sad',
    `cca ${50 + index} m²`,
    index % 2 === 0 ? 'ima' : 'nema',
    'aktivan',
  ]),
);
const table = (above: string, rows: readonly string[]): string =>
  `${above}${names.join(';')}\n${rows.join('\n')}\n`;

describe('a proposal for a table as people make it', () => {
  it.each([
    ['as it is', table('', plain)],
    ['with a title', table('Agencija Krov, ponuda\n\n', plain)],
    ['with a title filled up with delimiters', table('Ponuda;;;;;;\n;;;;;;\n', plain)],
    ['with a quoted sep=', table('"sep=;"\n', plain)],
    [
      'with rows that lack cells at their end',
      table(
        '',
        plain.map((one, index) => (index < 5 ? one.split(';').slice(0, 6).join(';') : one)),
      ),
    ],
  ])('finds its columns and reads all rows: %s', async (_name, text) => {
    const { yaml, report } = await propose(text);
    expect(report.readiness.listings).toBe(8);
    expect(yaml).toContain('delimiter: ;');
    expect(yaml).toMatch(/source_id: SIFRA/);
    const from = (field: string): unknown => report.fields.find((one) => one.field === field)?.from;
    expect([from('price.amount'), from('structure.area_sqm'), from('structure.elevator')]).toEqual([
      'CENA',
      'Kvadratura',
      'Lift',
    ]);
  });

  it('ignores no currency beside amounts where several stand there', async () => {
    const mixed = plain.map((one, index) => one.replace(',-', index % 2 === 0 ? ' €' : ' din'));
    expect((await propose(table('', mixed))).yaml).not.toMatch(/ignore: \[[^\]]*(?:€|din)/);
    const single = plain.map((one) => one.replace(',-', ' €'));
    expect((await propose(table('', single))).mapping.fields).toMatchObject({
      'price.amount': { amount: 1 },
    });
  });

  it('takes no column for "any value means yes" in which a word says no', async () => {
    const words = [
      'nema',
      'u planu',
      'u izgradnji',
      'po dogovoru',
      'možda',
      'ne zna se',
      'uskoro',
      'kasnije',
    ];
    const rows = plain.map((one, index) =>
      one
        .split(';')
        .with(5, words[index] ?? '')
        .join(';'),
    );
    expect((await propose(table('', rows))).yaml).not.toContain('bool: present');
  });
});

it('a table in Arabic is read, figures in Arabic digits included', async () => {
  const eastern = (figure: number): string =>
    String(figure)
      .replace(/\B(?=(\d{3})+$)/g, '٬')
      .replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  const rows = Array.from({ length: 8 }, (_, index) =>
    [
      ...[
        `A-${index + 70}`,
        index % 3 === 0 ? 'للإيجار' : 'للبيع',
        'شقة',
        `شقة مشرقة رقم ${index} في وسط المدينة`,
      ],
      ...[
        `${eastern(index % 3 === 0 ? 400 + index : 90_500 + index * 1000)} يورو`,
        eastern(50 + index),
        'سوسة',
      ],
    ].join(';'),
  );
  const header = 'رقم العقار;نوع العرض;نوع العقار;عنوان الإعلان;السعر;المساحة;المدينة';
  const { mapping, report } = await propose(`${header}\n${rows.join('\n')}\n`);
  expect(mapping).toMatchObject({
    fields: { 'price.amount': { from: 'السعر' }, 'structure.area_sqm': { from: 'المساحة' } },
    tables: { offer: { words: { للبيع: 'sale', للإيجار: 'rent' } } },
  });
  expect(report.readiness).toMatchObject({ listings: 8, ready: 8 });
});

describe('headings between the ads', () => {
  const rents = plain.map((one) => one.replace(/;(\d\d)\.500,-;/, ';4$1,-;'));
  const under = (...sections: [heading: string, rows: readonly string[]][]): string =>
    table(
      '',
      sections.flatMap(([heading, rows], index) => [
        heading,
        ...rows.map((one) => one.replace('A-', `A${index}-`)),
      ]),
    );
  const asked = ({ report }: Proposal): string[] => report.readiness.questions.map(({ name }) => name);

  it.each([
    ['alone in their lines', ''],
    ['filled up with delimiters', ';;;;;;'],
  ])('say sale or rent and the kind: %s', async (_, rest) => {
    const proposal = await propose(
      under(
        [`STANOVI ZA PRODAJU${rest}`, plain],
        [`KUĆE - PRODAJA${rest}`, plain],
        [`Izdavanje stanova${rest}`, rents],
      ),
    );
    expect(proposal.report.readiness).toMatchObject({ listings: 24 });
    expect(proposal.mapping.transaction).toMatchObject({ from: '#section' });
    expect(proposal.mapping.fields).toMatchObject({ category: { from: '#section' } });
    expect(asked(proposal)).not.toContain('transaction');
    expect(asked(proposal)).not.toContain('category');
  });

  it('say the kind alone, and sale or rent is asked', async () => {
    const proposal = await propose(under(['STANOVI', plain], ['KUĆE', plain], ['LOKALI', plain]));
    expect(proposal.report.readiness).toMatchObject({ listings: 24 });
    expect(proposal.mapping.fields).toMatchObject({ category: { from: '#section' } });
    expect(asked(proposal)).toContain('transaction');
  });

  const offersOf = ({ mapping }: Proposal): unknown =>
    JSON.stringify(mapping.transaction).includes('#section')
      ? (mapping.tables as Record<string, { words?: unknown }> | undefined)?.offer?.words
      : 'not read from headings';

  it.each([
    ['NE IZDAJE SE, SAMO PRODAJA', 'STANOVI ZA PRODAJU'],
    ['STANOVI - PRODAJA ILI IZDAVANJE', 'KUĆE - PRODAJA'],
    ['TRAŽIMO STANOVE ZA PRODAJU', 'STANOVI ZA PRODAJU'],
    ['Kuća na prodaju uskoro u ponudi', 'STANOVI ZA PRODAJU'],
    ['Moguća i prodaja po dogovoru', 'STANOVI ZA PRODAJU'],
  ])('say nothing of sale or rent with a word left over, or with both: %s', async (unclear, clear) => {
    const proposal = await propose(under([clear, plain], [unclear, plain]));
    expect(offersOf(proposal)).not.toHaveProperty([unclear]);
  });

  it('are read together where one stands directly above another', async () => {
    const proposal = await propose(
      under(['PRODAJA', []], ['STANOVI', plain], ['IZDAVANJE', []], ['STANOVI', rents]),
    );
    expect(proposal.report.readiness).toMatchObject({ listings: 16 });
    expect(offersOf(proposal)).toEqual({ 'PRODAJA · STANOVI': 'sale', 'IZDAVANJE · STANOVI': 'rent' });
  });

  it.each([
    ['PRODAJA', 'IZDAVANJE', 'STANOVI', 'KUĆE'],
    ['ZA PRODAJU', 'ZA IZDAVANJE', 'Stanovi', 'Kuće'],
  ])('hold for those below them where one names the offer: %s', async (sale, rent, flats, houses) => {
    const proposal = await propose(
      under([sale, []], [flats, plain], [houses, plain], [rent, []], [flats, rents], [houses, rents]),
    );
    expect(proposal.mapping.format).toMatchObject({ section_rows: { upper: [sale, rent] } });
    expect(offersOf(proposal)).toEqual({
      [`${sale} · ${flats}`]: 'sale',
      [`${sale} · ${houses}`]: 'sale',
      [`${rent} · ${flats}`]: 'rent',
      [`${rent} · ${houses}`]: 'rent',
    });
    expect(asked(proposal)).not.toContain('transaction');
  });

  it.each(['Ukupno', 'SVEGA: 16', 'Total'])('end with their sums: %s', async (sum) => {
    const sales = under(['PRODAJA', []], ['STANOVI', plain], ['KUĆE', plain], [sum, []]);
    const lets = under(['NAJAM', []], ['STANOVI', rents], ['KUĆE', rents], [sum, []]).replaceAll(/^A/gm, 'B');
    const proposal = await propose(sales + lets.split('\n').slice(1).join('\n'));
    expect(proposal.mapping.format).toMatchObject({ section_rows: { upper: ['PRODAJA', 'NAJAM', sum] } });
    expect(Object.values(offersOf(proposal) as object)).toEqual(['sale', 'sale', 'rent', 'rent']);
    expect(asked(proposal)).not.toContain('transaction');
  });

  it.each([
    [
      ['PRODAJA', 'IZDAVANJE'],
      ['NOVI SAD', 'BEOGRAD'],
    ],
    [
      ['NOVI SAD', 'BEOGRAD'],
      ['PRODAJA', 'IZDAVANJE'],
    ],
    [
      ['-- Novi Sad --', '-- Niš --'],
      ['STANOVI - PRODAJA', 'KUĆE - IZDAVANJE'],
    ],
    [
      ['STANOVI', 'KUĆE'],
      ['Prodaja', 'Izdavanje'],
    ],
  ])('hold for those below them, whichever stands above: %j', async (upper, lower) => {
    const all = upper.flatMap((one) => [
      [one, []] as const,
      ...lower.map((other) => [other, /IZD|Izd/.test(`${one} ${other}`) ? rents : plain] as const),
    ]);
    const proposal = await propose(under(...all.map(([one, rows]) => [one, rows] as [string, typeof rows])));
    expect(proposal.mapping.format).toMatchObject({ section_rows: { upper } });
    expect(Object.keys(offersOf(proposal) as object)).toHaveLength(4);
    expect(asked(proposal)).not.toContain('transaction');
  });

  it('of towns are the place of the ads below them', async () => {
    const proposal = await propose(under(['NOVI SAD', plain], ['BEOGRAD', plain], ['NIŠ', plain]));
    expect(proposal.report.readiness).toMatchObject({ listings: 24 });
    expect(proposal.mapping.fields).toMatchObject({
      'location.place_id': { city: ['Mesto', '#section'] },
    });
  });

  it('stand in no title that is composed', async () => {
    const rows = (from: number): string[] =>
      [0, 1, 2, 3].map((n) => `A-${from + n};Futoška ${n + 1};${50 + n};${95 + n}.000 €`);
    const lines = ['NOVI SAD', ...rows(10), 'PRODAJA · SUBOTICA', ...rows(20), 'NIŠ', ...rows(30)];
    const proposal = await propose(['šifra;adresa;m2;cena', ...lines].join('\n'));
    expect(proposal.mapping.fields).toMatchObject({
      'title.sr': { template: '{$kind}[, {$town}][, {$size} m²]' },
    });
    expect(proposal.mapping.values).toMatchObject({ town: 'adresa', kind: [{ const: 'Nekretnina' }] });
  });

  it.each([
    ['STANOVI ZA PRODAJU', 'sale'],
    ['Izdavanje stanova', 'rent'],
    ['PRODAJA · STANOVI', 'sale'],
    ['Izdavanje - stanovi (12)', 'rent'],
    ['PRODAJA I IZDAVANJE', undefined],
    ['TRAŽIMO · STANOVI ZA PRODAJU', undefined],
    ['Ne izdaje se', undefined],
    ['WOHNUNGEN ZU VERMIETEN', 'rent'],
    ['HOUSES FOR SALE', 'sale'],
  ])('are looked up word by word: %s', (text, offer) => {
    expect(lookUpHeading(text, transactions)?.target).toBe(offer);
  });

  it('are of no kind that names two', () => {
    expect(lookUpHeading('STANOVI I KUĆE', categories)).toBeNull();
    expect(lookUpHeading('VIKENDICE I PLACEVI', categories)).toBeNull();
  });

  it.each([
    ['KUĆA U NIZU', 'Kuća u nizu'],
    ['KUĆE U NIZU', 'Kuća u nizu'],
    ['NAJAM - POSLOVNI PROSTORI', 'Poslovni prostor'],
    ['Izdavanje poslovnih prostora', 'Poslovni prostor'],
    ['GARAŽE I GARAŽNA MESTA', 'Garaža'],
    ['STANOVI – NOVI SAD', 'Stan'],
    ['KUĆE (NIŠ)', 'Kuća'],
    ['PRODAJA STANOVA – BANJA LUKA', 'Stan'],
  ])('are of a kind in the plural, beside a town or of several words: %s', (text, kind) => {
    expect(lookUpHeading(text, categories)?.target).toContain(kind);
  });

  it.each(['STANOVI – MOGUĆA ZAMENA', 'STANOVI – NOVA ULICA', 'STANOVI NOVI', 'LOKALI – BAR'])(
    'are of no kind beside words that are no town: %s',
    (text) => {
      expect(lookUpHeading(text, categories)).toBeNull();
    },
  );

  it('are not seen in remarks and sums', async () => {
    const proposal = await propose(under(['Cene su bez poreza', plain], ['Pozovite nas', plain]));
    expect(proposal.mapping.format).not.toHaveProperty('section_rows');
  });
});

describe('a sum below the ads', () => {
  it.each([
    ['in two cells', 'Ukupno:;8'],
    ['of the prices', 'Svega;;712.000'],
    ['in Cyrillic', 'Укупно;;712000'],
    ['in English', 'TOTAL;8'],
  ])('is no ad: %s', async (_, sum) => {
    const proposal = await propose(table('', [...plain, '', sum]));
    expect(proposal.report.readiness).toMatchObject({ listings: 8, ready: 8 });
  });

  it('is not seen in an ad whose title begins like one', async () => {
    const whole = plain.map((one) => one.replace('Lepa nekretnina', 'Total renovirana nekretnina'));
    expect((await propose(table('', whole))).report.readiness).toMatchObject({ listings: 8 });
  });
});

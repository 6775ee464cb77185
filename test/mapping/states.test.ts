import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../src/model/fold.js';
import type { MappedRecord } from '../../src/model/outcome.js';
import { loadMapping, type MappingOverrides } from '../../src/mapping/compile/load-mapping.js';
import { shippedStates, stateFinder } from '../../src/mapping/words/state-table.js';
import { noWords, reservingWords, yesWords } from '../../src/mapping/words/state-words.js';
import { sandboxReference } from './sandbox-reference.js';
import { exampleOverrides } from './shipped-mapping.js';
import { parseXmlRecord } from './xml-record.js';

const { reference } = sandboxReference();
const state = stateFinder({ words: new Map(), flags: null });

describe('the shipped words of states', () => {
  it.each([
    ['sr', 'Aktivan', 'Rezervisano', 'Prodat', 'Izdato', 'Povučeno', 'Isteklo', 'Nacrt'],
    ['sr, Cyrillic', 'На продају', 'Капарисано', 'Продата', 'Издата', 'Обрисано', 'Истекао', 'У припреми'],
    ['hr, bs, me', 'Dostupno', 'Rezervirano', 'Prodano', 'Iznajmljeno', 'Arhivirano', 'Istekla', 'U izradi'],
    ['mk', 'Активен', 'Капара', 'Продадено', 'Издадено', 'Повлечено', 'Истечено', 'Нацрт'],
    ['sl', 'Naprodaj', 'V rezervaciji', 'Prodana', 'Oddano', 'Umaknjeno', 'Poteklo', 'Osnutek'],
    ['en', 'For sale', 'Under offer', 'Sold', 'Let', 'Withdrawn', 'Expired', 'Draft'],
    ['de', 'Verfügbar', 'Reserviert', 'Verkauft', 'Vermietet', 'Zurückgezogen', 'Abgelaufen', 'Entwurf'],
    ['it', 'Disponibile', 'In trattativa', 'Venduta', 'Affittato', 'Ritirato', 'Scaduto', 'Bozza'],
    ['fr', 'À vendre', 'Sous compromis', 'Vendue', 'Loué', 'Retiré', 'Expirée', 'Brouillon'],
    ['es', 'En venta', 'Reservado', 'Vendido', 'Alquilado', 'Retirado', 'Caducado', 'Borrador'],
    ['pt', 'Disponível', 'Sinalizado', 'Vendida', 'Arrendado', 'Retirada', 'Caducou', 'Rascunho'],
    ['ru', 'Актуально', 'Забронировано', 'Продано', 'Сдано', 'Снято с продажи', 'Истёк', 'Черновик'],
    ['uk', 'Активне', 'Заброньовано', 'Проданий', 'Здано', 'Видалено', 'Закінчився', 'Чернетка'],
    ['pl', 'Aktualna', 'Zarezerwowane', 'Sprzedane', 'Wynajęte', 'Wycofana', 'Wygasła', 'Szkic'],
    ['hu', 'Eladó', 'Foglalózva', 'Eladva', 'Kiadva', 'Visszavonva', 'Lejárt', 'Piszkozat'],
    ['ro', 'De vânzare', 'Rezervat', 'Vândut', 'Închiriat', 'Retras', 'Expirat', 'Ciornă'],
  ])('%s', (_language, ...words) => {
    expect(words.map((word) => state(word))).toEqual([
      'active',
      'inactive',
      'sold',
      'rented',
      'withdrawn',
      'expired',
      'ignore',
    ]);
  });

  it.each(['Novo', 'Akcija', 'HITNO', 'Ekskluziva', 'Useljivo', 'Snižena cena', 'TOP', 'Top ponuda', 'New!'])(
    'what only advertises is on offer: %s',
    (word) => {
      expect(state(word)).toBe('active');
    },
  );

  it.each(['N10111', 'D-204', 'n 12', '0'])('a number with a letter is no flag: %s', (word) => {
    expect(state(word)).toBeNull();
  });

  it('a flag may have a date behind it', () => {
    expect(state('ne (12.05.2026.)')).toBe('inactive');
  });

  it('each have one meaning, and none is also yes, no or a word that takes back', () => {
    const bare = (word: string): string => (fold(word).match(/[\p{L}%]+/gu) ?? []).join(' ');
    const meanings = new Map(
      `${yesWords};${noWords};${reservingWords}`.split(';').map((word) => [bare(word), 'other']),
    );
    const double = shippedStates().filter(([word, target]) => {
      const other = meanings.get(bare(word));
      meanings.set(bare(word), target);
      return other !== undefined;
    });
    expect(double).toEqual([]);
  });
});

describe('a word of a state is known', () => {
  it.each([
    ['PRODATO!', 'sold'],
    ['prodato 15.11.2026.', 'sold'],
    ['Prodato 15. novembra 2026. (preko agencije)', 'sold'],
    ['*** SOLD ***', 'sold'],
    ['sold_stc', 'inactive'],
    ['Sold (subject to contract)', 'inactive'],
    ['off-market', 'withdrawn'],
    ['Rezervisano do 1.12.', 'inactive'],
    ['Hitno, prodato', 'sold'],
    ['TOP / rezervisano', 'inactive'],
    ['Novo | Ekskluziva', 'active'],
    ['da', 'active'],
    ['NE.', 'inactive'],
    ['nije aktivan', 'inactive'],
    ['No longer available', 'withdrawn'],
  ])('%s', (text, target) => {
    expect(state(text)).toBe(target);
  });

  it.each([
    'nikad prodato', // begins with another word
    'još nije prodato',
    'sold 50 %',
    'prodato delimično',
    'prodato - kapara', // two states
    'available (under offer)',
    'available soon',
    'Off plan',
    'Prodatost',
    '1',
    '0',
    'x',
    '15.11.2026.',
    'status 2',
    'novogradnja',
    'Hitno, nešto drugo',
    '',
  ])('and this one is not: %j', (text) => {
    expect(state(text)).toBeNull();
  });

  it('whatever stands around it in figures and signs, and in any case', () => {
    const around = fc.stringMatching(/^[ \d.!?*()#:_-]{0,12}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedStates()),
        around,
        around,
        fc.boolean(),
        (word, before, after, isLoud) => {
          const [text, target] = word;
          expect(state(`${before}${isLoud ? text.toUpperCase() : text}${after}`)).toBe(target);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('only if the text begins with it', () => {
    const known = new Set([
      ...shippedStates().flatMap(([word]) => fold(word).split(' ')),
      ...`${yesWords};${noWords}`.split(';').map(fold),
    ]);
    const other = fc.stringMatching(/^[a-z]{3,12}$/).filter((word) => !known.has(fold(word)));
    fc.assert(
      fc.property(other, fc.constantFrom(...shippedStates()), (before, [word]) => {
        expect(state(`${before} ${word}`)).toBeNull();
      }),
    );
  });

  it('in time that grows with the text at most', () => {
    const hostile = [
      'prodato '.repeat(50_000),
      ','.repeat(400_000),
      'ne, '.repeat(100_000),
      `${'a'.repeat(400_000)}!`,
    ];
    const begun = performance.now();
    for (const text of hostile) state(text);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});

const head = `
name: test
version: 1
format: { container: xml, root: feed, records: feed/ad }
source_id: { const: '1' }
transaction: { from: offer, table: offer }
numbers: { decimal: '.' }
fields:
  category: { const: Stan }
  title.sr: { const: Stan u centru }
  description.sr: { const: 'Stan u centru grada, useljiv odmah.' }
  price.amount: { const: 1000 }
  rent.amount: { const: 300 }
  location.place_id: { city: { const: Novi Sad } }
  location.address_line: { const: Obrenovićeva 1 }
`;

interface Setup {
  offer?: string;
  /** Further keys of the table `state`. */
  states?: string;
  rules?: string;
  /** Lines of `fields:`. */
  fields?: string;
  /** A table without states. */
  plain?: string;
  more?: string;
  overrides?: Partial<MappingOverrides>;
}

function load(setup: Setup) {
  const text = `${head}${setup.fields ?? ''}
${setup.more ?? ''}
state: ${setup.rules ?? '{ from: s, table: state }'}
tables:
  offer: { words: { sale: sale, rent: rent, both: both } }
  state: { states: 1${setup.states ?? ''} }
  flag: { states: 1, yes: inactive, no: null }
  plain: ${setup.plain ?? '{ words: { a: b } }'}
`;
  return loadMapping(text, { file: 'test.yaml', overrides: { ...exampleOverrides, ...setup.overrides } });
}

function map(record: string, setup: Setup = {}): MappedRecord {
  const loaded = load(setup);
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  const parsed = parseXmlRecord(`<ad><offer>${setup.offer ?? 'sale'}</offer>${record}</ad>`);
  return loaded.mapping.map(parsed, { reference, photoMax: 1 });
}

/** The kind of the record, its reason or the states of its listings, and its unknown word. */
function told(mapped: MappedRecord): unknown[] {
  const states = mapped.listings.map(({ payload }) => payload?.state ?? null);
  return [mapped.kind, mapped.removeReason ?? states, mapped.unknownState];
}

describe('the state of a record', () => {
  it.each([
    ['', ['mapped', ['active'], null]],
    ['<s>aktivan</s>', ['mapped', ['active'], null]],
    ['<s>kaparisano</s>', ['mapped', ['inactive'], null]],
    ['<s>prodato</s>', ['remove', 'sold', null]],
    ['<s>arhivirano</s>', ['remove', 'withdrawn', null]],
    ['<s>isteklo</s>', ['remove', 'expired', null]],
    ['<s>draft</s>', ['ignore', [], null]],
    ['<s>U7</s>', ['mapped', ['active'], 'U7']],
    ['<s>aktivan</s><s>rezervisan</s>', ['mapped', ['inactive'], null]],
    ['<s>U7</s><s>rezervisan</s>', ['mapped', ['inactive'], 'U7']],
    ['<s>U7</s><s>prodat</s>', ['remove', 'sold', null]],
  ])('%s', (record, expected) => {
    expect(told(map(record))).toEqual(expected);
  });

  it.each([
    ['sale', 'sold', 'sold'],
    ['rent', 'sold', 'rented'],
    ['both', 'sold', 'sold'],
    ['neither', 'sold', 'sold'],
    ['sale', 'rented', 'rented'],
    ['rent', 'withdrawn', 'withdrawn'],
  ])('of a %s that is %s: removed as %s', (offer, word, reason) => {
    const mapped = map(`<s>${word}</s>`, { offer });
    expect([told(mapped), mapped.issues]).toEqual([['remove', reason, null], []]);
  });

  it('of a record that offers both hides both listings', () => {
    expect(told(map('<s>rezervisano</s>', { offer: 'both' }))).toEqual([
      'mapped',
      ['inactive', 'inactive'],
      null,
    ]);
  });

  it.each([
    [
      'the feed’s own words win',
      { overrides: { tables: { state: { prodato: 'active', 'U 7': 'sold' } } } },
      'prodato',
      'mapped',
    ],
    [
      'they are found behind signs and before more words',
      { overrides: { tables: { state: { kod: 'sold' } } } },
      '* Kod notara *',
      'remove',
    ],
    ['figures of an own word count', { states: ', words: { status 2: sold }' }, 'status 3', 'mapped'],
    ['null says nothing', { states: ', words: { prodato: null }' }, 'Prodato', 'mapped'],
    [
      'longer texts are searched as in any table',
      { states: ', containing: { notar: sold }' },
      'čeka se notar',
      'remove',
    ],
    ['a default is what all other words mean', { states: ', default: withdrawn' }, 'U7', 'remove'],
    ['yes in a column of what is over', { states: ', yes: sold, no: active' }, '✓', 'remove'],
    ['no in such a column', { states: ', yes: sold, no: active' }, '0', 'mapped'],
    ['yes without a meaning of no', { states: ', yes: withdrawn' }, 'nein', 'mapped'],
  ])('%s', (_name, setup: Setup, word, kind) => {
    expect(map(`<s>${word}</s>`, setup).kind).toBe(kind);
  });

  it('of several rules is the one that offers least', () => {
    const setup = { rules: '[{ from: s, table: state }, { from: flag, table: flag }]' };
    const of = (s: string, flag: string): unknown[] => told(map(`<s>${s}</s><flag>${flag}</flag>`, setup));
    expect(of('current', 'yes')).toEqual(['mapped', ['inactive'], null]);
    expect(of('current', 'no')).toEqual(['mapped', ['active'], null]);
    expect(of('current', '')).toEqual(['mapped', ['active'], null]);
    expect(of('sold', 'yes')).toEqual(['remove', 'sold', null]);
    expect(of('U7', 'yes')).toEqual(['mapped', ['inactive'], 'U7']);
  });

  it('removes before any outcome, and an outcome comes before a draft', () => {
    const more = "outcomes: [{ when: field('late') == '1', keep: Later. }]";
    const of = (s: string): string => map(`<late>1</late><s>${s}</s>`, { more }).kind;
    expect(['prodato', 'draft', 'aktivan'].map(of)).toEqual(['remove', 'keep', 'keep']);
  });

  it('hides what a field of the listing shows, and shows what it hides not', () => {
    const fields = "  state: { const: inactive, when: field('hide') == '1' }";
    const of = (record: string): unknown[] => told(map(record, { fields }));
    expect(of('<hide>1</hide><s>aktivan</s>')).toEqual(['mapped', ['inactive'], null]);
    expect(of('<s>rezervisan</s>')).toEqual(['mapped', ['inactive'], null]);
  });
});

describe('an unknown word of a state', () => {
  it('is a warning, a use, and the mark of the record', () => {
    const { issues, uses, unknownState } = map('<s>Kod notara</s>');
    expect(issues).toEqual([
      {
        severity: 'warning',
        code: 'unmapped_word',
        pointer: '/state',
        value: 'Kod notara',
        message: '"Kod notara" is no state that the table "state" knows.',
      },
    ]);
    expect(uses).toContainEqual({ kind: 'vocabulary', name: 'state', word: 'kod notara', resolved: null });
    expect(unknownState).toBe('Kod notara');
  });

  it('is cut where it is long', () => {
    expect(map(`<s>${'Q'.repeat(500)}</s>`).unknownState).toBe('Q'.repeat(120));
  });

  it.each([
    ['drop', ['mapped', ['active'], 'U7'], ['warning']],
    ['ignore', ['mapped', ['active'], null], []],
    ['wait', ['invalid', [null], 'U7'], ['error']],
    [{ use: 'rezervisano' }, ['mapped', ['inactive'], null], ['warning']],
    [{ use: 'U8' }, ['mapped', ['active'], 'U7'], ['warning']],
  ] as const)('is treated as the feed says: %j', (state, expected, severities) => {
    const mapped = map('<s>U7</s>', { overrides: { unmapped: { state } } });
    expect(told(mapped)).toEqual(expected);
    expect(mapped.issues.map(({ severity }) => severity)).toEqual(severities);
  });

  it('is one too where a field of the listing reads the words', () => {
    const setup = {
      rules: '{ from: none, table: state }',
      fields: '  state: { from: f, table: plain }',
      plain: '{ words: { r: inactive } }',
    };
    const of = (word: string): unknown[] => told(map(`<f>${word}</f>`, setup));
    expect(of('r')).toEqual(['mapped', ['inactive'], null]);
    expect(of('U7')).toEqual(['mapped', ['active'], 'U7']);
  });

  it('that gets a meaning makes the mapping another one, so that records are mapped again', () => {
    const digest = (tables: MappingOverrides['tables']): string => {
      const loaded = load({ overrides: { tables } });
      return loaded.ok ? loaded.mapping.digest : '';
    };
    expect(digest({ state: { U7: 'sold' } })).not.toBe(digest({}));
  });
});

it.each([
  [
    'a target that is no state',
    { states: ', words: { x: gone }' },
    '"x" should mean "gone", which is no state',
  ],
  ['a list of targets', { states: ', words: { x: [sold] }' }, '"x" should mean ["sold"], which is no state'],
  ['such a meaning of yes', { states: ', yes: true' }, '"yes" should mean true, which is no state'],
  ['a vocabulary beside', { states: ', vocabulary: heating' }, 'has targets of one kind'],
  [
    'an own word of the feed',
    { overrides: { tables: { state: { x: 'gone' } } } },
    'tables: state: "x" should mean "gone"',
  ],
  ['no table', { rules: 's' }, 'A state is read through a table'],
  ['another table', { rules: '{ from: s, table: offer }' }, 'A state is read through a table'],
  ['yes in another table', { plain: '{ yes: a }' }, 'yes: belongs to a table of states'],
])('a mistake in a state is named: %s', (_name, setup: Setup, message) => {
  const loaded = load(setup);
  expect(loaded.ok ? [] : loaded.errors.map((error) => error.message)).toContainEqual(
    expect.stringContaining(message),
  );
});

it('a word that a feed learns for one table of states is known to the others', () => {
  const rules = '[{ from: s, table: state }, { from: flag, table: flag }]';
  const overrides = { tables: { state: { U7: 'sold' } } };
  expect(map('<flag>u7</flag>', { rules, overrides }).removeReason).toBe('sold');
});

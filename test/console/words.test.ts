import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, tables, type Key } from '../../src/console/words/all.js';
import { withContact } from '../../src/console/words/contact.js';
import { inCyrillic } from '../../src/console/words/cyrillic.js';
import { agoIn, momentIn, priceIn, spanIn, withTimesIn } from '../../src/console/words/forms.js';
import { languageFrom } from '../../src/console/words/language.js';
import { say, sayOf } from '../../src/console/words/say.js';
import { payloadFields } from '../../src/mapping/language/payload-fields.js';
import { withContact as withContactInMail } from '../../src/texts/contact-words.js';
import { fieldName } from '../../src/texts/field-names.js';
import type { Entry, Text } from '../../src/console/words/table.js';

const entries = Object.entries<Entry>(all);
const texts = (text: Text): string[] =>
  typeof text === 'string' ? [text] : Object.values<string>({ ...text });
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).sort();

describe('the table of words', () => {
  it('has every text in both languages', () => {
    const empty = entries.filter(([, { sr, en }]) =>
      [...texts(sr), ...texts(en)].some((text) => text.trim() === ''),
    );
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it('names the partner’s contact behind the operator of the import, where mails name it too', () => {
    const written = entries.flatMap(([, { sr, en }]) => [...texts(sr), ...texts(en)]);
    const all = [...written, ...written.map(inCyrillic)];
    const named = all.filter((text) => withContact(text, 'Ana, 021 555') !== text);
    expect(named.length).toBeGreaterThan(10);
    for (const text of all)
      expect(withContact(text, 'Ana, 021 555')).toBe(withContactInMail(text, 'Ana, 021 555'));
    // Each mention is found: with no contact behind it, none is left.
    const mention = /operater\S* uvoza|оператер\S* увоза|operator of the import/i;
    expect(all.filter((text) => mention.test(text) && !named.includes(text))).toEqual([]);
  });

  it('calls a field with a list of meanings as the sentences of the daemon do', () => {
    const listed = [...payloadFields].flatMap(([path, field]) => ('vocabulary' in field ? [path] : []));
    expect(listed.length).toBeGreaterThan(5);
    const differing = listed.flatMap((path) => {
      const here = all[`field.${path.replaceAll('.', '_')}` as Key];
      const there = fieldName(path);
      const isSame = (['sr', 'en'] as const).every(
        (language) => texts(here[language]).join().toLowerCase() === there[language].toLowerCase(),
      );
      return isSame ? [] : [path, here, there];
    });
    expect(differing).toEqual([]);
  });

  it('has each key once', () => {
    const keys = tables.flatMap((table) => Object.keys(table.entries));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('leaves the same holes in both languages', () => {
    const differ = entries.filter(([, { sr, en }]) => {
      const [first = '', ...others] = [...texts(sr), ...texts(en)];
      // "one listing" may leave the number out.
      const wanted = holes(first).filter((hole) => hole !== '{n}');
      return others.some(
        (text) =>
          holes(text)
            .filter((hole) => hole !== '{n}')
            .join() !== wanted.join(),
      );
    });
    expect(differ.map(([key]) => key)).toEqual([]);
  });

  it('has a form for each number', () => {
    const incomplete = entries.filter(
      ([, { sr, en }]) =>
        typeof sr !== typeof en || (typeof sr === 'object' && (sr.few === undefined || sr.one === '')),
    );
    expect(incomplete.map(([key]) => key)).toEqual([]);
  });

  it('tells agencies nothing in the words of the daemon', () => {
    const ours = /\b(hold|holds|outbox|drift|snapshot|digest|vocabulary|run|runs)\b/i;
    const heard = tables
      .filter(({ audience }) => audience !== 'operator')
      .flatMap((table) => Object.entries<Entry>(table.entries))
      .filter(([, { sr, en }]) => [...texts(sr), ...texts(en)].some((text) => ours.test(text)));
    expect(heard.map(([key]) => key)).toEqual([]);
  });

  it('has no key that nothing says', async () => {
    const files = (await readdir('src/console', { recursive: true })).filter(
      (path) => /\.tsx?$/.test(path) && !path.startsWith('words/') && !path.endsWith('.d.ts'),
    );
    const source = (await Promise.all(files.map((path) => readFile(join('src/console', path), 'utf8')))).join(
      '\n',
    );
    // `role.${…}` says every key that begins so and has one more part there.
    const made = [...source.matchAll(/`([a-z_.]*)\$\{[^}]*\}([a-z_.]*)`/g)].map(
      ([, before = '', after = '']) =>
        new RegExp(`^${before.replaceAll('.', '\\.')}[\\w.]+${after.replaceAll('.', '\\.')}$`),
    );
    const silent = entries
      .map(([key]) => key)
      .filter((key) => !source.includes(`'${key}'`) && !made.some((pattern) => pattern.test(key)));
    expect(silent).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    [1, 'Još 1 znak do 12.', '1 more character to 12.'],
    [3, 'Još 3 znaka do 12.', '3 more characters to 12.'],
    [11, 'Još 11 znakova do 12.', '11 more characters to 12.'],
    [21, 'Još 21 znak do 12.', '21 more characters to 12.'],
  ])('takes the form of %i', (n, sr, en) => {
    expect(say('sr-Latn', 'invitation.short', { n })).toBe(sr);
    expect(say('en', 'invitation.short', { n })).toBe(en);
  });

  it('is Cyrillic but for what is put into it', () => {
    expect(say('sr-Cyrl', 'app.signed_in_as', { name: 'Njegoš' })).toBe('Пријављени сте као Njegoš');
    expect(say('sr-Cyrl', 'app.name')).toBe('feedsync');
    expect(say('sr-Latn', 'app.name')).toBe('feedsync');
  });

  it('keeps its holes whatever the letters', () => {
    for (const [key, { sr }] of entries)
      for (const text of texts(sr))
        expect(holes(say('sr-Cyrl', key as Key)).length).toBeLessThanOrEqual(holes(text).length);
  });
});

describe('Cyrillic', () => {
  it.each([
    ['Ljubav, njiva i džep', 'Љубав, њива и џеп'],
    ['LJiljana, Njegoš, Džon', 'Љиљана, Његош, Џон'],
    ['Đorđe čeka šest žaba u ćošku', 'Ђорђе чека шест жаба у ћошку'],
    ['injekcija, konjunktura, nadživeti', 'инјекција, конјунктура, надживети'],
    ['konj i unja', 'коњ и уња'],
    ['otvorite https://primer.rs/feed?a=lj, pa čekajte', 'отворите https://primer.rs/feed?a=lj, па чекајте'],
    ['pišite na office@primer.rs danas', 'пишите на office@primer.rs данас'],
    ['šifra PX-7F3K-A0 i polje unmappable_category', 'шифра PX-7F3K-A0 и поље unmappable_category'],
    ['XML i CSV fajlovi', 'XML и CSV фајлови'],
    ['Feedovi bez feeda', 'Фидови без фида'],
    ['program `Excel` se zatvara', 'програм Excel се затвара'],
    ['napomena: “Slike nedostaju.”', 'напомена: “Slike nedostaju.”'],
    ['windows i yahoo', 'windows и yahoo'],
    ['kupac-prodavac', 'купац-продавац'],
    ['A i U i O', 'А и У и О'],
    ['već je Ћирилица', 'већ је Ћирилица'],
    ['žive u blizini: {listings}.', 'живе у близини: {listings}.'],
  ])('%s', (latin, cyrillic) => {
    expect(inCyrillic(latin)).toBe(cyrillic);
  });

  it('is made of what the API says in Serbian', () => {
    const told = { sr: 'Čeka na `Send`.', en: 'Waits for `Send`.' };
    expect([sayOf('sr-Cyrl', told), sayOf('sr-Latn', told), sayOf('en', told)]).toEqual([
      'Чека на Send.',
      'Čeka na Send.',
      'Waits for Send.',
    ]);
  });
});

describe('numbers, times and prices', () => {
  const at = Date.UTC(2026, 10, 22, 14, 3);
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

  it('are written as the language writes them', () => {
    expect(plain(priceIn('sr-Latn', 125_000, 'EUR'))).toBe('125.000 €');
    expect(plain(priceIn('sr-Cyrl', 400, 'RSD'))).toBe('400 RSD');
    expect(priceIn('en', 1_250.5, 'EUR')).toBe('€1,250.50');
    expect(plain(priceIn('en', 7, 'none at all'))).toBe('7 none at all');
  });

  it('are a time alone on the same day, and a day with it on another', () => {
    const style = { language: 'en', timeZone: 'Europe/Belgrade' } as const;
    expect(momentIn(style, at, at)).toBe('15:03');
    const sentence =
      'Važi do 2026-11-22 15:03:00, i od 2027-01-02T14:00:00.000Z. Razlog: „2026-11-22 15:03”.';
    expect(withTimesIn({ ...style, language: 'sr-Latn' }, sentence, at)).toBe(
      'Važi do 22. nov 15:03, i od 2. jan 2027. 15:00. Razlog: „2026-11-22 15:03”.',
    );
    expect(momentIn(style, at, at + 5 * 86_400_000)).toMatch(/22 Nov,? .*15:03/);
    expect(momentIn({ ...style, language: 'sr-Latn' }, at, at + 500 * 86_400_000)).toContain('2026');
  });

  it('are so long ago, in the largest unit that fits', () => {
    expect(agoIn('en', at - 90_000, at)).toBe('1 minute ago');
    expect(agoIn('sr-Latn', at - 3 * 86_400_000, at)).toBe('pre 3 dana');
    expect(agoIn('sr-Cyrl', at - 3 * 86_400_000, at)).toBe('пре 3 дана');
    expect(spanIn('en', 780)).toBe('13 minutes');
  });
});

it.each([
  [null, ['de-DE', 'sr-RS'], 'sr-Latn'],
  [null, ['sr-Cyrl-RS'], 'sr-Cyrl'],
  [null, ['en-US', 'sr'], 'en'],
  [null, ['fr'], 'sr-Latn'],
  ['sr-Cyrl', ['en'], 'sr-Cyrl'],
  ['nonsense', ['hr'], 'sr-Latn'],
] as const)('with %s remembered and %s preferred the language is %s', (chosen, preferred, language) => {
  expect(languageFrom(chosen, preferred)).toBe(language);
});

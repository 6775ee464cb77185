import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from '../shared-dir.js';

/** The tests of each kind of case, by their words in the file: variants that no one reported, and the reported files themselves. */
interface Kind {
  /** Words of a row, or a test's name, by file in this folder. */
  variants: Readonly<Record<string, readonly string[]>>;
  /** Numbers of reported files that are read in place; those that a variant stands for are left out. */
  reported: readonly string[];
}

const kinds: Readonly<Record<string, Kind>> = {
  'K1: words of a state': {
    variants: {
      'records.test.ts': [
        'PRODATO!',
        'prodato 15.11.2026.',
        'KAPARISANO 3.1.',
        'under offer',
        'povučeno iz ponude',
        'čeka veštaka',
      ],
    },
    reported: ['1', '3', '6'],
  },
  'K2: several addresses in one cell': {
    variants: {
      'records.test.ts': [
        "photo('1.jpg')}, ${photo('2.jpg')",
        "photo('1.jpg')};${photo('2.jpg')",
        "photo('1.jpg')}\\n${photo('2.jpg')",
        "photo('1.jpg')}\\t${photo('2.jpg')",
        'w_8,h_6/1.jpg',
        "photo('https://cdn.example/1.jpg')",
      ],
    },
    reported: ['8', '11'],
  },
  'K3: shape, order and kind of photos': {
    variants: {
      'records.test.ts': ['i.php?id=7&#38;w=800', 'слика.jpg', 'soba%20%C4%91.jpg', 'osnova.pdf'],
      'files.test.ts': ['a counter in all photo addresses'],
      'photo-order.test.ts': ['a main mark that exactly one photo has', 'an order that is the same in all'],
    },
    reported: ['14', '19', '21'],
  },
  'K4: text around and inside tags': {
    variants: {
      'records.test.ts': [
        'm<sup>2</sup>',
        'tihoj</b> ulici.<br/>',
        '<p>Stan u ulici.</p>',
        '&lt;![CDATA[',
        '&lt;p&gt;',
        '&amp;lt;br&amp;gt;',
      ],
    },
    reported: ['22', '24', '28'],
  },
  'K5: one bad sign': {
    variants: {
      'records.test.ts': ['&#150;', '&#x80;', '&#55357;&#56832;', '&#0;', '&#xD83D;'],
      'files.test.ts': ['two bad bytes in a good file', 'invisible signs around ids and words'],
    },
    reported: ['30'],
  },
  'K6: XML that others mend': {
    variants: {
      'files.test.ts': [
        'a bare & in each address',
        'blank lines before the declaration',
        'two marks of byte order',
        'an image behind the end',
        'another element behind the end',
        'windows-1251 under a label of UTF-8',
      ],
    },
    reported: ['35', '40a', '40b', '42'],
  },
  'K7: tables as people make them': {
    variants: {
      'files.test.ts': [
        'names of columns in quotes and blanks',
        'a title above the header',
        'a quoted sep= above the header',
        'quotes behind backslashes',
        'inches in a text without quotes',
        'rows without their last cells',
        'a column twice',
      ],
    },
    reported: ['45', '51'],
  },
  'K8: words and figures in cells': {
    variants: {
      'records.test.ts': [
        "elevator: '✓'",
        "elevator: 'nema'",
        "elevator: 'ima'",
        "parking: 'na ulici'",
        '0000-00-00 00:00:00',
        '/Date(1763900000000)/',
      ],
    },
    reported: [],
  },
  'K9: prices that cannot be true': {
    variants: {
      'files.test.ts': [
        "'1', '11', '111', '123456'",
        "'na upit', 'Dogovor', '0', '', 'po dogovoru'",
        'Prikaži cenu',
        'a tenth of the price',
        'a new listing for 1 EUR',
      ],
    },
    reported: ['62', '65'],
  },
  'K10: a part for the whole': {
    variants: {
      'files.test.ts': [
        'two files in one ZIP',
        'a full file and the changes of the day',
        'an error in place of the file',
        'rows of RETS',
      ],
      'served.test.ts': [
        'an OData list whose link is relative',
        'a link to the next page in a header',
        'a total above what is there',
        'a bare word that there is more',
      ],
    },
    reported: ['66', '68', '70', '71'],
  },
  'K12: servers that are not quite right': {
    variants: {
      'served.test.ts': [
        'a cookie that must come back at another address',
        'plain bytes under the label gzip',
        'a label that no one knows',
        'a scheme of passwords that is not spoken',
        'a blank in the address of a redirect',
      ],
    },
    reported: ['85', '87', '88', '92', '94'],
  },
};

const source = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

describe.each(Object.entries(kinds))('%s', (_, { variants, reported }) => {
  it('has at least four variants, and each stands in its file', () => {
    const all = Object.entries(variants).flatMap(([file, words]) => words.map((word) => ({ file, word })));
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(all.filter(({ file, word }) => !source(file).includes(word))).toEqual([]);
  });

  it('has its reported files read in place', () => {
    const read = source('real-files.test.ts');
    expect(reported.filter((no) => !read.includes(`'${no}'`))).toEqual([]);
  });
});

it.skipIf(!hasShared)(
  'every kind of the reported cases has a row here, but for the one that is about proposals alone',
  () => {
    const page = readFileSync(join(sharedDir, 'cases', 'CASES.md'), 'utf8');
    const named = [...page.matchAll(/^## (K\d+) /gm)].map(([, kind = '']) => kind);
    const own = Object.keys(kinds).map((name) => name.split(':')[0]);
    expect(named.filter((kind) => !own.includes(kind))).toEqual(['K11']);
  },
);

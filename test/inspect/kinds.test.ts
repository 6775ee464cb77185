import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Tests by their words in a file of the folder above this one: at least three variants of each kind, none of them reported. */
type Variants = Readonly<Record<string, readonly string[]>>;

/** What understanding a file once got wrong, and the tests that would show it again. */
const mistakes: Readonly<Record<string, Variants>> = {
  'words of places that are printed and that no table finds': {
    'inspect/init-places.test.ts': ['can be pasted as it is', 'with several names is looked up whole'],
    'mapping/places.test.ts': [
      'keeps the listings of two towns apart when one word is named',
      'never takes the country for the place',
      'is looked up by the text that is printed',
    ],
  },
  'the kind of property guessed from a title': {
    'inspect/init-questions.test.ts': [
      'Dvosoban, lux, garaza u ceni',
      'Nov dvosoban, Plac Slobode 4',
      'Porodična zgrada sa lokalom',
      'Plac 413 m2 sa dozvolom za kuću',
      'is nothing that a column says of the people who offer',
    ],
  },
  'a wrong figure taken for the area, or none found': {
    'inspect/init-mistakes.test.ts': ['is read from titles that alone say it', 'm_parcela', 'sup_construida'],
    'inspect/names/relations.test.ts': [
      'a plot is no area of a home',
      'is not that of the home, unless it stands alone',
    ],
    'inspect/init-land.test.ts': ['is asked where homes are too large for square metres'],
    'mapping/areas.test.ts': ['1.200 кв.м'],
  },
  'sale or rent assumed': {
    'inspect/init-questions.test.ts': [
      'is asked of rentals, which are never taken for sales',
      'is asked where nothing but the size of the prices says it',
      'is asked where the signs contradict each other',
      'is asked of a record that has a price and a rent',
    ],
  },
  'a cell of a price with more than a figure': {
    'inspect/init-money.test.ts': [
      'two currencies',
      'a period',
      'gives way to a column of the same figures alone',
    ],
  },
  'a stated currency dropped': {
    'inspect/init-money.test.ts': ["'BAM'", "'XQZ'", 'beside the amount', 'in the name of the column'],
  },
  'a headline that promises more than is published': {
    'inspect/init-headline.test.ts': [
      'leaves out listings whose place is not known yet',
      'leaves out every listing of an id with two contents',
      'counts a record that comes twice once',
    ],
  },
  'ids of too few fields, and towns from titles': {
    'inspect/names/ids.test.ts': [
      'is made of the fewest columns that tell all records apart',
      'takes the title in only where nothing else tells them apart',
      'is chosen and counted over the whole file',
    ],
    'inspect/init-places.test.ts': ['is none of titles'],
  },
  'names of fields that no dictionary had': {
    'inspect/names/columns.yaml': ['preco', 'fiyat', 'listingprice', 'sqr_m'],
    'inspect/names/columns.test.ts': ['mean the same in any case, script and way of joining their words'],
  },
  'containers of records': {
    'inspect/init-containers.test.ts': [
      'keyed by id below a name',
      'one to a line',
      'one alone in a list',
      'of two kinds, one of each',
      'reads sale or rent from the name of the list',
    ],
  },
  'one row that stops the whole feed': {
    'feed/csv-snapshot.test.ts': [
      'with a cell whose lines hold as many commas as a row',
      'is refused where quotes glue',
      'are invalid and present; the others are read',
    ],
  },
  'an optional text that stops or spoils a listing': {
    'mapping/language.test.ts': ['leaves a damaged text out that the portal does not need'],
    'mapping/texts-of-feeds.test.ts': ['text that was encoded twice', 'Schöne Wohnung in Grünau'],
    'inspect/init-mistakes.test.ts': [
      'is not the longer text about the surroundings',
      'is not the text of a room',
    ],
  },
  'photos that are none, or too few': {
    'inspect/names/relations.test.ts': ['qrcode', 'slika_agenta', 'that are the same in most ads'],
    'inspect/init-mistakes.test.ts': [
      'with an attribute of their own are all taken',
      'a data address',
      'a film',
    ],
    'inspect/init-photos.test.ts': ['separated by %j', 'photos in numbered columns are all taken'],
  },
  'what is gone shown as on offer': {
    'inspect/init-proposal.test.ts': ['Exchanged', 'Sold STC', 'available: 0'],
    'mapping/states.test.ts': ['under offer'],
  },
  'the value of a neighbour': {
    'inspect/names/relations.test.ts': ['a date before the creation is no date of a change'],
    'inspect/init-money.test.ts': ['the period of a tax'],
    'inspect/init-mistakes.test.ts': [
      'Solarijum u zgradi',
      'of a search is not that of the ad',
      'of a person is that of no program',
    ],
  },
  'a word taken for one that sounds like it': {
    'inspect/init-mistakes.test.ts': ['Solarium', 'сарай', 'Gartenhütte', 'a chalet is a house'],
  },
  'a former proposal that acts as a preset': {
    'inspect/init-command.test.ts': [
      'knows its own mapping the next time',
      'offers the mapping of one feed to another only by its name',
      'A person who describes a mapping for several feeds makes it a preset',
    ],
  },
  'a variant of a known format, and a damaged file': {
    'inspect/init-mistakes.test.ts': [
      'OpenImmo without its head',
      'OpenImmo from its agency on',
      'an element that never closes',
      'another element closed',
    ],
  },
  'lists that are objects keyed by id': {
    'inspect/init-containers.test.ts': [
      "'keyed by id'",
      'keyed by id below a name',
      'is no reason to take the photos of a listing for listings',
      'takes the keys of the file as ids where the records have none',
    ],
  },
  'valid JSON without records': {
    'inspect/init-containers.test.ts': ['{"ads":[],"total":0}', 'rate limit', '/JSONP/'],
  },
  'lists of a file that belong together, taken for listings or left out': {
    'inspect/init-detect.test.ts': ['the copy of a database', 'a copy of a database in JSON'],
    'feed/json-joins.test.ts': [
      'hold them in their order, as a part of their bytes',
      'change when their rows do, and only they',
      'are the same whatever is read at once',
    ],
  },
  'headings that hold for those below them': {
    'inspect/init-tables.test.ts': [
      "['ZA PRODAJU', 'ZA IZDAVANJE', 'Stanovi', 'Kuće']",
      'SVEGA: 16',
      "['-- Novi Sad --', '-- Niš --']",
      'whichever stands above',
    ],
    'feed/csv-sections.test.ts': ['hold for those below them, until the next of them'],
  },
  'amounts in thousands taken as they stand': {
    'inspect/init-money.test.ts': [
      'Cena u hiljadama EUR',
      'Cijena u tis. €',
      'wait where some are written in full',
      'waits, as it may be in thousands',
      'recommends no rental where all are too small for the areas',
    ],
  },
  'a former price taken for the one in force': {
    'inspect/init-money.test.ts': [
      "['Cijena (€)', 'Akcijska cijena', 0]",
      "['Akcija', 'Na akciji', 'Sniženo', 'Promo']",
      'is none that says how much or whether it fell',
    ],
  },
  'the text of another language in place of the Serbian one': {
    'inspect/names/languages.test.ts': [
      "['Opis na srpskom', 'Description']",
      "['Description', 'Opis na srpskom']",
      "['Opis (CRO)', 'hr']",
      "['tekst_srb', 'sr']",
    ],
  },
  'heating by columns of yes and no': {
    'inspect/init-facts.test.ts': [
      "['Grejanje CG', 'Grejanje El', 'da', 'ne']",
      "['grijanje_plin', 'grijanje_struja', '1', '0']",
      'is none where a column for any heating says no',
      "['CG', 'TA peć', 'da', 'ne']",
      'where a home has two of them',
    ],
  },
  'legends of a code and a word behind the ads': {
    'inspect/names/legends.test.ts': [
      'are read by the words of their kind, and the rows are no records',
      'are not read as usual where a list explains some of them otherwise',
      'are yes and no where a list of the column says so',
    ],
    'inspect/names/legends-kept.test.ts': ['leaves the state asked where not all of its words are states'],
  },
  'the rooms of a home taken for its kind': {
    'inspect/init-questions.test.ts': ['Tipologia', 'Struktura', 'Nature du bien'],
  },
  'sums below the ads taken for ads': {
    'inspect/init-tables.test.ts': ['Ukupno:;8', 'Укупно;;712000', 'TOTAL;8', 'Svega;;712.000'],
  },
  'attributes of a shop in numbered columns': {
    'inspect/names/relations.test.ts': [
      'Attribute 1 value(s)',
      'Naziv svojstva',
      'Naziv atributa',
      'where the one beside it says several things',
    ],
  },
  'words of sale and rent under a name of something else': {
    'inspect/init-questions.test.ts': ['Értékesítés módja', 'Vlasnik daje', 'Prod./izd.', 'Contact purpose'],
  },
  'sold homes behind words of states that are not known': {
    'inspect/init-proposal.test.ts': ['Πουλήθηκε', 'продаден', 'kod klijenta', 'zielona'],
  },
  'an export under another root, or with words of its maker’s own': {
    'inspect/init-mistakes.test.ts': [
      'Kyero under its maker’s name',
      'Kyero with types by language',
      'Kyero with titles, an old price and a resale',
    ],
  },
};

const source = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

describe.each(Object.entries(mistakes))('%s', (_, variants) => {
  it('has at least three variants, and each stands in its file', () => {
    const all = Object.entries(variants).flatMap(([file, words]) => words.map((word) => ({ file, word })));
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(all.filter(({ file, word }) => !source(file).includes(word))).toEqual([]);
  });
});

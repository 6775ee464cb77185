import { fold } from '../../../model/fold.js';
import { groupBy } from '../../../model/group-by.js';
import { cyrillicInLatin } from './cyrillic-in-latin.js';
import { greekInLatin } from './greek-in-latin.js';
import { nameTongues } from './names/index.js';
import type { Concept, Decoy } from './names/tongue.js';

/** A name that means a concept. */
export interface Synonym {
  concept: Concept;
  /** Folded. */
  words: readonly string[];
  /** The words without spaces. */
  name: string;
  /** 0.9 to 1: synonyms are listed in order of reliability. */
  weight: number;
  /** Language of the dictionary. */
  tongue: string;
}

/** A word or several that make a name that of a decoy. */
export interface DecoyPhrase {
  decoy: Decoy;
  /** Language of the dictionary. */
  tongue: string;
  words: readonly { text: string; open: boolean }[];
}

/** Whether a word of a name is that of a decoy, in another number or case too. */
export function isWord({ text, open }: DecoyPhrase['words'][number], token: string): boolean {
  return open
    ? token.startsWith(text)
    : token === text || (text.length > 4 && stemOf(token) === stemOf(text));
}

/** All dictionaries in the form in which names are compared. */
export interface NameLexicon {
  byName: ReadonlyMap<string, readonly Synonym[]>;
  /** By the sorted stems of the words without fillers. */
  byBag: ReadonlyMap<string, readonly Synonym[]>;
  fillers: ReadonlySet<string>;
  /** By language. */
  fillersOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** All single words, by which glued names are taken apart. */
  tokens: ReadonlySet<string>;
  decoys: readonly DecoyPhrase[];
  /** Words of money, of sizes and of plots, as stems. */
  money: ReadonlySet<string>;
  sizes: ReadonlySet<string>;
  plots: ReadonlySet<string>;
  /** Words that name a unit of area. */
  units: ReadonlySet<string>;
  /** Words for an area alone. */
  areas: readonly string[];
  /** Words of areas that count walls, as stems. */
  gross: ReadonlySet<string>;
}

let built: NameLexicon | null = null;

/** The dictionaries, prepared at the first use. */
export function nameLexicon(): NameLexicon {
  built ??= build();
  return built;
}

/**
 * A word without the ending of its number or case: `bagni` and `bagno`, `parcele` and `parcela`, `placevi` and `plac`. Short words stay as
 * they are.
 */
export function stemOf(word: string): string {
  const known = stemmed.get(word);
  if (known !== undefined) return known;
  if (stemmed.size >= stemmedMax) stemmed.clear();
  const stem = withoutEnding(word);
  stemmed.set(word, stem);
  return stem;
}

const stemmed = new Map<string, string>();
const stemmedMax = 20_000;

function withoutEnding(word: string): string {
  if (/^.{4,}[eo]vi$/.test(word)) return word.slice(0, -3);
  const single = word.length >= 5 ? word.replace(/s$/, '') : word;
  const stem = single.replace(/[aeiouy]+$/, '');
  return stem.length >= 5 ? stem : single;
}

function build(): NameLexicon {
  const entries = Object.entries(nameTongues).flatMap(([tongue, { names }]) =>
    Object.entries(names).flatMap(([concept, list]) =>
      namesIn(list).flatMap((name, index) =>
        spellings(name).map((spelling) => ({
          concept: concept as Concept,
          words: spelling,
          name: spelling.join(''),
          weight: 1 - Math.min(index, 20) / 200,
          tongue,
        })),
      ),
    ),
  );
  const fillers = new Set(Object.values(nameTongues).flatMap((tongue) => split(tongue.fillers).flat()));
  const bagged = entries.map((entry) => ({
    ...entry,
    words: entry.words.filter((word) => !fillers.has(word)),
    whole: entry.words.length,
  }));
  const single = (of: readonly Concept[]): string[] =>
    entries.flatMap(({ concept, words }) => (of.includes(concept) && words.length === 1 ? words : []));
  const decoys = Object.entries(nameTongues).flatMap(([tongue, { decoys: lists }]) =>
    Object.entries(lists).flatMap(([decoy, list]) => phrases(decoy as Decoy, list, tongue)),
  );
  const tokens = new Set([
    ...entries.flatMap(({ words }) => words),
    ...fillers,
    ...sizeWords,
    ...decoys.flatMap(({ words }) => words.flatMap(({ text, open }) => (open ? [] : [text]))),
  ]);
  for (const short of tokens) if (short.length < 2) tokens.delete(short);
  return {
    byName: groupBy(entries, ({ name }) => name),
    byBag: groupBy(
      bagged.filter(({ words, whole }) => words.length > 1 || words.length === whole),
      ({ words }) => words.map(stemOf).sort().join(' '),
    ),
    ...{ fillers, tokens, decoys },
    fillersOf: new Map(
      Object.entries(nameTongues).map(
        ([tongue, own]) => [tongue, new Set(split(own.fillers).flat())] as const,
      ),
    ),
    money: stems([...single(['price', 'rent']), ...moneyWords], ['ar', 'location', 'lease', 'land']),
    sizes: stems([...single(['area', 'unit']), ...sizeWords], ['built', 'mera']),
    units: new Set(sizeWords),
    areas: areaWords,
    gross: new Set(Object.values(nameTongues).flatMap(({ gross = '' }) => split(gross).flat().map(stemOf))),
    plots: stems(single(['plot_area']), ['land', 'dom', 'curte', 'zemlja']),
  };
}

const moneyWords = 'eur euro evra eura rsd din usd gbp km fiyati czynsz'.split(' ');
const sizeWords =
  'm2 m qm mq kv kvm sq sqm sqft sqmt τμ metar metra meter metre metro metr metri metros kvadrat kvadrata kvadratu quadratmeter space are ari ha hektar jutro jutra jutara lanac lanaca dunum dunuma hvat hvati acre acres'.split(
    ' ',
  );

const areaWords =
  'area size surface space povrsina flache superficie oppervlakte plocha powierzchnia plosad embadon'.split(
    ' ',
  );

function stems(words: readonly string[], without: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !without.includes(word)).map(stemOf));
}

function namesIn(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}

/** The names of a list, each as its folded words. */
function split(list: string): string[][] {
  return namesIn(list).map(wordsOfName);
}

function wordsOfName(name: string): string[] {
  return fold(name.replaceAll('_', ' ')).split(' ');
}

/**
 * The folded words of a name as it is written, with plain vowels in place of those that German writes as two letters, and Greek and Cyrillic
 * names in Latin letters.
 */
function spellings(name: string): (readonly string[])[] {
  const words = wordsOfName(name);
  const inLatin = [...greekInLatin(words), ...cyrillicInLatin(name, fold).map(wordsOfName)];
  if (inLatin.length > 0) return [words, ...inLatin];
  const plain = words.map((word) => word.replace(/([aou])e(?=[^aeiouy]|$)/g, '$1'));
  return plain.some((word, index) => word !== words[index]) ? [words, plain] : [words];
}

function phrases(decoy: Decoy, list: string, tongue: string): DecoyPhrase[] {
  return list
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((phrase) => {
      const parts = phrase.split('_');
      return spellings(phrase.replaceAll('*', '')).map((words) => ({
        ...{ decoy, tongue },
        words: words.map((text, index) => ({ text, open: parts[index]?.endsWith('*') ?? false })),
      }));
    });
}

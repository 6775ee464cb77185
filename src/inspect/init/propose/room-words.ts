import { fold } from '../../../model/fold.js';
import { bareFigure } from '../../../mapping/values/noisy-number.js';
import type { FieldProfile } from '../profile/profile.js';
import { roughFigure, shapeOf } from '../profile/shapes.js';
import { wordsOf, type Concept } from '../words/concepts.js';
import { roomsIn, type RoomCounting } from '../words/room-counts.js';
import { categories, lookUp } from '../words/word-lists.js';
import { rule, type MappingDraft } from './draft/draft.js';
import type { Candidate } from './match/candidate.js';
import { saysRoomSums } from './match/worded-counts.js';
import type { Matches } from './match/match-fields.js';

/** How the file counts rooms, by the languages of its names and by its words. */
export function roomCounting(fields: readonly FieldProfile[], { tongues }: Matches): RoomCounting {
  const says = (pattern: RegExp): boolean =>
    fields.some(
      ({ distinct, name }) =>
        pattern.test(fold(name)) ||
        [...distinct.keys()].slice(0, textsMax).some((text) => pattern.test(fold(text))),
    );
  const isTurkish = tongues.has('tr') || says(/^(?:studyo|1\+0)$/);
  const isCzech = tongues.has('cs') || says(/^[1-9]\s?\+\s?kk$/);
  const isHungarian = says(/\d ?\+ ?\d ?fel$|\begesz ?\+ ?fel/);
  return {
    behind: isCzech ? 'kitchen' : isHungarian ? 'half' : isTurkish ? 'living' : null,
    countsLiving: says(/^(?:jedno|dvo|tro|cetvoro)iposob(?:an|na|ni)/) || isOfSerbia(fields),
    hasTypes: tongues.has('fr') && !tongues.has('pt'),
    hasCamere: tongues.has('ro'),
  };
}

const textsMax = 100;
/** Longer texts are descriptions. */
const shortMax = 60;

const ekavian = new Set(
  'cena cene mesto grejanje lep lepa deo namesten namestena pre cenu uredjen cvet svetao svetla'.split(' '),
);
const ijekavian = new Set(
  'cijena cijene mjesto grijanje lijep lijepa dio namjesten namjestena prije svijetao svijetla mjesecno'.split(
    ' ',
  ),
);

/** Whether names and short texts are in the speech of Serbia, and none of them in that of its neighbours. */
function isOfSerbia(fields: readonly FieldProfile[]): boolean {
  const words = fields.flatMap(({ name, distinct }) =>
    [name, ...[...distinct.keys()].slice(0, textsMax).filter((text) => text.length <= shortMax)].flatMap(
      wordsOf,
    ),
  );
  return words.some((word) => ekavian.has(word)) && !words.some((word) => ijekavian.has(word));
}

/**
 * Adds the rooms that cells say in words, from a column with such a name: `3-Zimmer`, `4 + 1 fél`, `2+kk`.
 * @returns whether it did; false: its cells are numbers
 */
export function buildWordedRooms(
  draft: MappingDraft,
  candidate: Candidate | undefined,
  counting: RoomCounting,
  nulls: readonly (string | number)[],
): boolean {
  if (candidate === undefined || candidate.score < leastScore) return false;
  const { words, unknown } = wordsOfRooms(candidate.field, counting);
  if (words.size === 0) return false;
  draft.tables.rooms = { words: { ...sums(candidate.field, counting), ...Object.fromEntries(words) } };
  const { rule: number } = draft.number(candidate);
  const others = nulls.filter((one) => !words.has(String(one)));
  const more = { nulls: others, ...number, table: 'rooms', unmapped: unknown.length > 0 ? 'drop' : 'ignore' };
  draft.put('structure.rooms', rule(candidate.field.path, more), candidate);
  return true;
}

const leastScore = 0.5;

/** Adds the bedrooms from a column of rooms with the living rooms behind them: of `3+1` three are bedrooms, of a studio (`1+0`) none is. */
export function buildSummedBedrooms(
  draft: MappingDraft,
  candidate: Candidate | undefined,
  { behind }: RoomCounting,
): void {
  if (candidate === undefined || candidate.score < leastScore || behind !== 'living') return;
  if (!saysRoomSums(candidate.field)) return;
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((rooms) =>
    [1, 2].map((living) => [`${rooms}+${living}`, rooms] as const),
  );
  draft.tables.bedrooms = { words: Object.fromEntries(counts) };
  draft.put(
    'structure.bedrooms',
    { from: candidate.field.path, table: 'bedrooms', unmapped: 'ignore' },
    candidate,
  );
}

/** The words of a column for rooms, and those of which nothing is known. Numbers are neither. */
function wordsOfRooms(
  { distinct }: FieldProfile,
  counting: RoomCounting,
): { words: Map<string, number>; unknown: string[] } {
  const words = new Map<string, number>();
  const unknown: string[] = [];
  for (const text of distinct.keys()) {
    if (bareFigure(text, 'structure.rooms', false) !== null) continue;
    const rooms = roomsIn(text, counting);
    if (rooms !== null) words.set(text, rooms);
    else if (roughFigure(text) === null) unknown.push(text);
  }
  return { words, unknown };
}

/** All sums that a column may write: the next file may have others than this one. */
function sums(field: FieldProfile, counting: RoomCounting): Record<string, number> {
  if (!saysRoomSums(field)) return {};
  const texts = [...Array(10).keys()].flatMap((rooms) => [0, 1, 2].map((living) => `${rooms}+${living}`));
  return Object.fromEntries(
    texts.flatMap((text) => {
      const rooms = roomsIn(text, counting);
      return rooms === null ? [] : [[text, rooms] as const];
    }),
  );
}

/**
 * Adds the rooms from a column of words without such a name, such as that of the kind: `dvosoban`, `тристаен`, `Trilocale`; and in
 * Portuguese the bedrooms (`T2`).
 */
export function buildRoomWords(
  draft: MappingDraft,
  fields: readonly FieldProfile[],
  { tongues, all }: Matches,
  counting: RoomCounting,
): void {
  const isNamed = (field: FieldProfile, concept: Concept): boolean =>
    (all.get(concept) ?? []).some((one) => one.field === field && one.byName && one.score >= leastScore);
  for (const field of fields) {
    const texts = [...field.distinct.keys()].filter((text) => text.length <= shortMax);
    const source = (concept: 'rooms' | 'bedrooms') =>
      ({ concept, field, shape: shapeOf(field), score: 0.8, byName: true }) as const;
    const put = (name: 'rooms' | 'bedrooms', words: ReadonlyMap<string, number>): void => {
      draft.tables[name] = { words: Object.fromEntries(words) };
      draft.put(`structure.${name}`, { from: field.path, table: name, unmapped: 'ignore' }, source(name));
    };
    if (otherCounts.some((concept) => isNamed(field, concept))) continue;
    const words = isNamed(field, 'bedrooms') ? noWords : found(texts, (text) => roomsIn(text, counting));
    if (draft.fields['structure.rooms'] === undefined && isColumnOf(field, words)) put('rooms', words);
    const types = found(texts, (text) => (tongues.has('pt') ? bedroomsOfType(text) : null));
    if (draft.fields['structure.bedrooms'] === undefined && isColumnOf(field, types)) put('bedrooms', types);
  }
}

const noWords: ReadonlyMap<string, number> = new Map();
/** A column with such a name counts something else, whatever the words of its cells are. */
const otherCounts = ['bathrooms', 'floor', 'total_floors', 'area', 'plot_area'] as const satisfies Concept[];

/** The bedrooms of a Portuguese type: `T2`, `V3`. */
function bedroomsOfType(text: string): number | null {
  const figure = /^[TV]([0-9])$/i.exec(text.trim())?.[1];
  return figure === undefined ? null : Number(figure);
}

function found(texts: readonly string[], read: (text: string) => number | null): Map<string, number> {
  return new Map(
    texts.flatMap((text) => {
      const rooms = read(text);
      return rooms === null ? [] : [[text, rooms] as const];
    }),
  );
}

/** Whether the words that say rooms make the column one of them: most others are figures or kinds of property. */
function isColumnOf({ distinct }: FieldProfile, words: ReadonlyMap<string, number>): boolean {
  const texts = [...distinct.keys()];
  const others = texts.filter(
    (text) => !words.has(text) && roughFigure(text) === null && lookUp(text, categories) === null,
  );
  return words.size >= wordsMin && others.length <= texts.length * 0.4;
}

const wordsMin = 2;

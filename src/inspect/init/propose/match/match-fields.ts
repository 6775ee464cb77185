import { groupBy } from '../../../../model/group-by.js';
import {
  conceptsOf,
  isRuledOut,
  noRuling,
  readName,
  strongName,
  tonguesOf,
  wordsOf,
  type Concept,
  type Ruling,
  type Tongues,
} from '../../words/concepts.js';
import { abbreviationsIn, type AbbreviatedMeaning } from '../../words/abbreviations.js';
import { fitOf } from './fit-shapes.js';
import { floorParting } from '../../profile/floor-texts.js';
import type { Reference } from '../../../../model/reference.js';
import { isOfRooms } from '../../profile/pairs.js';
import type { FieldProfile } from '../../profile/profile.js';
import type { Candidate } from './candidate.js';
import { fromNeighbours } from './neighbours.js';
import { fromPlaces, placeJudge } from './place-columns.js';
import { shapeOf, type Shape } from '../../profile/shapes.js';
import { concepts as allConcepts } from '../../words/names/tongue.js';
import { photoAddresses } from '../../../../core/content/photo-addresses.js';
import { relationsOf, type Relations } from './relations.js';
import { sectionPath } from '../../profile/section-rows.js';
import { withoutLanguage } from '../../profile/languages.js';
import { isTownHeading } from '../../words/heading-words.js';
import { lookUp, transactions } from '../../words/word-lists.js';
import { otherPlaces } from '../../words/other-places.js';

/** Concepts that every record has: a field that only some records have is about something narrower, so it scores less. */
const sought: ReadonlySet<Concept> = new Set<Concept>(['transaction', 'category']);

/** The best field for each concept, and all candidates, best first. */
export interface Matches {
  best: ReadonlyMap<Concept, Candidate>;
  all: ReadonlyMap<Concept, readonly Candidate[]>;
  /** The languages of the names of fields. */
  tongues: Tongues;
}

/** Groups of concepts that may share one field. Otherwise a field holds one concept. */
const together: readonly (readonly Concept[])[] = [
  ['transaction', 'category', 'period'],
  ['price', 'currency', 'rent'],
  ['city', 'municipality', 'address', 'neighbourhood'],
  ['area', 'plot_area', 'unit'],
  ['title', 'address', 'city'],
  ['id', 'url', 'code'],
];

const least = 0.45;
/** Minimum score of columns without names, which only their values support. */
const leastOfColumns = 0.3;
/** Concepts for which the evidence of values alone counts in proportion to the records that have them. */
const needed: ReadonlySet<Concept> = new Set<Concept>(['transaction', 'category', 'price', 'id']);

/**
 * Finds the field for each concept.
 * @param records number of sample records
 * @param reference the portal's places, by which columns of places are recognised; null if they are not known
 */
export function matchFields(
  fields: readonly FieldProfile[],
  records: number,
  reference: Reference | null = null,
): Matches {
  const shapes = new Map(fields.map((field) => [field, shapeOf(field)]));
  const tongues = tonguesOf(fields.map(({ name }) => name));
  const abbreviations = abbreviationsIn(
    fields.map(({ name }) => name),
    tongues,
  );
  const found: Candidate[] = fromNeighbours(fields, shapes, records);
  const named = fields.map((field) => ({
    field,
    names: namesOf(field, tongues, abbreviations.get(field.name)),
    shape: shapes.get(field) ?? shapeOf(field),
  }));
  const relations = relationsOf(
    named.map(({ field, shape, names }) => ({ field, shape, strong: names.strong, isDecoy: isDecoy(names) })),
    records,
  );
  for (const { field, names, shape } of named)
    for (const concept of allConcepts) {
      if (relations.ruledOut(field, concept)) continue;
      const candidate = judge(concept, field, shape, names, records, relations);
      if (candidate !== null) found.push(candidate);
    }
  found.push(...fromPlaces(found, shapes, placeJudge(reference), records));
  found.sort((a, b) => b.score - a.score || b.shape.filled - a.shape.filled);
  const best = new Map<Concept, Candidate>();
  const taken = new Map<string, Concept[]>();
  for (const candidate of found) {
    const { concept, field } = candidate;
    const others = taken.get(field.path) ?? [];
    const isFree = others.every((other) =>
      together.some((group) => group.includes(other) && group.includes(concept)),
    );
    if (best.has(concept) || !isFree) continue;
    best.set(concept, candidate);
    taken.set(field.path, [...others, concept]);
  }
  return { best, all: groupBy(found, ({ concept }) => concept), tongues };
}

function judge(
  concept: Concept,
  field: FieldProfile,
  shape: Shape,
  { scores, rulings, strong }: FieldNames,
  records: number,
  relations: Relations,
): Candidate | null {
  const isDenied = rulings.some((ruling) => isRuledOut(ruling, concept));
  if (isDenied && !(concept === 'transaction' && saysBothOffers(field))) return null;
  const byName = nameWorth(concept, field, scores);
  const plot = scores.get('plot_area') ?? 0;
  if (concept === 'area' && plot >= strongName && plot > byName) return null;
  const judged = fitOf(concept, field, shape, records);
  const { fit } = judged;
  // A name that means something else, which the values can be, outweighs what they look like.
  const others = strong.filter(
    (other) => !goWith(other, concept) && fitOf(other, field, shape, records).fit > noFit,
  );
  const isOther = others.length > 0;
  if (others.some((other) => (scores.get(other) ?? 0) > byName + clearly)) return null;
  const alone = isOther ? 0 : worthAlone(concept, field, judged.alone, relations);
  // Rents are proven only by columns whose names begin alike, and changes only by the date of the creation.
  const proven = relations.proves(field, concept);
  const isProven = (concept === 'rent' || concept === 'updated') && proven;
  if (byName === 0 && alone === 0) return null;
  const filled = shape.filled / Math.max(1, records);
  // The share of records with a value counts too, so that `price` wins over a rarer `priceView`.
  const named = byName * fit * (sought.has(concept) ? 0.5 + 0.5 * filled : 0.85 + 0.15 * filled);
  // What is proven may stand in few records, as the plot of houses does.
  const share = proven ? 1 : 0.6 + 0.4 * filled;
  const unnamed = needed.has(concept) ? alone * filled : alone * share;
  const score = Math.max(named + Math.min(0.08, alone * 0.1), unnamed) * placeOf(concept, field);
  return score < (field.path.startsWith('#') ? leastOfColumns : least)
    ? null
    : { concept, field, shape, score: Math.min(1, score), byName: named >= alone || isProven };
}

/** Whether a column says nothing but sale and rent, and both: a name like that of a seller or a fee does not make it anything else. */
function saysBothOffers({ distinct }: FieldProfile): boolean {
  if (distinct.size > offerWordsMax) return false;
  const found = [...distinct.keys()].map((word) => lookUp(word, transactions));
  const said = new Set(found.map((finding) => (finding?.sure === 1 ? finding.target : null)));
  return said.size === 2 && said.has('sale') && said.has('rent');
}

const offerWordsMax = 8;

/** How well a name fits a concept. A name of the number of floors is also one of the floor where cells have both: `2/5`. */
function nameWorth(concept: Concept, field: FieldProfile, scores: FieldNames['scores']): number {
  const own = scores.get(concept) ?? 0;
  const total = concept === 'floor' ? (scores.get('total_floors') ?? 0) : 0;
  return total > own && floorParting(field) !== null ? total : own;
}

/**
 * What values say without a name. Prices, coordinates and single pictures in a column with another name prove nothing without a second
 * sign: they may be anything. Columns without names have nothing else.
 */
function worthAlone(concept: Concept, field: FieldProfile, alone: number, relations: Relations): number {
  const { path, most, distinct } = field;
  if (relations.proves(field, concept)) return Math.max(alone, provenWorth);
  if (path.startsWith('#')) return alone;
  if (concept === 'price' || concept === 'lat' || concept === 'lng') return 0;
  const isList = most > 1 || [...distinct.keys()].some((text) => photoAddresses(text).length > 1);
  return concept === 'photos' && !isList ? 0 : alone;
}

/** Values that fit no better can hardly be what a name says. */
const noFit = 0.1;
/** A name that fits another concept better by more than this rules a concept out: `spavace_sobe` are bedrooms, not rooms. */
const clearly = 0.1;
/** The worth of values that other columns prove: less than that of a name with fitting values. */
const provenWorth = 0.65;

function isDecoy({ rulings }: FieldNames): boolean {
  return rulings.some(({ all }) => all);
}

/**
 * Candidates that together cover a concept in as many records as possible: the best one, and those that fill its gaps.
 * @param most maximum number of candidates
 */
export function covering({ all, best }: Matches, concept: Concept, records: number, most = 4): Candidate[] {
  const first = best.get(concept);
  if (first === undefined) return [];
  const chosen = [first];
  const covered = new Set(first.field.values.keys());
  const taken = new Set([...best].filter(([one]) => one !== concept).map(([, { field }]) => field.path));
  for (const candidate of all.get(concept) ?? []) {
    if (covered.size >= records * 0.98 || chosen.length === most) break;
    if (candidate.score < 0.5 || candidate === first || taken.has(candidate.field.path)) continue;
    const added = [...candidate.field.values.keys()].filter((record) => !covered.has(record));
    if (added.length === 0) continue;
    chosen.push(candidate);
    for (const record of added) covered.add(record);
  }
  return chosen;
}

/**
 * A factor for the field's position: fields deep in the record, within the agency's own data, beside pictures or of a part of the home
 * count less.
 */
function placeOf(concept: Concept, { path, around, most }: FieldProfile): number {
  const depth = path.split('/').length - 1;
  const isAway = concept !== 'agent_email' && otherPlaces.test(`/${around}/`);
  const isImagePart =
    !imageConcepts.has(concept) &&
    /(^|\/)(images?|pictures?|slik[ae]|photos?|fotos?|bilder|img|objects|media)(\/|$)/i.test(around);
  const isOtherLink = concept === 'url' && /video|tour|image|photo|pictur|slik|feature|agen/i.test(around);
  // What several rooms of a home have each, such as a floor, is not the home's.
  const isOfRoom = most > 1 && !imageConcepts.has(concept) && isOfRooms(around);
  const isElsewhere = isOtherLink || isOfRoom || (concept === 'category' && isPart(around));
  return (
    (1 - Math.min(depth, 4) * 0.02) * (isElsewhere ? 0.4 : 1) * (isAway ? 0.45 : 1) * (isImagePart ? 0.5 : 1)
  );
}

const imageConcepts: ReadonlySet<Concept> = new Set<Concept>(['photos', 'caption']);

const parts: readonly Concept[] = [
  ...(['garage', 'parking', 'balcony', 'terrace', 'basement', 'elevator', 'floor'] as const),
  ...(['heating', 'air_conditioning', 'photos', 'video', 'virtual_tour', 'price', 'rent'] as const),
];

/** Whether a field belongs to a part of the listing: the type of a garage or a video is not the category of the home. */
function isPart(around: string): boolean {
  const concepts = conceptsOf(around.slice(around.lastIndexOf('/') + 1));
  return parts.some((concept) => (concepts.get(concept) ?? 0) >= 0.8);
}

/** Names that mean nothing without the enclosing element's name. */
const emptyNames =
  /^(value|text|#text|name|title|amount|url|href|pfad|content|option|wert|vrednost|vrijednost|iznos|naziv|ime|bezeichnung|nombre|nome|nom|nazwa|denumire|item|element|term|stavka|entry|string|size|id|title_?|label|number|type|category|picture_url|full_url)$/i;

/** What the names of a field and of what is around it say. */
interface FieldNames {
  scores: ReadonlyMap<Concept, number>;
  rulings: readonly Ruling[];
  /** Concepts that the name fits well. */
  strong: readonly Concept[];
}

/** @param abbreviated what the name means written out */
function namesOf(
  field: FieldProfile,
  tongues: Tongues,
  abbreviated: AbbreviatedMeaning | undefined,
): FieldNames {
  const scores = new Map(scoresOf(field, tongues));
  const rulings = rulingsOf(field, tongues);
  if (abbreviated === 'decoy') rulings.push({ all: true, concepts: new Set() });
  else if (abbreviated !== undefined)
    scores.set(abbreviated, Math.max(scores.get(abbreviated) ?? 0, strongName));
  // Headings between the records are read where they name an offer or a kind; no name of a column says so.
  if (field.path === sectionPath)
    for (const concept of [...field.distinct.keys()].every(isTownHeading) ? (['city'] as const) : sought)
      scores.set(concept, Math.max(scores.get(concept) ?? 0, headingWorth));
  const strong = [...scores].flatMap(([concept, score]) => (score >= strongName ? [concept] : []));
  return { scores, rulings, strong };
}

const headingWorth = 0.9;

function rulingsOf({ path, name, around }: FieldProfile, tongues: Tongues): Ruling[] {
  const own = path === 'name()' ? noRuling : readName(name, tongues).ruledOut;
  const parent = around.slice(around.lastIndexOf('/') + 1);
  if (parent === '') return [own];
  // The value or the name of something known is that: `area/value` is no amount of money.
  const isKnown = [...readName(parent).scores.values()].some((score) => score >= strongName);
  return [own, readName(isKnown && emptyNames.test(name) ? parent : `${parent}_${name}`, tongues).ruledOut];
}

const texts: ReadonlySet<Concept> = new Set<Concept>(['title', 'description']);

const figureNames = /^(value|#text|amount|wert|vrednost|vrijednost|iznos)$/i;

function goWith(one: Concept, other: Concept): boolean {
  return one === other || together.some((group) => group.includes(one) && group.includes(other));
}

function scoresOf(
  { path, name, around, language }: FieldProfile,
  tongues: Tongues,
): ReadonlyMap<Concept, number> {
  const scores = new Map(conceptsOf(name, tongues));
  // A language says nothing of what a text is: `opis na srpskom`.
  const bare = language === null ? name : withoutLanguage(name);
  if (bare !== name && bare !== '')
    for (const [concept, score] of conceptsOf(bare, tongues))
      if (texts.has(concept)) scores.set(concept, Math.max(scores.get(concept) ?? 0, score * 0.95));
  const parent = around.slice(around.lastIndexOf('/') + 1);
  const outer = around.split('/').slice(0, -1).at(-1) ?? '';
  const raise = (from: ReadonlyMap<Concept, number>, share: number): void => {
    for (const [concept, score] of from)
      scores.set(concept, Math.max(scores.get(concept) ?? 0, score * share));
  };
  const lower = (share: number): void => {
    for (const [concept, score] of scores) scores.set(concept, score * share);
  };
  if (parent === '' || path === 'name()') return scores;
  const isMark = path.includes('/@') && !/^(value|text|url|href|name|amount|wert|map)$/i.test(name);
  const isEmptyName =
    (!isMark && emptyNames.test(name)) || wordsOf(parent).join('') === wordsOf(name).join('');
  if (isEmptyName && !/^(value|text|#text|url|amount|href)$/i.test(name)) lower(0.85);
  raise(conceptsOf(`${parent}_${name}`, tongues), 0.98);
  if (isEmptyName) {
    // The value of an area is no price, though "value" alone may be one.
    if (
      figureNames.test(name) &&
      [...conceptsOf(parent, tongues).values()].some((score) => score >= strongName)
    )
      scores.clear();
    raise(conceptsOf(parent, tongues), 0.95);
    if (
      emptyNames.test(parent) ||
      /^(image|picture|slika|photoschema|bild|photo|attrib|option)$/i.test(parent)
    )
      raise(conceptsOf(outer, tongues), 0.9);
  } else if (path.includes('/@') && /^(name|value|map|text)$/i.test(name)) {
    raise(conceptsOf(parent, tongues), 0.9);
  } else if (languageLike(name)) raise(conceptsOf(parent, tongues), 0.95);
  return scores;
}

/** Whether a name is a language code, as in `desc/en`, so that the enclosing element names the concept. */
function languageLike(name: string): boolean {
  return /^[a-z]{2}$/i.test(name);
}

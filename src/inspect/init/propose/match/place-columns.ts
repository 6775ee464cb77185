import type { Candidate } from './candidate.js';
import { placeParts } from '../../../../core/content/place-parts.js';
import { fold } from '../../../../model/fold.js';
import type { Reference } from '../../../../model/reference.js';
import type { FieldProfile } from '../../profile/profile.js';
import type { Shape } from '../../profile/shapes.js';
import { isKnownTown } from '../../words/towns.js';
import { otherPlaces } from '../../words/other-places.js';
import { categories, lookUp } from '../../words/word-lists.js';

/** How the values of a field speak for places. */
export interface PlaceValues {
  /** Share of the values that name a town or a city municipality, from 0 to 1. */
  known: number;
  /** Share of the values that name a municipality without its city, as `Vračar` does. */
  municipal: number;
  /** Whether most of these values name several places at once, as `Beograd, Vračar` does. */
  isComposite: boolean;
}

const none: PlaceValues = { known: 0, municipal: 0, isComposite: false };
/** Distinct values that are looked up in one field. */
const lookedUpMax = 400;
/** Words of the longest name of a town. */
const townWordsMax = 3;

/** Returns a function that judges whether the values of a field are places. @param reference the portal's places; null: only large towns are known */
export function placeJudge(reference: Reference | null): (field: FieldProfile, shape: Shape) => PlaceValues {
  const names = new Map<string, Kind>();
  const kindOf = (name: string): Kind => {
    const key = fold(name);
    const kind = names.get(key) ?? (isKnownTown(name) ? 'town' : kindInDirectory(name, reference));
    names.set(key, kind);
    return kind;
  };
  const judged = new Map<FieldProfile, PlaceValues>();
  return (field, shape) => {
    const known = judged.get(field) ?? judge(field, shape, kindOf);
    judged.set(field, known);
    return known;
  };
}

type Kind = 'town' | 'municipality' | null;

function kindInDirectory(name: string, reference: Reference | null): Kind {
  if (reference === null) return null;
  const answer = reference.place({ city: [name], municipality: null, lat: null, lng: null });
  if (answer.kind === 'unknown') return null;
  const isMunicipal = answer.kind === 'ambiguous' && answer.candidates.every(({ cityId }) => cityId !== null);
  return isMunicipal ? 'municipality' : 'town';
}

/** The towns that the texts of a field name between commas and the like, the most frequent first. */
export function townsIn(
  { distinct }: FieldProfile,
  reference: Reference | null,
): { name: string; titles: number }[] {
  const counts = new Map<string, { name: string; titles: number }>();
  for (const [text, titles] of [...distinct].slice(0, lookedUpMax))
    for (const name of placeParts(text).parts) {
      if (!isKnownTown(name) && kindInDirectory(name, reference) !== 'town') continue;
      const known = counts.get(fold(name)) ?? { name, titles: 0 };
      known.titles += titles;
      counts.set(fold(name), known);
    }
  return [...counts.values()].sort((a, b) => b.titles - a.titles);
}

/** The towns among the words of what is written above a table: `Ponuda stanova Novi Sad - novembar`. */
export function townsAmong(titles: readonly string[], reference: Reference | null): string[] {
  const isTown = (name: string): boolean => isKnownTown(name) || kindInDirectory(name, reference) === 'town';
  const named = new Map<string, string>();
  for (const part of titles.flatMap((title) => placeParts(title).parts)) {
    let words = part.split(/\s+/);
    while (words.length > 0) {
      const town = beginnings(words).find(isTown);
      if (town !== undefined) named.set(fold(town), town);
      words = words.slice(town?.split(' ').length ?? 1);
    }
  }
  return [...named.values()];
}

/** What the first words may name, the longest name first: of `Novi Sad centar`, `Novi Sad` before `Novi`. */
function beginnings(words: readonly string[]): string[] {
  return Array.from({ length: townWordsMax }, (_, less) => words.slice(0, townWordsMax - less).join(' '));
}

function judge(field: FieldProfile, shape: Shape, kindOf: (name: string) => Kind): PlaceValues {
  if (shape.words < 0.9 || shape.links > 0.05 || shape.length > 60 || shape.emails > 0.05) return none;
  let all = 0;
  let known = 0;
  let composite = 0;
  let municipal = 0;
  for (const [text, count] of [...field.distinct].slice(0, lookedUpMax)) {
    all += count;
    const { parts } = placeParts(text);
    const kinds = parts.some(isProse) ? [] : parts.map(kindOf).filter((kind) => kind !== null);
    if (kinds.length === 0) continue;
    known += count;
    if (!kinds.includes('town')) municipal += count;
    if (parts.length > 1) composite += count;
  }
  return all === 0
    ? none
    : { known: known / all, municipal: municipal / all, isComposite: composite > known / 2 };
}

/** Whether a part is no name of a place, but of a title or an address: it has a number, more than four words, or a kind of property. */
function isProse(part: string): boolean {
  if (/\d/.test(part) || part.split(' ').length > 4) return true;
  const finding = lookUp(part, categories);
  return finding !== null && finding.target !== null && !isKnownTown(part);
}

/** A field whose name fits one of these concepts is not judged by its values. */
const named: ReadonlySet<string> = new Set([
  ...[
    'city',
    'municipality',
    'neighbourhood',
    'address',
    'house_number',
    'title',
    'description',
    'agent_email',
  ],
]);

/**
 * Candidates for the town and the municipality whose names say nothing, but whose values are places.
 * @param found the candidates so far
 * @param records number of sample records
 */
export function fromPlaces(
  found: readonly Candidate[],
  profiles: ReadonlyMap<FieldProfile, Shape>,
  judgeOf: (field: FieldProfile, shape: Shape) => PlaceValues,
  records: number,
): Candidate[] {
  const known = new Set(
    found
      .filter(({ concept, byName, score }) => byName && score >= 0.6 && named.has(concept))
      .map(({ field }) => field),
  );
  return [...profiles].flatMap(([field, shape]): Candidate[] => {
    if (
      field.path.includes('<n>') ||
      known.has(field) ||
      otherPlaces.test(`/${field.around}/`) ||
      field.path === 'name()'
    )
      return [];
    const values = judgeOf(field, shape);
    if (values.known < 0.5) return [];
    const filled = shape.filled / Math.max(1, records);
    const varied = shape.distinct > 1 || records < 3 ? 1 : 0.75;
    const score = (0.5 + 0.4 * values.known) * (0.6 + 0.4 * filled) * varied;
    const concept = values.municipal > values.known / 2 ? 'municipality' : 'city';
    return [{ concept, field, shape, score, byName: false }];
  });
}

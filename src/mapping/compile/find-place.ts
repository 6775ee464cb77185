import {
  isCountry,
  placeAmong,
  placeParts,
  statedPlace,
  type NamedPart,
  type Near,
} from '../../core/content/place-parts.js';
import { issueValueMax } from '../../model/outcome.js';
import type { PlaceAnswer, Reference } from '../../model/reference.js';
import type { CompiledTable } from '../words/tables.js';

/** What a record says of its place. */
interface WrittenPlace {
  /** Names of the city, in the mapping's order. */
  written: readonly string[];
  /** Name of the municipality. */
  within: string | null;
  /** All of them, joined as `unmapped` prints them. */
  name: string;
  near: Near;
}

export type FindPlace = (place: WrittenPlace, reference: Reference) => PlaceAnswer;

/**
 * How a mapping finds places: by the joined text that its table lists, by the names as its fields give them, and by the parts of these names
 * (RULES R151).
 * @param isNew false for feeds of releases that looked up no joined texts and parts: what their fields named keeps its place, and only what
 *   named none is looked up further
 */
export function placeFinder(table: CompiledTable | null, isNew: boolean): FindPlace {
  const joined: FindPlace = (place, reference) => byJoined(place, table, reference);
  const fields: FindPlace = (place, reference) => byFields(place, table, reference, isNew);
  const parts: FindPlace = (place, reference) => byParts(place, table, reference);
  const steps = isNew ? [joined, fields, parts] : [fields, joined, parts];
  return (place, reference) => {
    let answer: PlaceAnswer = { kind: 'unknown' };
    for (const step of steps) {
      const next = step(place, reference);
      if (next.kind === 'found')
        return isNew && step === fields ? narrowed(next, place, table, reference) : next;
      if (answer.kind === 'unknown') answer = next;
    }
    return answer;
  };
}

/** The municipality within a city that was found, if a part of the names tells it. */
function narrowed(
  city: PlaceAnswer & { kind: 'found' },
  place: WrittenPlace,
  table: CompiledTable | null,
  reference: Reference,
): PlaceAnswer {
  if (city.place.type !== 'city' || !hasParts(place)) return city;
  const part = byParts(place, table, reference);
  return part.kind === 'found' && part.place.cityId === city.place.id ? part : city;
}

function hasParts({ written, within }: WrittenPlace): boolean {
  return [...written, within ?? ''].some((name) => placeParts(name).parts.length > 1);
}

function byJoined(
  { name, near }: WrittenPlace,
  table: CompiledTable | null,
  reference: Reference,
): PlaceAnswer {
  // A longer text is printed cut.
  const finding = table?.word(name, reference) ?? table?.word(name.slice(0, issueValueMax), reference);
  if (finding?.kind !== 'value') return { kind: 'unknown' };
  return statedPlace(targetsOf(finding.value), near, reference);
}

function byFields(
  { written, within, near }: WrittenPlace,
  table: CompiledTable | null,
  reference: Reference,
  isNew: boolean,
): PlaceAnswer {
  const others = written.filter((name) => !isNew || !isCountry(name));
  const names = others.length > 0 || within !== null ? others : written;
  return reference.place({
    city: names.flatMap((name) => translated(name, table, reference)),
    municipality: within === null ? null : (translated(within, table, reference)[0] ?? null),
    ...near,
  });
}

/** Names to look up for a name of the feed: the table's targets first, then the name itself. Empty for a name that means nothing. */
function translated(name: string, table: CompiledTable | null, reference: Reference): string[] {
  const finding = table?.find([name], reference);
  if (finding?.kind !== 'value') return finding?.kind === 'nothing' ? [] : [name];
  return [...targetsOf(finding.value), name];
}

function byParts(
  { written, within, near }: WrittenPlace,
  table: CompiledTable | null,
  reference: Reference,
): PlaceAnswer {
  const read = [...written, ...(within === null ? [] : [within])].map(placeParts);
  const isAbroad = read.some(({ abroad }) => abroad);
  const parts = [...new Set(read.flatMap((one) => one.parts))].map((part): NamedPart => {
    const finding = table?.find([part], reference);
    if (finding?.kind === 'value') return { names: targetsOf(finding.value), isStated: true };
    return { names: finding?.kind === 'nothing' ? [] : [part], isStated: false };
  });
  // A name in another country is no place of the directory, even if the directory has one of that name.
  return placeAmong(isAbroad ? parts.filter(({ isStated }) => isStated) : parts, near, reference);
}

function targetsOf(value: string | number | boolean | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [String(value)];
}

import { rule, type MappingDraft } from './draft/draft.js';
import type { Candidate } from './match/candidate.js';
import type { Matches } from './match/match-fields.js';
import { saysRoomSums } from './match/fit-shapes.js';
import { floorPart, floorParting, loneParting, type FloorParting } from '../profile/floor-texts.js';
import type { FieldProfile } from '../profile/profile.js';
import { buildAreas } from './areas/build-areas.js';
import { sentinels } from './money/build-money.js';
import { named, nullWords } from './build-words.js';
import { bareFigure } from '../../../mapping/values/noisy-number.js';
import { roughFigure } from '../profile/shapes.js';
import { floorIn } from '../words/floor-words.js';

/** Adds areas, rooms and floors. */
export function buildStructure(draft: MappingDraft, matches: Matches): void {
  const { best } = matches;
  buildAreas(draft, matches);
  for (const concept of ['rooms', 'bedrooms', 'bathrooms'] as const) {
    const candidate = best.get(concept);
    if (
      concept === 'rooms' &&
      candidate !== undefined &&
      matches.tongues.has('tr') &&
      saysRoomSums(candidate.field)
    )
      buildRoomSums(draft, candidate);
    else buildCount(draft, `structure.${concept}`, candidate);
  }
  const [floor, total] = [best.get('floor'), best.get('total_floors')];
  buildFloor(draft, floor);
  const parting = floor === undefined || floor.score < 0.5 ? null : floorParting(floor.field);
  if (total === undefined && floor !== undefined && parting !== null)
    draft.put('structure.total_floors', rule(floor.field.path, { match: parting.total.source }), floor);
  else buildCount(draft, 'structure.total_floors', total, true);
  buildCount(draft, 'structure.year_built', best.get('year_built'), true);
}

/** Rooms and living rooms, as Turkish files write them: `2+1` are three rooms. In other languages the second figure may be a kitchen or a half room. */
function buildRoomSums(draft: MappingDraft, candidate: Candidate): void {
  const figures = [...Array(10).keys()];
  const words = Object.fromEntries(
    figures.flatMap((rooms) => [0, 1, 2].map((living) => [`${rooms}+${living}`, rooms + living] as const)),
  );
  draft.tables.rooms = { words };
  draft.put('structure.rooms', { from: candidate.field.path, table: 'rooms', unmapped: 'ignore' }, candidate);
}

function buildCount(
  draft: MappingDraft,
  field: string,
  candidate: Candidate | undefined,
  isWhole = false,
): void {
  if (candidate === undefined || candidate.score < 0.5 || candidate.shape.figures < 0.5) return;
  const { rule: number } = draft.number(candidate);
  const round =
    isWhole &&
    candidate.shape.integers < 1 &&
    [...candidate.field.distinct.keys()].some((text) => /[.,]\d/.test(text));
  const nulls = [0, ...sentinels(candidate)];
  draft.put(field, rule(candidate.field.path, { nulls, ...number, ...(round && { round: 0 }) }), candidate);
}

function buildFloor(draft: MappingDraft, floor: Candidate | undefined): void {
  if (floor === undefined || floor.score < 0.5) return;
  const parting = floorParting(floor.field);
  const { words, unknown } = floorWords(floor.field, parting);
  const hasTable = words.size > 0;
  if (hasTable) draft.tables.floor = { words: Object.fromEntries(words) };
  const more = {
    ...(parting !== null && { match: parting.floor.source }),
    ...(hasTable && { table: 'floor' }),
    ...(unknown.length > 0 && { unmapped: 'drop' }),
  };
  const doubt =
    unknown.length === 0 ? null : `Which floor is ${named(unknown)}? Add it to the table "floor".`;
  if (hasTable || parting !== null || floor.shape.figures > 0.3)
    draft.put('structure.floor', rule(floor.field.path, more), floor, doubt);
}

const wordsMax = 150;

/** The words of a column of floors, with what they mean, and those that mean nothing known. @param parting drops the number of floors */
function floorWords(
  { distinct }: FieldProfile,
  parting: FloorParting | null,
): { words: ReadonlyMap<string, number | null>; unknown: string[] } {
  const words = new Map<string, number | null>();
  const unknown = new Set<string>();
  for (const text of distinct.keys()) {
    const head = floorPart(text, parting);
    const meaning = /^\d+\.0+$/.test(head) ? Number(head) : floorIn(loneParting(head));
    const figure = bareFigure(head, 'structure.floor', false)?.figure ?? head;
    if (/^[+-]?\d+$/.test(figure) && Number(figure) === meaning) continue;
    if (meaning !== undefined && words.size < wordsMax) words.set(head, meaning);
    else if (!nullWords.has(head) && roughFigure(head) === null) unknown.add(head);
  }
  return { words, unknown: [...unknown] };
}

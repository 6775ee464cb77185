import { rule, type MappingDraft } from './draft/draft.js';
import type { Candidate } from './match/candidate.js';
import type { Matches } from './match/match-fields.js';
import { floorPart, floorParting, loneParting, type FloorParting } from '../profile/floor-texts.js';
import type { FieldProfile } from '../profile/profile.js';
import { buildRoomWords, buildSummedBedrooms, buildWordedRooms, roomCounting } from './room-words.js';
import { buildAreas } from './areas/build-areas.js';
import { sentinels } from './money/build-money.js';
import { named, nullWords } from './build-words.js';
import { bareFigure } from '../../../mapping/values/noisy-number.js';
import { codesOf } from '../profile/legends.js';
import { roughFigure } from '../profile/shapes.js';
import { floorIn } from '../words/floor-words.js';

/** Adds areas, rooms and floors. */
export function buildStructure(draft: MappingDraft, matches: Matches, fields: readonly FieldProfile[]): void {
  const { best } = matches;
  buildAreas(draft, matches);
  const counting = roomCounting(fields, matches);
  for (const concept of ['rooms', 'bedrooms', 'bathrooms'] as const) {
    const candidate = best.get(concept);
    const nulls = candidate === undefined ? [] : nullsOf(candidate);
    if (concept !== 'rooms' || !buildWordedRooms(draft, candidate, counting, nulls))
      buildCount(draft, `structure.${concept}`, candidate);
  }
  if (draft.fields['structure.bedrooms'] === undefined)
    buildSummedBedrooms(draft, best.get('rooms'), counting);
  const [floor, total] = [best.get('floor'), best.get('total_floors')];
  buildFloor(draft, floor);
  const parting = floor === undefined || floor.score < 0.5 ? null : floorParting(floor.field);
  const hasTotal =
    parting !== null && [...(floor?.field.distinct.keys() ?? [])].some((text) => parting.total.test(text));
  if (total === undefined && floor !== undefined && hasTotal)
    draft.put('structure.total_floors', rule(floor.field.path, { match: parting.total.source }), floor);
  else buildCount(draft, 'structure.total_floors', total, true);
  buildCount(draft, 'structure.year_built', best.get('year_built'), true);
  buildRoomWords(draft, fields, matches, counting);
}

/** What means no count, and what only says the least that it may be: `5+`. */
function nullsOf(candidate: Candidate): (string | number)[] {
  const open = [...candidate.field.distinct.keys()].filter((text) => /^\d{1,2}\s?\+$/.test(text));
  return [0, ...sentinels(candidate), ...open];
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
  const nulls = nullsOf(candidate);
  draft.put(field, rule(candidate.field.path, { nulls, ...number, ...(round && { round: 0 }) }), candidate);
}

function buildFloor(draft: MappingDraft, floor: Candidate | undefined): void {
  if (floor === undefined || floor.score < 0.5) return;
  const parting = floor.field.codes === undefined ? floorParting(floor.field) : null;
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
  field: FieldProfile,
  parting: FloorParting | null,
): { words: ReadonlyMap<string, number | null>; unknown: string[] } {
  const words = new Map<string, number | null>();
  const unknown = new Set<string>();
  const isCoded = field.codes !== undefined;
  for (const text of field.distinct.keys()) {
    const head = floorPart(text, parting);
    const meaning = /^\d+\.0+$/.test(head) ? Number(head) : floorIn(loneParting(head));
    const figure = bareFigure(head, 'structure.floor', false)?.figure ?? head;
    if (!isCoded && /^[+-]?\d+$/.test(figure) && Number(figure) === meaning) continue;
    if (isCoded) for (const code of codesOf(field, text)) words.set(code, meaning ?? null);
    if (isCoded && meaning !== undefined) continue;
    if (meaning !== undefined && words.size < wordsMax) words.set(head, meaning);
    else if (!nullWords.has(head) && roughFigure(head) === null) unknown.add(head);
  }
  return { words, unknown: [...unknown] };
}

import { rule, rulesOf, type MappingDraft } from './draft.js';
import type { Candidate } from './candidate.js';
import { fold } from '../../../model/fold.js';
import { covering, type Matches } from './match-fields.js';
import type { FieldProfile } from '../profile/profile.js';
import { sentinels } from './build-money.js';
import { landUnits } from './land-units.js';
import { named, wordTable } from './build-words.js';
import { roughFigure } from '../profile/shapes.js';
import * as lists from '../words/word-lists.js';

/** Adds areas, rooms and floors. */
export function buildStructure(draft: MappingDraft, matches: Matches): void {
  const { best, all } = matches;
  const ofLand = landOnly(matches, draft.records);
  const [area, plot] = [best.get('area'), best.get('plot_area')];
  const rules: unknown[] = [];
  let ofPlot: Record<string, unknown> | null = null;
  let doubt: string | null = null;
  for (const candidate of [area, plot]) {
    if (candidate === undefined || (candidate === plot && candidate.score < 0.6)) continue;
    const number = draft.number(candidate);
    doubt ??= number.doubt;
    const unit = areaUnit(candidate, all.get('unit') ?? []);
    doubt ??= unitDoubt(unit);
    const land = unit === null ? landUnits(candidate, candidate === plot, best.get('title')) : null;
    doubt ??= land?.doubt ?? null;
    const isAres = land === null && candidate === plot && /(_a|_ar|are|ari)$/i.test(candidate.field.path);
    if (isAres)
      doubt ??= `${candidate.field.path} seems to be in ares (100 m²); some may be square metres already.`;
    const more = {
      nulls: [0, ...(land === null ? sentinels(candidate) : land.nulls)],
      ...(land === null ? number.rule : land.number),
      ...(land === null ? {} : { area: land.area }),
      ...(unit !== null ? { unit } : isAres ? { times: 100 } : {}),
    };
    // The size of the plot is the area of land, and of no home.
    if (candidate === area) rules.push(rule(candidate.field.path, more));
    else if (ofLand !== null) rules.push(rule(candidate.field.path, { when: ofLand, ...more }));
    if (candidate === plot && area !== undefined)
      ofPlot = { from: plot.field.path, ...(land === null && { number: true }), ...more };
  }
  const lead = area ?? plot;
  if (lead !== undefined && rules.length > 0) draft.put('structure.area_sqm', rulesOf(rules), lead, doubt);
  // With a building's own area present, the plot area becomes an attribute, if the portal has it.
  if (ofPlot !== null && plot !== undefined)
    draft.put('attributes', { plot_area: { is: plotNames, value: ofPlot, unmapped: 'ignore' } }, plot, doubt);
  for (const concept of ['rooms', 'bedrooms', 'bathrooms'] as const)
    buildCount(draft, `structure.${concept}`, best.get(concept));
  buildFloor(draft, best.get('floor'));
  buildCount(draft, 'structure.total_floors', best.get('total_floors'), true);
  buildCount(draft, 'structure.year_built', best.get('year_built'), true);
}

/**
 * The condition that a record is land, by the words of its kind; null where no record of the sample is land, or a path cannot stand in a
 * condition.
 */
function landOnly(matches: Matches, records: number): string | null {
  const conditions = covering(matches, 'category', records, 3).flatMap(({ field }) => {
    const words = [...new Set([...field.values.values()].flat())].filter(isLand).map((word) => fold(word));
    if (words.length === 0 || field.path.includes("'")) return [];
    const list = [...new Set(words)].filter((word) => !word.includes("'")).map((word) => `'${word}'`);
    return [`fold(field('${field.path}')) in [${list.join(', ')}]`];
  });
  return conditions.length === 0 ? null : conditions.join(' || ');
}

function isLand(word: string): boolean {
  const target = lists.lookUp(word, lists.categories)?.target;
  return (
    Array.isArray(target) &&
    target.some((label: string) => /^(plot|land|farmland|building plot)$/i.test(label))
  );
}

const plotNames = ['Površina placa (m²)', 'Plot area (m²)', 'Površina placa', 'Plot area'];

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

/**
 * The unit of an area from an attribute or a field beside it; null if there is none, if some areas lack it, or if none of its words is
 * known.
 */
function areaUnit(
  { field }: Candidate,
  units: readonly Candidate[],
): { from: string; factors: Record<string, number> } | null {
  const group = field.path.replace(/\/[^/]+$/, '');
  const beside = units.filter(
    ({ field: unit }) =>
      unit.path === `${field.path}/@unit` ||
      unit.path === `${group}/unit` ||
      unit.path.startsWith(`${field.path}/@`) ||
      (!field.path.includes('/') && !unit.path.includes('/')),
  );
  const [unit] = beside;
  if (unit === undefined || unit.shape.filled < field.values.size) return null;
  const factors: Record<string, number> = {};
  for (const word of unit.field.distinct.keys()) {
    const finding = lists.lookUp(word, lists.areaUnits);
    if (typeof finding?.target === 'number') factors[word] = finding.target;
  }
  return Object.keys(factors).length === 0 ? null : { from: unit.field.path, factors };
}

/** A doubt if records differ in their unit: hectares beside square metres are often an error of the agency. */
function unitDoubt(unit: ReturnType<typeof areaUnit>): string | null {
  if (unit === null || new Set(Object.values(unit.factors)).size < 2) return null;
  const others = Object.entries(unit.factors)
    .filter(([, factor]) => factor !== 1)
    .map(([word, factor]) => `${word} × ${factor}`);
  return `The unit differs between records (${others.slice(0, 6).join(', ')}): check whether such areas are plausible.`;
}

function buildFloor(draft: MappingDraft, floor: Candidate | undefined): void {
  if (floor === undefined || floor.score < 0.5) return;
  const hasTotal =
    [...floor.field.distinct.keys()].filter((text) => /^[\p{L}\d.-]+\s*[/_]\s*\d+/u.test(text)).length >
    floor.shape.distinct * 0.3;
  const { words, unknown } = wordTable(wordsOnly(floor.field, hasTotal), lists.floors, null, null);
  const figures: Record<string, unknown> = {};
  for (const text of floor.field.distinct.keys()) {
    const head = hasTotal ? (/^[^/_]+/.exec(text)?.[0].trim() ?? text) : text;
    if (romans.has(head)) figures[head] = romans.get(head);
    else if (/^\d+(\.0+)$/.test(head)) figures[head] = Number(head);
  }
  const table = { ...words, ...figures };
  const hasTable = Object.keys(table).length > 0;
  if (hasTable) draft.tables.floor = { words: table };
  const more = {
    ...(hasTotal && { match: '^([^/_]+)' }),
    ...(hasTable && { table: 'floor' }),
    ...(unknown.length > 0 && { unmapped: 'drop' }),
  };
  const doubt =
    unknown.length === 0 ? null : `Which floor is ${named(unknown)}? Add it to the table "floor".`;
  if (hasTable || floor.shape.figures > 0.3)
    draft.put('structure.floor', rule(floor.field.path, more), floor, doubt);
}

const romans = new Map(
  ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'XIII', 'XIV', 'XV'].map(
    (text, index) => [text, index + 1],
  ),
);

/** The field with only its values that are neither numbers nor Roman numerals. @param hasTotal drops the part from `/` or `_` on */
function wordsOnly(field: FieldProfile, hasTotal: boolean): FieldProfile {
  const values = new Map<number, string[]>();
  for (const [record, texts] of field.values) {
    const words = texts
      .map((text) => (hasTotal ? (/^[^/_]+/.exec(text)?.[0].trim() ?? text) : text))
      .filter((text) => roughFigure(text) === null && !romans.has(text));
    if (words.length > 0) values.set(record, words);
  }
  return { ...field, values };
}

import { fold } from '../../../../model/fold.js';
import * as lists from '../../words/word-lists.js';
import { areaInTitles } from './area-in-titles.js';
import { areaUnits } from './area-units.js';
import { sentinels } from '../money/build-money.js';
import { codesOf } from '../../profile/legends.js';
import type { Candidate } from '../match/candidate.js';
import { rule, rulesOf, type MappingDraft } from '../draft/draft.js';
import { covering, type Matches } from '../match/match-fields.js';

/** The keys of a rule that reads a column of areas, besides its path. */
interface Reading {
  keys: Record<string, unknown>;
  doubt: string | null;
  /** The question about its unit; null: none. */
  asks: string | null;
}

/**
 * Adds the area. The size of the plot is that of land and of no home: of a listing with a building it is an attribute, if the portal has it.
 */
export function buildAreas(draft: MappingDraft, matches: Matches): void {
  const { best } = matches;
  const [area, named] = [best.get('area'), best.get('plot_area')];
  const plot = named === undefined || named.score < 0.6 ? undefined : named;
  const ofLand = landOnly(matches, draft.records);
  const home = area === undefined ? null : readingOf(draft, area, false, matches);
  const land = plot === undefined ? null : readingOf(draft, plot, true, matches);
  const rules: unknown[] = [];
  if (area !== undefined)
    for (const { candidate, keys } of [{ candidate: area, keys: home?.keys }, ...elsewhere(draft, matches)])
      rules.push(rule(candidate.field.path, keys));
  if (plot !== undefined && ofLand !== null)
    rules.push(rule(plot.field.path, { when: ofLand, ...land?.keys }));
  const inTitles = area === undefined ? areaInTitles(best.get('title')) : null;
  if (inTitles !== null) rules.push(inTitles);
  const lead = area ?? (inTitles === null ? plot : best.get('title'));
  const doubt = home?.doubt ?? (inTitles === null ? null : titlesAlone) ?? land?.doubt ?? null;
  const asks = (area === undefined ? land : home)?.asks ?? null;
  if (lead !== undefined && rules.length > 0)
    draft.put('structure.area_sqm', rulesOf(rules), lead, doubt, undefined, asks);
  if (plot === undefined || area === undefined) return;
  const value = {
    from: plot.field.path,
    ...(land?.keys.area === undefined && { number: true }),
    ...land?.keys,
  };
  const attribute = { plot_area: { is: plotNames, value, unmapped: 'ignore' } };
  draft.put('attributes', attribute, plot, land?.doubt ?? null, undefined, land?.asks ?? null);
}

/**
 * Other columns of areas, for the records in which that of homes is empty: `nutzflaeche` of a shop beside `wohnflaeche`. Columns that are
 * filled together say different things.
 */
function elsewhere(
  draft: MappingDraft,
  matches: Matches,
): { candidate: Candidate; keys: Record<string, unknown> }[] {
  const [main, ...others] = covering(matches, 'area', draft.records, 3);
  return others.flatMap((candidate) => {
    const both = [...candidate.field.values.keys()].filter((record) => main?.field.values.has(record));
    if (!candidate.byName || candidate.score < sureArea || both.length > 0) return [];
    const { keys, asks } = readingOf(draft, candidate, false, matches);
    return asks === null ? [{ candidate, keys }] : [];
  });
}

const sureArea = 0.75;
const titlesAlone = 'Only titles name the area, and only those with a single size in square metres are read.';

const plotNames = ['Površina placa (m²)', 'Plot area (m²)', 'Površina placa', 'Plot area'];

function readingOf(draft: MappingDraft, candidate: Candidate, isPlot: boolean, matches: Matches): Reading {
  const number = draft.number(candidate);
  const unit = areaUnit(candidate, matches.all.get('unit') ?? []);
  const units = unit === null ? areaUnits(candidate, isPlot, matches) : null;
  if (units === null) {
    const keys = { nulls: [0, ...sentinels(candidate)], ...number.rule, ...(unit !== null && { unit }) };
    return { keys, doubt: number.doubt ?? unitDoubt(unit), asks: null };
  }
  const { area, nulls, number: notation, doubt, asks } = units;
  if (asks?.recommended != null) draft.recommended.set(asks.question, asks.recommended);
  return {
    keys: { nulls: [0, ...nulls], ...notation, area },
    ...{ doubt: number.doubt ?? doubt, asks: asks?.question ?? null },
  };
}

/** The rule of the figure that made texts name as square metres; undefined where the areas may be in another unit. */
export function sizeForTexts(matches: Matches): unknown {
  const area = matches.best.get('area');
  if (area === undefined || areaUnits(area, false, matches) !== null) return undefined;
  const unit = areaUnit(area, matches.all.get('unit') ?? []);
  if (unit !== null && Object.values(unit.factors).some((factor) => factor !== 1)) return undefined;
  const isPlain = [...area.field.distinct.keys()].every((text) => !/\p{L}/u.test(text));
  return isPlain ? area.field.path : { from: area.field.path, match: '\\d+(?:[., ]\\d+)*' };
}

/**
 * The condition that a record is land, by the words of its kind; null where no record of the sample is land, or a path cannot stand in a
 * condition.
 */
function landOnly(matches: Matches, records: number): string | null {
  const conditions = covering(matches, 'category', records, 3).flatMap(({ field }) => {
    const words = [...new Set([...field.values.values()].flat())]
      .filter(isLand)
      .flatMap((word) => codesOf(field, word).map(fold));
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

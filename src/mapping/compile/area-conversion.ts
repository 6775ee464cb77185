import type { YamlPath } from '../language/mapping-errors.js';
import type { AreaInput, RuleInput } from '../language/mapping-schema.js';
import type { Report, Scope } from '../language/scope.js';
import type { Notation } from '../values/amounts/read-figure.js';
import { readArea, type AreaCell, type OldUnit } from '../values/areas/read-area.js';
import type { Compiler } from './compiler.js';
import { compileAnswer } from './reading-answer.js';

const bareSizes = {
  ...{ m2: 1, ar: 100, ha: 10_000, sqft: 0.092903, acre: 4046.86, dunum: 1000, hvat: 3.596652 },
} as const;
type BareUnit = keyof typeof bareSizes;
type Sizes = Partial<Record<OldUnit, number>>;

/**
 * Compiles `area:` of a rule: it reads a cell with an area in any unit. Of a unit whose size is not known, and of a figure whose unit is
 * asked for, the agency's answer tells the size (RULES R50).
 * @returns the area in m²; null if the cell gives none, or none before that answer
 */
export function compileArea(
  input: AreaInput,
  rule: RuleInput,
  compiler: Compiler,
  at: YamlPath,
): (text: string, scope: Scope, report: Report) => number | null {
  checkRule(rule, compiler, at);
  const locale = typeof rule.number === 'object' ? rule.number : compiler.mapping.numbers;
  const notation = { decimal: locale?.decimal ?? '.', thousands: locale?.thousands ?? 'none' } as const;
  const { unit = 'm2', sizes = {} } = typeof input === 'object' ? input : {};
  // A listing does without an attribute, so it does not wait for one.
  const stops = at[1] !== 'attributes';
  const unitOf = compileUnit(unit, compiler, stops);
  const read = readerOfOldUnits(sizesOf(sizes), notation, compiler, stops);
  return (text, scope, report) => {
    const cell = read(text, scope, report);
    if (cell === null) return null;
    if (cell.kind === 'area') return cell.sqm;
    if (cell.kind === 'bare') {
      const named = unitOf(scope, report);
      if (named === 'jutro' || named === 'lanac') {
        const old = read(`${cell.figure} ${named}`, scope, report);
        return old?.kind === 'area' ? old.sqm : null;
      }
      return named === null ? null : cell.figure * bareSizes[named];
    }
    report({ code: 'bad_number', message: `"${text}" is not an area in units that are known.`, value: text });
    return null;
  };
}

function checkRule(rule: RuleInput, compiler: Compiler, at: YamlPath): void {
  if (at[0] === 'fields' && at[1] !== 'structure.area_sqm' && at[1] !== 'attributes')
    compiler.fail([...at, 'area'], 'area: belongs to a rule of structure.area_sqm, an attribute or a value.');
  const { amount, table, const: constant, unit, times } = rule;
  if ([amount, table, constant, unit, times].some((key) => key !== undefined))
    compiler.fail(
      [...at, 'area'],
      'A rule with area: knows the units itself, and has no table:, unit:, times:, amount: or const:.',
    );
}

type AreaUnit = NonNullable<Exclude<AreaInput, 1>['unit']>;

/** The unit of figures without one; null, with a problem reported, while it is asked for. */
function compileUnit(
  unit: AreaUnit,
  compiler: Compiler,
  stops: boolean,
): (scope: Scope, report: Report) => BareUnit | OldUnit | null {
  return typeof unit === 'string' ? () => unit : compileAnswer(`units.${unit.ask}`, compiler, stops);
}

function sizesOf({ jutro, lanac }: { jutro?: number | undefined; lanac?: number | undefined }): Sizes {
  return { ...(jutro !== undefined && { jutro }), ...(lanac !== undefined && { lanac }) };
}

type Known = Exclude<AreaCell, { kind: 'open' }>;

/** Reads cells, also in a unit that had two sizes once the agency has said which one it means. */
function readerOfOldUnits(
  known: Sizes,
  notation: Notation,
  compiler: Compiler,
  stops: boolean,
): (text: string, scope: Scope, report: Report) => Known | null {
  const answers = {
    jutro: compileAnswer('units.jutro', compiler, stops),
    lanac: compileAnswer('units.lanac', compiler, stops),
  };
  const read = (text: string, sizes: Sizes, scope: Scope, report: Report): Known | null => {
    const cell = readArea(text, notation, sizes);
    if (cell.kind !== 'open') return cell;
    const size = answers[cell.unit](scope, report);
    return size === null ? null : read(text, { ...sizes, [cell.unit]: Number(size) }, scope, report);
  };
  return (text, scope, report) => read(text, known, scope, report);
}

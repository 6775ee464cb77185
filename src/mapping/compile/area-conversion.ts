import type { YamlPath } from '../language/mapping-errors.js';
import type { AreaInput, RuleInput } from '../language/mapping-schema.js';
import type { Report } from '../language/scope.js';
import { readArea } from '../values/areas/read-area.js';
import type { Compiler } from './compiler.js';

const bareSizes = { m2: 1, ar: 100, ha: 10_000, sqft: 0.092903 } as const;

/**
 * Compiles `area:` of a rule: it reads a cell with an area in any unit. An area whose unit, or the size of whose unit, is not known is left
 * out, with the problem `area_unit_open` (RULES R50).
 * @returns the area in m²; null if the cell gives none
 */
export function compileArea(
  input: AreaInput,
  rule: RuleInput,
  compiler: Compiler,
  at: YamlPath,
): (text: string, report: Report) => number | null {
  if (at[0] === 'fields' && at[1] !== 'structure.area_sqm' && at[1] !== 'attributes')
    compiler.fail([...at, 'area'], 'area: belongs to a rule of structure.area_sqm, an attribute or a value.');
  if (
    rule.amount !== undefined ||
    rule.table !== undefined ||
    rule.const !== undefined ||
    rule.unit !== undefined ||
    rule.times !== undefined
  )
    compiler.fail(
      [...at, 'area'],
      'A rule with area: knows the units itself, and has no table:, unit:, times:, amount: or const:.',
    );
  const locale = typeof rule.number === 'object' ? rule.number : compiler.mapping.numbers;
  const notation = { decimal: locale?.decimal ?? '.', thousands: locale?.thousands ?? 'none' } as const;
  const { unit = 'm2', sizes = {} } = typeof input === 'object' ? input : {};
  const old = {
    ...(sizes.jutro !== undefined && { jutro: sizes.jutro }),
    ...(sizes.lanac !== undefined && { lanac: sizes.lanac }),
  };
  return (text, report) => {
    const cell = readArea(text, notation, old);
    if (cell.kind === 'area') return cell.sqm;
    if (cell.kind === 'bare' && unit !== 'ask') return cell.figure * bareSizes[unit];
    if (cell.kind === 'bare' || cell.kind === 'open') {
      const why =
        cell.kind === 'open'
          ? `A ${cell.unit} has two sizes, and which one is meant is not known.`
          : 'It is not known whether these are square metres or ares.';
      report({ code: 'area_unit_open', message: why, value: text });
      return null;
    }
    report({ code: 'bad_number', message: `"${text}" is not an area in units that are known.`, value: text });
    return null;
  };
}

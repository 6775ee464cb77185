import { currencyOf } from '../../../mapping/values/noisy-number.js';
import type { FieldProfile } from './profile.js';
import { figureParts } from './shapes.js';

/** How a field writes its numbers, as proven by its values. */
export interface NumberForm {
  decimal: '.' | ',' | 'none';
  thousands: '.' | ',' | "'" | 'space' | 'none';
  /** Texts beside the digits, such as a unit; without currencies where the field has several. */
  ignore: string[];
  /** An example of a value with two possible readings that no other value decides; null where there is none. */
  ambiguous: string | null;
}

/** How often each sign was proven as decimal or thousands separator, and examples of undecided values. */
interface Evidence {
  decimal: Map<'.' | ',', number>;
  thousands: Map<'.' | ',' | "'" | 'space', number>;
  ambiguous: Map<'.' | ',', string>;
}

/**
 * `1.250,50` proves both separators, `2.000.000` that a point separates thousands, `41,5` that a comma separates decimals. `325.000` alone
 * proves nothing: it is read with thousands and reported as ambiguous.
 */
export function numberForm(field: FieldProfile): NumberForm {
  const evidence: Evidence = { decimal: new Map(), thousands: new Map(), ambiguous: new Map() };
  const beside = new Map<string, number>();
  for (const texts of field.values.values())
    for (const text of texts) {
      const parts = figureParts(text);
      if (parts === null) continue;
      weigh(parts.digits.replace(/[\u00a0\u202f]/g, ' '), evidence);
      if (parts.beside !== '') beside.set(parts.beside, (beside.get(parts.beside) ?? 0) + 1);
    }
  const kept = isMixed([...beside.keys()])
    ? [...beside.keys()].filter((text) => !currencyOf(text))
    : [...beside.keys()];
  return { ...decide(evidence), ignore: kept.slice(0, 12) };
}

/** Whether amounts are in several currencies: ignoring these signs would read one for another. */
function isMixed(beside: readonly string[]): boolean {
  return new Set(beside.flatMap((text) => currencyOf(text) ?? [])).size > 1;
}

function weigh(digits: string, { decimal, thousands, ambiguous }: Evidence): void {
  const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
  if (/^[+-]?\d{1,3}( \d{3})+/.test(digits)) count(thousands, 'space');
  if (/^[+-]?\d{1,3}('\d{3})+/.test(digits)) count(thousands, "'");
  for (const { sign, other, both, groups, group, afterZero, fraction } of forms) {
    if (both.test(digits)) {
      count(thousands, sign);
      count(decimal, other);
    } else if (groups.test(digits)) count(thousands, sign);
    else if (group.test(digits)) {
      if (afterZero.test(digits)) count(decimal, sign);
      else ambiguous.set(sign, digits);
    } else if (fraction.test(digits)) count(decimal, sign);
  }
}

/** For each sign, the patterns that prove its meaning. */
const forms = [
  {
    sign: '.',
    other: ',',
    both: /^[+-]?\d{1,3}(\.\d{3})+,\d+$/,
    groups: /^[+-]?\d{1,3}(\.\d{3}){2,}$/,
    group: /^[+-]?\d{1,3}\.\d{3}$/,
    afterZero: /^[+-]?0\./,
    fraction: /^[+-]?[\d ']+\.\d+$/,
  },
  {
    sign: ',',
    other: '.',
    both: /^[+-]?\d{1,3}(,\d{3})+\.\d+$/,
    groups: /^[+-]?\d{1,3}(,\d{3}){2,}$/,
    group: /^[+-]?\d{1,3},\d{3}$/,
    afterZero: /^[+-]?0,/,
    fraction: /^[+-]?[\d ']+,\d+$/,
  },
] as const;

function decide({ decimal, thousands, ambiguous }: Evidence): Omit<NumberForm, 'ignore'> {
  const most = <K>(map: Map<K, number>): K | null => [...map].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  const point = most(decimal);
  const group = most(thousands);
  const [undecided] = [...ambiguous].filter(([sign]) => sign !== point && sign !== group);
  const thousandsSign = group ?? undecided?.[0] ?? 'none';
  const decimalSign = point ?? (thousandsSign === '.' ? ',' : thousandsSign === ',' ? '.' : '.');
  return {
    decimal: decimalSign,
    thousands: thousandsSign === decimalSign ? 'none' : thousandsSign,
    ambiguous: undecided?.[1] ?? null,
  };
}

import type { Doubt, Payload } from './doubt.js';
import { numberAt, textsAt } from './payload.js';

/** Matches an area in square metres in a title: `591 m2`, `1.250 m²`, `41,5 kvm`. */
const inSquareMetres =
  /(\d{1,3}(?:[. ]\d{3})+|\d+(?:[.,]\d{1,2})?)[ \u00a0]?(?:m2|m²|kvm|sqm|м2|м²)(?!\p{L})/giu;

/** Square metres in an are (or sotka), a hectare and a decare. */
const unitFactors = [100, 10_000, 1000] as const;
const factorNames: Readonly<Record<number, string>> = { 100: 'ares', 1000: 'decares', 10_000: 'hectares' };

/**
 * Reports an area that is 100, 1000 or 10,000 times the area in the title, or that fraction of it: the mapping assumes the wrong unit. The
 * title must give the area in square metres.
 */
export function areaDoubts(payload: Payload, report: (doubt: Doubt) => void): void {
  const area = numberAt(payload, 'structure', 'area_sqm');
  if (area === null) return;
  for (const [, title] of textsAt(payload, 'title')) {
    const figures = [...title.matchAll(inSquareMetres)].map(([written, digits = '']) => ({
      written,
      named: figure(digits),
    }));
    // A title may name the areas of a house and its plot: it is enough that one of them is the payload's.
    if (figures.some(({ named }) => isNear(named, area))) return;
    for (const { written, named } of figures) {
      const factor = unitFactors.find((by) => isNear(named * by, area) || isNear(area * by, named));
      if (factor === undefined) continue;
      const unit = factorNames[factor] ?? '';
      const meaning =
        area > named ? `the feed's figure is in m², not in ${unit}` : `the feed's figure is in ${unit}`;
      const message = `The title says ${written}, and the area became ${area} m²: it seems that ${meaning}.`;
      report({ code: 'area_unit', pointer: '/structure/area_sqm', message, value: written });
      return;
    }
  }
}

/** The number that the digits stand for. In titles, a point or a space before exactly three digits separates thousands; a comma never does. */
function figure(digits: string): number {
  const plain = /[. ]\d{3}(?:$|[. ])/.test(digits) ? digits.replace(/[. ]/g, '') : digits.replace(',', '.');
  return Number(plain);
}

function isNear(a: number, b: number): boolean {
  return b > 0 && Math.abs(a - b) <= b * 0.005;
}

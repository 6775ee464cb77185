import type { Doubt, Payload } from './doubt.js';
import { numberAt, textsAt } from './payload.js';

/** A figure that a title gives in square metres: `591 m2`, `1.250 m²`, `41,5 kvm`. */
const inSquareMetres =
  /(\d{1,3}(?:[. ]\d{3})+|\d+(?:[.,]\d{1,2})?)[ \u00a0]?(?:m2|m²|kvm|sqm|м2|м²)(?!\p{L})/giu;

/** Factors between square metres and other units of land: ares (and sotkas), hectares, decares. */
const unitFactors = [100, 10_000, 1000] as const;
const factorNames: Readonly<Record<number, string>> = { 100: 'ares', 1000: 'decares', 10_000: 'hectares' };

/**
 * The title gives the area in square metres, and the payload has that figure by a hundred or ten thousand times: the feed's figure is
 * not in the unit that the mapping takes it for.
 */
export function areaDoubts(payload: Payload, report: (doubt: Doubt) => void): void {
  const area = numberAt(payload, 'structure', 'area_sqm');
  if (area === null) return;
  for (const [, title] of textsAt(payload, 'title')) {
    const figures = [...title.matchAll(inSquareMetres)].map(([written, digits = '']) => ({
      written,
      named: figure(digits),
    }));
    // A house and its plot: one of the figures is what the payload has.
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

/** A point or a space before exactly three digits separates thousands in a title; a comma never does. */
function figure(digits: string): number {
  const plain = /[. ]\d{3}(?:$|[. ])/.test(digits) ? digits.replace(/[. ]/g, '') : digits.replace(',', '.');
  return Number(plain);
}

function isNear(a: number, b: number): boolean {
  return b > 0 && Math.abs(a - b) <= b * 0.005;
}

import type { Payload } from './payload-values.js';

/** The figures that a listing's title and description name with a unit. */
export interface NamedFigures {
  /** In m². */
  areas: readonly number[];
  /** In EUR. */
  prices: readonly number[];
}

/** Matches a figure with a unit of area or a currency behind it: `54,5 m2`, `135.000 €`, `1 250 kvm`. */
const figures =
  /(?<![\d.,])(\d{1,3}(?:[. \u00a0]\d{3})+|\d{1,9})(?:([.,])(\d{1,3}))?[ \u00a0]?(?:(m2|m²|m\^2|kvm|kv\.? ?m|kvadrat\p{L}*|sqm|м2|м²|кв\.? ?м)|(€|eur(?:a|o)?|evra|евра)|(rsd|din(?:ar\p{L}*)?|дин(?:ар\p{L}*)?))(?!\p{L})/giu;

/** The figures in all languages of the texts. */
export function namedFigures({ title, description }: Payload, rsdPerEur: number): NamedFigures {
  const areas: number[] = [];
  const prices: number[] = [];
  for (const texts of [title, description]) {
    if (typeof texts !== 'object' || texts === null) continue;
    for (const text of Object.values(texts)) {
      if (typeof text !== 'string') continue;
      for (const [, whole = '', mark, part = '', area, euros] of text.matchAll(figures)) {
        const value = figureOf(whole, mark, part);
        if (area !== undefined) areas.push(value);
        else prices.push(euros === undefined ? value / rsdPerEur : value);
      }
    }
  }
  return { areas, prices };
}

/** Three digits behind a point or a comma are thousands, fewer are decimals. */
function figureOf(whole: string, mark: string | undefined, part: string): number {
  const digits = whole.replace(/\D/g, '');
  if (mark === undefined) return Number(digits);
  return part.length === 3 ? Number(digits + part) : Number(`${digits}.${part}`);
}

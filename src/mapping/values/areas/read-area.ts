import { fold } from '../../../model/fold.js';
import { roundTo } from '../convert.js';
import { readFigure, type Notation } from '../amounts/read-figure.js';

/** Units of area in m², by their words, folded and without points. */
const sizes: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'm2 m² mkv kvm qm sqm mq kvadrata kvadrat m kvm2 τμ τμ2'],
      [100, 'ar ari ara are aru arova a sotka sotki sotok sot'],
      [10_000, 'ha hektar hektara hektari hektare hectare hectares hectarea'],
      [1_000, 'dunum dunuma dunumi duluma dulum dulumi donum dekar dekara dka stremma'],
      // The square of the Austrian fathom, by which the land registers of the region were made.
      [3.596652, 'hvat hvati hvata chv chvati kvhvat kvhvati hv'],
      [4046.86, 'acre acres ac'],
      [0.092903, 'sqft ft2 ft² sqfeet squarefeet squarefoot sf'],
    ] as const
  ).flatMap(([size, words]) => words.split(' ').map((word) => [word, size] as const)),
);

/** Units that had two sizes: of 1,600 and of 2,000 square fathoms. */
const twofold: ReadonlyMap<string, OldUnit> = new Map(
  (
    [
      ['jutro', 'jutro jutra jutara kj katjutro'],
      ['lanac', 'lanac lanca lanaca lanci'],
    ] as const
  ).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
);

export type OldUnit = 'jutro' | 'lanac';

/** What a cell says of an area. `bare`: a figure without a unit. `open`: in a unit whose size is not known. */
export type AreaCell =
  | { kind: 'area'; sqm: number }
  | { kind: 'bare'; figure: number }
  | { kind: 'open'; unit: OldUnit }
  | { kind: 'unclear' | 'words' };

/** A longer text is a description. */
const textMax = 60;

/** One figure with its unit: `1 ha`, `20 ari`, `30m2`, `106 τ.μ.`. */
const part =
  /^\s*(\d(?:[.,'’]?\d|[ \u00a0\u202f](?=\d{3}(?!\d))\d)*)\s*((?:m\s?(?:\^?2|²))(?!\d)|(?:sq\.?\s?(?:m|ft)|(?:kv|kat|č|c)\.?\s?(?:m|hv\p{L}*|hvat\p{L}*|jutr\p{L}*))(?!\p{L})|\p{L}{1,2}\.\s?\p{L}{1,2}(?!\p{L})|\p{L}+(?:[²2](?!\d))?)?\.?/iu;

/**
 * Reads an area in one unit or in several, the larger first: `12 ari`, `1 ha 20 ari`, `0.5ha`, `5a 30m2`, `12 ari (1200 m²)`. Each word must
 * be a unit, and areas that are written twice must agree.
 * @param old sizes in m² of the units that had two
 */
export function readArea(
  text: string,
  notation: Notation,
  old: Readonly<Partial<Record<OldUnit, number>>> = {},
): AreaCell {
  if (!/\d/.test(text)) return { kind: 'words' };
  if (text.length > textMax) return { kind: 'unclear' };
  const cells = text
    .replace(/^\s*(?:(?:cca|ca|circa|oko|approx)\.?\s+|[~≈]\s*)/iu, '')
    .split(/[()=/;]/)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => readSum(piece, notation, old));
  const [first, ...others] = cells;
  if (first === undefined || others.length === 0) return first ?? { kind: 'unclear' };
  const whole = wholeOfParts(cells);
  if (whole !== null) return whole;
  const areas = cells.flatMap((cell) => (cell.kind === 'area' ? cell.sqm : []));
  const [area] = areas;
  // The same area in square metres tells the size of a unit that had two.
  if (
    area === undefined ||
    cells.some(({ kind }) => kind === 'unclear' || kind === 'words' || kind === 'bare')
  )
    return first.kind === 'open' ? first : { kind: 'unclear' };
  return areas.every((one) => Math.abs(one / area - 1) < 0.02)
    ? { kind: 'area', sqm: area }
    : { kind: 'unclear' };
}

/** The area of a home whose living space and kitchen follow it: `54/32/9`, `54/32/9 m²`. Null: the figures are something else. */
function wholeOfParts(cells: readonly AreaCell[]): AreaCell | null {
  const [whole, living, last] = cells;
  if (cells.length !== 3 || whole?.kind !== 'bare' || living?.kind !== 'bare') return null;
  if (last?.kind !== 'bare' && last?.kind !== 'area') return null;
  const kitchen = last.kind === 'bare' ? last.figure : last.sqm;
  if (kitchen > living.figure || living.figure + kitchen > whole.figure) return null;
  return last.kind === 'bare' ? whole : { kind: 'area', sqm: whole.figure };
}

/** Reads figures with their units, which are added up. */
function readSum(
  text: string,
  notation: Notation,
  old: Readonly<Partial<Record<OldUnit, number>>>,
): AreaCell {
  let rest = text.replace(/\s+(?:i|and|und|e|\+)\s+/giu, ' ').trim();
  let sum = 0;
  let last = Infinity;
  let count = 0;
  while (rest !== '') {
    const [match, digits = '', word = ''] = part.exec(rest) ?? [];
    if (match === undefined) return { kind: 'unclear' };
    rest = rest
      .slice(match.length)
      .replace(/^\s*,\s*/, '')
      .trim();
    const unit = fold(word).replace(/[.\s^]/g, '');
    const twice = twofold.get(unit) ?? twofold.get(unit.replace(/^(?:kat|kv|c)/, ''));
    const size = twice === undefined ? sizes.get(unit) : old[twice];
    // Of a large unit three digits are more often a fraction than thousands, as in `1.200 ha`: both are possible.
    const isLarge = twice !== undefined || (size ?? 1) >= 1000;
    const figure = readFigure(digits, notation, isLarge) ?? ownFraction(digits);
    if (figure === null) return { kind: 'unclear' };
    if (word === '') return count === 0 && rest === '' ? { kind: 'bare', figure } : { kind: 'unclear' };
    if (twice !== undefined && size === undefined) return { kind: 'open', unit: twice };
    // A smaller unit follows a larger one, and fills less than one of it.
    if (size === undefined || size >= last || (count > 0 && figure * size >= last))
      return { kind: 'unclear' };
    sum += figure * size;
    last = size;
    count++;
  }
  return count === 0 ? { kind: 'unclear' } : { kind: 'area', sqm: roundTo(sum, 2) };
}

/** One or two digits behind a sign are decimals in any notation, and so are all behind a zero: `65.5`, `0.125 ha`. */
function ownFraction(digits: string): number | null {
  return /^(?:0[.,]\d+|\d+[.,]\d{1,2})$/.test(digits) ? Number(digits.replace(',', '.')) : null;
}

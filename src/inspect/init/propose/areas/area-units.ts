import type { Recommendation } from '../../../../core/setup/proposal.js';
import type { Sentence } from '../../../../model/sentence.js';
import { whyRecommended } from '../../../../texts/proposal-words.js';
import { readArea } from '../../../../mapping/values/areas/read-area.js';
import type { Notation } from '../../../../mapping/values/amounts/read-figure.js';
import { numberForm } from '../../profile/number-forms.js';
import type { FieldProfile } from '../../profile/profile.js';
import { roughFigure } from '../../profile/shapes.js';
import { wordsOf } from '../../words/concepts.js';
import type { Candidate } from '../match/candidate.js';
import { signOfFeet } from './foot-signs.js';
import type { Matches } from '../match/match-fields.js';
import { ownName } from '../match/own-name.js';

type Unit = 'm2' | 'ar' | 'ha' | 'sqft' | 'acre' | 'dunum' | 'hvat' | 'jutro' | 'lanac';

/** How the areas of a column are read. */
export interface AreaUnits {
  area: 1 | { edition: 1; unit: Unit | { ask: 'area' | 'plot' } };
  /** Texts without a figure, which mean that no area is known. */
  nulls: string[];
  number: { number?: { decimal: Notation['decimal']; thousands?: Notation['thousands'] } };
  doubt: string | null;
  /** The question about figures without a unit; null: their unit is known. */
  asks: { question: 'units.area' | 'units.plot'; recommended: Recommendation | null } | null;
}

/** Words in names of columns that state a unit. */
const namedUnits: Readonly<Record<string, Unit>> = {
  ...{ m2: 'm2', sqm: 'm2', mkv: 'm2', kvm: 'm2', qm: 'm2', kvadrata: 'm2', metara: 'm2' },
  ...{ ar: 'ar', ari: 'ar', ara: 'ar', are: 'ar', aru: 'ar', arima: 'ar' },
  ...{ ha: 'ha', hektar: 'ha', hektara: 'ha', hectare: 'ha', hectares: 'ha' },
  ...{ acre: 'acre', acres: 'acre', dunum: 'dunum', dunuma: 'dunum', dulum: 'dunum', duluma: 'dunum' },
  ...{ hvat: 'hvat', hvati: 'hvat', hvata: 'hvat', jutro: 'jutro', jutra: 'jutro', jutara: 'jutro' },
  ...{ lanac: 'lanac', lanaca: 'lanac', lanci: 'lanac' },
  ...{ sqft: 'sqft', ft2: 'sqft', squarefeet: 'sqft' },
};

/**
 * The units of a column of areas, where they may be others than square metres: cells name them, the name of the column does, a column of
 * plots has figures that may be ares, or homes are too large for square metres. Null: nothing speaks of another unit than square metres.
 */
export function areaUnits(candidate: Candidate, isPlot: boolean, matches: Matches): AreaUnits | null {
  const { field } = candidate;
  const form = numberForm(field);
  const { decimal, thousands } = form;
  const texts = [...field.distinct.keys()];
  const kinds = new Map(texts.map((text) => [text, readArea(text, form).kind]));
  const plain = {
    number: { number: { decimal, ...(thousands !== 'none' && { thousands }) } },
    nulls: texts.filter((text) => kinds.get(text) === 'words' && text.length <= 20).slice(0, 10),
  };
  const named = unitOfName(field) ?? (isPlot && aresAlone.test(ownName(field.path)) ? 'ar' : null);
  const known = (unit: Unit, doubt: string | null): AreaUnits => ({
    ...plain,
    ...{ area: unit === 'm2' ? 1 : { edition: 1, unit }, doubt, asks: null },
  });
  const asked = (recommended: Recommendation | null): AreaUnits => {
    const ask = isPlot ? 'plot' : 'area';
    const asks = { question: `units.${ask}`, recommended } as const;
    return { ...plain, area: { edition: 1, unit: { ask } }, doubt: null, asks };
  };
  const hasBare = [...kinds.values()].includes('bare');
  if (texts.some((text) => isOtherUnit(text, kinds.get(text))))
    return named === null && isPlot && hasBare ? asked(null) : known(named ?? 'm2', null);
  // Several figures in a cell, of which one is the area, are read only as areas.
  if (named === null && !isPlot && texts.some((text) => text.includes('/') && kinds.get(text) === 'bare'))
    return known('m2', null);
  if (named === 'm2') return null;
  if (named !== null) return known(named, named === 'ar' ? aresText(field) : null);
  if (!hasBare) return null;
  if (!isPlot) return askedIfFeet(signOfFeet(candidate, matches), asked);
  const why = signOfAres(field, matches.best.get('title')) ?? signOfFeetBeside(matches);
  return why === null ? null : asked(why);
}

const squareFoot = 0.092903;

/** What makes square metres of the areas of homes, as far as the file shows: those of square feet are asked about. */
export function likelyFactor(matches: Matches): number {
  const area = matches.best.get('area');
  const units = area === undefined ? null : areaUnits(area, false, matches);
  const isNamed = units !== null && units.area !== 1 && units.area.unit === 'sqft';
  return isNamed || units?.asks?.recommended?.answer === 'sqft' ? squareFoot : 1;
}

function askedIfFeet(
  why: Sentence | null,
  asked: (recommended: Recommendation) => AreaUnits,
): AreaUnits | null {
  return why === null ? null : asked({ answer: 'sqft', why });
}

/** Where the homes of a file are in square feet, its plots may be as well. */
function signOfFeetBeside(matches: Matches): Recommendation | null {
  const area = matches.best.get('area');
  const why = area === undefined || unitOfName(area.field) !== null ? null : signOfFeet(area, matches);
  return why === null ? null : { answer: 'sqft', why };
}

function aresText({ path }: FieldProfile): string {
  return `${path} seems to be in ares (100 m²); some may be square metres already.`;
}

/** Whether a cell names a unit other than square metres. */
function isOtherUnit(text: string, kind: string | undefined): boolean {
  return (
    (kind === 'area' || kind === 'open') &&
    /\p{L}/u.test(text.replace(/m\s?[²2]|kv\.?\s?m\.?|qm|sq\.?\s?m|mkv|kvm/giu, ''))
  );
}

/** The sign of ares in brackets, in Latin or Cyrillic: `Plac (a)`. */
const aresAlone = /\(\s*[aа]\.?\s*\)'?$/iu;

function unitOfName({ path }: FieldProfile): Unit | null {
  const units = wordsOf(ownName(path)).flatMap((word) => namedUnits[word] ?? []);
  return units[0] ?? null;
}

/** Why figures of a column of plots may be ares: many are small or have decimals, or a title names a hundred times the figure. */
function signOfAres({ values }: FieldProfile, title: Candidate | undefined): Recommendation | null {
  let [all, small, fractions, hundredfold] = [0, 0, 0, 0];
  for (const [record, [text = '']] of values) {
    const figure = roughFigure(text);
    if (figure === null || figure === 0) continue;
    all++;
    if (figure < 300) small++;
    if (/[.,]\d{1,2}$/.test(text) && !/[.,]0+$/.test(text)) fractions++;
    const words = title?.field.values.get(record)?.[0] ?? '';
    if (figuresOf(words).some((one) => Math.abs(one / (figure * 100) - 1) < 0.01)) hundredfold++;
  }
  const answer = 'ar';
  if (hundredfold > 0) return { answer, why: whyRecommended.hundredfoldInTitles(hundredfold) };
  if (small > all / 2) return { answer, why: whyRecommended.smallFigures(small, all) };
  return fractions > all * 0.2 ? { answer, why: whyRecommended.decimalFigures(fractions, all) } : null;
}

function figuresOf(text: string): number[] {
  return (text.match(/\d[\d.,]*/g) ?? []).flatMap((one) => roughFigure(one.replace(/[.,]$/, '')) ?? []);
}

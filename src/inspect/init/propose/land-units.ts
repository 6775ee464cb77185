import { readArea } from '../../../mapping/values/areas/read-area.js';
import type { Notation } from '../../../mapping/values/amounts/read-figure.js';
import { numberForm } from '../profile/number-forms.js';
import type { FieldProfile } from '../profile/profile.js';
import { roughFigure } from '../profile/shapes.js';
import { wordsOf } from '../words/concepts.js';
import type { Candidate } from './candidate.js';
import { ownName } from './own-name.js';

/** How the areas of a column are read. */
interface LandUnits {
  area: 1 | { edition: 1; unit: 'ar' | 'ha' | 'ask' | 'sqft' };
  /** Texts without a figure, which mean that no area is known. */
  nulls: string[];
  number: { number?: { decimal: Notation['decimal']; thousands?: Notation['thousands'] } };
  doubt: string | null;
}

/** Words in names of columns that state a unit. */
const namedUnits: Readonly<Record<string, 'm2' | 'ar' | 'ha' | 'sqft'>> = {
  ...{ m2: 'm2', sqm: 'm2', mkv: 'm2', kvm: 'm2', qm: 'm2', kvadrata: 'm2', metara: 'm2' },
  ...{ ar: 'ar', ari: 'ar', ara: 'ar', are: 'ar', aru: 'ar', arima: 'ar' },
  ...{ ha: 'ha', hektar: 'ha', hektara: 'ha', hectare: 'ha', hectares: 'ha' },
  ...{ sqft: 'sqft', ft2: 'sqft', squarefeet: 'sqft' },
};

/**
 * The units of a column of areas, where they may be others than square metres: cells name them, the name of the column does, or a column of
 * plots has figures that may be ares. Null: nothing speaks of another unit than square metres.
 */
export function landUnits(
  { field }: Candidate,
  isPlot: boolean,
  title: Candidate | undefined,
): LandUnits | null {
  const form = numberForm(field);
  const { decimal, thousands } = form;
  const number = { number: { decimal, ...(thousands !== 'none' && { thousands }) } };
  const texts = [...field.distinct.keys()];
  const kinds = new Map(texts.map((text) => [text, readArea(text, form).kind]));
  const nulls = texts.filter((text) => kinds.get(text) === 'words' && text.length <= 20).slice(0, 10);
  const bare = [...field.values.values()].filter(([text = '']) => kinds.get(text) === 'bare').length;
  const named = unitOfName(field);
  const proposed = (unit: (typeof named & string) | 'ask' | null, doubt: string | null): LandUnits => ({
    area: unit === null || unit === 'm2' ? 1 : { edition: 1, unit },
    number,
    nulls,
    doubt,
  });
  if (texts.some((text) => isOtherUnit(text, kinds.get(text)))) {
    const unit = named ?? (isPlot && bare > 0 ? 'ask' : null);
    const isOpen = [...kinds.values()].includes('open');
    return proposed(unit, isOpen ? openText : unit === 'ask' ? bareText(field, bare) : null);
  }
  if (named === 'm2') return null;
  if (named !== null) return proposed(named, named === 'ar' ? aresText(field) : null);
  if (!isPlot || bare === 0 || !mayBeAres(field, title)) return null;
  return proposed('ask', bareText(field, bare));
}

const openText =
  'Jutro and lanac had two sizes each. Ask the agency once which one it means; until then such areas are left out.';

function bareText({ path }: FieldProfile, count: number): string {
  return `${path} may be in ares or in square metres. Ask the agency; until then the areas of ${count} listings are left out.`;
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

function unitOfName({ path }: FieldProfile): 'm2' | 'ar' | 'ha' | 'sqft' | null {
  const units = wordsOf(ownName(path)).flatMap((word) => namedUnits[word] ?? []);
  return units[0] ?? null;
}

/** Whether figures of a column of plots may be ares: many are small or have decimals, or a title names a hundred times the figure. */
function mayBeAres({ values }: FieldProfile, title: Candidate | undefined): boolean {
  let all = 0;
  let small = 0;
  let fractions = 0;
  for (const [record, [text = '']] of values) {
    const figure = roughFigure(text);
    if (figure === null || figure === 0) continue;
    all++;
    if (figure < 300) small++;
    if (/[.,]\d{1,2}$/.test(text) && !/[.,]0+$/.test(text)) fractions++;
    const words = title?.field.values.get(record)?.[0] ?? '';
    if (figuresOf(words).some((one) => Math.abs(one / (figure * 100) - 1) < 0.01)) return true;
  }
  return all > 0 && (small > all / 2 || fractions > all * 0.2);
}

function figuresOf(text: string): number[] {
  return (text.match(/\d[\d.,]*/g) ?? []).flatMap((one) => roughFigure(one.replace(/[.,]$/, '')) ?? []);
}

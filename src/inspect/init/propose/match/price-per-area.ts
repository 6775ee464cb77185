import type { Figures, Findings } from './relation-findings.js';

/** Three columns of which the first is the product of the others. */
interface Product {
  whole: Figures;
  /** The larger factor by its median in records that have both: a sheet of land has a price for its area, and no area of a home. */
  rate: Figures;
  size: Figures;
}

/** Proves price and area by a third column that is one divided by the other, and rules that one out. */
export function provePrices(figures: readonly Figures[], findings: Findings): void {
  const varied = figures.filter(({ values }) => new Set(values.values()).size >= variedMin);
  for (const product of products(varied)) judge(product, findings);
}

/** Columns with fewer values fit each other by chance. */
const variedMin = 5;
const recordsMin = 6;
const agreeing = 0.95;
/** A smaller factor is a count, such as rooms: the rounding of the other one covers any product of it. */
const sizeLeast = 10;

function products(figures: readonly Figures[]): Product[] {
  const found: Product[] = [];
  for (const whole of figures)
    for (const [index, one] of figures.entries())
      for (const other of figures.slice(index + 1)) {
        if (one === whole || other === whole || !isProduct(whole, one, other)) continue;
        const [a, b] = [median(shared(one, other)), median(shared(other, one))];
        const [rate, size] = a >= b ? [one, other] : [other, one];
        if (Math.min(a, b) >= sizeLeast) found.push({ whole, rate, size });
      }
  return found;
}

function isProduct(whole: Figures, one: Figures, other: Figures): boolean {
  let both = 0;
  let same = 0;
  for (const [record, figure] of whole.values) {
    const [a, b] = [one.values.get(record), other.values.get(record)];
    if (a === undefined || b === undefined) continue;
    both += 1;
    if (Math.abs(a * b - figure) <= Math.max(Math.max(a, b), figure * 0.005, Math.min(a, b) * 0.6)) same += 1;
    else if (both - same > whole.values.size * (1 - agreeing)) return false;
  }
  return both >= recordsMin && same >= both * agreeing;
}

/** The figures of the records that have another one too. */
function shared(one: Figures, other: Figures): Figures {
  return { ...one, values: new Map([...one.values].filter(([record]) => other.values.has(record))) };
}

function median({ values }: Figures): number {
  const sorted = [...values.values()].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Names decide which factor is the size; without them, magnitudes that no other reading fits. Where neither decides, both factors are ruled
 * out as money and as areas.
 */
function judge({ whole, rate, size }: Product, findings: Findings): void {
  const isSize = ({ subject: { strong } }: Figures): boolean =>
    strong.includes('area') || strong.includes('plot_area');
  if (isSize(whole) || (isSize(rate) && isSize(size))) return;
  const swapped = isSize(rate) || (size.subject.isDecoy && !rate.subject.isDecoy);
  const [price, area] = swapped ? [size, rate] : [rate, size];
  const isNamed = isSize(area) || price.subject.isDecoy;
  // Land has a price for its area as well, and no area of a home: only records that have both count.
  const [usual, cost] = [median(shared(area, price)), median(shared(price, area))];
  const isClear = usual >= 15 && usual <= 400 && cost >= 400;
  if (!isNamed && !isClear) {
    for (const { subject } of [price, area])
      findings.ruleOut(subject, ['price', 'rent', 'area', 'plot_area']);
    return;
  }
  findings.ruleOut(price.subject, 'all');
  findings.ruleOut(area.subject, ['price', 'rent']);
  if (!whole.subject.isDecoy) findings.prove(whole.subject, 'price');
  if (!area.subject.isDecoy && !area.subject.strong.includes('plot_area'))
    findings.prove(area.subject, 'area');
}

import { categories, lookUp, type WordFinding } from '../../words/word-lists.js';
import type { Concept } from '../../words/concepts.js';
import type { Figures, Findings, Subject } from './relation-findings.js';
import { timeOf } from './times.js';

/**
 * Proves columns whose names say nothing by two signs in their values: rooms by halves that grow with the area, a floor by what only flats
 * have, a plot by the price of land, a year by its span, the date of a change by that of the creation, the description by its length.
 */
export function proveUnnamed(
  subjects: readonly Subject[],
  figures: readonly Figures[],
  findings: Findings,
  records: number,
): void {
  const kinds = kindsOf(subjects);
  const unnamed = figures.filter(({ subject }) => saysNothing(subject));
  proveRooms(figures, unnamed, findings);
  if (kinds !== null) proveFloors(unnamed, kinds, findings);
  proveParted(subjects, findings);
  proveTotals(subjects, figures, findings);
  if (kinds !== null) {
    provePlots(figures, unnamed, kinds, findings);
    proveByUnit(subjects, kinds, findings);
  }
  proveYear(unnamed, findings);
  proveChange(subjects, findings, records);
  proveDescription(subjects, findings, records);
}

function saysNothing({ strong, isDecoy, field }: Subject): boolean {
  return strong.length === 0 && !isDecoy && !field.path.includes('<n>') && field.path !== 'name()';
}

type Kind = 'flat' | 'house' | 'land' | 'other';

const kindsMax = 25;
const recordsMin = 8;

/** The kind of property of each record, by a column of which nearly all words are known; null: there is none. */
function kindsOf(subjects: readonly Subject[]): ReadonlyMap<number, Kind> | null {
  for (const { field, shape } of subjects) {
    if (shape.distinct < 2 || shape.distinct > kindsMax || shape.words < 0.9) continue;
    const kinds = new Map<string, Kind | null>();
    for (const text of field.distinct.keys()) kinds.set(text, kindOf(lookUp(text, categories)));
    const known = [...field.distinct].filter(([text]) => kinds.get(text) != null);
    if (known.reduce((sum, [, count]) => sum + count, 0) < shape.filled * 0.95) continue;
    return new Map(
      [...field.values].flatMap(([record, [text = '']]) => {
        const kind = kinds.get(text);
        return kind == null ? [] : [[record, kind] as const];
      }),
    );
  }
  return null;
}

function kindOf(finding: WordFinding | null): Kind | null {
  if (finding?.sure !== 1 || !Array.isArray(finding.target)) return null;
  const labels = finding.target as readonly string[];
  const has = (label: string): boolean => labels.includes(label);
  return has('Apartment') ? 'flat' : has('House') ? 'house' : has('Land') ? 'land' : 'other';
}

/** Square metres for a room, from a small one to that of a large house. */
const perRoom = [7, 65] as const;

/**
 * Rooms come in halves, unlike bathrooms, photos and floors, and in homes that have more of them the area is larger. Without halves they may
 * be bedrooms.
 */
function proveRooms(figures: readonly Figures[], unnamed: readonly Figures[], findings: Findings): void {
  const areas = figures.filter(
    ({ subject }) => isProven(findings, subject, 'area') || isNamed(subject, 'area'),
  );
  if (areas.length !== 1 || figures.some(({ subject }) => isNamed(subject, 'rooms'))) return;
  const [area] = areas as [Figures];
  const found = unnamed.filter((one) => {
    const counts = [...one.values.values()];
    const halves = counts.filter((count) => count % 1 === 0.5);
    if (!counts.every((count) => count % 0.5 === 0 && count >= 0.5 && count <= 20)) return false;
    if (counts.length < recordsMin || halves.length < counts.length * 0.1 || halves.length < 3) return false;
    const pairs = pairsOf(one, area);
    const likely = pairs.filter(([count, size]) => size / count >= perRoom[0] && size / count <= perRoom[1]);
    return pairs.length >= recordsMin && likely.length >= pairs.length * 0.95 && grow(pairs) >= 0.6;
  });
  if (found.length === 1) for (const { subject } of found) findings.prove(subject, 'rooms');
}

function isNamed({ strong }: Subject, concept: Concept): boolean {
  return strong.includes(concept);
}

function isProven({ proofs }: Findings, { field }: Subject, concept: Concept): boolean {
  return proofs.get(field)?.has(concept) === true;
}

function pairsOf(one: Figures, other: Figures): [number, number][] {
  return [...one.values].flatMap(([record, figure]): [number, number][] => {
    const beside = other.values.get(record);
    return beside === undefined ? [] : [[figure, beside]];
  });
}

/** How far figures grow together, from -1 to 1: the share of pairs of records in which they do, over the others. */
function grow(pairs: readonly (readonly [number, number])[]): number {
  let [same, all] = [0, 0];
  const some = pairs.slice(0, 120);
  for (const [index, [a, b]] of some.entries())
    for (const [c, d] of some.slice(index + 1)) {
      if (a === c || b === d) continue;
      all += 1;
      same += a > c === b > d ? 1 : -1;
    }
  return all === 0 ? 0 : same / all;
}

/** Flats alone stand on a floor. A column of theirs with low figures is that of the floor, and another one that is never lower the number of floors. */
function proveFloors(
  unnamed: readonly Figures[],
  kinds: ReadonlyMap<number, Kind>,
  findings: Findings,
): void {
  const flats = [...kinds].flatMap(([record, kind]) => (kind === 'flat' ? [record] : []));
  const others = [...kinds].flatMap(([record, kind]) =>
    kind === 'house' || kind === 'land' ? [record] : [],
  );
  if (flats.length < recordsMin || others.length < recordsMin / 2) return;
  const found = unnamed.filter(({ subject: { field, shape }, values }) => {
    const counts = [...values.values()];
    const ofFlats = flats.filter((record) => field.values.has(record)).length;
    const ofOthers = others.filter((record) => values.has(record)).length;
    const isCount = counts.every((count) => Number.isInteger(count) && count >= -3 && count <= 25);
    const low = shape.filled - counts.filter((count) => count > 1).length;
    return (
      isCount &&
      shape.figures > 0.95 &&
      ofFlats >= flats.length * 0.8 &&
      ofOthers === 0 &&
      new Set(counts).size >= 4 &&
      Math.max(...counts) >= 4 &&
      low >= shape.filled * 0.05
    );
  });
  if (found.length === 1) for (const { subject } of found) findings.prove(subject, 'floor');
}

/** A floor and the number of floors in a cell: the first figure is never the larger one. */
function proveParted(subjects: readonly Subject[], findings: Findings): void {
  const parted = subjects.filter((subject) => {
    if (!saysNothing(subject)) return false;
    const texts = [...subject.field.distinct.keys()];
    const pairs = texts.flatMap((text) => {
      const [, floor, total] = /^(\d{1,2})\s*\/\s*(\d{1,2})$/.exec(text) ?? [];
      return floor === undefined || total === undefined ? [] : [[Number(floor), Number(total)] as const];
    });
    const isOrdered = pairs.every(([floor, total]) => floor <= total && total <= floorsMost);
    // Days and months are ordered in a few cells only.
    return pairs.length >= partedMin && pairs.length >= texts.length * 0.8 && isOrdered;
  });
  const [floor, another] = parted;
  if (floor !== undefined && another === undefined) findings.prove(floor, 'floor');
}

const floorsMost = 60;
const partedMin = 5;

/** The column behind that of the floor, of which no figure is lower, is the number of floors. */
function proveTotals(subjects: readonly Subject[], figures: readonly Figures[], findings: Findings): void {
  const floor = figures.find(
    ({ subject }) => isNamed(subject, 'floor') || isProven(findings, subject, 'floor'),
  );
  if (floor === undefined || figures.some(({ subject }) => isNamed(subject, 'total_floors'))) return;
  const next = subjects[subjects.indexOf(floor.subject) + 1];
  const total = figures.find(
    ({ subject }) => subject === next && subject.strong.length === 0 && !subject.isDecoy,
  );
  if (total === undefined) return;
  const pairs = pairsOf(floor, total);
  const counts = [...total.values.values()];
  const isCount = counts.every((count) => Number.isInteger(count) && count >= 1 && count <= floorsMost);
  const isAbove =
    pairs.every(([first, last]) => first <= last) && pairs.some(([first, last]) => first < last);
  const isVaried = new Set(counts).size >= 3;
  if (isCount && isAbove && isVaried && pairs.length >= Math.max(recordsMin, floor.values.size * 0.9))
    findings.prove(total.subject, 'total_floors');
}

/** In records of land that have no other area, the price is the product of the plot and of the price of its square metre or are. */
function provePlots(
  figures: readonly Figures[],
  unnamed: readonly Figures[],
  kinds: ReadonlyMap<number, Kind>,
  findings: Findings,
): void {
  const land = [...kinds].flatMap(([record, kind]) => (kind === 'land' ? [record] : []));
  if (land.length < landMin) return;
  const flats = [...kinds].flatMap(([record, kind]) => (kind === 'flat' ? [record] : []));
  const prices = figures.filter(({ subject }) => isProven(findings, subject, 'price'));
  const plots = unnamed.filter(
    (plot) =>
      land.filter((record) => plot.values.has(record)).length >= land.length * 0.8 &&
      flats.every((record) => !plot.values.has(record)) &&
      prices.some((price) => figures.some((rate) => areProduct(land, [plot, rate, price]))),
  );
  if (plots.length === 1) for (const { subject } of plots) findings.prove(subject, 'plot_area');
}

/** Ares and hectares measure land alone. */
function proveByUnit(
  subjects: readonly Subject[],
  kinds: ReadonlyMap<number, Kind>,
  findings: Findings,
): void {
  const plots = subjects.filter(({ field, shape, ...subject }) => {
    if (!saysNothing({ field, shape, ...subject }) || shape.distinct < landMin) return false;
    const texts = [...field.distinct.keys()];
    const measured = texts.filter((text) => landUnit.test(text));
    const flats = [...field.values.keys()].filter((record) => kinds.get(record) === 'flat');
    return measured.length >= texts.length * 0.95 && flats.length === 0;
  });
  const [plot, another] = plots;
  if (plot !== undefined && another === undefined) findings.prove(plot, 'plot_area');
}

const landUnit = /^\d[\d.,\s]*(?:ar[ai]?|ha|hektar\w*|ари?|ара|ха|dunum\w*|duluma?|sotk\w*)\.?$/iu;
const landMin = 4;

function areProduct(land: readonly number[], columns: readonly [Figures, Figures, Figures]): boolean {
  const [plot, rate, price] = columns;
  if (plot === rate || plot === price || rate === price) return false;
  const rows = land.flatMap((record) => {
    const [a, b, c] = columns.map(({ values }) => values.get(record));
    return a === undefined || b === undefined || c === undefined ? [] : [[a, b, c] as const];
  });
  // The rate is rounded: half of its last digit for each square metre.
  const fitting = rows.filter(([size, cost, whole]) => Math.abs(size * cost - whole) <= size * 0.6);
  const varied = new Set(rows.map(([, cost]) => cost)).size;
  return rows.length >= landMin && varied >= landMin - 1 && fitting.length >= rows.length * 0.95;
}

/** Years of a stock of homes span decades, unlike those of ads and contracts. */
function proveYear(unnamed: readonly Figures[], findings: Findings): void {
  const years = unnamed.filter(({ subject: { shape }, values }) => {
    const all = [...values.values()];
    return (
      shape.integers > 0.98 &&
      all.length >= recordsMin &&
      all.every((year) => year >= 1850 && year <= 2040) &&
      new Set(all).size >= recordsMin &&
      Math.max(...all) - Math.min(...all) >= 25
    );
  });
  if (years.length === 1) for (const { subject } of years) findings.prove(subject, 'year_built');
}

/** A date that ends an offer lies farther behind the last creation than any change. In minutes, with months of 31 days. */
const behindMax = 75 * 24 * 60;

/** Of two columns of dates alone, the later one is that of a change where the time between them differs and it ends with the file. */
function proveChange(subjects: readonly Subject[], findings: Findings, records: number): void {
  const dates = subjects.filter(({ shape }) => shape.dates > 0.9);
  const [one, other] = dates;
  if (one === undefined || other === undefined || dates.length !== 2 || !dates.every(saysNothing)) return;
  for (const [created, changed] of [
    [one, other],
    [other, one],
  ] as const) {
    const times = [...changed.field.values].flatMap(([record, [text = '']]) => {
      const [first, last] = [timeOf(created.field.values.get(record)?.[0] ?? ''), timeOf(text)];
      return first === null || last === null ? [] : [{ first, last }];
    });
    if (times.length < Math.max(recordsMin, records * 0.95)) continue;
    const differences = new Set(times.map(({ first, last }) => last - first));
    const end = Math.max(...times.map(({ last }) => last)) - Math.max(...times.map(({ first }) => first));
    const isLater = times.every(({ first, last }) => last >= first);
    if (isLater && differences.size >= times.length * 0.3 && end >= 0 && end <= behindMax)
      findings.prove(changed, 'updated');
  }
}

/** The longest prose of a file, in sentences that differ between records. */
function proveDescription(subjects: readonly Subject[], findings: Findings, records: number): void {
  const prose = subjects.filter(
    ({ shape }) =>
      shape.words > 0.95 && shape.links < 0.05 && shape.length >= 60 && shape.filled >= records * 0.5,
  );
  const [first, second] = prose.sort((a, b) => b.shape.length - a.shape.length);
  if (first === undefined || !saysNothing(first)) return;
  const texts = [...first.field.distinct.keys()];
  const sentences = texts.filter((text) => /\p{Ll}[.!?]\s+\p{Lu}/u.test(text));
  const isOwn = first.field.most === 1 && texts.length >= Math.min(5, first.shape.filled);
  if (
    isOwn &&
    sentences.length >= texts.length * 0.7 &&
    (second === undefined || second.shape.length < first.shape.length * 0.8)
  )
    findings.prove(first, 'description');
}

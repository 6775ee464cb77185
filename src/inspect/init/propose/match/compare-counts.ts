import type { Concept } from '../../words/concepts.js';
import { fitOf } from './fit-shapes.js';
import type { Figures, Findings, Subject } from './relation-findings.js';

const comparedMin = 5;

/** Pairs of counts of which the first is never larger. */
const ordered: readonly (readonly [Concept, Concept])[] = [
  ['bedrooms', 'rooms'],
  ['floor', 'total_floors'],
];

/**
 * Where more than a fifth of the records have more bedrooms than rooms, or a floor above the top one, one of both columns is something
 * else, and which one is unknown. Of two columns whose names may mean either, figures decide.
 */
export function compareCounts(figures: readonly Figures[], findings: Findings): void {
  for (const [less, more] of ordered) {
    const named = (concept: Concept): Figures[] =>
      figures.filter(({ subject }) => subject.strong.includes(concept) && areCounts(subject, concept));
    const either = named(less).filter((one) => named(more).includes(one));
    const [one, other] = either;
    if (one !== undefined && other !== undefined && either.length === 2) {
      orderCounts([one, other], [less, more], findings);
      continue;
    }
    const [small, large] = [named(less)[0], named(more)[0]];
    if (small === undefined || large === undefined || small === large) continue;
    const above = shareAbove(small, large);
    if (above === null || above <= 0.2) continue;
    findings.ruleOut(small.subject, [less]);
    findings.ruleOut(large.subject, [more]);
  }
}

/** Whether the values can be what a name says: `Br.` may be the number of bedrooms or that of the ad. */
function areCounts({ field, shape }: Subject, concept: Concept): boolean {
  return fitOf(concept, field, shape, shape.filled).fit > 0.5;
}

/** The share of the records in which the first figure is above the second; null: too few have both. */
function shareAbove(first: Figures, second: Figures): number | null {
  const pairs = [...first.values].flatMap(([record, figure]) => {
    const other = second.values.get(record);
    return other === undefined ? [] : [figure > other];
  });
  return pairs.length < comparedMin ? null : pairs.filter(Boolean).length / pairs.length;
}

/** Where one column is never above the other, and below it in some records, it is the lesser count. */
function orderCounts(
  [one, other]: readonly [Figures, Figures],
  [less, more]: readonly [Concept, Concept],
  findings: Findings,
): void {
  for (const [small, large] of [
    [one, other],
    [other, one],
  ] as const) {
    if (shareAbove(small, large) !== 0 || (shareAbove(large, small) ?? 0) === 0) continue;
    findings.ruleOut(small.subject, [more]);
    findings.ruleOut(large.subject, [less]);
  }
}

import { grossOrNet } from '../../words/gross-areas.js';
import { wordsOf } from '../../words/concepts.js';
import { ownName } from './own-name.js';
import type { Figures, Findings } from './relation-findings.js';

const comparedMin = 5;
const agreeing = 0.9;
/** Walls and shared parts are hardly more than the home itself. */
const netShareMin = 0.4;

/** Where a feed has the gross and the net area of its homes, by names and by figures, the net one is the area. */
export function compareGrossAreas(figures: readonly Figures[], findings: Findings): void {
  const named = (which: 'gross' | 'net'): Figures[] =>
    figures.filter(
      ({ subject: { field, strong } }) =>
        !strong.includes('price') &&
        !strong.includes('rent') &&
        grossOrNet(wordsOf(ownName(field.path))) === which,
    );
  const nets = named('net');
  for (const gross of named('gross')) {
    const net = nets.find((one) => one !== gross && isPart(one, gross));
    if (net === undefined) continue;
    findings.ruleOut(gross.subject, ['area']);
    if (!net.subject.isDecoy) findings.prove(net.subject, 'area');
  }
}

/** Whether one figure is the other one less a share of it, in nearly all records. */
function isPart(net: Figures, gross: Figures): boolean {
  const shares = [...net.values].flatMap(([record, figure]) => {
    const whole = gross.values.get(record);
    return whole === undefined ? [] : [figure / whole];
  });
  const fitting = shares.filter((share) => share >= netShareMin && share <= 1);
  return shares.length >= comparedMin && fitting.length >= shares.length * agreeing;
}

import { Oracle } from './oracle.js';
import { quarter, type QuarterOptions } from './quarter.js';
import { largeFrom } from './tally.js';

/** What can be told of the new listings of one market. */
interface Frontier {
  /** Odds of each new listing that is right, the highest first. */
  right: readonly number[];
  /** Odds of each large error on a new listing. */
  wrong: readonly number[];
}

/** The oracle's odds of all new listings of some quarters. Those of the first file are right, and count as right values. */
function frontierOf(quarters: readonly QuarterOptions[]): Frontier {
  const right: number[] = [];
  const wrong: number[] = [];
  for (const options of quarters) {
    const oracle = new Oracle(options.seed);
    const seen = new Set<string>();
    for (const { agency, changed } of quarter(options))
      for (const one of changed) {
        const key = `${agency.name} ${one.home.id}`;
        const isNew = !seen.has(key);
        seen.add(key);
        if (isNew && one.error === null) right.push(oracle.oddsOfError(one, agency));
        if (isNew && one.error !== null && one.error.factor >= largeFrom)
          wrong.push(oracle.oddsOfError(one, agency));
      }
  }
  return { right: right.sort((a, b) => b - a), wrong };
}

/** Large errors that go live where at most so many right values are held. */
function missedAt({ right, wrong }: Frontier, held: number): number {
  const threshold = right[held] ?? -Infinity;
  return wrong.filter((odds) => odds <= threshold).length;
}

/** The best that a rule reaches which looks at each new listing by itself. */
export function describeFrontier(quarters: readonly QuarterOptions[]): string {
  const frontier = frontierOf(quarters);
  const rows = shares.map((share) => {
    const held = Math.floor(share * frontier.right.length);
    return `| ${(100 * share).toFixed(2)} % (${held}) | ${missedAt(frontier, held)} of ${frontier.wrong.length} |`;
  });
  return [
    `What an oracle reaches on new listings that knows how the market is made: its likelihood ratio weighs all planted slips against a right listing, by the sizes of price, area and rooms, the place, the agency's currency and the texts. Of ${frontier.right.length} right new listings, those of the first files among them:`,
    '',
    '| right ones held | large errors that go live |',
    '| --- | ---: |',
    ...rows,
  ].join('\n');
}

const shares = [0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01];

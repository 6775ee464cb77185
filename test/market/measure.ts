import { describeFrontier } from './frontier.js';
import { measureGuardCost } from './guard-cost.js';
import { errorKinds, type ErrorKind } from './market.js';
import type { MarketResult } from './tally.js';
import { watchMarket } from './watch.js';

/** The largest share of right values that may wait for an answer. */
const heldMax = 0.002;
const agencies = 100;
/** Sizes of agencies, by their largest number of listings. */
const sizes: readonly (readonly [from: number, to: number])[] = [
  [0, 50],
  [50, 200],
  [200, 500],
  [500, Infinity],
];

/** Measures the content guard on generated quarters, and says what it caught, what it missed, and what it asked for nothing. */
export async function measureMarket(seeds: readonly number[]): Promise<{ ok: boolean; text: string }> {
  const quarters = seeds.map((seed) => ({ agencies, listings: 20_000, days: 90, seed }));
  const results = quarters.map(watchMarket);
  const text = [
    `Seeds ${seeds.join(', ')}: in each ${agencies} agencies, about 20000 listings, 90 days, four polls a day. “Large”: a factor of 8 or more.`,
    '',
    caught(results),
    '',
    bySeed(results, seeds),
    '',
    'Needless questions by rule and reason, all seeds:',
    '',
    byReason(results),
    '',
    'Needless questions in the quarter, by size of the agency, all seeds:',
    '',
    bySize(results),
    '',
    notReached(results),
    '',
    describeFrontier(quarters),
    '',
    await measureGuardCost(),
  ].join('\n');
  const isOk = ({ kinds, right, rightHeld }: MarketResult): boolean =>
    errorKinds.every((kind) => kinds[kind].large.onLive.live === 0) && rightHeld / right <= heldMax;
  return { ok: results.every(isOk), text };
}

/** Goals that `ok` leaves out, because the guard does not reach them. */
function notReached(results: readonly MarketResult[]): string {
  const news = results.flatMap(({ kinds }) => errorKinds.map((kind) => kinds[kind].large.onNew));
  const [planted, live] = [sum(news.map((one) => one.planted)), sum(news.map((one) => one.live))];
  const asked = results.flatMap((result) => [...result.agencies.values()]);
  const often = asked.filter(({ needless }) => needless > 1).length;
  return [
    `Wanted and not reached: no large error goes live on a new listing (${live} of ${planted} do),`,
    `and no agency has more than one needless question in the quarter (${often} of ${asked.length} have).`,
  ].join(' ');
}

function caught(results: readonly MarketResult[]): string {
  const row = (kind: ErrorKind): (string | number)[] => {
    const all = results.map(({ kinds }) => kinds[kind]);
    const [planted, live] = [sum(all.map((one) => one.planted)), sum(all.map((one) => one.live))];
    const large = (['onLive', 'afterAnswer', 'onNew'] as const).map((on) => {
      const [of, gone] = [
        sum(all.map((one) => one.large[on].planted)),
        sum(all.map((one) => one.large[on].live)),
      ];
      return of === 0 ? '' : `${gone} of ${of}`;
    });
    return [kind, planted, planted - live, live, ...large];
  };
  return table(
    [
      'planted error',
      'planted',
      'held',
      'went live',
      'large ones live, on listings that were live',
      'after an answer',
      'on new listings',
    ],
    errorKinds.map(row),
  );
}

function bySeed(results: readonly MarketResult[], seeds: readonly number[]): string {
  return table(
    [
      'seed',
      'right values',
      `held (wanted at most ${heldMax * 100} %)`,
      'delayed with a sorted file',
      'sorted files held',
      'questions',
      'needless',
      'for each agency: mean',
      'p50',
      'p90',
      'most',
      'agencies with more than 1',
    ],
    results.map(({ right, rightHeld, rightDelayed, sheets, questions, ...result }, index) => {
      const needless = [...result.agencies.values()].map((agency) => agency.needless);
      const all = sum(needless);
      return [
        seeds[index] ?? '',
        right,
        `${rightHeld} (${((rightHeld / right) * 100).toFixed(2)} %)`,
        rightDelayed,
        `${sheets.held} of ${sheets.planted}`,
        ...[questions, all, (all / agencies).toFixed(2)],
        ...[0.5, 0.9, 1].map((share) => quantile(needless, share)),
        needless.filter((count) => count > 1).length,
      ];
    }),
  );
}

function byReason(results: readonly MarketResult[]): string {
  const counts = new Map<string, number>();
  for (const { needless } of results)
    for (const [key, count] of needless) counts.set(key, (counts.get(key) ?? 0) + count);
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return table(
    ['rule', 'the right value', 'questions'],
    rows.map(([key, count]) => [...key.split(' | '), count]),
  );
}

function bySize(results: readonly MarketResult[]): string {
  const all = results.flatMap((result) => [...result.agencies.values()]);
  return table(
    ['listings', 'agencies', 'mean', 'p50', 'p90', 'most', 'for 100 listings', 'agencies with more than 1'],
    sizes.map(([from, to]) => {
      const some = all.filter(({ size }) => size > from && size <= to);
      const needless = some.map((agency) => agency.needless);
      return [
        to === Infinity ? `over ${from}` : `${from + 1} to ${to}`,
        some.length,
        (sum(needless) / some.length).toFixed(2),
        ...[0.5, 0.9, 1].map((share) => quantile(needless, share)),
        ((100 * sum(needless)) / sum(some.map(({ size }) => size))).toFixed(2),
        needless.filter((count) => count > 1).length,
      ];
    }),
  );
}

/** The smallest value that so many of all do not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

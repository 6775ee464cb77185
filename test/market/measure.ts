import { errorKinds } from './market.js';
import { watchMarket } from './watch.js';

/** The largest share of right values that may wait for an answer. */
const heldMax = 0.002;

/** Measures the content guard on a generated quarter, and says what it caught, what it missed, and what it asked for nothing. */
export function measureMarket(seed: number): { ok: boolean; text: string } {
  const found = watchMarket({ agencies: 100, listings: 20_000, days: 90, seed });
  const { kinds, right, rightHeld, needless, questions, listings } = found;
  const perAgency = [...needless.values()].sort((a, b) => b - a);
  const all = perAgency.reduce((sum, count) => sum + count, 0);
  const missed = errorKinds.reduce((sum, kind) => sum + kinds[kind].largeLive, 0);
  const rows = errorKinds.map((kind) => {
    const { planted, live, large, largeLive } = kinds[kind];
    return `| ${kind} | ${planted} | ${planted - live} | ${live} | ${large} | ${large - largeLive} | ${largeLive} |`;
  });
  const text = [
    `Seed ${seed}: 100 agencies, ${listings} listings at the end, 90 days, four polls a day. “Large”: a factor of 8 or more, on a listing that was live.`,
    '',
    '| planted error | planted | held | went live | large | large, held | large, went live |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
    `Right values: ${right}, of which ${rightHeld} waited for an answer (${((rightHeld / right) * 100).toFixed(2)} %, wanted at most ${heldMax * 100} %). Questions: ${questions}, of which ${all} were about right values alone: ${(all / 100).toFixed(2)} for each agency in the quarter, at most ${perAgency[0] ?? 0} in one.`,
  ].join('\n');
  return { ok: missed === 0 && rightHeld / right <= heldMax, text };
}

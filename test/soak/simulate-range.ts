import { mistakes } from '../simulator/mistakes.js';
import { simulate } from '../simulator/simulation.js';

/** A worker of the soak run: `simulate-range.ts FIRST COUNT [MISTAKE]`. One line of JSON a seed; with a mistake, it ends with the first seed that finds it. */
const [first = 1, count = 0] = process.argv.slice(2, 4).map(Number);
const mistake = process.argv[4];
const plant = mistake === undefined ? undefined : mistakes[mistake];

for (let seed = first; seed < first + count; seed++) {
  const { violations, jobs, deaths, requests, items } = await simulate(seed, plant && { plant });
  process.stdout.write(`${JSON.stringify({ seed, violations, jobs, deaths, requests, items })}\n`);
  if (mistake !== undefined && violations.length > 0) break;
}

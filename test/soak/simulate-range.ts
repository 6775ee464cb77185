import { mistakes } from '../simulator/mistakes.js';
import { simulate } from '../simulator/simulation.js';
import { startPostgres } from '../support/postgres.js';

/** A worker of the soak run: `simulate-range.ts FIRST COUNT [MISTAKE] [--on-postgres]`. One line of JSON a seed; with a mistake, it ends with the first seed that finds it. */
const [first = 1, count = 0] = process.argv.slice(2, 4).map(Number);
const mistake = process.argv.slice(4).find((word) => !word.startsWith('--'));
const plant = mistake === undefined ? undefined : mistakes[mistake];
const server = process.argv.includes('--on-postgres') ? await startPostgres() : null;

for (let seed = first; seed < first + count; seed++) {
  const { violations, jobs, deaths, requests, items } = await simulate(seed, {
    ...(plant && { plant }),
    ...(server && { store: await server.newStore() }),
  });
  process.stdout.write(`${JSON.stringify({ seed, violations, jobs, deaths, requests, items })}\n`);
  if (mistake !== undefined && violations.length > 0) break;
}
await server?.stop();

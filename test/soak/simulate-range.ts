import { parseArgs } from 'node:util';
import { contentMistakes } from '../simulator/content-mistakes.js';
import { mistakes } from '../simulator/mistakes.js';
import { simulate } from '../simulator/simulation.js';
import { workerMistakes } from '../simulator/worker-mistakes.js';
import { startPostgres } from '../support/postgres.js';

/**
 * A process of the soak run: `simulate-range.ts FIRST COUNT [MISTAKE] [--on-postgres] [--workers=COUNT]`. One line of JSON a seed; with a
 * mistake, it ends with the first seed that finds it.
 */
const [first = 1, count = 0] = process.argv.slice(2, 4).map(Number);
const { values, positionals } = parseArgs({
  args: process.argv.slice(4),
  options: { 'on-postgres': { type: 'boolean' }, workers: { type: 'string' } },
  allowPositionals: true,
});
const [mistake] = positionals;
const plant = mistake === undefined ? undefined : { ...mistakes, ...workerMistakes }[mistake];
/** What something wrong goes live by is found where people write the contents. */
const contents = mistake !== undefined && Object.hasOwn(contentMistakes, mistake);
const workers = values.workers === undefined ? undefined : Number(values.workers);
const server = values['on-postgres'] === true || workers !== undefined ? await startPostgres() : null;

for (let seed = first; seed < first + count; seed++) {
  const { violations, jobs, deaths, requests, items } = await simulate(seed, {
    ...(plant && { plant }),
    contents,
    ...(server && { store: await server.newStore() }),
    ...(workers !== undefined && { workers }),
  });
  process.stdout.write(`${JSON.stringify({ seed, violations, jobs, deaths, requests, items })}\n`);
  if (mistake !== undefined && violations.length > 0) break;
}
await server?.stop();

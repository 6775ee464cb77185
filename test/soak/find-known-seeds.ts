import { known } from '../simulator/known-seeds.js';
import { mistakes } from '../simulator/mistakes.js';
import { simulate } from '../simulator/simulation.js';

/** `find-known-seeds.ts [WORD]`: for each mistake whose name has the word, the first seed that breaks its promise and none without it. */
const [word = ''] = process.argv.slice(2);
const seedsMax = 400;

for (const [name, { within, breaks }] of Object.entries(known)) {
  const plant = mistakes[name];
  if (!name.includes(word) || plant === undefined) continue;
  let found = 'none';
  for (let seed = 1; seed <= seedsMax && found === 'none'; seed++) {
    const [violation = ''] = (await simulate(seed, { ...within, plant })).violations;
    if (!breaks.test(violation)) continue;
    if ((await simulate(seed, within)).violations.length === 0) found = String(seed);
  }
  process.stdout.write(`${name}: seed ${found}\n`);
}

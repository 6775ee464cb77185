import { simulate } from './simulator/simulation.js';
import { appendFileSync } from 'node:fs';
for (let seed = Number(process.argv[2]); seed <= Number(process.argv[3]); seed++) {
  const t=process.cpuUsage();
  const { violations, judged } = await simulate(seed, { hours: 6, quietHours: 26, spells: true });
  const u=process.cpuUsage(t);
  appendFileSync('/tmp/cover.jsonl', JSON.stringify({ seed, cpu:(u.user+u.system)/1000, v: violations.length, j: Object.fromEntries(judged) })+'\n');
}

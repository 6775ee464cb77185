import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeAds } from './ads.js';
import { useAsAgency } from './drive/agency.js';
import { openTree } from './drive/tree.js';
import { realFiles } from './real.js';
import { score, type Score } from './judge/score.js';
import { layouts } from './layouts/index.js';
import { lineOf, meansOf } from './print.js';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: '.' },
    layout: { type: 'string', multiple: true },
    group: { type: 'string' },
    json: { type: 'string' },
    ads: { type: 'string', default: '120' },
    real: { type: 'boolean', default: false },
    samples: { type: 'boolean', default: false },
  },
});

const tree = await openTree(values.tree);
if (values.real) {
  for await (const line of realFiles(tree)) process.stdout.write(`${line}\n`);
  process.exit(0);
}
const ads = makeAds(Number(values.ads));
const chosen = layouts.filter(
  ({ name, group }) =>
    (values.layout ?? [name]).some((one) => name.includes(one)) && (values.group ?? group) === group,
);
const scores: Score[] = [];
for (const layout of chosen) {
  const listed = layout.choose(ads);
  const result = score(layout, listed, await useAsAgency(tree, layout, listed));
  scores.push(result);
  // After each, so that a run that is stopped leaves what it found.
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(scores, null, 1));
  process.stdout.write(`${lineOf(result)}\n`);
  if (values.samples)
    for (const sample of [...result.samples, ...result.reasons.slice(0, 4), ...result.unanswered.slice(0, 4)])
      process.stdout.write(`    ${sample}\n`);
}
process.stdout.write(`\n${meansOf(scores)}\n`);
process.exit(0);

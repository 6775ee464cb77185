import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeAds } from './ads.js';
import { useAsAgency } from './drive/agency.js';
import { openTree } from './drive/tree.js';
import { realFiles } from './real/files.js';
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
const ads = makeAds(Number(values.ads));
const chosen = layouts.filter(
  ({ name, group }) =>
    (values.layout ?? [name]).some((one) => name.includes(one)) && (values.group ?? group) === group,
);
const scores: Score[] = [];
if (values.real) {
  for await (const result of realFiles(tree, values.layout ?? []))
    if (result.score === null) process.stdout.write(`${result.line}\n`);
    else await report(result.score);
} else {
  for (const layout of chosen) {
    const listed = layout.choose(ads);
    await report(score(layout, listed, await useAsAgency(tree, layout, listed)));
  }
}
process.stdout.write(`\n${meansOf(scores)}\n`);
process.exit(0);

async function report(result: Score): Promise<void> {
  scores.push(result);
  // After each, so that a run that is stopped leaves what it found.
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(scores, null, 1));
  process.stdout.write(`${lineOf(result)}\n`);
  if (values.samples)
    for (const sample of [...result.samples, ...result.reasons.slice(0, 4), ...result.unanswered.slice(0, 4)])
      process.stdout.write(`    ${sample}\n`);
}

import { readFile } from 'node:fs/promises';
import type { Score } from './judge/score.js';
import { meansOfGroup } from './print.js';

/** Prints a row of the record for each group, of results that `npm run corpus -- --json FILE` wrote. Later files replace layouts of earlier ones. */
const texts = await Promise.all(process.argv.slice(2).map((file) => readFile(file, 'utf8')));
const byName = new Map(
  texts.flatMap((text) => (JSON.parse(text) as Score[]).map((score) => [score.name, score] as const)),
);
const scores = [...byName.values()];

for (const group of new Set(scores.map((score) => score.group))) {
  const means = meansOfGroup(
    group,
    scores.filter((score) => score.group === group),
  );
  const cells = [
    ...[
      means.name,
      means.layouts,
      percent(means.accepted),
      percent(means.lowest),
      means.waiting.join(' of '),
    ],
    ...[`${(100 * means.wrong).toFixed(2)} %`, percent(means.missing), means.facts.toFixed(2)],
    ...[means.questions.toFixed(2), means.mostQuestions, percent(means.needless), means.unasked],
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

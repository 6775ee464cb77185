import { readFile } from 'node:fs/promises';
import type { Score } from './judge/score.js';

/** Prints what is still wrong, missing or unpublished in results that `npm run corpus -- --json FILE` wrote, most listings first. */
const [file = ''] = process.argv.slice(2);
const scores = JSON.parse(await readFile(file, 'utf8')) as Score[];

interface Fault {
  listings: number;
  layout: string;
  what: string;
}

const faults = scores.flatMap((score): Fault[] => {
  const sampleOf = (start: string): string => score.samples.find((sample) => sample.startsWith(start)) ?? '';
  const counted = (kind: 'wrong' | 'missing', counts: Readonly<Record<string, number>>): Fault[] =>
    Object.entries(counts).map(([field, listings]) => ({
      ...{ listings, layout: score.name },
      what: sampleOf(`${kind} ${field}:`) || `${kind} ${field}`,
    }));
  const unpublished = score.expected - score.accepted;
  const words =
    score.unanswered.length === 0
      ? ''
      : `; words without one meaning: ${score.unanswered.slice(0, 3).join(' | ')}`;
  return [
    ...(unpublished > 0
      ? [
          {
            listings: unpublished,
            layout: score.name,
            what: `not published: ${score.failure ?? score.reasons.slice(0, 3).join(', ')}${words}`,
          },
        ]
      : []),
    ...(score.waits === null || score.waits === 'rightly'
      ? []
      : [{ listings: 100, layout: score.name, what: `must wait for its currency: ${score.waits}` }]),
    ...score.needless.map((name) => ({ listings: 0, layout: score.name, what: `needless question ${name}` })),
    ...score.unasked.map((field) => ({
      listings: score.expected,
      layout: score.name,
      what: `not asked: ${field}`,
    })),
    ...counted('wrong', score.wrongByField),
    ...counted('missing', score.missingByField),
  ];
});

for (const { listings, layout, what } of faults.sort((a, b) => b.listings - a.listings))
  process.stdout.write(
    `${String(listings).padStart(4)}  ${layout.padEnd(32)} ${what.replaceAll(/\s+/g, ' ').slice(0, 200)}\n`,
  );

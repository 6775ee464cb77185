import type { Score } from './judge/score.js';

/** One line of the report: what was accepted, wrong, missing and asked. */
export function lineOf(score: Score): string {
  const { name, expected, accepted, wrong, missing, said } = score;
  const parts = [
    name.padEnd(34),
    score.waits === null
      ? percent(accepted, expected)
      : { rightly: ' waits', 'without the reason': 'waits?', published: ' SENT!' }[score.waits],
    `wrong ${percent(wrong, Math.max(accepted, wrong))}`,
    `missing ${percent(missing, said)}`,
    `questions ${score.questions.length}`,
    ...(score.needless.length > 0 ? [`needless ${score.needless.join(' ')}`] : []),
    ...(score.unasked.length > 0 ? [`not asked ${score.unasked.join(' ')}`] : []),
    ...(wrong > 0 ? [`wrong: ${fieldsOf(score.wrongByField)}`] : []),
    ...(missing > 0 ? [`missing: ${fieldsOf(score.missingByField)}`] : []),
    ...(score.confirmed > 0 ? [`${score.confirmed} right values confirmed`] : []),
    ...(score.unanswered.length > 0 ? [`${score.unanswered.length} words without one meaning`] : []),
    ...(score.failure === null ? [] : [score.failure.replaceAll(/\s+/g, ' ').slice(0, 160)]),
  ];
  return parts.join('  ');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '    - ' : `${((100 * part) / whole).toFixed(1).padStart(5)}%`;
}

function fieldsOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([field, count]) => `${field} ${count}`)
    .join(', ');
}

/** The means of each group, and of all. */
export function meansOf(scores: readonly Score[]): string {
  const groups = [...new Set(scores.map(({ group }) => group)), 'all'];
  return groups
    .map((group) =>
      meanLine(
        group,
        scores.filter((one) => group === 'all' || one.group === group),
      ),
    )
    .join('\n');
}

function meanLine(group: string, scores: readonly Score[]): string {
  const publishing = scores.filter(({ waits }) => waits === null);
  const waiting = scores.filter(({ waits }) => waits !== null);
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const accepted = publishing.reduce((total, one) => total + one.accepted / Math.max(1, one.expected), 0);
  const questions = sum((one) => one.questions.length);
  return [
    `${group.padEnd(8)} ${scores.length} layouts`,
    `accepted ${percent(accepted, publishing.length)} in the mean, under 90 %: ${publishing.filter((one) => one.accepted < one.expected * 0.9).length}`,
    `nothing: ${publishing.filter((one) => one.accepted === 0).length}`,
    `waiting rightly ${waiting.filter((one) => one.waits === 'rightly').length} of ${waiting.length}`,
    `listings with a wrong value ${percent(
      sum((one) => one.wrong),
      sum((one) => one.accepted),
    )}`,
    `missing values ${percent(
      sum((one) => one.missing),
      sum((one) => one.said),
    )}`,
    `questions ${(questions / Math.max(1, scores.length)).toFixed(2)}, at most ${Math.max(0, ...scores.map((one) => one.questions.length))}`,
    `needless ${percent(
      sum((one) => one.needless.length),
      questions,
    )}`,
    `undecidable not asked ${sum((one) => one.unasked.length)}`,
  ].join('; ');
}

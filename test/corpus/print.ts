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
    `facts ${score.facts.length}`,
    `questions ${score.questions.length}`,
    ...(score.needless.length > 0 ? [`needless ${score.needless.join(' ')}`] : []),
    ...(score.parked[1] > 0 ? [`parked ${score.parked.join(' of ')}`] : []),
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

/** What a group of layouts comes to. Shares are from 0 to 1. */
export interface Means {
  name: string;
  layouts: number;
  accepted: number;
  /** Share of the layout that fares worst, among those whose listings may be published. */
  lowest: number;
  nothing: number;
  waiting: readonly [rightly: number, all: number];
  /** Listings that wait until the partner has answered. */
  parked: readonly [rightly: number, all: number];
  wrong: number;
  missing: number;
  facts: number;
  questions: number;
  mostQuestions: number;
  /** Share of the questions about the file that are about decidable fields. */
  needless: number;
  unasked: number;
}

/** The means of each group, and of all, each with the thresholds that it misses. */
export function meansOf(scores: readonly Score[]): string {
  const groups = [...new Set(scores.map(({ group }) => group)), 'all'];
  return groups
    .map((name) =>
      meansOfGroup(
        name,
        scores.filter(({ group }) => name === 'all' || group === name),
      ),
    )
    .map((means) => `${meanLine(means)}\n${thresholdLine(means)}`)
    .join('\n');
}

export function meansOfGroup(name: string, scores: readonly Score[]): Means {
  const publishing = scores.filter(({ waits, expected }) => waits === null && expected > 0);
  const waiting = scores.filter(({ waits }) => waits !== null);
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const shares = publishing.map(({ accepted, expected }) => accepted / Math.max(1, expected));
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const questions = sum((one) => one.questions.length);
  return {
    ...{ name, layouts: scores.length },
    accepted: share(
      shares.reduce((total, one) => total + one, 0),
      shares.length,
    ),
    lowest: Math.min(1, ...shares),
    nothing: shares.filter((one) => one === 0).length,
    waiting: [waiting.filter((one) => one.waits === 'rightly').length, waiting.length],
    parked: [sum((one) => one.parked[0]), sum((one) => one.parked[1])],
    wrong: share(
      sum((one) => one.wrong),
      sum((one) => one.accepted),
    ),
    missing: share(
      sum((one) => one.missing),
      sum((one) => one.said),
    ),
    facts: share(
      sum((one) => one.facts.length),
      scores.length,
    ),
    ...{ questions: share(questions, scores.length) },
    mostQuestions: Math.max(0, ...scores.map((one) => one.questions.length)),
    needless: share(
      sum((one) => one.needless.length),
      questions,
    ),
    unasked: sum((one) => one.unasked.length),
  };
}

function meanLine(means: Means): string {
  const shown = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return [
    `${means.name.padEnd(8)} ${means.layouts} layouts`,
    `accepted ${shown(means.accepted)} in the mean, ${shown(means.lowest)} at least`,
    `nothing of ${means.nothing}`,
    `waiting rightly ${means.waiting.join(' of ')}`,
    `parked rightly ${means.parked.join(' of ')}`,
    `listings with a wrong value ${(100 * means.wrong).toFixed(2)} %`,
    `missing values ${shown(means.missing)}`,
    `facts of the agency ${means.facts.toFixed(2)}`,
    `questions about the file ${means.questions.toFixed(2)}, at most ${means.mostQuestions}`,
    `about decidable fields ${shown(means.needless)} of them`,
    `undecidable not asked ${means.unasked}`,
  ].join('; ');
}

/** What is wanted of the corpus. */
const thresholds: readonly (readonly [words: string, isMet: (means: Means) => boolean])[] = [
  ['accepted ≥ 95 % in the mean', ({ accepted }) => accepted >= 0.95],
  ['≥ 90 % of each layout', ({ lowest }) => lowest >= 0.9],
  ['other currencies wait with the reason', ({ waiting: [rightly, all] }) => rightly === all],
  ['what the partner is asked waits', ({ parked: [rightly, all] }) => rightly === all],
  ['wrong ≤ 0.2 % of listings', ({ wrong }) => wrong <= 0.002],
  ['missing ≤ 2 % of values', ({ missing }) => missing <= 0.02],
  ['at most 6 questions', ({ mostQuestions }) => mostQuestions <= 6],
  ['fewer than 3 questions in the mean', ({ questions }) => questions < 3],
  ['≤ 5 % of questions about decidable fields', ({ needless }) => needless <= 0.05],
  ['every undecidable field asked', ({ unasked }) => unasked === 0],
];

function thresholdLine(means: Means): string {
  const missed = thresholds.filter(([, isMet]) => !isMet(means)).map(([words]) => words);
  const all = `${thresholds.length - missed.length} of ${thresholds.length} thresholds met`;
  return `         ${all}${missed.length === 0 ? '' : `; missed: ${missed.join(', ')}`}`;
}

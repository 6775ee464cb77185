import type { Schemas } from '../../api/client.js';

type Run = Schemas['DescribedRun'];

/** A line of the list of runs, newest first: one run, or several unchanged ones in a row. */
export interface RunLine {
  /** The run, or the latest of the unchanged ones. */
  run: Run;
  /** The earliest of the unchanged ones; null for one run. */
  first: Run | null;
  count: number;
}

/** Folds unchanged runs of one kind that follow each other, but those of lines that were opened. @param opened ids of their latest runs */
export function foldedRuns(runs: readonly Run[], opened: ReadonlySet<number>): RunLine[] {
  const lines: RunLine[] = [];
  let isOpen = false;
  for (const run of runs) {
    const before = lines.at(-1);
    const isSame =
      before !== undefined &&
      run.state === 'unchanged' &&
      before.run.state === 'unchanged' &&
      before.run.kind === run.kind;
    if (!isSame) isOpen = opened.has(run.id);
    if (isSame && !isOpen) Object.assign(before, { first: run, count: before.count + 1 });
    else lines.push({ run, first: null, count: 1 });
  }
  return lines;
}

import { readFileSync } from 'node:fs';
import { testFiles } from '../support/test-files.js';

/** Test files that repeat themselves more often in `npm run soak`: those that import `support/repetitions`. */
export function filesThatRepeat(): string[] {
  return testFiles().filter((file) => readFileSync(file, 'utf8').includes("/support/repetitions.js'"));
}

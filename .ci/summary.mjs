// Prints the closing line from vitest's JSON report. A check before the tests that failed counts as one failure.
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
let counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
try {
  counts = JSON.parse(readFileSync(file, 'utf8'));
} catch {
  // Lint, types or import rules failed before any test ran.
}
const failed = counts.numFailedTests === 0 && status !== '0' ? 1 : counts.numFailedTests;
const skipped = counts.numPendingTests > 0 ? `, ${counts.numPendingTests} skipped` : '';
console.log(`${counts.numPassedTests} passed, ${failed} failed${skipped}`);

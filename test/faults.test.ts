import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedDir } from './shared-dir.js';

/** The last one of the list. */
const last = 122;
const notTestedMax = 8;
/** Those for which there is no excuse. */
const mustBeTested = [...range(30, 70), ...range(79, 88), 99];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** `3`, `3, 4`, `3 and 5`, `3–5` and `3 to 5`. */
function numbersOf(list: string): number[] {
  return list.split(/,\s*|\s+and\s+/).flatMap((part) => {
    const [from = '', to = from] = part.split(/\s*[-–]\s*|\s+to\s+/);
    return range(Number(from.replace(/faults? /, '')), Number(to.replace(/faults? /, '')));
  });
}

/** Numbers that names of tests carry: `fault 3: …`, `faults 3, 4: …`, `fault 3, fault 4: …`, `fault 3–5: …`. */
function numbersNamed(text: string): number[] {
  const list = /['"`]faults? (\d+(?:(?:, | and |-|–| to )(?:fault )?\d+)*):/g;
  return [...text.matchAll(list)].flatMap((match) => numbersOf(match[1] ?? ''));
}

/** Numbers that open a line of the list, or follow `;` within one. */
function numbersListed(text: string): number[] {
  return text.split('\n').flatMap((line) => {
    if (!/^\d/.test(line)) return [];
    return [...line.matchAll(/(?:^|[;,] )(\d+) (?=\S)/g)].map((match) => Number(match[1]));
  });
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function notTested(): number[] {
  const table = readFileSync(join(import.meta.dirname, 'faults-not-tested.md'), 'utf8');
  return [...table.matchAll(/^\|\s*(\d+)\s*\|[^|]*\|\s*\S[^|]*\|$/gm)].map((match) => Number(match[1]));
}

describe('the list of faults', () => {
  const tested = new Set(
    testFiles(import.meta.dirname).flatMap((file) => numbersNamed(readFileSync(file, 'utf8'))),
  );

  it('has a test for each number, or a reason', () => {
    const excused = notTested();
    expect(range(1, last).filter((number) => !tested.has(number) && !excused.includes(number))).toEqual([]);
  });

  it('has few without a test, none of those that may empty an agency, and no excuse for what is tested', () => {
    const excused = notTested();
    expect(excused.length).toBeLessThanOrEqual(notTestedMax);
    expect(excused.filter((number) => mustBeTested.includes(number))).toEqual([]);
    expect(excused.filter((number) => tested.has(number))).toEqual([]);
  });

  it.skipIf(!hasShared)('is numbered as the tests believe', () => {
    const listed = numbersListed(readFileSync(join(sharedDir, 'FAULTS.md'), 'utf8'));
    expect([...new Set(listed)].sort((a, b) => a - b).filter((number) => number <= last)).toEqual(
      range(1, last),
    );
  });

  it('is read in each way of writing a name', () => {
    const quote = "'";
    expect(numbersNamed(`it(${quote}fault 7, 9: x${quote}); it("faults 3–5 and 8: y")`)).toEqual([
      7, 9, 3, 4, 5, 8,
    ]);
    expect(numbersNamed(`${quote}fault 2, fault 3: z${quote} fault 4: ${quote}default 5: q${quote}`)).toEqual(
      [2, 3],
    );
  });
});

import { describe, expect, it } from 'vitest';
import { testFiles } from '../support/test-files.js';
import {
  limits,
  measuredVariable,
  problemsOf,
  readRecord,
  withFiles,
  type TimesRecord,
} from '../times/times.js';

const file = (name: string, seconds: number): TimesRecord['files'][number] => ({
  project: 'parts',
  file: name,
  tests: 1,
  seconds,
});

const recorded: TimesRecord = {
  ...{ recordedOn: '2026-01-01', node: '22.0.0', processors: 2 },
  ...{ checksSeconds: 50, unitSeconds: limits.total - 50, totalSeconds: limits.total },
  files: [file('test/a.test.ts', limits.file), file('test/b.test.ts', 1)],
};

describe('the recorded times of the tests', () => {
  // Not of the former record while a newer one is made, which says the same of itself.
  it.skipIf(process.env[measuredVariable] !== undefined)(
    'stay within their limits, and no test file is missing',
    () => {
      expect(problemsOf(readRecord(), testFiles())).toEqual([]);
    },
  );

  it('are refused when they are too long, or not those of the files at hand', () => {
    const onDisk = ['test/a.test.ts', 'test/b.test.ts'];
    expect(problemsOf(recorded, onDisk)).toEqual([]);
    expect(problemsOf({ ...recorded, totalSeconds: 0 }, onDisk)).toEqual([
      expect.stringContaining('never recorded as a whole'),
    ]);
    expect(problemsOf({ ...recorded, totalSeconds: limits.total + 0.5 }, onDisk)).toEqual([
      expect.stringContaining(`npm test took ${limits.total + 0.5} s`),
    ]);
    expect(problemsOf({ ...recorded, files: [file('test/a.test.ts', limits.file + 0.5)] }, onDisk)).toEqual([
      expect.stringContaining(`test/a.test.ts (parts) took ${limits.file + 0.5} s`),
      expect.stringContaining('test/b.test.ts is not recorded'),
    ]);
    expect(problemsOf(recorded, ['test/a.test.ts'])).toEqual(['test/b.test.ts is gone.']);
  });

  it('of files that ran alone replace their former ones', () => {
    const newer = withFiles(recorded, [file('test/b.test.ts', limits.file + 10)]);
    expect(newer.files).toEqual([
      file('test/b.test.ts', limits.file + 10),
      file('test/a.test.ts', limits.file),
    ]);
    expect(newer.totalSeconds).toBe(limits.total + (limits.file + 9) / 2);
  });
});

import { describe, expect, it } from 'vitest';
import { testFiles } from '../support/test-files.js';
import { measuredVariable, problemsOf, readRecord, withFiles, type TimesRecord } from '../times/times.js';

const file = (name: string, seconds: number): TimesRecord['files'][number] => ({
  project: 'parts',
  file: name,
  tests: 1,
  seconds,
});

const recorded: TimesRecord = {
  ...{ recordedOn: '2026-01-01', node: '22.0.0', processors: 2 },
  ...{ checksSeconds: 50, unitSeconds: 300, totalSeconds: 350 },
  files: [file('test/a.test.ts', 30), file('test/b.test.ts', 1)],
};

describe('the recorded times of the tests', () => {
  // Not of the former record while a newer one is made, which says the same of itself.
  it.skipIf(process.env[measuredVariable] !== undefined)(
    'stay within six minutes in all and half a minute a file, and no test file is missing',
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
    expect(problemsOf({ ...recorded, totalSeconds: 360.1 }, onDisk)).toEqual([
      expect.stringContaining('npm test took 360.1 s'),
    ]);
    expect(problemsOf({ ...recorded, files: [file('test/a.test.ts', 30.1)] }, onDisk)).toEqual([
      expect.stringContaining('test/a.test.ts (parts) took 30.1 s'),
      expect.stringContaining('test/b.test.ts is not recorded'),
    ]);
    expect(problemsOf(recorded, ['test/a.test.ts'])).toEqual(['test/b.test.ts is gone.']);
  });

  it('of files that ran alone replace their former ones', () => {
    const newer = withFiles(recorded, [file('test/b.test.ts', 31)]);
    expect(newer.files).toEqual([file('test/b.test.ts', 31), file('test/a.test.ts', 30)]);
    expect(newer.totalSeconds).toBe(365);
  });
});

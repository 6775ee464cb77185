import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFiles } from '../support/test-files.js';
import {
  measuredVariable,
  problemsOf,
  readRecord,
  recordFile,
  withFiles,
  type Measured,
  type TimesRecord,
} from './times.js';

/**
 * `npm run test:times [-- FILE...]`: runs what `npm test` runs and records how long it takes, in all and by file. With files, these run
 * alone: their times are replaced, and the total changes by their share.
 */
const files = process.argv.slice(2);
const unit = ['--no-install', 'vitest', 'run', '--config', '.config/vitest.config.ts', ...files];
const record = files.length === 0 ? recordAll() : recordFiles();
// A line for each file: Prettier keeps what stands on one line.
const lines = record.files.map((file) => JSON.stringify(file)).join(',\n');
writeFileSync(
  recordFile,
  JSON.stringify({ ...record, files: [] }, null, 2).replace('"files": []', `"files": [\n${lines}\n]`),
);
// As every file of the repository.
run('npx', ['--no-install', 'prettier', '--log-level', 'warn', '--write', recordFile]);
print(record);

function recordAll(): TimesRecord {
  const checks = run('npm', ['run', '--silent', 'checks']);
  const measured = measure();
  // Without what is prepared once after each `npm ci`.
  const unitSeconds = measured.seconds;
  return {
    recordedOn: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    processors: availableParallelism(),
    checksSeconds: checks,
    unitSeconds,
    totalSeconds: Math.round((checks + unitSeconds) * 10) / 10,
    files: measured.files,
  };
}

function recordFiles(): TimesRecord {
  return withFiles(readRecord(), measure().files);
}

/** @throws where a test fails: what a failing run takes is not recorded */
function measure(): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'feedsync-times-'));
  const path = join(folder, 'measured.json');
  try {
    run('node', ['.config/prepare.js', '--tests']);
    run('npx', unit, { [measuredVariable]: path });
    if (!existsSync(path)) throw new Error('nothing was measured');
    return JSON.parse(readFileSync(path, 'utf8')) as Measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns seconds that it took */
function run(command: string, argv: readonly string[], env: Record<string, string> = {}): number {
  const before = performance.now();
  const { status } = spawnSync(command, argv, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} ended with ${String(status)}`);
  return secondsSince(before);
}

function secondsSince(before: number): number {
  return Math.round((performance.now() - before) / 100) / 10;
}

function print({ totalSeconds, checksSeconds, unitSeconds, files: all, processors }: TimesRecord): void {
  const slowest = all
    .slice(0, 10)
    .map(
      ({ file, project, seconds, tests }) =>
        `${seconds.toFixed(1).padStart(7)}  ${file} (${project}, ${tests} tests)`,
    );
  const total = `npm test: ${totalSeconds} s on ${processors} processors (checks ${checksSeconds} s, tests ${unitSeconds} s)`;
  process.stdout.write(`${[total, 'The ten slowest files, in seconds:', ...slowest].join('\n')}\n`);
  for (const problem of problemsOf(record, testFiles())) {
    process.stdout.write(`${problem}\n`);
    process.exitCode = 1;
  }
}

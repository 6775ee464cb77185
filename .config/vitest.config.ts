import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { measuredVariable, readRecord } from '../test/times/times.js';

// Set by continuous integration, which counts the tests from it.
const report = process.env.FEEDSYNC_TEST_REPORT;

const shared = {
  dir: 'test',
  pool: 'forks' as const,
  // Most code of a test runs a few times only: compile it before that, and collect what it leaves less often.
  execArgv: ['--always-sparkplug', '--max-semi-space-size=64'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** They hand their environment on, and what they start measures its memory. */
const startProcesses =
  'demo|fleet|hostile-feeds|kill|npm-start|process-faults|process-faults-of-feeds|several-processes';
/** Of these the modules hold nothing that one file could leave to the next: loading them anew for each was a tenth of the time. */
const pure = ['!(scenarios|ship)/**/*.test.ts', `scenarios/!(${startProcesses}).test.ts`, '*.test.ts'];

/** Scenarios that use each part of the store run on PostgreSQL as well; `FEEDSYNC_TEST_POSTGRES=all` takes all of them there. */
const onPostgres =
  'main-job,content-changes,crash-points,lost-files,retention,vocabulary,suppress,quality,feed-secrets,released-jobs,calm-polls';
const onPostgresAll = `!(${startProcesses}|event-loop|migrate|postgres)`;

/** Of the last recorded run: what takes longest begins first, so that nothing waits for it at the end. */
const seconds = new Map(
  readRecord().files.map(({ project, file, seconds }) => [`${project} ${file}`, seconds]),
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = resolve(import.meta.dirname, '..');
    const rank = ({ moduleId, project }: TestSpecification): number =>
      seconds.get(`${project.name} ${relative(root, moduleId)}`) ?? Infinity;
    return (await super.sort(files)).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  }
}

/** The README's proofs of its promises. */
const proofs = [...readFileSync('README.md', 'utf8').matchAll(/\(test\/([\w/.-]+\.test\.ts)\)/g)].map(
  ([, file = '']) => file,
);
const startsProcesses = (file: string): boolean => new RegExp(`^scenarios/(${startProcesses})\\.`).test(file);
/** `npm run unit:fast`: what needs no process, server or database, and one scenario of each promise. */
const isFast = process.env.FEEDSYNC_TEST_FAST === '1';
const fastParts = [
  '{config,console,core,feed,inspect,mapping,platform,portal,sync,wire}/**/*.test.ts',
  ...proofs.filter((file) => !startsProcesses(file)),
];
const fastWhole = ['architecture/**/*.test.ts', ...proofs.filter(startsProcesses)];

const reporters: (string | [string, Record<string, unknown>])[] = ['default'];
if (report !== undefined && report !== '') reporters.push(['json', { outputFile: report }]);
if (process.env[measuredVariable] !== undefined) reporters.push('./test/times/reporter.ts');

export default defineConfig({
  test: {
    dir: 'test',
    // Around the whole run, and not of each project.
    globalSetup: [
      'test/support/temporary-files.ts',
      'test/support/build.ts',
      'test/support/search-secrets.ts',
    ],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    reporters,
    projects: isFast
      ? [
          { test: { ...shared, name: 'parts', include: fastParts, isolate: false } },
          { test: { ...shared, name: 'whole', include: fastWhole } },
        ]
      : [
          { test: { ...shared, name: 'parts', include: pure, isolate: false } },
          { test: { ...shared, name: 'whole', include: ['**/*.test.ts'], exclude: pure } },
          {
            test: {
              ...shared,
              name: 'on PostgreSQL',
              include: [
                `scenarios/${process.env.FEEDSYNC_TEST_POSTGRES === 'all' ? onPostgresAll : `{${onPostgres}}`}.test.ts`,
              ],
              globalSetup: ['test/support/run-postgres.ts'],
              setupFiles: ['test/support/on-postgres.ts'],
              isolate: false,
            },
          },
        ],
  },
});

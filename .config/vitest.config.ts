import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Set by continuous integration, which counts the tests from it.
const report = process.env.FEEDSYNC_TEST_REPORT;

const shared = {
  dir: 'test',
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** They hand their environment on, and what they start measures its memory. */
const startProcesses =
  'demo|hostile-feeds|kill|npm-start|process-faults|process-faults-of-feeds|several-processes';
/** Of these the modules hold nothing that one file could leave to the next: loading them anew for each was a tenth of the time. */
const pure = [
  '{cli,config,console,core,feed,inspect,mapping,platform,portal,server,simulator,store,sync,upgrade,wire}/**/*.test.ts',
  'sandbox/*.test.ts',
  `scenarios/!(${startProcesses}).test.ts`,
];

/** Scenarios that use each part of the store run on PostgreSQL as well; `FEEDSYNC_TEST_POSTGRES=all` takes all of them there. */
const onPostgres =
  'main-job,content-changes,removals,guard-decisions,crash-points,lost-files,budget,portal-lost-replies,webhooks,retention,vocabulary,suppress,quality,feed-secrets,released-jobs';
const onPostgresAll = `!(${startProcesses}|event-loop|migrate|postgres)`;

/** Nobody knows on a new machine how long each takes: what begins last must not be what the others wait for. */
const longest = [
  'scenarios/kill.test.ts',
  'simulator/first-seeds.test.ts',
  'simulator/more-seeds.test.ts',
  'ship/release.test.ts',
  'cli/every-command.test.ts',
  'browser/journey.test.ts',
  'scenarios/cut-feeds.test.ts',
  'scenarios/feed-content-faults.test.ts',
  'scenarios/reconcile.test.ts',
  'scenarios/process-faults.test.ts',
  'scenarios/several-processes.test.ts',
  'browser/every-page.test.ts',
  'docs/readme.test.ts',
  'docs/two-machines.test.ts',
  'browser/console.test.ts',
  'feeds/real-exports.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

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
    reporters:
      report === undefined || report === '' ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
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

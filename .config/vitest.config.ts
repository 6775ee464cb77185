import { defineConfig } from 'vitest/config';

// Set by continuous integration, which counts the tests from it.
const report = process.env.FEEDSYNC_TEST_REPORT;

const shared = {
  dir: 'test',
  globalSetup: ['test/support/build.ts', 'test/support/search-secrets.ts'],
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
/** Of these the modules hold nothing that one file could leave to the next: loading them anew for each was a tenth of the time. */
const pure =
  '{config,core,feed,inspect,mapping,platform,portal,server,simulator,store,sync,wire}/**/*.test.ts';

export default defineConfig({
  test: {
    dir: 'test',
    maxWorkers: 2,
    reporters:
      report === undefined || report === '' ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      { test: { ...shared, name: 'parts', include: [pure], isolate: false } },
      { test: { ...shared, name: 'whole', include: ['**/*.test.ts'], exclude: [pure] } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

// Set by continuous integration, which counts the tests from it.
const report = process.env.FEEDSYNC_TEST_REPORT;

export default defineConfig({
  test: {
    dir: 'test',
    include: ['**/*.test.ts'],
    pool: 'forks',
    // Modules hold nothing that one test could leave to the next: loading them anew for each file was a fifth of the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/build.ts', 'test/support/search-secrets.ts'],
    reporters:
      report === undefined || report === '' ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});

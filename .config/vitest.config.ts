import { defineConfig } from 'vitest/config';

// Set by continuous integration, which counts the tests from it.
const report = process.env.FEEDSYNC_TEST_REPORT;

const shared = {
  dir: 'test',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;
/** Its helpers begin and end their service with each file. */
const apart = 'sandbox/spec/**/*.test.ts';

export default defineConfig({
  test: {
    dir: 'test',
    maxWorkers: 2,
    reporters:
      report === undefined || report === '' ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          ...shared,
          name: 'feedsync',
          globalSetup: ['test/support/build.ts', 'test/support/search-secrets.ts'],
          include: ['**/*.test.ts'],
          exclude: [apart],
          // Modules hold nothing that one file could leave to the next: loading them anew for each was a fifth of the time.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'specification', include: [apart] } },
    ],
  },
});

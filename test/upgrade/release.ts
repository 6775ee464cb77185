/** Text of 0.1.0, as that release wrote it: `write-release.ts` says how. */
export const releaseFolder = 'test/upgrade/0.1.0';

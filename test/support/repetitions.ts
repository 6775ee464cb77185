/** `npm run soak -- repetitions` sets it for every test file that imports this one. */
export const repetitionsVariable = 'FEEDSYNC_TEST_REPETITIONS';
const isSoak = process.env[repetitionsVariable] === 'soak';

/** How often a test repeats what one repetition proves: seldom enough for every `npm test`, or as often as `npm run soak` does. */
export function repetitions(count: { tests: number; soak: number }): number {
  return isSoak ? count.soak : count.tests;
}

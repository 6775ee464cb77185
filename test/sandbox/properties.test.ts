import fc from 'fast-check';
import { describe, it } from 'vitest';
import { repetitions } from '../support/repetitions.js';
import { Play } from './portal-play.js';
import { step } from './portal-steps.js';

const minute = 60_000;

describe('any sequence of operations and staff actions', () => {
  it.each([
    { name: 'answered at once', outcomeDelayMs: 0, batchDelayMs: 0 },
    { name: 'answered later', outcomeDelayMs: minute, batchDelayMs: 5 * minute },
  ])(
    'follows the table of states, keeps to budget and quota, adds up, and acts once, $name',
    async (settings) => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        const play = await Play.begin(settings);
        for (const each of steps) await play.step(each);
      });
      // A failure is reported with its seed and path, and shrunk to the shortest sequence.
      await fc.assert(property, { numRuns: repetitions({ tests: 40, soak: 110 }) });
    },
    120_000,
  );
});

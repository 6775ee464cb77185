import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jobSlots } from '../../src/engine/slots.js';

const count = 4;
const hosts = fc.uniqueArray(fc.constantFrom('slow', 'other', 'third'), { maxLength: 2 });
/** Jobs come, and each time some of those that run end. */
const steps = fc.array(fc.record({ hosts, ends: fc.nat(3) }), { maxLength: 40 });

it('lets jobs of one host hold at most half of the slots, and all jobs have their turn', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (jobs) => {
      const slots = jobSlots(count);
      const running: { hosts: string[]; leave: (() => void) | null }[] = [];
      let entered = 0;
      const check = async (): Promise<void> => {
        await new Promise((next) => setImmediate(next));
        expect(running.length).toBeLessThanOrEqual(count);
        for (const host of ['slow', 'other', 'third'])
          expect(running.filter((job) => job.hosts.includes(host)).length).toBeLessThanOrEqual(count / 2);
      };
      for (const job of jobs) {
        void slots.wait(job.hosts).then((leave) => {
          entered += 1;
          running.push({ hosts: job.hosts, leave });
        });
        await check();
        for (let ends = 0; ends < job.ends; ends++) running.shift()?.leave?.();
        await check();
      }
      while (running.length > 0) {
        running.shift()?.leave?.();
        await check();
      }
      expect(entered).toBe(jobs.length);
    }),
    { numRuns: 50 },
  );
});

it('gives a job of another host the next slot, however many of a slow host wait', async () => {
  const slots = jobSlots(count);
  const entered: string[] = [];
  for (const host of ['slow', 'slow', 'slow', 'slow', 'slow', 'other'])
    void slots.wait([host]).then(() => entered.push(host));
  await new Promise((next) => setImmediate(next));
  expect(entered).toEqual(['slow', 'slow', 'other']);
  expect(slots.take(['slow'])).toBeNull();
  expect(slots.take(['third'])).not.toBeNull();
});

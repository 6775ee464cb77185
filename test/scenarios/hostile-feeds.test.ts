import { expect, it } from 'vitest';
import { hostileFeedsAtOnce, peakMegabytesMax, smallSizes } from '../soak/hostile-feeds.js';

it('fault 17, fault 18, fault 36, fault 37, fault 38: each is refused with a sentence in little memory, and other feeds go on', async () => {
  for (const { name, ok, peakMegabytes, message } of await hostileFeedsAtOnce(smallSizes)) {
    expect(ok, `${name}, ${peakMegabytes} MB: ${message}`).toBe(true);
    expect(peakMegabytes).toBeLessThan(peakMegabytesMax);
  }
});

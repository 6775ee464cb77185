import { describe, expect, it } from 'vitest';
import { Fence } from '../../src/platform/fence.js';

describe('a file that cannot be removed', () => {
  it('rejects nothing, whether its job has ended before or ends now', async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown): unknown => rejections.push(error);
    process.on('unhandledRejection', note);
    try {
      const fence = Fence.within(null);
      const fails = (): Promise<void> => Promise.reject(new Error('read-only file system'));
      fence.onEnd(fails);
      await fence.end('its time was over');
      fence.onEnd(fails);
      await new Promise(setImmediate);
      expect(rejections).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});

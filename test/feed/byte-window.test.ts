import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ByteWindow } from '../../src/feed/decode/byte-window.js';
import type { SpoolHandle } from '../../src/platform/files/spool.js';

const file = Buffer.from('abcdefghijklmnopqrstuvwxyz');

/** Reads of a file, three bytes at once, as they were asked for. @param brokenFrom where they fail */
function handleOf(brokenFrom = Infinity): { handle: SpoolHandle; asked: number[] } {
  const asked: number[] = [];
  const handle: SpoolHandle = {
    async read(buffer, offset, length, position) {
      asked.push(position);
      if (position >= brokenFrom) throw new Error('the disk is broken');
      return file.copy(buffer, offset, position, position + Math.min(3, length));
    },
    close: () => Promise.resolve(),
  };
  return { handle, asked };
}

describe('a window over a file', () => {
  it('reads on while it is looked at, and keeps what is still needed', async () => {
    const { handle, asked } = handleOf();
    const window = new ByteWindow(handle, 0, 6, 100);
    await window.advance(0);
    expect(window.view().toString()).toBe('abcdef');
    expect(asked).toContain(6);
    await window.advance(4);
    expect(window.view().toString()).toBe('efghijkl');
    await window.advance(8);
    expect(window.view().toString()).toBe('mnopqr');
    expect(window.ended).toBe(false);
  });

  it('grows with what is needed, to the end of the file', async () => {
    const { handle } = handleOf();
    const window = new ByteWindow(handle, 1, 2, 100);
    while (!window.ended) expect(await window.advance(0)).toBe(true);
    expect(window.view().toString()).toBe(file.subarray(1).toString());
  });

  it('reads no further where more is needed than may be', async () => {
    const { handle } = handleOf();
    const window = new ByteWindow(handle, 0, 6, 5);
    await window.advance(0);
    expect(await window.advance(0)).toBe(false);
    expect(window.view().toString()).toBe('abcdef');
  });

  it('tells of what could not be read when it is asked for, not before', async () => {
    const { handle, asked } = handleOf(6);
    const window = new ByteWindow(handle, 0, 6, 100);
    expect(await window.advance(0)).toBe(true);
    expect(asked).toContain(6);
    // A failure that nobody waits for would end the process in this turn.
    await setImmediate();
    await expect(window.advance(6)).rejects.toThrow('the disk is broken');
  });
});

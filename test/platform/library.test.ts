import { describe, expect, it } from 'vitest';
import { callLibrary, ContentError, firstLine, tryLibrary } from '../../src/platform/library.js';

describe('a call of a library', () => {
  it('gives what the library gives', () => {
    expect(callLibrary('yaml', () => 1)).toBe(1);
  });

  it('throws one kind of error, with one line and no stack in it', () => {
    const thrown = [
      new TypeError('a\n    at x.js:1'),
      'text',
      null,
      { toString: () => 'odd' },
      new Error(''),
    ];
    for (const error of thrown) {
      const call = (): never =>
        callLibrary('luxon', () => {
          throw error as Error;
        });
      expect(call).toThrow(ContentError);
      expect(call).toThrow(/^luxon failed: [^\n]+$/);
    }
    expect(firstLine(new Error('x'.repeat(1_000)))).toHaveLength(201);
  });
  it('says nothing where only the failure counts', () => {
    expect(tryLibrary('yaml', () => 1)).toBe(1);
    const failing = (): never => {
      throw new Error('odd');
    };
    expect(tryLibrary('yaml', failing)).toBeNull();
  });
});

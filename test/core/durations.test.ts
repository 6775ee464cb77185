import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration, parseSize } from '../../src/model/durations.js';

describe('durations and sizes', () => {
  it('are read into milliseconds and bytes', () => {
    expect(['250ms', '90s', '10m', '1.5h', '2d', '0m'].map(parseDuration)).toEqual([
      250, 90_000, 600_000, 5_400_000, 172_800_000, 0,
    ]);
    expect(['12B', '500KB', '2GB', '64MiB', '1.5KiB'].map(parseSize)).toEqual([
      12, 500_000, 2_000_000_000, 67_108_864, 1536,
    ]);
  });

  it('need their unit', () => {
    for (const text of ['', '10', 'm', '10 m', '-1m', '10min', '1e3s', '10M']) {
      expect(() => parseDuration(text)).toThrow(RangeError);
    }
    for (const text of ['2', '2G', '2gb', '2 GB']) expect(() => parseSize(text)).toThrow(RangeError);
  });

  it('are written as a person says them', () => {
    expect([45_000, 600_000, 129_600_000, 259_200_000].map(formatDuration)).toEqual([
      '45 s',
      '10 min',
      '36 h',
      '3 days',
    ]);
  });
});

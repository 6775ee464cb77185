const msPerUnit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const bytesPerUnit = {
  B: 1,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
} as const;

/** A duration in the configuration: `90s`, `10m`, `1.5h`. */
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/** A size in the configuration: `500KB`, `2GB` (powers of 1000), `64MiB` (powers of 1024). */
export const sizePattern = /^(\d+(?:\.\d+)?)(B|KB|MB|GB|KiB|MiB|GiB)$/;

/** Milliseconds. @throws RangeError where the text does not match {@link durationPattern} */
export function parseDuration(text: string): number {
  return quantity(text, durationPattern, msPerUnit);
}

/** Bytes. @throws RangeError where the text does not match {@link sizePattern} */
export function parseSize(text: string): number {
  return quantity(text, sizePattern, bytesPerUnit);
}

/** For sentences: `45 s`, `10 min`, `36 h`, `3 days`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / msPerUnit.s);
  if (seconds < 90) return `${seconds} s`;
  if (ms < 90 * msPerUnit.m) return `${Math.round(ms / msPerUnit.m)} min`;
  if (ms < 2 * msPerUnit.d) return `${Math.round(ms / msPerUnit.h)} h`;
  return `${Math.round(ms / msPerUnit.d)} days`;
}

function quantity(text: string, pattern: RegExp, units: Readonly<Record<string, number>>): number {
  const [, number, unit] = pattern.exec(text) ?? [];
  const factor = units[unit ?? ''];
  if (number === undefined || factor === undefined) throw new RangeError('a number with a unit is expected');
  return Math.round(Number(number) * factor);
}

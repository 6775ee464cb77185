/** A longer name matches no pattern: no file system has such names. */
const nameMax = 255;

/**
 * Whether a name matches a pattern in which `*` is any text and `?` one character, ignoring case. Time is bounded: only the last `*`
 * reached is ever extended, since an earlier one cannot change the result.
 * @param step called for each comparison, for tests of the bound
 */
export function fitsGlob(pattern: string, name: string, step: () => void = noStep): boolean {
  if (name.length > nameMax) return false;
  const [wanted, actual] = [pattern.toLowerCase(), name.toLowerCase()];
  let at = 0;
  let next = 0;
  let star = -1;
  let resumed = 0;
  while (at < actual.length) {
    step();
    const sign = wanted.charAt(next);
    if (sign === '*') {
      star = next++;
      resumed = at;
    } else if (sign !== '' && (sign === '?' || sign === actual.charAt(at))) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resumed;
    } else return false;
  }
  while (wanted.charAt(next) === '*') next++;
  return next === wanted.length;
}

const noStep = (): void => undefined;

/** Names of more signs match nothing: no file system has them. */
const nameMax = 255;

/**
 * Whether a name fits a pattern in which `*` stands for any text and `?` for one sign, without case. No text makes it slow: a `*` that
 * fitted once is not tried elsewhere, since what follows the last one decides.
 * @param step called for each sign compared, for tests of the bound
 */
export function fitsGlob(pattern: string, name: string, step: () => void = noStep): boolean {
  if (name.length > nameMax) return false;
  const [wanted, given] = [pattern.toLowerCase(), name.toLowerCase()];
  let at = 0;
  let next = 0;
  let star = -1;
  let resumed = 0;
  while (at < given.length) {
    step();
    const sign = wanted.charAt(next);
    if (sign === '*') {
      star = next++;
      resumed = at;
    } else if (sign !== '' && (sign === '?' || sign === given.charAt(at))) {
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

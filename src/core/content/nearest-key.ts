/** Longer input is not compared with the known keys, because the distance takes quadratic time. Known keys are far shorter. */
const keyMax = 60;

/** The known key that was probably meant, or null. Ignores case and separators, and tolerates one wrong letter in three, at least one. */
export function nearestKey(key: string, known: readonly string[]): string | null {
  if (key.length > keyMax) return null;
  const written = fold(key);
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(written, fold(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, written.length / 3) ? best.candidate : null;
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}

/** Number of letters to insert, delete, replace or swap. A key that is a prefix of the other counts as one mistake. */
function distanceOf(a: string, b: string): number {
  if (Math.min(a.length, b.length) > 3 && (a.startsWith(b) || b.startsWith(a))) return a === b ? 0 : 1;
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const row = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (above[j] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && other === a[i - 1];
      const swapped = isSwap ? (twoAbove[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    twoAbove = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/**
 * Beside the presets that a feed was started with, the store keeps a copy of each base that a text of an agency may not name any more,
 * though it was stored when it could. A copy's name is the mark and the base's; behind it, in lines of their own, those of what the base
 * extends.
 */
export const copyMark = '=';
const within = '\n';

export function copyOf(base: string): string {
  return `${copyMark}${base}`;
}

/** Of what the base of a copy extends. */
export function copyWithin(copy: string, base: string): string {
  return `${copy}${within}${base}`;
}

function isCopy({ name }: { name: string }): boolean {
  return name.startsWith(copyMark);
}

/** The names of bases of which a feed runs on a copy. */
export function copiedBases(inUse: readonly { name: string }[]): string[] {
  return inUse
    .filter((one) => isCopy(one) && !one.name.includes(within))
    .map(({ name }) => name.slice(copyMark.length));
}

/** Copies that are not in use, for the day on which the text that needs them comes back; not where their base may be named now. */
export function restingCopies<Copy extends { name: string }>(
  kept: readonly Copy[],
  inUse: readonly { name: string }[],
): Copy[] {
  const names = new Set(inUse.map(({ name }) => name));
  return kept.filter((copy) => {
    const [base = ''] = copy.name.slice(copyMark.length).split(within);
    return isCopy(copy) && !names.has(copy.name) && !names.has(base);
  });
}

/**
 * What feeds run on, by feed and then by the names that people know: a copy is shown as what it was made of. Beside presets that are in use
 * a copy rests, and is not shown.
 */
export function shownVersions<Kept extends { feedId: number; name: string }>(
  kept: readonly Kept[],
): (Kept & { isCopy: boolean })[] {
  const withPresets = new Set(kept.filter((one) => !isCopy(one)).map(({ feedId }) => feedId));
  return kept
    .filter((one) => !isCopy(one) || !withPresets.has(one.feedId))
    .map((one) => ({ ...one, name: shownName(one.name), isCopy: isCopy(one) }))
    .sort((a, b) => a.feedId - b.feedId || (a.name < b.name ? -1 : 1));
}

function shownName(name: string): string {
  return name.startsWith(copyMark) ? (name.slice(copyMark.length).split(within).at(-1) ?? name) : name;
}

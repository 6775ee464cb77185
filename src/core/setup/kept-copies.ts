import type { FeedId } from '../../model/ids.js';

/**
 * The first character of a copy's name. Besides a feed's presets, the store keeps a copy of each base that an agency's stored mapping text
 * extends but is no longer allowed to name. A copy's name is the mark and the base's name; copies of what that base extends add their own
 * name on a further line.
 */
export const copyMark = '=';
const within = '\n';

export function copyOf(base: string): string {
  return `${copyMark}${base}`;
}

/** Name of the copy of a base that the base of `copy` extends. */
export function copyWithin(copy: string, base: string): string {
  return `${copy}${within}${base}`;
}

function isCopy({ name }: { name: string }): boolean {
  return name.startsWith(copyMark);
}

/** Names of the bases that a feed uses as copies. */
export function copiedBases(inUse: readonly { name: string }[]): string[] {
  return inUse
    .filter((one) => isCopy(one) && !one.name.includes(within))
    .map(({ name }) => name.slice(copyMark.length));
}

/** Copies that are not in use, kept in case the text that needs them is restored. Excludes copies whose base may be named again. */
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
 * The preset versions in use, sorted by feed and shown name. A copy has the name of its base. A feed that has presets does not use its
 * copies, so these are not shown.
 */
export function shownVersions<Kept extends { feedId: FeedId; name: string }>(
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

/** Records that were read, by how they say their state. */
export interface StateCounts {
  /** By a word for on offer, or one that no table knows. */
  named: number;
  /** By a word that takes it off offer. */
  leaving: number;
  /** By an empty cell, which has a meaning. */
  empty: number;
  /** By an empty cell that is asked about like an unknown word. */
  asked: number;
}

/** A smaller step is the ordinary life of a feed: ads come and go, and people fill a cell. */
const stepMin = 0.2;
/** So many records say that it was not one person who filled a few cells. */
const recordsMin = 3;

/**
 * The share of records with a word among those that no word takes off offer; null: there are none. How many are sold or reserved says
 * nothing about an empty cell.
 */
export function shareNamed({ named, empty, asked }: StateCounts): number | null {
  const all = named + empty + asked;
  return all === 0 ? null : named / all;
}

/**
 * Whether a file says by an empty cell what the feed said by a word until now, or the reverse: in one step the share of records with a word
 * crossed one half. Where no empty cell has a meaning, none is read wrongly (RULES R177).
 * @param former the share in the file before
 */
export function crossesOver(former: number, counts: StateCounts): boolean {
  const share = shareNamed(counts);
  if (share === null || counts.empty === 0) return false;
  const { named, empty, asked } = counts;
  const step = Math.abs(share - former);
  const isStep = step >= stepMin && step * (named + empty + asked) >= recordsMin;
  return isStep && share > 0.5 !== former > 0.5;
}

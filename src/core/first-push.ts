/**
 * The listings that staff see first: with photos before without, then the fullest (RULES R97). The order is the same
 * every time, so that what was sent once is sent again.
 */
export function bestFirst<T extends { externalId: string; payload: Readonly<Record<string, unknown>> }>(
  candidates: readonly T[],
): T[] {
  const weighed = candidates.map((candidate) => ({ candidate, weight: weigh(candidate.payload) }));
  weighed.sort((a, b) => {
    const [one, other] = [a.weight, b.weight];
    return (
      Number(other.photos > 0) - Number(one.photos > 0) ||
      other.fields - one.fields ||
      other.photos - one.photos ||
      (a.candidate.externalId < b.candidate.externalId ? -1 : 1)
    );
  });
  return weighed.map(({ candidate }) => candidate);
}

function weigh({ photos, ...payload }: Readonly<Record<string, unknown>>): {
  photos: number;
  fields: number;
} {
  return { photos: Array.isArray(photos) ? photos.length : 0, fields: countFields(payload) };
}

/** Values that say something, however deep. */
function countFields(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countFields(each), 0);
}

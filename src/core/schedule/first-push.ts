import type { ExternalId } from '../../model/ids.js';

/**
 * Orders the listings of a first push, which the portal's staff review: with photos first, then by number of filled fields. The order is
 * deterministic, so that a repeated push sends the same listings (RULES R125).
 */
export function bestFirst<T extends { externalId: ExternalId; payload: Readonly<Record<string, unknown>> }>(
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

/** Number of non-empty values, at any depth. */
function countFields(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, each) => sum + countFields(each), 0);
}

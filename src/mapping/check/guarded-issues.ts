import type { ContentField, OpenDoubt } from '../../model/content.js';
import type { Issue } from '../../model/outcome.js';

/** Which value a doubt of the mapping's checks is about, where the content guard judges it too. */
const fieldOfCode: Readonly<Partial<Record<string, ContentField>>> = {
  price_thousands: 'price',
  price_per_area: 'price',
  currency_doubtful: 'price',
  area_unit: 'area',
};

/** Issues of a record without doubts of the mapping's checks about values that the content guard holds: one doubt says what is wrong. */
export function withoutGuarded(
  issues: readonly Issue[],
  doubts: readonly Pick<OpenDoubt, 'field'>[],
): Issue[] {
  const held = new Set(doubts.map(({ field }) => field));
  return issues.filter(({ code }) => {
    const field = fieldOfCode[code];
    return field === undefined || !held.has(field);
  });
}

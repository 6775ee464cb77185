import type { Issue } from '../../model/outcome.js';
import { areaDoubts } from './areas.js';
import { coordinateDoubts, type PlacePoint } from './coordinates.js';
import { doubtCodes, type Doubt, type Payload } from './doubt.js';
import { photoDoubts } from './placeholders.js';
import { priceDoubts } from './prices.js';
import { textDoubts } from './texts.js';

export type { PlacePoint } from './coordinates.js';
export type { Payload } from './doubt.js';

const known: ReadonlySet<string> = new Set(doubtCodes);

export function isDoubt({ code }: Pick<Issue, 'code'>): boolean {
  return known.has(code);
}

/**
 * What looks wrong in one mapped payload (`title`, `description`, `price` … as the mapping wrote them). Nothing is corrected here: a
 * mapping says how. Hot: every changed record passes, so that only what is cheap to see is looked for.
 * @param placePoint where a place of the portal lies, to judge coordinates by; null where it is not known
 */
export function doubtsOf(payload: Payload, placePoint: PlacePoint): Issue[] {
  const doubts: Doubt[] = [];
  const report = (doubt: Doubt): void => void doubts.push(doubt);
  areaDoubts(payload, report);
  priceDoubts(payload, report);
  coordinateDoubts(payload, placePoint, report);
  textDoubts(payload, report);
  photoDoubts(payload, report);
  return doubts.map((doubt) => ({ severity: 'warning', ...doubt }));
}

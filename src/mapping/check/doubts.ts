import { contentRules } from '../../model/content.js';
import type { Issue } from '../../model/outcome.js';
import { doubtCode, repairCode, repairKinds } from '../../model/outcome.js';
import { areaDoubts } from './areas.js';
import { coordinateDoubts, type PlacePoint } from './coordinates.js';
import { doubtCodes, type Doubt, type Payload } from './doubt.js';
import { photoDoubts } from './placeholders.js';
import { textDoubts } from './texts.js';

export type { PlacePoint } from './coordinates.js';
export type { Payload } from './doubt.js';

/** Codes of the content guard's doubts, which the sync layer adds to a record. */
const guardCodes = contentRules.map(doubtCode);
const known: ReadonlySet<string> = new Set([...doubtCodes, ...guardCodes, ...repairKinds.map(repairCode)]);

/** Whether an issue is a doubt or reports a repair, by its code: `quality` counts both. */
export function isDoubt({ code }: Pick<Issue, 'code'>): boolean {
  return known.has(code);
}

/**
 * Values of a mapped payload that are valid but look wrong. Nothing is corrected: that is done in the mapping. Hot: runs for every changed
 * record, so all checks are cheap.
 * @param placePoint coordinates of the portal's places, with which the payload's coordinates are compared
 */
export function doubtsOf(payload: Payload, placePoint: PlacePoint): Issue[] {
  const doubts: Doubt[] = [];
  const report = (doubt: Doubt): void => void doubts.push(doubt);
  areaDoubts(payload, report);
  coordinateDoubts(payload, placePoint, report);
  textDoubts(payload, report);
  photoDoubts(payload, report);
  return doubts.map((doubt) => ({ severity: 'warning', ...doubt }));
}

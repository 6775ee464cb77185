import type { FieldProfile } from '../../profile/profile.js';
import type { Shape } from '../../profile/shapes.js';

/** A column of more different codes does not hold sale and rent. */
export const offersMax = 4;
const codeLengthMax = 3;
const fewRecords = 20;
/** The share of records with a code. Sums and remarks below a sheet have none. */
const codedShare = 0.95;

/** Whether a column holds a few short codes, each for several records: P and I. Their meaning can be asked. */
export function isCoded(
  { distinct, codes: explained }: FieldProfile,
  { filled }: Shape,
  records: number,
  most: number,
): boolean {
  const codes = [...distinct];
  return (
    explained === undefined &&
    codes.length > 1 &&
    codes.length <= most &&
    filled >= records * codedShare &&
    codes.every(([word]) => word.trim().length <= codeLengthMax) &&
    // Of a few records one alone may be let.
    (codes.every(([, count]) => count > 1) || (records <= fewRecords && codes.length <= records / 2))
  );
}

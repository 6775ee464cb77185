const countMin = 3;
const shareMin = 0.08;

/** Whether so many of an agency's listings are missing from its files that it is shown before any removal is due. */
export function isEarlyWarning(missing: number, onPortal: number): boolean {
  return missing >= countMin && missing >= shareMin * onPortal;
}

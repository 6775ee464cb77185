/** Reads of the reconcile view take at most this share of the key's request budget, because sending has priority. */
export const viewShare = 0.2;

/** Page reads of the view allowed per window; at least one, so that reading always progresses. */
export function viewRequestsPerWindow(limit: number): number {
  return Math.max(1, Math.floor(limit * viewShare));
}

/** The budget scope in which a key's view reads are counted, in addition to its requests. */
export function viewScope(keyId: string): string {
  return `view:${keyId}`;
}

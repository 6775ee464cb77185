/** Readings of what the portal holds never take more than this share of the key's requests: what is sent comes first. */
export const viewShare = 0.2;

/** Of so many requests a window, how many may read a page of a view; one in any case, or nothing would ever be known. */
export function viewRequestsPerWindow(limit: number): number {
  return Math.max(1, Math.floor(limit * viewShare));
}

/** Where the readings of a key are counted, beside its requests. */
export function viewScope(keyId: string): string {
  return `view:${keyId}`;
}

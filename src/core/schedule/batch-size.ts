/** What was learned of the largest request body that the portal, or a proxy before it, takes. */
export interface LearnedSize {
  /** A batch stays below it, in bytes. */
  bytes: number;
  /** The largest that was taken since something was refused; 0: none was. */
  taken: number;
  /** The smallest that was refused, and when; null once that is too long ago to count. */
  refused: { bytes: number; at: number } | null;
  /** Since when batches are smaller than configured. */
  since: number;
  /** When it may be raised again. */
  raiseAt: number;
}

const dayMs = 24 * 3_600_000;
/** A limit that was met is believed for so long. */
const refusalCountsMs = 7 * dayMs;
const growth = 1.25;

/**
 * After a body of so many bytes was refused for its size: half of it, or what was taken before if that is more; for a single listing
 * anything below it, since there is nothing to halve.
 */
export function sizeAfterRefusal(
  former: LearnedSize | null,
  refused: { bytes: number; items: number },
  now: number,
): LearnedSize {
  // What was taken once and is refused now says that the limit was lowered.
  const taken = former !== null && former.taken < refused.bytes ? former.taken : 0;
  const next = refused.items > 1 ? Math.max(Math.floor(refused.bytes / 2), taken) : refused.bytes - 1;
  return {
    bytes: Math.max(1, Math.min(next, former?.bytes ?? Infinity)),
    taken,
    refused: { bytes: refused.bytes, at: now },
    since: former?.since ?? now,
    raiseAt: now + dayMs,
  };
}

/**
 * After a body of so many bytes was taken: a quarter more once a day, never up to what was refused in the last week. Null: as large as
 * configured again.
 */
export function sizeAfterTaken(
  former: LearnedSize,
  bytes: number,
  most: number,
  now: number,
): LearnedSize | null {
  const refused =
    former.refused !== null && now - former.refused.at < refusalCountsMs ? former.refused : null;
  const taken = Math.max(former.taken, bytes);
  if (now < former.raiseAt) return { ...former, refused, taken };
  const raised = Math.floor(former.bytes * growth) + 1;
  const next = refused === null ? raised : Math.min(raised, Math.floor((former.bytes + refused.bytes) / 2));
  return next >= most ? null : { ...former, refused, taken, bytes: next, raiseAt: now + dayMs };
}

/** Whether two say the same, so that nothing has to be written. */
export function isSameSize(a: LearnedSize | null, b: LearnedSize | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

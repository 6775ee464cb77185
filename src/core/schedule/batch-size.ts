/** The learned limit of the request body size that the portal, or a proxy in front of it, accepts. */
export interface LearnedSize {
  /** The current maximum of a batch, in bytes. */
  bytes: number;
  /** The largest body accepted since a refusal, in bytes; 0: none. */
  taken: number;
  /** The last refused body, and when; null once it is older than a week. */
  refused: { bytes: number; at: number } | null;
  /** Since when batches are smaller than configured. */
  since: number;
  /** When `bytes` may be raised again. */
  raiseAt: number;
}

const dayMs = 24 * 3_600_000;
/** How long a refusal limits the growth. */
const refusalCountsMs = 7 * dayMs;
const growth = 1.25;

/**
 * The limit after a body was refused for its size: half of the body, or the largest accepted size if that is more. For a single listing,
 * which cannot be split: one byte less.
 */
export function sizeAfterRefusal(
  former: LearnedSize | null,
  refused: { bytes: number; items: number },
  now: number,
): LearnedSize {
  // If the refused body is no larger than one accepted before, the portal's limit was lowered since.
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
 * The limit after a body was accepted: a quarter more once a day, but always below the size refused in the last week.
 * @param most the configured maximum, in bytes
 * @returns null once the limit reaches `most` again
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

/** Whether the two are equal, so that nothing need be written. */
export function isSameSize(a: LearnedSize | null, b: LearnedSize | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

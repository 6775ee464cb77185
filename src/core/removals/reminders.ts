const weekMs = 7 * 24 * 3_600_000;

/**
 * When an open hold is reported again: once it is `remindAfterMs` old, then at the end of each week of its age. Time only reminds; it
 * never decides a hold.
 */
export function reminderDueAt(
  { openedAt, remindedAt }: { openedAt: number; remindedAt: number | null },
  remindAfterMs: number,
): number {
  const reported = remindedAt ?? openedAt;
  const first = openedAt + remindAfterMs;
  if (reported < first) return first;
  const weeks = Math.floor((reported - openedAt) / weekMs) + 1;
  return openedAt + weeks * weekMs;
}

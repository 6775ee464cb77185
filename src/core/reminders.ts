const dayMs = 24 * 3_600_000;
/** Days after its opening on which a hold that is still open is told again; then every week. */
const reminderDays = [1, 3, 7] as const;

/** When an open hold is to be told again. Nothing else follows from time: it decides nothing. */
export function reminderDueAt({
  openedAt,
  remindedAt,
}: {
  openedAt: number;
  remindedAt: number | null;
}): number {
  const told = remindedAt ?? openedAt;
  const next = reminderDays.map((days) => openedAt + days * dayMs).find((at) => at > told);
  if (next !== undefined) return next;
  const weeks = Math.floor((told - openedAt) / (7 * dayMs)) + 1;
  return openedAt + weeks * 7 * dayMs;
}
